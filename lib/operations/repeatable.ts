import { requireInvitation } from "../game/access.ts";
import { type ActionOf, type GameAction, OPERATIONS } from "../game/operations.ts";
import { type Decision, decisionForNewParticipant } from "../game/actions/decide.ts";
import { withoutEvents } from "../game/changes.ts";
import { findClaim } from "../game/claims.ts";
import { GameError } from "../game/errors.ts";
import { FIRST_VERSION, type Tokens } from "../game/tokens.ts";
import type { Game, Participant } from "../game/types.ts";
import type { IdempotencyRecord, KeptRequest } from "../store/store.ts";
import { type KnownRequest, type RequestKey, scopeOf, toKnownRequest } from "./idempotency.ts";

/** A request that gives a participant their link, and gets the same answer when it is repeated. */
interface RepeatableRequest {
  /** The hashes under which it may be stored. */
  keys: readonly string[];
  /** What to store of it. @param participant the person who got their link */
  recordFor(participant: Participant): IdempotencyRecord & Pick<KeptRequest, "participant">;
  /** Answers it again. @throws {GameError} for another request, or if the link in the first answer has ended */
  repeat(game: Game, kept: KeptRequest, now: Date): Decision;
}

/**
 * Makes an action repeatable.
 *
 * @param client the client's key for limits; a short idempotency key is valid for this client only.
 * @returns undefined if its answer has no link.
 */
export function toRepeatable(
  tokens: Tokens,
  code: string,
  key: RequestKey,
  client: string,
  action: GameAction,
): RepeatableRequest | undefined {
  const known = (verb: string, body: object = action) => {
    const { body: schema } = OPERATIONS[action.action];
    return toKnownRequest(tokens, scopeOf(`${verb} ${code}`, key, client), key, schema, body);
  };
  if (action.action === "joinInvitation") return toJoining(tokens, known("join"), action);
  if (action.action === "claimPlace") {
    return toClaiming(tokens, (body) => known("claim", body), action);
  }
  return undefined;
}

function toJoining(
  tokens: Tokens,
  request: KnownRequest,
  action: ActionOf<"joinInvitation">,
): RepeatableRequest {
  return {
    keys: request.keys,
    recordFor: ({ number }) => ({ ...request.record, participant: number }),
    /**
     * @throws {GameError} for the invitation as joining does; 409 for another request; 404 if they have left; 403 if
     * the link they got has ended: its holder must not get the new one.
     */
    repeat(game, kept) {
      requireInvitation(game, action.invitationToken, tokens);
      request.requireSame(kept);
      const newcomer = game.participants.find(({ number }) => number === kept.participant);
      if (kept.gameId !== game.id || !newcomer) throw new GameError("PARTICIPANT_NOT_FOUND");
      if (newcomer.tokenVersion !== FIRST_VERSION) throw new GameError("INVALID_TOKEN");
      return decisionForNewParticipant(newcomer.number, withoutEvents(game));
    },
  };
}

function toClaiming(
  tokens: Tokens,
  known: (body: object) => KnownRequest,
  action: ActionOf<"claimPlace">,
): RepeatableRequest {
  // Hashed with the version of the link in the answer, because a later link may belong to someone else.
  const answered = ({ tokenVersion }: Participant) => known({ ...action, tokenVersion });
  const { keys, record } = known(action);
  return {
    keys,
    recordFor: (participant) => ({
      key: record.key,
      body: answered(participant).record.body,
      participant: participant.number,
    }),
    /**
     * @throws {GameError} for an invalid claim as claiming does; 409 for another claim; 403 if the link they got has
     * ended.
     */
    repeat(game, kept, now) {
      const { participant, state } = findClaim(game, action.claimToken, tokens, now);
      // This claim has never been used, so the key was sent with another claim.
      if (state === "open") throw new GameError("KEY_REUSED");
      const isTheirs = kept.gameId === game.id && kept.participant === participant.number;
      if (!isTheirs || state !== "opened" || !answered(participant).isSame(kept)) {
        throw new GameError("CLAIM_ENDED");
      }
      return decisionForNewParticipant(participant.number, withoutEvents(game));
    },
  };
}
