import { asset } from "fresh/runtime";
import type { IconName } from "./icon_names.ts";

interface IconProps {
  name: IconName;
  /** Size and colour; by itself it is as large as the text around it. */
  class?: string;
}

/** What points along the line, which other scripts read the other way. */
const MIRRORED: readonly IconName[] = ["arrow-left", "arrow-right", "log-out", "send", "undo-2"];

/** A line icon in the colour of the text. Decorative: the text next to it says the same. */
export function Icon({ name, class: classes }: IconProps) {
  const all = ["icon", MIRRORED.includes(name) && "rtl:-scale-x-100", classes].filter(Boolean);
  return (
    <svg class={all.join(" ")} aria-hidden="true">
      <use href={asset(`/icons.svg#${name}`)} />
    </svg>
  );
}
