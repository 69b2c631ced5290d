import { type Credential, requireInvitation, requireOrganizer } from "../game/access.ts";
import { archiveGame as decideArchival } from "../game/actions/archive.ts";
import { asksForMailed, decide, type Decision, seenByNewcomer } from "../game/actions/decide.ts";
import { changeParticipant, unannounced } from "../game/changes.ts";
import { GameError } from "../game/errors.ts";
import { memberByNumber } from "../game/members.ts";
import type { GameAction } from "../game/schemas.ts";
import { FIRST_VERSION, type Tokens } from "../game/tokens.ts";
import type { Game } from "../game/types.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { mailsFor } from "../mail/mails_for.ts";
import type { Services } from "../services.ts";
import type { KeptRequest } from "../store/store.ts";
import { isCode, type OpenGame } from "./open.ts";
import { decisionContext } from "./decision_context.ts";
import { type KnownRequest, type RequestKey, toKnownRequest } from "./idempotency.ts";
import { observeDecision } from "./observe_decision.ts";

/** The game after an action, as its asker may see it. */
export type PerformedAction = OpenGame & Pick<Decision, "unserved"> & {
  /** Theirs from now on, where they have joined or the link that they showed was renewed. */
  participantToken?: string;
};

/** What else matters of how an action is asked for. */
interface ActionOptions {
  /** Whether the answer shows a participant whom they give to, if they may see it: that is noted as seen. */
  showsPair?: boolean;
  /** Makes who joins again by the same request, within a day, the same participant. */
  key?: RequestKey | undefined;
  /**
   * Called before anything is decided for the organizer, with the game as large as it is or, where the action
   * replaces its rules, as it will be. What it throws leaves everything as it was.
   */
  beforeOrganizing?: (game: Pick<Game, "participants"> & OrganizedRules) => void;
}

/** Of a game, or of what an action brings. */
interface OrganizedRules {
  exclusions: readonly unknown[];
  households: readonly (readonly unknown[])[];
}

/**
 * Carries out one action on a game.
 *
 * @param credential what the request showed in its headers and query.
 * @throws {GameError} as `decide` says; 404 for a game that is not active; 409 for a key that came with
 * another body, and 403 where the link that was answered first has been renewed since.
 */
export async function performAction(
  services: Services,
  code: string,
  action: GameAction,
  credential: Credential,
  { showsPair = false, key, beforeOrganizing }: ActionOptions = {},
): Promise<PerformedAction> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  const { store, mail, tokens } = services;
  const request = key && action.action === "joinInvitation"
    ? toKnownRequest(tokens, `join ${code}`, key, action)
    : undefined;
  const { game, access, unserved, givesToken, mails } = await store.changeGame(
    code,
    (before, { mailed, request: kept }) => {
      if (!before) throw new GameError("GAME_NOT_FOUND");
      const shown = { organizerToken: "", ...action }.organizerToken || credential.organizerToken;
      if (shown && tokens.isOrganizer(before, shown)) {
        beforeOrganizing?.({ ...before, ...action });
      }
      const context = { ...decisionContext(), mailed };
      const decided = request && kept
        ? joinAgain(before, action, request, kept, tokens)
        : observeDecision(
          action.action,
          () => decide(before, action, credential, tokens, context),
        );
      const decision = showsPair ? seen(decided, context.now) : decided;
      const mails = mail ? mailsFor(decision) : [];
      return {
        game: decision.game,
        outbox: mails.length > 0 ? addToOutbox(mails) : null,
        ...(request && !kept && decision.access.role === "participant" && {
          record: { ...request.record, participant: decision.access.participant.number },
        }),
        result: { ...decision, mails },
      };
    },
    { mailed: asksForMailed(action), keys: request?.keys ?? [] },
  );
  if (mails.length > 0) mail?.wake();
  const emails = access.role === "organizer"
    ? await store.readEmailStatuses(game.id)
    : new Map<never, never>();
  const participantToken = givesToken && access.role === "participant"
    ? tokens.participant(game, access.participant)
    : undefined;
  return {
    game,
    access,
    emails,
    ...(unserved && { unserved }),
    ...(participantToken && { participantToken }),
  };
}

/**
 * Answers somebody who joins by a request that let them in before.
 *
 * @throws {GameError} as joining does for the invitation; 409 where the request was another one, 404 where
 * they have left, 403 where the link that they got has ended, whose new one is not for whoever had that.
 */
function joinAgain(
  game: Game,
  action: GameAction,
  request: KnownRequest,
  kept: KeptRequest,
  tokens: Tokens,
): Decision {
  if (action.action !== "joinInvitation") throw new Error(`${action.action} is not joining`);
  requireInvitation(game, action.invitationToken, tokens);
  request.requireSame(kept);
  const newcomer = game.participants.find(({ number }) => number === kept.participant);
  if (kept.gameId !== game.id || !newcomer) throw new GameError("PARTICIPANT_NOT_FOUND");
  if (newcomer.tokenVersion !== FIRST_VERSION) throw new GameError("INVALID_TOKEN");
  return seenByNewcomer(newcomer.number, unannounced(game));
}

/** The same, where its asker now sees whom they give to for the first time. */
function seen(decision: Decision, now: Date): Decision {
  const { access } = decision;
  if (access.role !== "participant" || !access.seesAssignment || access.participant.viewedAt) {
    return decision;
  }
  const viewedAt = now.toISOString();
  const { game } = changeParticipant(decision.game, access.participant, { viewedAt });
  const participant = memberByNumber(game, (one) => one)(access.participant.number);
  return { ...decision, game, access: { ...access, participant } };
}

/**
 * Archives a game at its organizer's wish.
 *
 * @throws {GameError} 401 without a token, 404 for an unknown code, 409 for a game archived already
 * (whatever the token), 403 for a wrong token.
 */
export async function archiveGame(
  { store, mail, tokens }: Services,
  code: string,
  organizerToken: string | undefined,
): Promise<void> {
  const game = isCode(code) ? await store.readGame(code) : null;
  if (!game) throw new GameError("GAME_NOT_FOUND");
  if (!organizerToken) throw new GameError("TOKEN_REQUIRED", { which: "organizer" });
  await store.changeGame(code, (active) => {
    if (!active) throw new GameError("ALREADY_ARCHIVED", { code });
    requireOrganizer(active, organizerToken, tokens);
    const change = decideArchival(active, new Date());
    return {
      game: change.game,
      outbox: addToOutbox(mail ? mailsFor(change) : []),
      result: undefined,
    };
  });
  mail?.wake();
}
