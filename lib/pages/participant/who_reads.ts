import { joinSentences } from "../../browser/format.ts";
import { isInviter } from "../../game/identity.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "../../game/seal.ts";
import type { Translate } from "../../i18n/translate.ts";

/**
 * Names the readers of a message before it is written.
 *
 * @param lead the intended readers, or ""; an organizer with everyone's link is added, because they could look, too.
 * @param name the writer's name; organizers are not warned about themselves.
 */
export function whoReads(
  lead: string,
  game: Sealable & { organizerName: string },
  t: Translate,
  name?: string,
): string {
  const isOwn = name !== undefined && isInviter(game, name);
  return joinSentences([
    ...lead ? [lead] : [],
    ...isOwn || pairsHiddenFromOrganizer(game) ? [] : [t("common.unsealed")],
  ]);
}
