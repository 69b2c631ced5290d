import { asset } from "fresh/runtime";

/** A drawing in `static/sketches.svg`. */
export type SketchName =
  | "gift"
  | "key"
  | "envelope"
  | "wish"
  | "swap"
  | "door"
  | "mask"
  | "chat"
  | "couple"
  | "paper"
  | "phone"
  | "list"
  | "calendar"
  | "broom";

/** A small decorative drawing next to a short text, in the service's colours. */
export function Sketch({ name, class: classes = "size-16" }: { name: SketchName; class?: string }) {
  return (
    <svg viewBox="0 0 96 96" class={`shrink-0 ${classes}`} aria-hidden="true">
      <path
        d="M48 6c21-2 41 15 42 39 1 25-16 45-41 45C24 90 5 72 6 47 7 24 25 8 48 6z"
        class="fill-accent/20"
      />
      <use
        href={asset(`/sketches.svg#${name}`)}
        stroke-linecap="round"
        stroke-linejoin="round"
        stroke-width="3"
      />
    </svg>
  );
}
