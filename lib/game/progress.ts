import { daysUntil } from "./calendar.ts";
import { stateOfClaim } from "./claims.ts";
import { isInviter } from "./identity.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Game, Participant } from "./types.ts";
import type { OrganizerView } from "./view_schemas.ts";

/** Someone as the organizer sees them: what is hidden from the organizer is not in it. */
type Seen = OrganizerView["participants"][number];

/**
 * How someone's own link gets to them: they have used it, or need none, as the day is over or they organize; a
 * mail with it came back, waits, or has gone; in a sealed game a link to hand over is made, or has been used; or
 * they have no way to their place yet.
 */
export type LinkState = "used" | "failed" | "queued" | "sent" | "made" | "taken" | "needed";

/** How far one person has come, as their organizer may know it. */
export interface PersonProgress {
  id: string;
  name: string;
  hasAddress: boolean;
  link: LinkState;
  /** In a sealed game never `confirmed`. */
  gift: "unopened" | "opened" | "confirmed";
  /**
   * That there is a different name in the gift that they had opened, until they look: a mail tells them, or the
   * organizer has to. null: there is not, or the game is sealed.
   */
  newName: "mailed" | "untold" | null;
  hasWish: boolean;
  asksToLeave: boolean;
  asksForOther: boolean;
  /** When the latest mail to them was written or went, or the link to hand over was made. ISO 8601, UTC. */
  told: { isReminder: boolean; at: string } | null;
}

/** Whether nothing is to come any more: the game is closed, or its day has passed. */
export function hasPassed(
  game: Pick<Game, "archivedAt" | "date" | "timeZone">,
  now: Date,
): boolean {
  return game.archivedAt !== null || daysUntil(game, now) < 0;
}

/**
 * How far everyone has come. Of a game's own data only that is read which does not depend on the pairs, or
 * what the organizer's view holds.
 *
 * @param hasMail whether this service can send mails.
 */
export function progressOf(
  game: Game,
  view: Pick<OrganizerView, "participants">,
  hasMail: boolean,
  now: Date,
): PersonProgress[] {
  const sendsMails = game.sendEmails && hasMail;
  const isPast = hasPassed(game, now);
  const keptByMail = new Set(
    game.participants.flatMap(({ email, keeps }) => email === null ? [] : keeps),
  );
  return view.participants.map((seen, index) => {
    const { id, name, email, wish, desiredGift } = seen;
    const own = game.participants[index];
    const state = linkOf(game, seen, own, sendsMails, now);
    // Who organizes has their own link in hands, if not in a sealed game.
    const isAtHand = !pairsHiddenFromOrganizer(game) && isInviter(game, name);
    const link = state === "needed" && (isPast || isAtHand) ? "used" : state;
    const isMailed = email !== "" || (own !== undefined && keptByMail.has(own.number));
    return {
      id,
      name,
      hasAddress: email !== "",
      link,
      gift: seen.hasConfirmedAssignment ? "confirmed" : seen.viewedAt ? "opened" : "unopened",
      newName: seen.receiverChange === null
        ? null
        : sendsMails && isMailed && link !== "failed"
        ? "mailed"
        : "untold",
      hasWish: wish !== "" || desiredGift !== "",
      asksToLeave: seen.hasAskedToLeave,
      asksForOther: seen.hasPendingReassignmentRequest,
      told: toldBy(seen, link),
    };
  });
}

function toldBy({ emailStatus, claim }: Seen, link: LinkState): PersonProgress["told"] {
  if (link === "made" && claim) return { isReminder: false, at: claim.issuedAt };
  const { status, kind, at } = emailStatus;
  const isOut = (status === "sent" || status === "queued") && at !== null;
  return isOut ? { isReminder: kind === "reminder", at } : null;
}

function linkOf(
  game: Game,
  { email, emailStatus: { status }, viewedAt, hasConfirmedAssignment }: Seen,
  own: Participant | undefined,
  sendsMails: boolean,
  now: Date,
): LinkState {
  if (status === "failed" || status === "queued") return status;
  const hasBeenThere = viewedAt !== null || hasConfirmedAssignment;
  if (hasBeenThere || (own && own.firstViewedAt !== null)) return "used";
  if (!pairsHiddenFromOrganizer(game)) return status === "sent" ? "sent" : "needed";
  const claim = own ? stateOfClaim(own, now) : "none";
  if (claim === "opened") return "taken";
  if (claim === "open") return "made";
  return email !== "" && sendsMails ? "sent" : "needed";
}
