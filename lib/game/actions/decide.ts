import {
  type Access,
  authorizeParticipant,
  type Credential,
  requireInvitation,
  requireOrganizer,
} from "../access.ts";
import { changeParticipant } from "../changes.ts";
import { findClaim } from "../claims.ts";
import { GameError } from "../errors.ts";
import { withoutEndedKeepers } from "../keepers.ts";
import { memberByNumber } from "../members.ts";
import { provesAddress } from "../seal.ts";
import { settleSealedMemory } from "../sealed_pair_history.ts";
import type { ActionName, ActionOf, GameAction } from "../action_schemas.ts";
import type { Tokens } from "../tokens.ts";
import type { Change, DecisionContext, Game, Participant } from "../types.ts";
import { updateGameDetails } from "./details.ts";
import { setExclusions } from "./exclusions.ts";
import { acceptHousehold, declineHousehold, drawNames, whenDrawn } from "./gather.ts";
import { setKeepers } from "./keepers.ts";
import { leaveGame } from "./leave.ts";
import { regenerateInvitationToken, regenerateToken } from "./links.ts";
import { muteThread } from "./mute.ts";
import { requireNotOver } from "./over.ts";
import {
  addParticipant,
  removeParticipant,
  updateParticipantDetails,
  updateParticipantEmail,
} from "./people.ts";
import {
  approveAllReassignments,
  approveReassignment,
  forceReassignParticipant,
  reassignAll,
} from "./reassignment.ts";
import { replaceParticipant } from "./replace.ts";
import {
  confirmAssignment,
  declineRequest,
  requestReassignment,
  withdrawRequest,
} from "./requests.ts";
import { breakSeal, claimPlace, issueClaim } from "./seal.ts";
import { updateWish } from "./wishes.ts";

type Bodies = { [Name in ActionName]: ActionOf<Name> };
type Act<Name extends ActionName> = (
  game: Game,
  action: Bodies[Name],
  context: DecisionContext,
) => Change;

/** Who may do something, and what comes of it. Where both may, a token of the organizer in the body decides. */
interface Row<Name extends ActionName> {
  /** Whether the decision needs to know whose link went by mail. */
  needsMailedParticipants?: true;
  /** Whether a participant has to show their token, in unprotected games too. */
  needsToken?: true;
  organizer?: Act<Name>;
  participant?: Act<Name>;
  /** Whoever has the invitation. */
  invited?: Act<Name>;
  /** Whoever has a claim that still opens, for the place that it opens. */
  claiming?: (game: Game, participant: Participant, context: DecisionContext) => Change;
}

/** Every action there is. */
const ACTIONS: { [Name in ActionName]: Row<Name> } = {
  updateWish: { participant: updateWish },
  updateParticipantEmail: { participant: updateParticipantEmail, needsMailedParticipants: true },
  confirmAssignment: { participant: whenDrawn(confirmAssignment) },
  requestReassignment: { participant: whenDrawn(requestReassignment) },
  cancelReassignmentRequest: {
    participant: whenDrawn(withdrawRequest),
    organizer: whenDrawn(declineRequest),
  },
  leaveGame: { participant: leaveGame, needsToken: true },
  muteThread: { participant: whenDrawn(muteThread), needsToken: true },
  joinInvitation: { invited: addParticipant },
  updateGameDetails: { organizer: updateGameDetails, needsMailedParticipants: true },
  updateParticipantDetails: { organizer: updateParticipantDetails, needsMailedParticipants: true },
  addParticipant: { organizer: addParticipant },
  removeParticipant: { organizer: removeParticipant },
  replaceParticipant: { organizer: replaceParticipant },
  setExclusions: { organizer: setExclusions },
  drawNames: { organizer: drawNames },
  acceptHousehold: { organizer: acceptHousehold },
  declineHousehold: { organizer: declineHousehold },
  setKeepers: { organizer: setKeepers },
  approveReassignment: { organizer: whenDrawn(approveReassignment) },
  approveAllReassignments: { organizer: whenDrawn(approveAllReassignments) },
  forceReassignParticipant: { organizer: whenDrawn(forceReassignParticipant) },
  reassignAll: { organizer: whenDrawn(reassignAll) },
  regenerateToken: { organizer: regenerateToken },
  regenerateInvitationToken: { organizer: regenerateInvitationToken },
  issueClaim: { organizer: issueClaim },
  breakSeal: { organizer: breakSeal },
  claimPlace: { claiming: claimPlace },
};

/** Whether the decision on an action wants `mailed` in its context. */
export function needsMailedParticipants({ action }: GameAction): boolean {
  return ACTIONS[action].needsMailedParticipants === true;
}

/** A change and what its asker may see of the game after it. */
export interface Decision extends Change {
  access: Access;
  /** Whether the asker is given their token: they have joined, or the link that they showed was renewed. */
  givesToken?: boolean;
  /** Whether the asker is not in the game any more: there is nothing left for them to see. */
  hasLeft?: boolean;
}

/**
 * Decides one action: who may do it, whether it can be done, what comes of it. Pure; the one way in for
 * API and pages.
 *
 * @param credential what the request showed beside the action's own body.
 * @throws {GameError} 401 or 403 for the credential, 404 for a target, 400 for a rule of the action, in
 * this order.
 */
export function decide(
  game: Game,
  action: GameAction,
  credential: Credential,
  tokens: Tokens,
  context: DecisionContext,
): Decision {
  return decideBy(action.action, game, action, credential, tokens, context);
}

function decideBy<Name extends ActionName>(
  name: Name,
  game: Game,
  action: Bodies[Name],
  credential: Credential,
  tokens: Tokens,
  context: DecisionContext,
): Decision {
  const { organizer, participant, invited, claiming, needsToken } = ACTIONS[name];
  const { invitationToken, claimToken, ...own } = credentialIn(action);
  const shown = { ...credential, ...own };
  const settled = (change: Change) =>
    settleSealedMemory(game, { ...change, game: withoutEndedKeepers(change.game) }, context);
  if (invited) {
    requireInvitation(game, invitationToken, tokens);
    requireNotOver(game, action, context.now);
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
  if (participant && !(organizer && own.organizerToken)) {
    if (needsToken && !shown.participantToken) {
      throw new GameError("TOKEN_REQUIRED", { which: "participant" });
    }
    const access = authorizeParticipant(game, shown, tokens);
    const { id: participantId, number } = access.participant;
    requireNotOver(game, action, context.now);
    const proved = provesAddress(game, access)
      ? changeParticipant(game, access.participant, { isEmailProved: true }).game
      : game;
    const { hasToken } = access;
    const change = settled(
      participant(proved, { ...action, participantId }, { ...context, hasToken }),
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
  requireNotOver(game, action, context.now);
  return { ...settled(organizer(game, action, context)), access: { role: "organizer" } };
}

/** What someone who has joined, or has taken their place, sees of the game as it is now. @param number theirs */
export function decisionForNewParticipant(number: number, change: Change): Decision {
  const participant = memberByNumber(change.game, (one) => one)(number);
  return {
    ...change,
    access: { role: "participant", participant, seesAssignment: true, hasToken: true },
    givesToken: true,
  };
}

/** The credentials in a body; empty ones count as not shown, so that a header may stand in for them. */
function credentialIn(
  action: GameAction,
): Credential & { invitationToken: string | undefined; claimToken: string | undefined } {
  const shown = { ...NOTHING, ...action };
  return {
    ...(shown.organizerToken && { organizerToken: shown.organizerToken }),
    ...(shown.participantToken && { participantToken: shown.participantToken }),
    ...(shown.participantId && { participantId: shown.participantId }),
    invitationToken: shown.invitationToken,
    claimToken: shown.claimToken,
  };
}

const NOTHING = {
  organizerToken: undefined,
  participantToken: undefined,
  participantId: undefined,
  invitationToken: undefined,
  claimToken: undefined,
};
