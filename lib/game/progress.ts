import { daysUntil } from "./calendar.ts";
import { stateOfClaim, wasOpenedByKeeperAlone, wentNowhere } from "./claims.ts";
import { isInviter } from "./identity.ts";
import { hasKeeper, keeperPairs } from "./keepers.ts";
import { type Reach, reachOf } from "./reach.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import { FIRST_VERSION } from "./tokens.ts";
import type { Game, Participant } from "./types.ts";
import type { OrganizerView } from "./view_schemas.ts";

/** A participant as the organizer sees them, without hidden data. */
type Seen = OrganizerView["participants"][number];

/**
 * How a participant's link reaches them: used or not needed; its mail bounced, is queued or sent; in a sealed
 * game the claim is issued or used; or there is no way yet. `gone`: they have erased themselves.
 */
export type LinkState =
  | "used"
  | "failed"
  | "queued"
  | "sent"
  | "made"
  | "taken"
  | "needed"
  | "gone";

/** A participant's progress, as far as the organizer may know it. */
export interface PersonProgress {
  id: string;
  name: string;
  hasAddress: boolean;
  /** How news reaches them; mail does not count if none is sent. */
  reach: Reach;
  link: LinkState;
  /** In a sealed game never `confirmed`. */
  gift: "unopened" | "opened" | "confirmed";
  /**
   * Set while an opened gift holds a different name that they have not seen: a mail tells them, or the
   * organizer has to. null otherwise, and in a sealed game.
   */
  newName: "mailed" | "untold" | null;
  hasWish: boolean;
  asksToLeave: boolean;
  asksForOther: boolean;
  /** Time of the latest mail to them, or of the claim link. ISO 8601, UTC. */
  told: { isReminder: boolean; at: string } | null;
}

/** Stands for an address: their own, or their keeper's. */
const ANY = "any";

/** True if nothing more will happen: the game is closed, or its day has passed. */
export function hasPassed(
  game: Pick<Game, "archivedAt" | "date" | "timeZone">,
  now: Date,
): boolean {
  return game.archivedAt !== null || daysUntil(game, now) < 0;
}

/**
 * Everyone's progress. Reads only data that does not depend on the pairs, or that the organizer's view has.
 *
 * @param hasMail true if this service can send mails.
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
    keeperPairs(game).flatMap(([keeper, kept]) => keeper.email === null ? [] : kept.number),
  );
  return view.participants.map((seen, index) => {
    const { id, name, email, wish, desiredGift } = seen;
    const own = game.participants[index];
    const state = linkOf(game, seen, own, sendsMails, now);
    // Except in a sealed game, an organizer who takes part already has their own link.
    const isAtHand = !pairsHiddenFromOrganizer(game) && isInviter(game, name);
    const link = state === "needed" && (isPast || isAtHand) ? "used" : state;
    const isMailed = email !== "" || (own !== undefined && keptByMail.has(own.number));
    return {
      id,
      name,
      hasAddress: email !== "",
      reach: reachOf({
        hasDevice: seen.hasDevice,
        email: sendsMails && isMailed && link !== "failed" ? ANY : "",
      }),
      link,
      gift: seen.hasConfirmedAssignment ? "confirmed" : seen.viewedAt ? "opened" : "unopened",
      newName: seen.receiverChange === null
        ? null
        : sendsMails && isMailed && link !== "failed"
        ? "mailed"
        : "untold",
      hasWish: wish !== "" || desiredGift !== "" || seen.hasWishes,
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

/** True if they have their page, but no mail or device brings them news: the organizer has to tell them. */
export function isOutOfReach({ reach, link }: Pick<PersonProgress, "reach" | "link">): boolean {
  return reach === "none" && link === "used";
}

/** True if a reminder reaches them. @param hasMail true if this service can send mails. */
export function canBeReminded(
  { hasAddress, reach }: Pick<PersonProgress, "hasAddress" | "reach">,
  hasMail: boolean,
): boolean {
  return (hasMail && hasAddress) || reach === "device" || reach === "both";
}

function linkOf(
  game: Game,
  { email, emailStatus: { status }, viewedAt, hasConfirmedAssignment, hasDevice, hasAskedToLeave }:
    Seen,
  own: Participant | undefined,
  sendsMails: boolean,
  now: Date,
): LinkState {
  if (own && own.erasedAt !== null) return "gone";
  if (status === "failed" || status === "queued") return status;
  const isSealed = pairsHiddenFromOrganizer(game);
  const hasBeenThere = viewedAt !== null || hasConfirmedAssignment || hasAskedToLeave ||
    (own !== undefined && (own.firstViewedAt !== null || hasUsedOwnLink(game, own)));
  // Devices end with their link.
  if (hasDevice || (hasBeenThere && !isLost(game, own))) return "used";
  if (!isSealed) return status === "sent" ? "sent" : "needed";
  const claim = own ? stateOfClaim(own, now) : "none";
  if (claim === "opened") return "taken";
  if (claim === "open") return "made";
  return email !== "" && sendsMails ? "sent" : "needed";
}

/** True if use of an ended link, or of their keeper's, says nothing about their next one. */
function isLost(game: Game, own: Participant | undefined): boolean {
  if (!own || !pairsHiddenFromOrganizer(game)) return false;
  return wentNowhere(own) || (wasOpenedByKeeperAlone(own) && !hasKeeper(game, own));
}

/**
 * True if they joined on their own, or have used their present link. In a sealed game a renewal by the organizer
 * removes the proof, so a proved address means that they renewed the link themselves.
 */
function hasUsedOwnLink(game: Game, { email, isEmailProved, tokenVersion }: Participant): boolean {
  return isEmailProved &&
    (tokenVersion === FIRST_VERSION || (pairsHiddenFromOrganizer(game) && email === null));
}
