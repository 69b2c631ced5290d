import { type RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * What was chosen or pasted in a box and not added yet would be left out of what its form sends: it is added and shown
 * before, and the form waits for another press.
 *
 * @param box in the form.
 * @param finish adds it. Returns true if there was anything.
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
