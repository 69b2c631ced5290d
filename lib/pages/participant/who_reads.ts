import { joinSentences } from "../../browser/format.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "../../game/seal.ts";
import type { Translate } from "../../i18n/translate.ts";

/**
 * Says who reads what someone is about to write.
 *
 * @param lead who is meant to; where the organizer has everyone's link, it is said that they could look, too.
 */
export function whoReads(lead: string, game: Sealable, t: Translate): string {
  return joinSentences([lead, ...pairsHiddenFromOrganizer(game) ? [] : [t("common.unsealed")]]);
}
