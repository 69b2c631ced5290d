import type { ComponentChildren } from "preact";

interface OnceEditedProps {
  /** Whether it is to be seen at once: the address was changed before. */
  isEdited: boolean;
  children: ComponentChildren;
}

/** What is asked about another address: it is seen from when someone goes to the address of its form, and stays. */
export function OnceEdited({ isEdited, children }: OnceEditedProps) {
  return <div class={isEdited ? "" : "once-edited"}>{children}</div>;
}
