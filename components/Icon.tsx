import { asset } from "fresh/runtime";
import type { IconName } from "./icon_names.ts";

export interface IconProps {
  name: IconName;
  /** Beside text an icon needs none: it is decoration. */
  label?: string;
  /** Size and colour; by default as large as the text around it. */
  class?: string;
}

/** A line icon in the colour of the text. */
export function Icon({ name, label, class: classes = "size-[1.25em]" }: IconProps) {
  return (
    <svg
      class={`shrink-0 fill-none stroke-current stroke-2 ${classes}`}
      stroke-linecap="round"
      stroke-linejoin="round"
      viewBox="0 0 24 24"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" })}
    >
      <use href={asset(`/icons.svg#${name}`)} />
    </svg>
  );
}
