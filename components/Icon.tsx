import { asset } from "fresh/runtime";
import type { IconName } from "./icon_names.ts";

interface IconProps {
  name: IconName;
  /** Size and colour; by itself it is as large as the text around it. */
  class?: string;
}

/** A line icon in the colour of the text. Decorative: the text next to it says the same. */
export function Icon({ name, class: classes }: IconProps) {
  return (
    <svg class={classes ? `icon ${classes}` : "icon"} aria-hidden="true">
      <use href={asset(`/icons.svg#${name}`)} />
    </svg>
  );
}
