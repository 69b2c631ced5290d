import { GiftBox } from "@/components/art/GiftBox.tsx";
import type { Reader } from "@/lib/i18n/reader.ts";

interface GiftToComeProps {
  reader: Reader;
  /** One's wrapping paper. */
  paper: number;
}

/** In the place of the gift, while there is none yet. */
export function GiftToCome({ reader: { t }, paper }: GiftToComeProps) {
  return (
    <section id="gift" class="space-y-3 py-2 text-center">
      {/* Its lid is off still. */}
      <div class="gift-ajar mx-auto w-36 pt-6">
        <GiftBox paper={paper} class="w-full" />
      </div>
      <h2 class="text-xl sm:text-2xl">{t("gather.own.title")}</h2>
      <p class="muted mx-auto max-w-sm text-pretty">{t("gather.own.lead")}</p>
    </section>
  );
}
