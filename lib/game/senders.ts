/** Whose words a mail may contain: the first mails of a game go to people who may never have heard of it. */
import { mailsThat } from "./mail_kinds.ts";
import { MAILS_ABOUT_MOVES, MAILS_VISIBLE_WHEN_SEALED, pairsHiddenFromOrganizer } from "./seal.ts";
import type { Game, MailKind, Participant } from "./types.ts";

/** True if the organizer has confirmed the address that the game has now. */
export function isOrganizerProved(
  { organizerEmail, provedEmail }: Pick<Game, "organizerEmail" | "provedEmail">,
): boolean {
  return organizerEmail !== null && provedEmail === organizerEmail;
}

/** True if a link of the game was opened from a mail to the participant's current address. */
export function hasOpenedMail({ email, openedEmail }: Participant): boolean {
  return email !== null && openedEmail === email;
}

/**
 * True if mails may carry free text to a participant: they have opened a mail, or the organizer has confirmed an
 * address and answers for it. Tokens prove nothing here, because the organizer has them.
 */
export function mayReadFreeText(
  game: Pick<Game, "organizerEmail" | "provedEmail">,
  participant: Participant | null,
): boolean {
  return isOrganizerProved(game) || (participant !== null && hasOpenedMail(participant));
}

/** Kinds that bring a link, or announce a new receiver. No other held mail can take the place of one of these. */
const NEWS: readonly MailKind[] = [
  "assignment",
  ...mailsThat("isSentAnyway"),
  ...MAILS_ABOUT_MOVES,
];

/** The same kinds, without those that the organizer of this game must not know about. */
export function kindsOfNews(game: Game): readonly MailKind[] {
  return pairsHiddenFromOrganizer(game)
    ? NEWS.filter((kind) => MAILS_VISIBLE_WHEN_SEALED.includes(kind))
    : NEWS;
}

/**
 * The participants who get their link after the organizer has confirmed late: they may have none, or a new receiver.
 * That names were drawn is news even to people who have had their link since they joined.
 *
 * @param givenUp the kind of their latest mail of `kindsOfNews`, if it was held for too long.
 */
export function waitingInVain(game: Game, givenUp: ReadonlyMap<number, MailKind>): Participant[] {
  return game.participants.filter((one) => {
    const kind = givenUp.get(one.number);
    if (one.email === null || !kind) return false;
    const isNews = !hasOpenedMail(one) || kind === "assignment" || MAILS_ABOUT_MOVES.includes(kind);
    return isNews && (game.sendEmails || mailsThat("isSentAnyway").includes(kind));
  });
}
