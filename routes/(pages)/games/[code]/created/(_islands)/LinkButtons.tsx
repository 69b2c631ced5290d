import { useEffect, useState } from "preact/hooks";
import { COPIED_FOR, copyText } from "@/lib/browser/copy_text.ts";

interface LinkButtonsProps {
  /**
   * The id of the list. In it are buttons with `data-link-action`, `copy` or `share`, each described by the
   * field that holds its link; what is said along with a shared one stands in `data-text`.
   */
  list: string;
  /** Said to screen readers once a link is copied. */
  copied: string;
}

/**
 * What the buttons of a list of links do: one island for all of them, as two for each of a thousand people
 * take the server, and the browser, a second.
 */
export default function LinkButtons({ list, copied }: LinkButtonsProps) {
  const [said, say] = useState("");
  useEffect(() => {
    const links = document.getElementById(list);
    if (!links) return;
    if ("share" in navigator) links.dataset.canShare = "";
    const act = async ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const button = target.closest("button");
      const field = document.getElementById(button?.getAttribute("aria-describedby") ?? "");
      if (!button || !(field instanceof HTMLInputElement)) return;
      const { linkAction, text = "" } = button.dataset;
      if (linkAction === "copy") {
        await copyText(field.value);
        button.dataset.done = "";
        say(copied);
        setTimeout(() => {
          delete button.dataset.done;
          say("");
        }, COPIED_FOR);
      } else if (linkAction === "share") {
        // Whoever thinks better of it closes the choice of apps; nothing is lost.
        await navigator.share({ text, url: field.value }).catch(() => {});
      }
    };
    links.addEventListener("click", act);
    return () => links.removeEventListener("click", act);
  }, []);
  return <p role="status" class="sr-only">{said}</p>;
}
