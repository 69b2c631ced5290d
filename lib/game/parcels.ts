/**
 * Gifts that go by post: what the giver and the receiver report, who sees it, and when. Each sees the other's report
 * from 07:00 of the next day on, without its time. See docs/decisions.md, "By post".
 */
import { z } from "zod";
import { addDays, momentOf, todayIn } from "./calendar.ts";
import { changeEach } from "./changes.ts";
import { GameError } from "./errors.ts";
import { isRevealBlocked, mayHearOfReceiver } from "./seal.ts";
import type { Game, ParcelMark, Participant } from "./types.ts";

const MORNING = "07:00";

/** Minimum number of people on either side of a published count: with and without a parcel on its way. */
const HIDDEN_AMONG = 3;

/** Stands for the giver in a mark whose sender was erased, or has another link now. */
const NO_ONE = 0;

const PARCEL_STATES = ["none", "onItsWay", "arrived"] as const;

/** What a participant sees of the two parcels that concern them. */
export const ownParcelsSchema = z.object({
  toReceiver: z.object({ isSent: z.boolean(), hasArrived: z.boolean() }).describe(
    "Of the parcel to the present receiver: whether they themselves said that it is sent, and whether it has arrived",
  ),
  toMe: z.enum(PARCEL_STATES).describe("The furthest of any giver; it never goes back"),
}).meta({ id: "OwnParcels" });
type OwnParcels = z.infer<typeof ownParcelsSchema>;

/** What the organizer sees of all parcels. */
export const parcelCountSchema = z.union([z.enum(["none", "some", "all"]), z.int()]).nullable()
  .describe(
    "How many people have a parcel on its way: a number only where at least three have and three have not, and " +
      "no one has been removed since parcels were first counted; null in a sealed game, and where gifts do not go " +
      "by post",
  );
type ParcelCount = z.infer<typeof parcelCountSchema>;

/** When a report made now becomes visible: 07:00 of the next day in the game's present zone. ISO 8601, UTC. */
export function nextMorning({ timeZone }: Pick<Game, "timeZone">, now: Date): string {
  const tomorrow = addDays(todayIn(timeZone, now), 1);
  return new Date(momentOf(tomorrow, MORNING, timeZone ?? "UTC")).toISOString();
}

/** The mark that a giver has among those of their receiver. */
function markOf({ number }: Participant, { parcels }: Participant): ParcelMark | undefined {
  return parcels.find(({ giver }) => giver === number);
}

/** True if a giver has reported their parcel to this receiver as sent. */
export function hasSent(giver: Participant, receiver: Participant): boolean {
  return markOf(giver, receiver)?.isTakenBack === false;
}

/** The receiver's marks after their giver reports the parcel as sent. */
export function withSent(
  giver: Participant,
  { parcels }: Participant,
  seenFrom: string,
): ParcelMark[] {
  const others = parcels.filter((mark) => mark.giver !== giver.number);
  const known = parcels.find((mark) => mark.giver === giver.number);
  const mark = known ?? { giver: giver.number, seenFrom, arrivalSeenFrom: null };
  return [...others, { ...mark, isTakenBack: false }];
}

/** The receiver's marks after their giver takes the report back; a mark that was already seen stays. */
export function withoutSent(giver: Participant, { parcels }: Participant, now: Date): ParcelMark[] {
  return parcels.flatMap((mark) => {
    if (mark.giver !== giver.number) return mark;
    return isSeen(mark.seenFrom, now) ? { ...mark, isTakenBack: true } : [];
  });
}

/**
 * Detaches a participant's marks from them; what receivers see of their parcels stays. Marks outlive every draw, so a
 * later holder of the participant's link could otherwise tell the earlier one's receiver.
 */
export function withoutSender(game: Game, { number }: Pick<Participant, "number">): Game {
  const isTheirs = ({ giver }: ParcelMark) => giver === number;
  const detached = (mark: ParcelMark) => isTheirs(mark) ? { ...mark, giver: NO_ONE } : mark;
  return changeEach(
    game,
    ({ parcels }) => parcels.some(isTheirs) ? { parcels: parcels.map(detached) } : null,
  );
}

/** The receiver's marks after they report that it has arrived: those who have sent will see it. */
export function withArrival({ parcels }: Participant, seenFrom: string): ParcelMark[] {
  return parcels.map((mark) => mark.isTakenBack ? mark : { ...mark, arrivalSeenFrom: seenFrom });
}

/** @param giver the participant whose parcels these are. @param receiver the giver's receiver. */
export function viewParcels(giver: Participant, receiver: Participant, now: Date): OwnParcels {
  const mark = markOf(giver, receiver);
  const isSent = mark?.isTakenBack === false;
  return {
    toReceiver: { isSent, hasArrived: isSent && isSeen(mark.arrivalSeenFrom, now) },
    toMe: stateOf(giver, now),
  };
}

function stateOf(receiver: Participant, now: Date): OwnParcels["toMe"] {
  if (receiver.parcelArrivedAt !== null) return "arrived";
  return isOnItsWay(receiver, now) ? "onItsWay" : "none";
}

/** True if a person can see that a parcel is on its way to them. */
export function isOnItsWay({ parcels }: Participant, now: Date): boolean {
  return parcels.some(({ seenFrom }) => isSeen(seenFrom, now));
}

/**
 * The count that the organizer may see. A person counts as soon as anyone has sent to them, so a change of pairs
 * does not change it.
 */
export function countParcels(game: Game, now: Date): ParcelCount {
  if (!game.byPost || game.isSealed || game.isGathering) return null;
  if (game.isParcelCountHidden) return "some";
  const total = game.participants.length;
  const count = game.participants.filter((one) => isOnItsWay(one, now)).length;
  if (count === 0) return "none";
  if (count === total) return "all";
  return Math.min(count, total - count) >= HIDDEN_AMONG ? count : "some";
}

/**
 * Hides the count after counted people have left: the numbers before and after would reveal whether a parcel was on
 * its way to them. "none" reveals nothing.
 */
export function withCountHidden(before: Game, after: Game, now: Date): Game {
  // Also while gifts do not go by post: `byPost` may be set again, and sent parcels are remembered.
  const count = countParcels({ ...before, byPost: true }, now);
  return count === null || count === "none" ? after : { ...after, isParcelCountHidden: true };
}

/** Numbers of the givers who have not reported their parcel as sent. */
export function notSentYet(game: Game): number[] {
  if (!game.byPost || game.isGathering) return [];
  const people = new Map(game.participants.map((one) => [one.number, one]));
  return game.participants.flatMap((giver) => {
    const receiver = people.get(giver.receiver ?? 0);
    if (!receiver || giver.erasedAt !== null || isRevealBlocked(game, giver)) return [];
    const isDone = receiver.erasedAt !== null || hasSent(giver, receiver);
    return isDone && mayHearOfReceiver(game, giver) ? [] : giver.number;
  });
}

/** @param from ISO 8601, UTC; null: never */
function isSeen(from: string | null, now: Date): boolean {
  return from !== null && Date.parse(from) <= now.getTime();
}

/** @throws {GameError} 400 for a day before today, or after the event. @param today the earliest day allowed */
export function requireSendBy(
  { sendBy, date }: Pick<Game, "sendBy" | "date">,
  today: string,
): void {
  if (sendBy !== "" && (sendBy < today || sendBy > date)) {
    throw new GameError("SEND_BY_OUT_OF_RANGE", { path: "sendBy" });
  }
}

/** @throws {GameError} 400 if gifts in this game do not go by post. */
export function requireByPost({ byPost }: Pick<Game, "byPost">): void {
  if (!byPost) throw new GameError("NOT_BY_POST");
}
