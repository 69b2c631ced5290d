import { GiftBox } from "@/components/art/GiftBox.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { giftFacts } from "@/lib/pages/gift_facts.ts";
import type { KeptGift } from "@/lib/pages/kept_gifts.ts";
import Reveal from "../(_islands)/Reveal.tsx";

interface KeptGiftsProps {
  reader: Reader;
  view: ParticipantView;
  gifts: readonly KeptGift[];
}

/** The gifts that one opens for others, each wrapped on its own. */
export function KeptGifts({ reader, view, gifts }: KeptGiftsProps) {
  const { t } = reader;
  return (
    <>
      {gifts.map(({ id, name, hasBeenOpened, receiverChange, paper }) => (
        <section key={id} id={`gift-${id}`} class="space-y-4 py-2 text-center">
          <h2 class="text-2xl">
            <JapaneseLineBreaks text={t("family.gift", { name })} />
          </h2>
          <Reveal
            path={gamePath(view.code)}
            box={<GiftBox paper={paper} class="w-full" />}
            facts={giftFacts(view, reader)}
            hasBeenOpened={hasBeenOpened}
            {...(receiverChange && { changed: t("game.changed.card") })}
            hasConfirmed={false}
            hasAsked={false}
            mayAsk={false}
            texts={t("game.reveal", AS_GROUP)}
            kept={{
              id,
              wrapped: t("family.keepLead", { name }),
              givesTo: t("family.givesTo", { name }),
            }}
          />
        </section>
      ))}
    </>
  );
}
