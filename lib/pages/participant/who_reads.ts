import { joinSentences } from "../../browser/format.ts";
import { isInviter } from "../../game/identity.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "../../game/seal.ts";
import type { Translate } from "../../i18n/translate.ts";

/**
 * Names the readers of a message before it is written.
 *
 * @param lead who is meant to; where the organizer has everyone's link, it is said that they could look, too.
 * @param name the reader's; organizers are not told about themselves.
 */
export function whoReads(
  lead: string,
  game: Sealable & { organizerName: string },
  t: Translate,
  name?: string,
): string {
  const isOwn = name !== undefined && isInviter(game, name);
  return joinSentences([
    lead,
    ...isOwn || pairsHiddenFromOrganizer(game) ? [] : [t("common.unsealed")],
  ]);
}
