import type { Game } from "../game/types.ts";
import { isRevealBlocked } from "../game/seal.ts";
import { localeAt } from "../i18n/time_zone.ts";
import { translator } from "../i18n/translate.ts";
import type { ClaimedNotice } from "../store/store.ts";
import { asSentence, subjectFor } from "./lay_out.ts";
import { writeMail } from "./kinds.ts";
import { dependsOnPair } from "./notices.ts";
import type { MailContext } from "./parts.ts";
import type { PushPayload } from "./push_transport.ts";
import { findReader } from "./recipient.ts";
import { aboutGame } from "./subject.ts";

/** The tag of all notices that depend on a pair. */
const PAIR_TAG = "pair";

/**
 * Composes what a browser shows from the current state of the game.
 *
 * @param siteName the operator's name for the site; null to use the name in the locales.
 * @returns null if the notice is no longer needed: its reader has left, or its facts no longer hold.
 */
export function composeNotice(
  game: Game,
  { kind, recipient: number, payload }: ClaimedNotice,
  siteName: string | null,
  now: Date,
): PushPayload | null {
  if (game.archivedAt) return null;
  const recipient = findReader(game, number);
  if (!recipient) return null;
  const { language, participant } = recipient;
  const t = translator(language, siteName, localeAt(language, game.timeZone));
  // `isFirst`, as in a first mail, so that the notice does not name the organizer.
  const context: MailContext = {
    game,
    recipient,
    payload,
    language,
    t,
    now,
    contact: "",
    isFirst: true,
    left: [],
  };
  const parts = writeMail(kind, context);
  if (!parts) return null;
  if (!dependsOnPair(kind, number)) {
    // A push service keeps the notice while the browser is off, so "Tomorrow" could be shown a day late.
    const title = kind === "eventNear"
      ? subjectFor("reminder", context, {})
      : subjectFor(kind, context, parts);
    return { code: game.code, title, tag: kind };
  }
  if (participant && kind !== "messageWaiting" && isRevealBlocked(game, participant)) return null;
  const sentence = asSentence(t("mail.notice"), language);
  const about = aboutGame(game, language, t, now);
  return { code: game.code, title: t("mail.subject", { sentence, about }), tag: PAIR_TAG };
}
