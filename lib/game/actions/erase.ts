import { authorizeParticipant, type Credential, requireOrganizer } from "../access.ts";
import { daysUntil } from "../calendar.ts";
import { changeParticipant } from "../changes.ts";
import { GameError } from "../errors.ts";
import { identityKey } from "../identity.ts";
import type { Tokens } from "../tokens.ts";
import type { DecisionContext, Game, Participant } from "../types.ts";

/**
 * Whether somebody may take a game out for good, active or archived.
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
  if (identityKey(confirmName) !== identityKey(game.name)) {
    throw new GameError("NAME_MISMATCH", { path: "confirmName" });
  }
}

/**
 * Who it is that wants to be forgotten: somebody with their own token, in an archived game too.
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
function hidingArchived<Result>({ archivedAt }: Game, check: () => Result): Result {
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
 * Forgets what is known of somebody but the pair, in which somebody else gave or got: their link ends. The
 * pairs before that go on both sides.
 *
 * @param neutralName makes a name that tells nothing, out of a number; the first free one is taken.
 * @throws {GameError} 400 before the day of the event.
 */
export function eraseParticipant(
  game: Game,
  participant: Participant,
  neutralName: (number: number) => string,
  { newId, now }: Pick<DecisionContext, "newId" | "now">,
): Game {
  if (!mayForget(game, now)) throw new GameError("TOO_EARLY_TO_ERASE");
  const taken = new Set(game.participants.map(({ name }) => identityKey(name)));
  let number = 1;
  while (taken.has(identityKey(neutralName(number)))) number++;
  const forgotten = changeParticipant(game, participant, {
    id: newId(),
    name: neutralName(number),
    email: null,
    desiredGift: "",
    wish: "",
    language: null,
    tokenVersion: participant.tokenVersion + 1,
    hasConfirmedAssignment: false,
    reassignmentRequestedAt: null,
    viewedAt: null,
    earlierReceivers: [],
  }).game;
  // Whom somebody else had before tells of a pair, too.
  const others = forgotten.participants.map((one) =>
    one.earlierReceivers.includes(participant.number)
      ? { ...one, earlierReceivers: one.earlierReceivers.filter((n) => n !== participant.number) }
      : one
  );
  return { ...forgotten, participants: others };
}
