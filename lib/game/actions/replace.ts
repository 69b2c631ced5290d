import type { z } from "zod";
import { findParticipant } from "../access.ts";
import { changeToTell, hasOpened } from "../assignments.ts";
import { flag, participantId, PERSON_FIELDS } from "../fields.ts";
import { newParticipant, requireDistinctNames } from "../members.ts";
import { operation, organizerBody } from "../operation.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, DecisionContext, Game, GameEvent, Participant } from "../types.ts";
import { blockedForNewcomer } from "./seal.ts";

const replaceBody = organizerBody("replaceParticipant", {
  participantId,
  participantName: PERSON_FIELDS.name.schema,
  participantEmail: PERSON_FIELDS.email.schema,
  keepRules: flag.default(true).describe(
    "Whether exclusions, households and keepers go on for whoever takes the place",
  ),
});

export const replaceParticipantRow = operation(replaceBody, {
  by: { organizer: replaceParticipant },
  draws: false,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
  refusals: ["NAME_TAKEN"],
});

/**
 * Someone takes someone's place, and nothing is drawn: they give to whom the leaver gave to and get from
 * whom the leaver got. All that is the leaver's own ends with them, the link included.
 */
export function replaceParticipant(
  game: Game,
  action: z.infer<typeof replaceBody>,
  context: DecisionContext,
): Change {
  const leaver = findParticipant(game, action.participantId);
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
    // In a sealed game whoever puts someone in a keeper's place would see whose gifts they keep.
    ...(action.keepRules && (game.isGathering || !pairsHiddenFromOrganizer(game)) &&
      { keeps: leaver.keeps }),
  };
  const giver = game.participants.find((one) => one.receiver === leaver.number);
  const successor = action.keepRules ? newcomer.number : null;
  const staying = game.participants.filter((one) => one !== leaver).map((one) => {
    const after = pointedAt(one, leaver.number, successor);
    return one === giver ? givingTo(after, newcomer, game) : after;
  });
  const participants = [...staying, newcomer];
  requireDistinctNames(participants, () => "participantName", (one) => one === newcomer);
  const isTold = giver && hasOpened(giver);
  // Else who puts someone in a place of a sealed game could do so unseen, and there is no other way to the link.
  const always = pairsHiddenFromOrganizer(game) ? { wasMailed: true } as const : {};
  const events: GameEvent[] = [
    { type: "participantAdded", participant: newcomer.number, ...always },
    {
      type: "participantRemoved",
      name: leaver.name,
      email: leaver.email,
      language: leaver.language ?? game.language,
      ...always,
    },
    ...(isTold ? [{ type: "receiverChanged" as const, participant: giver.number }] : []),
  ];
  return {
    game: {
      ...game,
      nextNumber: game.nextNumber + 1,
      participants,
      ...rulesAfter(game, leaver.number, successor),
    },
    events,
  };
}

/**
 * They have not seen whom they give to now. What they asked for is theirs: it stays, and tells nobody of them.
 * In a sealed game the gift counts as opened still: else whoever put someone in the place could see by another
 * link of the giver whose place it was.
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

/** Someone's own lists, with another number in the place of one, or none. */
export function pointedAt(one: Participant, leaver: number, successor: number | null): Participant {
  const list = (numbers: number[], next: number | null) =>
    numbers.includes(leaver)
      ? numbers.flatMap((number) => number !== leaver ? number : next ?? [])
      : numbers;
  const earlierReceivers = list(one.earlierReceivers, null);
  const oneWayExclusions = list(one.oneWayExclusions, successor);
  const keeps = list(one.keeps, successor);
  const isSame = earlierReceivers === one.earlierReceivers &&
    oneWayExclusions === one.oneWayExclusions && keeps === one.keeps;
  return isSame ? one : { ...one, earlierReceivers, oneWayExclusions, keeps };
}

/** The rules with another number in the place of one; with none, they go as someone's who leaves. */
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
