import { asset } from "fresh/runtime";
import type { Cover } from "@/lib/game/types.ts";

interface CoverImageProps {
  cover: Cover;
  /** Of the box, which the scene fills from its ground upwards. */
  class?: string;
  /** Whether it is fetched only where it is seen: of several, most are not. */
  isLazy?: boolean;
}

/** A game's scene, as the build drew it: decoration, hence silent for screen readers. */
export function CoverImage({ cover, class: classes = "w-full", isLazy }: CoverImageProps) {
  return (
    <img
      src={asset(`/covers/${cover}.svg`)}
      width="800"
      height="420"
      alt=""
      loading={isLazy ? "lazy" : undefined}
      class={`object-cover object-bottom ${classes}`}
    />
  );
}
