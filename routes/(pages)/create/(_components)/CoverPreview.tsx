import { Head } from "fresh/runtime";
import { CoverImage } from "@/components/CoverBand.tsx";
import { declareColors } from "@/components/art/palette.ts";
import { type Cover as CoverName, COVERS } from "@/lib/game/types.ts";

/** The id of the large picture; its `data-guess` has the cover guessed from the game's name and date. */
export const COVER_BAND = "cover-band";

/** A large picture of the new game's cover. CSS alone shows the chosen one, or else the guessed one. */
export function CoverPreview({ guess }: { guess: CoverName }) {
  return (
    <>
      <Head>
        <style key="covers">{COVERS.map(rulesOf).join("")}</style>
      </Head>
      <div
        id={COVER_BAND}
        data-guess={guess}
        class="rounded-box bg-base-300 h-[90px] overflow-hidden sm:h-40 night:brightness-90"
        aria-hidden="true"
      >
        {COVERS.map((cover) => (
          <div key={cover} data-scene={cover} class="size-full">
            <CoverImage cover={cover} class="size-full" isLazy={cover !== guess} />
          </div>
        ))}
      </div>
    </>
  );
}

/** CSS that shows one scene and colours the page if it is chosen or guessed; a guess is marked like a choice. */
function rulesOf(cover: CoverName): string {
  const { light, dark } = declareColors(cover);
  const chosen = `:has([name=cover][value=${cover}]:checked)`;
  const guessed = `:has(#${COVER_BAND}[data-guess=${cover}]):not(:has([name=cover]:checked))`;
  const root = (start: string) => `${start}${chosen},${start}${guessed}`;
  const scene = `#${COVER_BAND} [data-scene=${cover}]`;
  return `${scene}{display:none}:root${chosen} ${scene},:root${guessed} ${scene}{display:block}` +
    `:root${guessed} [value=${cover}]+span{outline:3px solid var(--color-primary)}` +
    `:root${guessed} [value=${cover}]~span,:root${guessed} [value=${cover}]+span>span{display:block}` +
    `${root(":root")}{${light}}${root(":root[data-theme=gift-night]")}{${dark}}` +
    `@media (prefers-color-scheme:dark){${root(":root:not([data-theme])")}{${dark}}}`;
}
