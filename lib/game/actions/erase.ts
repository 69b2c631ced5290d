import { z } from "zod";
import { authorizeParticipant, type Credential, requireOrganizer } from "../access.ts";
import { erasedSchema } from "../action_answers.ts";
import { daysUntil } from "../calendar.ts";
import { changeEach, changeParticipant } from "../changes.ts";
import { pick } from "../derive.ts";
import { GameError } from "../errors.ts";
import { isInviter, normalizedKey } from "../identity.ts";
import { stillApart } from "../keepers.ts";
import { nextVersion } from "../link_versions.ts";
import { newParticipant } from "../members.ts";
import { confusableKey } from "../names.ts";
import { KEEPS_PAIRS, operation, organizerBody, ownBody } from "../operation.ts";
import { forgetPerson } from "../pair_history.ts";
import { unsaid } from "../proposals.ts";
import { withCountHidden, withoutSender } from "../parcels.ts";
import type { Tokens } from "../tokens.ts";
import { type DecisionContext, type Game, LIMITS, type Participant } from "../types.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import { withoutParticipant } from "./people.ts";
import { lockedAfterKeeping, NOBODY } from "./seal.ts";

const eraseBody = organizerBody("eraseGame", {
  confirmName: z.string("confirmName must be text, the name of the game")
    .max(LIMITS.gameName * 10, "This is not the name of the game")
    .describe("The name of the game, as a safeguard against deleting the wrong one"),
});

/** Archived games can be erased, too. */
export const eraseGameRow = operation(eraseBody, {
  by: { organizer: null },
  ...KEEPS_PAIRS,
  answers: [erasedSchema],
  refusals: ["NAME_MISMATCH"],
});

export const eraseMeRow = operation(ownBody("eraseMe", {}), {
  by: { participant: null },
  ...KEEPS_PAIRS,
  answers: [erasedSchema],
  refusals: ["TOO_EARLY_TO_ERASE"],
});

/**
 * Checks that a game, active or archived, may be deleted permanently.
 *
 * @throws {GameError} 401 or 403 for the token, 404 instead if the game is archived; 400 for a wrong name.
 */
export function assertErasable(
  game: Game,
  { organizerToken }: Credential,
  confirmName: string,
  tokens: Tokens,
): void {
  hidingArchived(game, () => requireOrganizer(game, organizerToken, tokens));
  // Compares the names as pages show them: with spaces collapsed, and text of another direction isolated.
  if (confusableKey(confirmName) !== confusableKey(game.name)) {
    throw new GameError("NAME_MISMATCH", { path: "confirmName" });
  }
}

/**
 * Finds the participant who wants to be erased: by their own token, also in an archived game.
 *
 * @throws {GameError} 401 or 403 for the token, 404 instead if the game is archived.
 */
export function authorizeErasure(
  game: Game,
  credential: Pick<Credential, "participantToken" | "participantId">,
  tokens: Tokens,
): Participant {
  return hidingArchived(game, () => {
    if (!credential.participantToken) {
      throw new GameError("TOKEN_REQUIRED", { which: "participant" });
    }
    return authorizeParticipant(game, credential, tokens).participant;
  });
}

/** To outsiders an archived game looks like one that does not exist. */
export function hidingArchived<Result>({ archivedAt }: Game, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw archivedAt ? new GameError("GAME_NOT_FOUND") : error;
  }
}

/** Fields that an erased participant keeps, so that others' pairs stay valid and no former claim is valid again. */
const KEPT = [
  "receiver",
  "oneWayExclusions",
  "claimVersion",
  "keepersAllowedForTokenVersion",
  "mutesReceiver",
  "mutesGiver",
] as const;

/**
 * Erases everything about a participant except their pairs, which also belong to others, as does the present giver's
 * report that their parcel is sent. Their link ends.
 * Earlier pairs are removed on both sides, those of earlier games included.
 *
 * @param neutralName makes a neutral name from a number; the first free one is used.
 * @throws {GameError} 400 before the day of the event.
 */
export function eraseParticipant(
  game: Game,
  participant: Participant,
  neutralName: (number: number) => string,
  { newId, now, personKeys }: Pick<DecisionContext, "newId" | "now" | "personKeys">,
): Game {
  if (game.archivedAt === null && daysUntil(game, now) > 0) {
    throw new GameError("TOO_EARLY_TO_ERASE");
  }
  const memory = forgetPerson(game.memory, participant.name, personKeys);
  // An organizer who takes part stays the organizer, but every view would still show their name.
  const organizerName = isInviter(game, participant.name) ? "" : game.organizerName;
  // No one gives to them, so everything can go.
  if (game.isGathering) {
    return unsaid(
      { ...withoutParticipant(game, participant), memory, organizerName },
      participant,
      game,
      { isErased: true },
    );
  }
  const taken = new Set(game.participants.map(({ name }) => normalizedKey(name)));
  let number = 1;
  while (taken.has(normalizedKey(neutralName(number)))) number++;
  const unknown = newParticipant(participant.number, newId(), {
    name: neutralName(number),
    email: "",
    desiredGift: "",
    wish: "",
  });
  const giver = game.participants.find(({ receiver }) => receiver === participant.number);
  const forgotten = changeParticipant(game, participant, {
    ...unknown,
    ...pick(participant, KEPT),
    parcels: participant.parcels.filter((mark) => mark.giver === giver?.number),
    tokenVersion: nextVersion(game, participant.tokenVersion),
    erasedAt: now.toISOString(),
    // In a sealed game no one else may open the gift in their place.
    revealBlockedForTokenVersion: pairsHiddenFromOrganizer(game) ? NOBODY : null,
  }).game;
  // Others' earlier receivers also reveal a pair.
  const isOther = (number: number) => number !== participant.number;
  const after = changeEach(
    lockedAfterKeeping(withoutSender(forgotten, participant), participant),
    ({ earlierReceivers }) =>
      earlierReceivers.every(isOther)
        ? null
        : { earlierReceivers: earlierReceivers.filter(isOther) },
  );
  const left = { ...stillApart(game, after), memory, organizerName };
  return unsaid(withCountHidden(game, left, now), participant, game, { isErased: true });
}
