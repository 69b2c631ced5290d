import { asset } from "fresh/runtime";
import type { IconName } from "./icon_names.ts";

interface IconProps {
  name: IconName;
  /** Size and colour; by default as large as the text around it. */
  class?: string;
}

/** A line icon in the colour of the text: decoration, the words stand beside it. */
export function Icon({ name, class: classes = "size-[1.25em]" }: IconProps) {
  return (
    <svg class={`icon ${classes}`} aria-hidden="true">
      <use href={asset(`/icons.svg#${name}`)} />
    </svg>
  );
}
