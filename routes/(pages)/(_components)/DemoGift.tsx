import { GiftArt } from "@/components/GiftArt.tsx";
import { buttonClass } from "@/components/Button.tsx";
import type { Translate } from "@/lib/i18n/translate.ts";

/** What each person gets, to try: a gift with a made-up name, opened by a press, with and without scripts. */
export function DemoGift({ t }: { t: Translate }) {
  return (
    <section class="paper px-5 py-6 text-center sm:p-8" aria-labelledby="demo">
      <h2 id="demo" class="text-2xl">{t("home.demo.title")}</h2>
      <p class="muted mt-1">{t("home.demo.lead")}</p>
      <details class="demo group relative mx-auto max-w-sm pb-16">
        <summary class="rounded-box pt-12">
          <GiftArt class="mx-auto w-40 max-w-full sm:w-48" />
          <span class={`absolute inset-x-0 bottom-0 mx-auto w-fit ${buttonClass("primary")}`}>
            <span class="group-open:hidden">{t("home.demo.open")}</span>
            <span class="hidden group-open:inline">{t("home.demo.again")}</span>
          </span>
        </summary>
        <div class="demo-card paper relative mx-auto -mt-14 mb-4 max-w-72 space-y-1 px-5 py-4">
          <p class="muted text-sm">{t("home.demo.giveTo")}</p>
          <p class="font-display text-secondary text-3xl">{t("home.demo.name")}</p>
          <p class="text-pretty">{t("home.demo.wish")}</p>
        </div>
      </details>
    </section>
  );
}
