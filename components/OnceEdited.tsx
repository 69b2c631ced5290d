import type { ComponentChildren } from "preact";

interface OnceEditedProps {
  /** Whether it is to be seen at once: the address was changed before. */
  isEdited: boolean;
  children: ComponentChildren;
}

/**
 * What is asked once the address of a form of class `group/edit` has been changed: a browser tells of no control that
 * it is valid or not before somebody has changed it.
 */
export function OnceEdited({ isEdited, children }: OnceEditedProps) {
  const look = isEdited
    ? ""
    : "hidden group-has-[[type=email]:user-valid]/edit:block group-has-[[type=email]:user-invalid]/edit:block";
  return <div class={look}>{children}</div>;
}
