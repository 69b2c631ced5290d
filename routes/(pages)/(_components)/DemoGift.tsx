import { CoverImage } from "@/components/CoverImage.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { buttonClass } from "@/components/Button.tsx";
import type { Cover as CoverName } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

interface DemoGiftProps {
  /** The scene that it stands in. */
  cover: CoverName;
  t: Translate;
}

/** What each person gets, to try: a gift with a made-up name, opened by a press, with and without scripts. */
export function DemoGift({ cover, t }: DemoGiftProps) {
  return (
    <section class="paper overflow-hidden text-center" aria-labelledby="demo">
      <div class="px-5 pt-6 pb-5 max-lg:sr-only">
        <h2 id="demo" class="text-2xl">{t("home.demo.title")}</h2>
        <p class="muted mt-1">{t("home.demo.lead")}</p>
      </div>
      <details class="demo group relative">
        <summary class="relative block pb-16 sm:pb-20">
          <CoverImage cover={cover} class="h-54 w-full sm:h-72 night:brightness-90" />
          <GiftBox
            paper={PAPER}
            class="absolute inset-x-0 bottom-18 z-10 mx-auto w-30 max-w-full sm:bottom-22 sm:w-40"
          />
          <span
            class={`absolute inset-x-0 bottom-3 mx-auto sm:bottom-5 w-fit ${
              buttonClass("primary")
            }`}
          >
            <span class="group-open:hidden">{t("home.demo.open")}</span>
            <span class="hidden group-open:inline">{t("home.demo.again")}</span>
          </span>
        </summary>
        <div class="demo-card pointer-events-none absolute inset-x-0 bottom-30 px-6 sm:bottom-40">
          <div class="paper mx-auto max-w-72 space-y-1 px-5 pt-3 pb-7">
            <p class="muted text-sm">{t("home.demo.giveTo")}</p>
            <p class="font-display text-secondary text-3xl">{t("home.demo.name")}</p>
            <p class="text-pretty">{t("home.demo.wish")}</p>
          </div>
        </div>
      </details>
    </section>
  );
}

/** Dots on red, with a golden ribbon: it stands out in each of the scenes. */
const PAPER = 1;
