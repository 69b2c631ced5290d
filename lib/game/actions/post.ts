import type { z } from "zod";
import { findParticipant } from "../access.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { todayIn } from "../calendar.ts";
import { GameError } from "../errors.ts";
import { flag } from "../fields.ts";
import { memberByNumber } from "../members.ts";
import { KEEPS_PAIRS, keptId, operation, organizerBody, ownBody, SECRET } from "../operation.ts";
import {
  hasSent,
  isOnItsWay,
  nextMorning,
  requireByPost,
  withArrival,
  withoutSent,
  withSent,
} from "../parcels.ts";
import { addressForKeeper, addressShape, storedAddress } from "../postal_address.ts";
import { isRevealBlocked } from "../seal.ts";
import type { Change, DecisionContext, Game, Participant } from "../types.ts";

const addressBody = ownBody("updateAddress", { ...addressShape, keptId });
const parcelBody = ownBody("setParcel", {
  sent: flag.describe("True if the participant has sent the parcel to their receiver"),
  keptId,
});
const arrivedBody = ownBody("confirmArrived", { keptId });

/** Cells that the participants' rows share. */
const OWN = { needsToken: true, ...SECRET } as const;

export const updateAddressRow = operation(addressBody, {
  ...OWN,
  by: { participant: updateAddress },
  refusals: ["NOT_BY_POST", "NOT_KEPT", "GIFT_WITHHELD", "ADDRESS_BY_OWNER"],
});

/** Cells that the rows about a parcel share. */
const PARCEL = {
  ...OWN,
  needsPairs: true,
  refusals: ["NOT_BY_POST", "NOT_KEPT", "GIFT_WITHHELD"],
} as const;

export const setParcelRow = operation(parcelBody, {
  ...PARCEL,
  by: { participant: setParcel },
});

export const confirmArrivedRow = operation(arrivedBody, {
  ...PARCEL,
  by: { participant: confirmArrived },
});

export const remindToSendRow = operation(organizerBody("remindToSend", {}), {
  by: { organizer: remindToSend },
  needsPairs: true,
  ...KEEPS_PAIRS,
  refusals: ["NOT_BY_POST"],
});

/** A participant enters their postal address; without lines the stored one is erased. */
export function updateAddress(
  game: Game,
  { participantId = "", ...address }: z.infer<typeof addressBody>,
  context: DecisionContext,
): Change {
  const participant = findParticipant(game, participantId);
  requireByPost(game);
  // A keeper who could replace an address that its owner entered could have the parcel sent elsewhere.
  if (context.isKeeper && addressForKeeper(participant) === "byOwner") {
    throw new GameError("ADDRESS_BY_OWNER");
  }
  return changeParticipant(game, participant, storedAddress(game, participant, address, context));
}

/** A giver reports their parcel as sent, or takes that back. */
export function setParcel(
  game: Game,
  { participantId = "", sent }: z.infer<typeof parcelBody>,
  { now }: DecisionContext,
): Change {
  const giver = findAllowed(game, participantId);
  const receiver = memberByNumber(game, (one) => one)(giver.receiver ?? 0);
  if (hasSent(giver, receiver) === sent) return withoutEvents(game);
  if (!sent) {
    return changeParticipant(game, receiver, { parcels: withoutSent(giver, receiver, now) });
  }
  const seenFrom = nextMorning(game, now);
  const isNews = receiver.parcelArrivedAt === null && !isOnItsWay(receiver, now);
  return changeParticipant(
    game,
    receiver,
    { parcels: withSent(giver, receiver, seenFrom) },
    isNews ? [{ type: "parcelSent", participant: receiver.number, seenFrom, now }] : [],
  );
}

/**
 * A receiver reports that their parcel has arrived. Accepted even if no one reported it as sent: a refusal would reveal
 * that.
 */
export function confirmArrived(
  game: Game,
  { participantId = "" }: z.infer<typeof arrivedBody>,
  { now }: DecisionContext,
): Change {
  const receiver = findAllowed(game, participantId);
  if (receiver.parcelArrivedAt !== null) return withoutEvents(game);
  const seenFrom = nextMorning(game, now);
  const giver = game.participants.find((one) => one.receiver === receiver.number);
  return changeParticipant(
    game,
    receiver,
    { parcels: withArrival(receiver, seenFrom), parcelArrivedAt: now.toISOString() },
    giver && hasSent(giver, receiver)
      ? [{ type: "parcelArrived", participant: giver.number, seenFrom, now }]
      : [],
  );
}

/** @throws {GameError} 400 if gifts do not go by post, or if theirs is locked for this link. */
function findAllowed(game: Game, participantId: string): Participant {
  const participant = findParticipant(game, participantId);
  requireByPost(game);
  if (isRevealBlocked(game, participant)) throw new GameError("GIFT_WITHHELD");
  return participant;
}

/**
 * Reminds people who have not sent, once a day in the game's time zone; neither the answer nor a status reveals who or
 * how many they are.
 */
export function remindToSend(game: Game, _: unknown, { now }: DecisionContext): Change {
  requireByPost(game);
  return { game, events: [{ type: "sendingUrged", day: todayIn(game.timeZone, now) }] };
}
