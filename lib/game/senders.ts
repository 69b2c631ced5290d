/** Whose words a mail may contain: the first mails of a game go to people who may never have heard of it. */
import { mailsThat } from "./mail_kinds.ts";
import { MAILS_ABOUT_MOVES } from "./seal.ts";
import type { EmailStatuses, Game, Participant } from "./types.ts";

/** True if the organizer has confirmed the address that the game has now. */
export function isOrganizerProved(
  { organizerEmail, provedEmail }: Pick<Game, "organizerEmail" | "provedEmail">,
): boolean {
  return organizerEmail !== null && provedEmail === organizerEmail;
}

/** True if a link of the game was opened from a mail to the address that they have now. */
export function hasOpenedMail({ email, openedEmail }: Participant): boolean {
  return email !== null && openedEmail === email;
}

/**
 * True if mails may carry free text to a participant: they have opened one, or the organizer has an address to
 * answer for it. Tokens prove nothing here, because the organizer has them.
 */
export function mayReadFreeText(
  game: Pick<Game, "organizerEmail" | "provedEmail">,
  participant: Participant | null,
): boolean {
  return isOrganizerProved(game) || (participant !== null && hasOpenedMail(participant));
}

/**
 * Who gets their link once the organizer has confirmed late: their mail was held for too long and given up, and they
 * may have no link, or someone new. That names were drawn is news also to those who have had their link since they
 * joined.
 */
export function waitingInVain(game: Game, emails: EmailStatuses): Participant[] {
  return game.participants.filter((one) => {
    const { status, reason, kind } = emails.get(one.number) ?? {};
    if (one.email === null || status !== "failed" || reason !== "notConfirmed" || !kind) {
      return false;
    }
    const isNews = !hasOpenedMail(one) || kind === "assignment" || MAILS_ABOUT_MOVES.includes(kind);
    return isNews && (game.sendEmails || mailsThat("isSentAnyway").includes(kind));
  });
}
