import type { ComponentChildren } from "preact";
import { asset, Head } from "fresh/runtime";
import { type CoverGame, coverOf } from "@/lib/game/cover.ts";
import type { Cover } from "@/lib/game/types.ts";
import { declareColors } from "./art/palette.ts";

interface CoverBandProps {
  /** null: whichever it is, it looks the same. */
  game: CoverGame | null;
  /** What stands on the scene's ground. */
  ground?: ComponentChildren;
  /** The page's title and what stands with it. */
  children: ComponentChildren;
}

/** The head of a game's page: its scene, the title on paper before it, and its colours for the whole page. */
export function CoverBand({ game, ground, children }: CoverBandProps) {
  const cover = game ? coverOf(game) : "neutral";
  return (
    <div class="@container">
      <CoverStyle cover={cover} />
      {/* Side by side on a wide page, with the whole scene. */}
      <div class="@4xl:grid @4xl:grid-cols-[minmax(0,1fr)_24rem] @4xl:gap-6">
        <div class="rounded-box bg-base-300 relative h-[90px] overflow-hidden sm:h-64 @4xl:order-last @4xl:h-auto @4xl:min-h-50 night:brightness-90">
          <CoverImage cover={cover} class="size-full" />
          {ground && (
            <div class="absolute inset-x-0 bottom-3 sm:bottom-8 @4xl:bottom-5">{ground}</div>
          )}
        </div>
        {/* Over the ground alone: what a scene is about stands just above it. */}
        <div class="paper max-sm:[&_h1]:text-2xl relative mx-3 -mt-2 max-w-xl space-y-2 px-5 py-4 sm:mx-8 sm:space-y-3 sm:-mt-6 sm:p-7 @4xl:m-0 @4xl:grid @4xl:max-w-none @4xl:content-center @4xl:justify-items-start">
          {children}
        </div>
      </div>
    </div>
  );
}

/** Colours the page by a game's cover; nothing is seen of it. */
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
