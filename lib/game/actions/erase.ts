import { z } from "zod";
import { authorizeParticipant, type Credential, requireOrganizer } from "../access.ts";
import { erasedSchema } from "../action_answers.ts";
import { daysUntil } from "../calendar.ts";
import { changeParticipant } from "../changes.ts";
import { GameError } from "../errors.ts";
import { normalizedKey } from "../identity.ts";
import { operation, organizerBody, ownBody } from "../operation.ts";
import { forgetPerson } from "../pair_history.ts";
import type { Tokens } from "../tokens.ts";
import { type DecisionContext, type Game, LIMITS, type Participant } from "../types.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import { withoutParticipant } from "./people.ts";
import { NOBODY } from "./seal.ts";

const eraseBody = organizerBody("eraseGame", {
  confirmName: z.string("confirmName must be text, the name of the game")
    .max(LIMITS.gameName * 10, "This is not the name of the game")
    .describe("The name of the game, as a safeguard against deleting the wrong one"),
});

/** Archived games can be erased, too. */
export const eraseGameRow = operation(eraseBody, {
  by: { organizer: null },
  draws: false,
  whenOver: "allowed",
  sealedOrganizerLearns: "all",
  answers: [erasedSchema],
  refusals: ["NAME_MISMATCH"],
});

export const eraseMeRow = operation(ownBody("eraseMe", {}), {
  by: { participant: null },
  draws: false,
  whenOver: "allowed",
  sealedOrganizerLearns: "all",
  answers: [erasedSchema],
  refusals: ["TOO_EARLY_TO_ERASE"],
});

/**
 * Whether someone may take a game out for good, active or archived.
 *
 * @throws {GameError} 401 or 403 for the token, 404 where the game is archived; 400 for another name.
 */
export function assertErasable(
  game: Game,
  { organizerToken }: Credential,
  confirmName: string,
  tokens: Tokens,
): void {
  hidingArchived(game, () => requireOrganizer(game, organizerToken, tokens));
  if (normalizedKey(confirmName) !== normalizedKey(game.name)) {
    throw new GameError("NAME_MISMATCH", { path: "confirmName" });
  }
}

/**
 * Who it is that wants to be forgotten: someone with their own token, in an archived game too.
 *
 * @throws {GameError} 401 or 403 for the token, 404 where the game is archived.
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

/** From outside an archived game looks like one that is not there. */
export function hidingArchived<Result>({ archivedAt }: Game, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw archivedAt ? new GameError("GAME_NOT_FOUND") : error;
  }
}

/** Whether people of this game can be forgotten: it is over, or its day has come. */
export function mayForget(game: Game, now: Date): boolean {
  return game.archivedAt !== null || daysUntil(game, now) <= 0;
}

/**
 * Forgets what is known of someone but the pair, in which someone else gave or got: their link ends. The
 * pairs before that go on both sides, those of earlier games too.
 *
 * @param neutralName makes a name that tells nothing, out of a number; the first free one is taken.
 * @throws {GameError} 400 before the day of the event.
 */
export function eraseParticipant(
  game: Game,
  participant: Participant,
  neutralName: (number: number) => string,
  { newId, now, personKeys }: Pick<DecisionContext, "newId" | "now" | "personKeys">,
): Game {
  if (!mayForget(game, now)) throw new GameError("TOO_EARLY_TO_ERASE");
  const memory = forgetPerson(game.memory, participant.name, personKeys);
  // Nobody gives to them, so nothing of them has to stay.
  if (game.isGathering) {
    return unsaid({ ...withoutParticipant(game, participant), memory }, participant);
  }
  const taken = new Set(game.participants.map(({ name }) => normalizedKey(name)));
  let number = 1;
  while (taken.has(normalizedKey(neutralName(number)))) number++;
  const forgotten = changeParticipant(game, participant, {
    id: newId(),
    name: neutralName(number),
    email: null,
    desiredGift: "",
    wish: "",
    language: null,
    tokenVersion: participant.tokenVersion + 1,
    hasConfirmedAssignment: false,
    firstConfirmedAt: null,
    reassignmentRequestedAt: null,
    leaveRequestedAt: null,
    viewedAt: null,
    firstViewedAt: null,
    receiverChange: null,
    livesWith: [],
    claimIssuedAt: null,
    claimOpenedAt: null,
    openedInRoomAt: null,
    isEmailProved: false,
    isEmailSetById: false,
    erasedAt: now.toISOString(),
    // In a sealed game nobody else opens it in their place.
    revealBlockedForTokenVersion: pairsHiddenFromOrganizer(game) ? NOBODY : null,
    earlierReceivers: [],
    keeps: [],
  }).game;
  // Whom someone else had before tells of a pair, too.
  const others = forgotten.participants.map((one) =>
    one.earlierReceivers.includes(participant.number)
      ? { ...one, earlierReceivers: one.earlierReceivers.filter((n) => n !== participant.number) }
      : one
  );
  return unsaid({ ...forgotten, participants: others, memory }, participant);
}

/** Nor do others name them any more as of their household. */
function unsaid(game: Game, { name }: Participant): Game {
  const key = normalizedKey(name);
  const isOther = (said: string) => normalizedKey(said) !== key;
  return {
    ...game,
    participants: game.participants.map((one) =>
      one.livesWith.every(isOther) ? one : { ...one, livesWith: one.livesWith.filter(isOther) }
    ),
  };
}
