import { asset } from "fresh/runtime";
import type { ICON_NAMES } from "./icon_names.ts";

export type IconName = (typeof ICON_NAMES)[number];

interface IconProps {
  name: IconName;
  /** Size and colour; by default it is as large as the text around it. */
  class?: string;
}

/** What points along the line, which other scripts read the other way. */
const MIRRORED: readonly IconName[] = ["arrow-left", "arrow-right", "log-out", "send", "undo-2"];

/** A line icon in the colour of the text. Decorative: the text next to it says the same. */
export function Icon({ name, class: classes }: IconProps) {
  const mirrored = MIRRORED.includes(name) ? " rtl:-scale-x-100" : "";
  return (
    <svg class={`icon${mirrored}${classes ? ` ${classes}` : ""}`} aria-hidden="true">
      <use href={asset(`/icons.svg#${name}`)} />
    </svg>
  );
}
