import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** The name of who invites as it stands in the form; null where there is none, or they do not take part. */
export function selfIn(form: HTMLFormElement | null | undefined): string | null {
  const name = form?.elements.namedItem("organizerName");
  const takesPart = form?.elements.namedItem("takesPart");
  if (!(name instanceof HTMLInputElement && takesPart instanceof HTMLInputElement)) return null;
  return takesPart.checked ? name.value : null;
}

/**
 * Listens to the fields of the form in which who invites says their name and whether they take part.
 *
 * @param goOn the Enter key in the field of the name.
 */
export function useSelf(
  root: RefObject<HTMLElement>,
  isReady: boolean,
  change: (name: string | null) => void,
  goOn: () => void,
): void {
  // Together with the rows: who types fast must not send the form by Enter.
  useLayoutEffect(() => {
    const form = root.current?.closest("form");
    const name = form?.elements.namedItem("organizerName");
    if (!form || !(name instanceof HTMLInputElement)) return;
    const look = ({ target }: Event) => {
      // A draft that is filled in says so on the form itself.
      const isOurs = target === form || target === name ||
        target instanceof HTMLInputElement && target.name === "takesPart";
      if (isOurs) change(selfIn(form));
    };
    const next = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      goOn();
    };
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    name.addEventListener("keydown", next);
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
      name.removeEventListener("keydown", next);
    };
  }, [isReady]);
}
