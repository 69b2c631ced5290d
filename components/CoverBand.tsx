import type { ComponentChildren } from "preact";
import { asset, Head } from "fresh/runtime";
import { type CoverGame, coverOf } from "@/lib/game/cover.ts";
import type { Cover } from "@/lib/game/types.ts";
import { declareColors } from "./art/palette.ts";

interface CoverBandProps {
  /** null: a neutral cover, the same for every game. */
  game: CoverGame | null;
  /** Content on the scene's ground. */
  ground?: ComponentChildren;
  /** The page's title and what belongs to it. */
  children: ComponentChildren;
}

/** Covers whose scene loses its top on a phone, where the band is low: the star, the candles, the fireworks. */
const TALL: ReadonlySet<Cover> = new Set(["birthday", "christmas", "newyear", "spring"]);

/** The head of a game's page: its scene and, on paper in front, the title. Also colours the whole page. */
export function CoverBand({ game, ground, children }: CoverBandProps) {
  const cover = game ? coverOf(game) : "neutral";
  return (
    <div class="@container">
      <CoverStyle cover={cover} />
      {/* Next to the whole scene on a wide page. */}
      <div class="@4xl:grid @4xl:grid-cols-[minmax(0,1fr)_24rem] @4xl:gap-6">
        <div class="rounded-box bg-base-300 relative h-[90px] overflow-hidden sm:h-64 @4xl:order-last @4xl:h-auto @4xl:min-h-50 night:brightness-90">
          <CoverImage
            cover={cover}
            class={`size-full ${TALL.has(cover) ? "max-sm:object-[50%_62%]" : ""}`}
          />
          {ground && (
            <div class="absolute inset-x-0 bottom-3 sm:bottom-8 @4xl:bottom-5">{ground}</div>
          )}
        </div>
        {/* Overlaps only the ground, because the scene's subject stands just above it. */}
        <div class="paper max-sm:[&_h1]:text-2xl relative mx-3 -mt-2 max-w-xl space-y-2 px-5 py-4 sm:mx-8 sm:space-y-3 sm:-mt-6 sm:p-7 @4xl:m-0 @4xl:grid @4xl:max-w-none @4xl:content-center @4xl:justify-items-start">
          {children}
        </div>
      </div>
    </div>
  );
}

/** Colours the page with a game's cover; renders nothing visible. */
export function CoverStyle({ cover }: { cover: Cover }) {
  const { light, dark } = declareColors(cover);
  return (
    <Head>
      <style key="cover">
        {`:root,.gift-opened .paper{${light}}[data-theme=gift-night]{${dark}}` +
          `@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}`}
      </style>
    </Head>
  );
}

interface CoverImageProps {
  cover: Cover;
  /** Classes for the box, which the scene fills from the bottom up. */
  class?: string;
  /** Loads the image only when it comes into view, for lists of covers that are mostly never seen. */
  isLazy?: boolean;
}

/** A game's scene, as drawn by the build. Decorative, so it is hidden from screen readers. */
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
