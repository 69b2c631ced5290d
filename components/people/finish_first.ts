import { type RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Adds what was chosen or pasted in a box before its form is sent, because the form would leave it out. If there was
 * anything, the form is not sent: the user sees what was added and submits again.
 *
 * @param box inside the form.
 * @param finish adds it; returns true if there was anything.
 */
export function useFinishFirst(box: RefObject<HTMLElement>, finish: () => boolean): void {
  useLayoutEffect(() => {
    const finishFirst = (event: Event) => {
      if (event.target !== box.current?.closest("form") || !finish()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      box.current?.scrollIntoView();
    };
    addEventListener("submit", finishFirst, true);
    return () => removeEventListener("submit", finishFirst, true);
  });
}
