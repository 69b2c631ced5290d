import { formatList, formatMoney } from "@/lib/browser/format.ts";
import { pick } from "@/lib/game/derive.ts";
import { inviterOf, isInviter } from "@/lib/game/identity.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { WishListing } from "./GiftWishes.tsx";
import type { RevealTexts } from "./OpenedGift.tsx";
import { AS_GROUP, type Translate } from "@/lib/i18n/translate.ts";

/** The texts of an opening, with the organizer's name. @param name the participant's name */
export function revealTexts(
  t: Translate,
  game: Sealable & Pick<Game, "organizerName">,
  name: string,
): RevealTexts {
  const say = naming(t, inviterOf(game, name));
  const isTold = !pairsHiddenFromOrganizer(game) && !isInviter(game, name);
  return {
    ...t("game.reveal", AS_GROUP),
    asked: say("asked"),
    askHint: say("askHint"),
    // "The organizer", not a name: the reader may have drawn the organizer.
    confirmHint: isTold ? t("game.reveal.confirmHint") : "",
  };
}

const SAID_OF_WISHES = [
  ...["over", "most", "take", "taken", "untake", "secret"] as const,
  ...["changed", "was", "gone", "sees", "open"] as const,
];

/** What the items of a gift are shown with. */
export function wishListing(
  { code, amount, currency }: Pick<Game, "code" | "amount" | "currency">,
  { t, locale }: Reader,
): WishListing {
  return {
    ...{ code, locale },
    budget: { amount, currency, text: formatMoney(amount, currency, locale) },
    texts: {
      ...pick(t("wishes", AS_GROUP), SAID_OF_WISHES),
      copy: t("common.copy"),
      copied: t("common.copied"),
      close: t("finale.close"),
    },
  };
}

/** Repeats the question with which the reader has asked for a wish, as "You: …". */
export function askedForWish(t: Translate): string {
  return t("common.line", {
    label: t("create.people.youAlone"),
    value: t("whisper.questions.pleaseWish"),
  });
}

/** Lists names, each with the honorific of the language: "花子さん、太郎さん". */
export function listNames(
  names: readonly string[],
  { t, locale }: Pick<Reader, "t" | "locale">,
): string {
  return formatList(names.map((name) => t("game.reveal.name", { name })), locale);
}
