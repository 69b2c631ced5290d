import {
  type Access,
  authorizeParticipant,
  type Credential,
  findParticipant,
  isByOrganizer,
  requireInvitation,
  requireOrganizer,
  shownIn,
} from "../access.ts";
import { changeParticipant } from "../changes.ts";
import { findClaim } from "../claims.ts";
import { GameError } from "../errors.ts";
import { actsFor, withoutEndedKeepers } from "../keepers.ts";
import { memberByNumber } from "../members.ts";
import { withCountHidden } from "../parcels.ts";
import { provesAddress } from "../seal.ts";
import { settleSealedMemory } from "../sealed_pair_history.ts";
import { isSettled } from "../finale.ts";
import type { Operation } from "../operation.ts";
import { type ActionName, type ActionOf, DECISIONS } from "../operations.ts";
import { findProposal } from "../proposals.ts";
import type { Tokens } from "../tokens.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

/** Members that an action may have. */
interface Members {
  action: string;
  participantId?: string | undefined;
  proposalId?: string | undefined;
  keptId?: string | undefined;
  invitationToken?: string | undefined;
  claimToken?: string | undefined;
}

/** A change, and what the requester may see of the game afterwards. */
export interface Decision extends Change {
  access: Access;
  /** True if the requester gets their token: they have joined, or their link was renewed. */
  givesToken?: boolean;
  /** True if the requester has left the game and sees nothing of it any more. */
  hasLeft?: boolean;
}

/**
 * Decides one action: who may do it, whether it is possible, and its result. Pure; the only entry for API and
 * pages.
 *
 * @param credential the request's credentials outside of the action's body.
 * @throws {GameError} 401 or 403 for the credential, 404 for a target, 400 for a rule of the action, in this
 * order.
 */
export function decide<Name extends ActionName>(
  game: Game,
  action: ActionOf<Name> & { action: Name },
  credential: Credential,
  tokens: Tokens,
  context: DecisionContext,
): Decision {
  const name: Name = action.action;
  const row = DECISIONS[name];
  const { organizer, participant, invited, claiming } = row.by;
  const { invitationToken, claimToken, keptId }: Members = action;
  const own = shownIn(action);
  const shown = { ...credential, ...own };
  const settled = (change: Change) => {
    const left = new Set(change.game.participants.map(({ number }) => number));
    const isSomeoneGone = game.participants.some(({ number }) => !left.has(number));
    const after = withoutEndedKeepers(change.game);
    const settledGame = isSomeoneGone ? withCountHidden(game, after, context.now) : after;
    return settleSealedMemory(game, { ...change, game: settledGame }, context);
  };
  if (invited) {
    requireInvitation(game, invitationToken, tokens);
    requireMoment(row, game, action, context.now);
    return decisionForNewParticipant(game.nextNumber, settled(invited(game, action, context)));
  }
  if (claiming) {
    const { participant, state } = findClaim(game, claimToken, tokens, context.now);
    if (state !== "open") throw new GameError("CLAIM_ENDED");
    return decisionForNewParticipant(
      participant.number,
      settled(claiming(game, participant, context)),
    );
  }
  if (participant && !(organizer && isByOrganizer(own, shown))) {
    if (row.needsToken && !shown.participantToken) {
      throw new GameError("TOKEN_REQUIRED", { which: "participant" });
    }
    const access = authorizeParticipant(game, shown, tokens);
    const { number } = access.participant;
    const { id: participantId } = actsFor(game, access.participant, keptId, tokens);
    requireMoment(row, game, action, context.now);
    const proved = provesAddress(game, access)
      ? changeParticipant(game, access.participant, {
        isEmailProved: true,
        openedEmail: access.participant.email,
      }).game
      : game;
    const { hasToken } = access;
    const change = settled(
      participant(proved, { ...action, participantId }, {
        ...context,
        hasToken,
        isKeeper: participantId !== access.participant.id,
      }),
    );
    const after = change.game.participants.find((one) => one.number === number);
    if (!after) return { ...change, access: { role: "public" }, hasLeft: true };
    const isRenewed = after.tokenVersion !== access.participant.tokenVersion;
    return {
      ...change,
      access: { ...access, participant: after },
      givesToken: access.hasToken && isRenewed,
    };
  }
  if (!organizer) throw new Error(`Nobody may ${name}`);
  requireOrganizer(game, shown.organizerToken, tokens);
  requireMoment(row, game, action, context.now);
  return { ...settled(organizer(game, action, context)), access: { role: "organizer" } };
}

/**
 * Refuses actions that need pairs before the draw, and actions that would move the pairs or the end of a game whose
 * pairs are settled.
 *
 * @throws {GameError} 404 for a target that does not exist, 400 for the moment.
 */
function requireMoment<Action extends { action: string }>(
  { needsPairs, whenOver }: Operation<Action>,
  game: Game,
  action: Action,
  now: Date,
): void {
  const isOver = whenOver !== "allowed" && isSettled(game, now);
  const isEarly = needsPairs && game.isGathering;
  if (!isOver && !isEarly) return;
  const { participantId, proposalId }: Members = action;
  if (participantId) findParticipant(game, participantId);
  if (isEarly) throw new GameError("NOT_DRAWN_YET");
  if (proposalId) findProposal(game, proposalId);
  if (whenOver === "refused" || (whenOver !== "allowed" && whenOver(game, action))) {
    const isJoining = action.action === "joinInvitation";
    throw new GameError("EVENT_OVER", { isDrawn: true, isJoining });
  }
}

/** The decision for a participant who has joined or taken their place. @param number of that participant */
export function decisionForNewParticipant(number: number, change: Change): Decision {
  const participant = memberByNumber(change.game, (one) => one)(number);
  return {
    ...change,
    access: { role: "participant", participant, seesAssignment: true, hasToken: true },
    givesToken: true,
  };
}
