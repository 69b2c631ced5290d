import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { COPIED_FOR, copyText } from "@/lib/browser/copy_text.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { fingerprintOf, readHandedOver, writeHandedOver } from "@/lib/browser/handed_over.ts";
import { PAGE_UPDATED } from "@/lib/browser/page_updated.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

interface PassOnActionsProps {
  /** Announced to screen readers after copying. */
  copied: string;
  /** Texts for how many links were handed over, and that all were; set if there are ticks. */
  ticks?: Texts["passOn"]["ticks"];
}

/**
 * Handles the buttons and ticks of every `PassOn` in its section. One island serves them all, because several for each
 * of a thousand people would cost the server and the browser a second.
 */
export default function PassOnActions({ copied, ticks }: PassOnActionsProps) {
  const here = useRef<HTMLParagraphElement>(null);
  const [said, say] = useState("");
  const [count, setCount] = useState({ number: 0, total: 0 });
  useEffect(() => {
    const section = here.current?.closest<HTMLElement>("section, main");
    if (!section) return;
    if ("share" in navigator) document.documentElement.dataset.canShare = "";
    const look = () => {
      const kept = readHandedOver();
      const all = [...section.querySelectorAll<HTMLInputElement>("input[data-handed-over]")];
      for (const tick of all) tick.checked = kept.has(tick.dataset.handedOver ?? "");
      setCount({ number: all.filter((tick) => tick.checked).length, total: all.length });
    };
    const change = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || !target.dataset.handedOver) return;
      writeHandedOver(target.dataset.handedOver, target.checked);
    };
    const act = async ({ target }: MouseEvent) => {
      const button = target instanceof Element && target.closest("[data-pass-act]");
      const place = button && button.closest("[data-pass-on]");
      if (!(button instanceof HTMLElement) || !(place instanceof HTMLElement)) return;
      const { passOn: url = "", message = "", subject = "" } = place.dataset;
      const { passAct } = button.dataset;
      if (passAct === "share") {
        // Rejects if the user closes the list of apps without sharing.
        const isShared = await navigator.share({ title: subject, text: message, url })
          .then(() => true, () => false);
        if (!isShared) return;
      } else if (passAct !== "open") {
        await copyText(passAct === "message" ? `${message}\n${url}` : url);
        button.dataset.done = "";
        say(copied);
        setTimeout(() => {
          delete button.dataset.done;
          say("");
        }, COPIED_FOR);
      }
      writeHandedOver(fingerprintOf(url), true);
    };
    look();
    section.addEventListener("click", act);
    section.addEventListener("change", change);
    // Back from the back/forward cache, a change in another tab, or a replaced part of the page.
    const events = ["pageshow", "storage", PAGE_UPDATED];
    for (const event of events) addEventListener(event, look);
    return () => {
      section.removeEventListener("click", act);
      section.removeEventListener("change", change);
      for (const event of events) removeEventListener(event, look);
    };
  }, []);
  const isDone = count.total > 0 && count.number === count.total;
  return (
    <>
      <p ref={here} role="status" class="sr-only">{said}</p>
      {ticks && (
        <p
          role="status"
          class={`flex items-center gap-2 font-semibold empty:m-0 ${
            isDone ? "text-success" : "muted"
          }`}
        >
          {count.number > 0 && (
            <>
              <Icon name={isDone ? "circle-check" : "check"} />
              {isDone ? ticks.done : fillIn(ticks.progress, count)}
            </>
          )}
        </p>
      )}
    </>
  );
}
