import { asset } from "fresh/runtime";
import type { ICON_NAMES } from "./icon_names.ts";

export type IconName = (typeof ICON_NAMES)[number];

interface IconProps {
  name: IconName;
  /** Size and colour; by default the size of the surrounding text. */
  class?: string;
}

/** Icons that point along the line and are mirrored in right-to-left languages. */
const MIRRORED: readonly IconName[] = ["arrow-left", "arrow-right", "log-out", "send", "undo-2"];

/** A line icon in the text colour. Decorative: the text next to it says the same. */
export function Icon({ name, class: classes }: IconProps) {
  const mirrored = MIRRORED.includes(name) ? " rtl:-scale-x-100" : "";
  return (
    <svg class={`icon${mirrored}${classes ? ` ${classes}` : ""}`} aria-hidden="true">
      <use href={asset(`/icons.svg#${name}`)} />
    </svg>
  );
}
