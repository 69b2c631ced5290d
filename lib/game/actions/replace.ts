import type { z } from "zod";
import { findParticipant } from "../access.ts";
import { changeToTell, hasOpened } from "../assignments.ts";
import { flag, participantId, PERSON_FIELDS } from "../fields.ts";
import { stillApart, wasEndedByClaim } from "../keepers.ts";
import { newParticipant, requireDistinctNames } from "../members.ts";
import { operation, organizerBody } from "../operation.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "../seal.ts";
import { hasOpenedMail } from "../senders.ts";
import type { Change, DecisionContext, Game, GameEvent, Participant } from "../types.ts";
import { blockedForNewcomer, lockedAfterKeeping } from "./seal.ts";

const replaceBody = organizerBody("replaceParticipant", {
  participantId,
  participantName: PERSON_FIELDS.name.schema,
  participantEmail: PERSON_FIELDS.email.schema,
  keepRules: flag.default(true).describe(
    "Whether exclusions, households and keepers stay in force for the new person",
  ),
});

export const replaceParticipantRow = operation(replaceBody, {
  by: { organizer: replaceParticipant },
  needsMailedParticipants: true,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
  refusals: ["NAME_TAKEN"],
});

/**
 * A newcomer takes a participant's place without a draw: they inherit the receiver and the giver. The leaver's personal
 * data are dropped, and their link ends.
 */
export function replaceParticipant(
  game: Game,
  action: z.infer<typeof replaceBody>,
  context: DecisionContext,
): Change {
  const leaver = findParticipant(game, action.participantId);
  const own = new Set(game.participants.flatMap((one) => wasEndedByClaim(one) ? one.number : []));
  const newcomer: Participant = {
    ...newParticipant(game.nextNumber, context.newId(), {
      name: action.participantName,
      email: action.participantEmail,
      desiredGift: "",
      wish: "",
    }),
    receiver: leaver.receiver,
    revealBlockedForTokenVersion: blockedForNewcomer(game, leaver),
    ...(action.keepRules && { oneWayExclusions: leaver.oneWayExclusions }),
    // In a sealed game the organizer could put a newcomer into a keeper's place and see the kept gifts.
    ...(action.keepRules && (game.isGathering || !pairsHiddenFromOrganizer(game)) &&
      { keeps: leaver.keeps.filter((kept) => !own.has(kept)) }),
  };
  const giver = game.participants.find((one) => one.receiver === leaver.number);
  const successor = action.keepRules ? newcomer.number : null;
  // Only the leaver could allow keepers again; the newcomer has not.
  const kept = wasEndedByClaim(leaver) ? null : successor;
  const staying = game.participants.filter((one) => one !== leaver).map((one) => {
    const after = pointedAt(one, leaver.number, successor, kept);
    return one === giver ? givingTo(after, newcomer, game) : after;
  });
  const participants = [...staying, newcomer];
  requireDistinctNames(participants, () => "participantName", (one) => one === newcomer);
  // If the gift is locked, a notice would tell the holder of a later link who their receiver was.
  const isTold = giver && hasOpened(giver) && !isRevealBlocked(game, giver);
  // Otherwise the organizer of a sealed game could fill a place unnoticed; and there is no other way to the
  // link.
  const always = pairsHiddenFromOrganizer(game) ? { wasMailed: true } as const : {};
  const events: GameEvent[] = [
    { type: "participantAdded", participant: newcomer.number, ...always },
    removalOf(game, leaver, context),
    ...(isTold ? [{ type: "receiverChanged" as const, participant: giver.number }] : []),
  ];
  const after = {
    ...game,
    nextNumber: game.nextNumber + 1,
    participants,
    ...rulesAfter(game, leaver.number, successor),
  };
  // The rules before, as if they had been about the newcomer instead of the leaver, keepers included.
  const formerly = game.participants.flatMap((one) =>
    one !== leaver
      ? pointedAt(one, leaver.number, successor)
      : successor === null
      ? []
      : { ...leaver, number: successor }
  );
  const apart = stillApart({ ...game, participants: formerly }, after);
  return { game: lockedAfterKeeping(apart, leaver, newcomer.keeps), events };
}

/** The event of a removal. In a sealed game it is mailed even if the game sends no automatic mails. */
export function removalOf(
  game: Game,
  leaver: Participant,
  { mailed }: Pick<DecisionContext, "mailed">,
): GameEvent {
  const { number, name, email, language, leaveRequestedAt, firstViewedAt } = leaver;
  const knewGame = leaveRequestedAt !== null || firstViewedAt !== null || mailed?.has(number);
  return {
    type: "participantRemoved",
    name,
    ...leaveRequestedAt !== null && { hadAsked: true },
    email,
    language: language ?? game.language,
    ...pairsHiddenFromOrganizer(game) && { wasMailed: true },
    ...hasOpenedMail(leaver) && { wasProved: true },
    ...knewGame && { knewGame },
  };
}

/**
 * The giver of the leaver with the newcomer, whose name they have not seen. Their own requests stay. In a sealed game
 * the gift still counts as opened: otherwise the organizer could see, from the giver's link, whose place it was.
 */
function givingTo(giver: Participant, newcomer: Participant, game: Game): Participant {
  return {
    ...giver,
    receiver: newcomer.number,
    receiverChange: changeToTell(giver, "left"),
    hasConfirmedAssignment: false,
    viewedAt: pairsHiddenFromOrganizer(game) ? giver.viewedAt : null,
  };
}

/** A participant's own lists, with one number replaced or removed. @param kept the successor among those kept */
export function pointedAt(
  one: Participant,
  leaver: number,
  successor: number | null,
  kept = successor,
): Participant {
  const list = (numbers: number[], next: number | null) =>
    numbers.includes(leaver)
      ? numbers.flatMap((number) => number !== leaver ? number : next ?? [])
      : numbers;
  const earlierReceivers = list(one.earlierReceivers, null);
  const oneWayExclusions = list(one.oneWayExclusions, successor);
  const keeps = list(one.keeps, kept);
  const isSame = earlierReceivers === one.earlierReceivers &&
    oneWayExclusions === one.oneWayExclusions && keeps === one.keeps;
  return isSame ? one : { ...one, earlierReceivers, oneWayExclusions, keeps };
}

/** The rules with one number replaced, or without that person. */
export function rulesAfter(
  { exclusions, households }: Game,
  leaver: number,
  successor: number | null,
): Pick<Game, "exclusions" | "households"> {
  const next = (number: number) => number !== leaver ? number : successor ?? [];
  return {
    exclusions: exclusions.flatMap((pair) => {
      const [a, b] = pair.flatMap(next);
      if (a === undefined || b === undefined) return [];
      return [a < b ? [a, b] : [b, a]];
    }),
    households: households.map((members) => members.flatMap(next))
      .filter((members) => members.length > 1),
  };
}
