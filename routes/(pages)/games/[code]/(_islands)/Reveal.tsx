import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { onHiddenOrTimeout } from "@/lib/browser/hidden_or_timeout.ts";
import { loadAnew, submitForm, takeForm } from "@/lib/browser/sent_form.ts";
import type { GiftContent } from "@/lib/pages/participant/kept_gifts.ts";
import type { GiftDialog, UnwrappedProps } from "../(_components)/GiftDialog.tsx";
import { PeekButton, PeekCard } from "../(_components)/Peek.tsx";

interface RevealProps extends UnwrappedProps {
  /** The wrapped gift, rendered by the server to keep its drawing code out of the browser. */
  box: ComponentChildren;
  hasBeenOpened: boolean;
  /** Shown until it is opened, if the receiver has changed. */
  changed?: string;
  /** True if the event is over, so that the gift is no longer the main thing. */
  isOver?: boolean;
}

/** CSS classes of the wrapped gift by state. */
const LOOKS = {
  closed: "gift-waiting",
  opening: "gift-shaking",
  peeking: "gift-ajar",
  open: "gift-waiting",
} as const;

/** Updates the page's head to the step after the opening, as a reload would. @param keptId the id in `KeptTexts` */
function sayNextStep(keptId: string | undefined): void {
  if (keptId) return document.querySelector(`[data-kept="${keptId}"]`)?.remove();
  for (const one of document.querySelectorAll<HTMLElement>("[data-step]")) {
    one.hidden = one.dataset.step === "open";
  }
}

/**
 * The gift to unwrap. Its content is loaded when it is opened. It is removed when the gift is closed, when the tab is
 * hidden, or after a minute unless the reader keeps it open.
 */
export default function Reveal(props: RevealProps) {
  const { path, box, texts, kept } = props;
  const [gift, setGift] = useState<GiftContent | null>(null);
  const [state, setState] = useState<keyof typeof LOOKS>("closed");
  const [isOffline, setOffline] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [wasOpen, setWasOpen] = useState(props.hasBeenOpened);
  const [staysOpen, setStaysOpen] = useState(false);
  const asked = useRef(0);
  const form = useRef<HTMLFormElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const [Dialog, setDialog] = useState<typeof GiftDialog | null>(null);

  const close = () => {
    asked.current++;
    setGift(null);
    setState("closed");
    setStaysOpen(false);
  };
  const isSeen = gift !== null;
  // A layout effect, so that the listeners are active from the moment the name is shown.
  useLayoutEffect(() => isSeen ? onHiddenOrTimeout(close, staysOpen) : undefined, [
    isSeen,
    staysOpen,
  ]);

  const fetchGift = async (shown: "peeking" | "open") => {
    const sent = form.current;
    if (!sent) return;
    const mine = ++asked.current;
    setOffline(false);
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { accept: "application/json", "x-purpose": "preview" },
        body: takeForm(sent).body,
      });
      // The link has ended, or someone else is signed in now: that page explains it.
      if (answer.redirected) return loadAnew(answer.url);
      // The answer to the form itself explains the error. A peek must not send the form, which could open the gift:
      // the reloaded page says if the name has changed.
      if (!answer.ok) return shown === "open" ? submitForm(takeForm(sent)) : loadAnew(path);
      const content: GiftContent = await answer.json();
      // The reader has let go, or asked again, before the answer arrived.
      if (mine !== asked.current) return;
      if (document.hidden) return close();
      setGift(content);
      setState(shown);
      if (shown === "open") sayNextStep(kept?.id);
    } catch {
      if (mine !== asked.current) return;
      setOffline(true);
      close();
    }
  };

  // Loaded when the reader reaches for the gift, because a page that is only read does not need it.
  const load = async () => {
    const { GiftDialog } = await import("../(_components)/GiftDialog.tsx");
    setDialog(() => GiftDialog);
  };

  const open = async (event: SubmitEvent) => {
    event.preventDefault();
    const sent = form.current;
    if (state !== "closed" || !sent) return;
    setState("opening");
    try {
      await load();
    } catch {
      // The script may be gone after a release of the service.
      if (navigator.onLine) return submitForm(takeForm(sent));
    }
    await fetchGift("open");
  };

  const id = `open-${kept?.id ?? "own"}`;
  const changed = wasOpen ? undefined : props.changed;
  // After the event there is nothing left to hide.
  const first = props.isOver ? "" : texts.wrapped;
  const wrapped = changed ?? (kept ? "" : wasOpen ? texts.wrappedAgain : first);
  return (
    <div class="space-y-5 text-center">
      <div class="relative mx-auto w-44 max-w-full sm:w-52">
        {/* The gift itself can be clicked, too. Keyboards and screen readers use the button below. */}
        <button
          type="submit"
          form={id}
          class="block w-full cursor-pointer"
          tabIndex={-1}
          aria-hidden="true"
          onPointerEnter={() => load().catch(() => {})}
        >
          <div ref={drawing} class={LOOKS[state]}>{box}</div>
        </button>
        {state === "peeking" && gift && <PeekCard name={gift.name} texts={texts} />}
      </div>
      <form
        ref={form}
        id={id}
        method="post"
        action={path}
        onSubmit={open}
        onPointerEnter={() => load().catch(() => {})}
        class="flex flex-col items-center gap-3"
      >
        <input type="hidden" name="action" value="reveal" />
        {kept && <input type="hidden" name="participantId" value={kept.id} />}
        {wasOpen && <input type="hidden" name="again" value="yes" />}
        <Button
          icon="gift"
          variant={wasOpen ? "secondary" : "primary"}
          class="px-6 py-3 text-xl sm:px-10"
        >
          {state === "opening" ? texts.opening : wasOpen ? texts.again : texts.open}
        </Button>
        {wasOpen && (
          <PeekButton
            label={texts.hold}
            hint={texts.holdHint}
            onHold={() => fetchGift("peeking")}
            onRelease={close}
          />
        )}
      </form>
      {isWaiting && !isSeen && <p role="status" class="font-semibold">{texts.waiting}</p>}
      {isOffline && <p role="alert" class="text-error font-semibold">{texts.offline}</p>}
      {wrapped && <p class={`mx-auto max-w-sm text-balance ${changed ? "" : "muted"}`}>{wrapped}
      </p>}
      {state === "open" && Dialog && (
        <Dialog
          {...props}
          gift={gift}
          drawing={drawing}
          isFirst={!wasOpen}
          isWaiting={isWaiting}
          staysOpen={staysOpen}
          onStay={() => setStaysOpen(true)}
          onWait={setWaiting}
          onHide={() => setGift(null)}
          onGift={setGift}
          onClose={() => {
            close();
            setWasOpen(true);
          }}
        />
      )}
    </div>
  );
}
