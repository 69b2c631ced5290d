import { type Credential, requireOrganizer, seesPair } from "../game/access.ts";
import { archiveGame as decideArchival } from "../game/actions/archive.ts";
import { decide, type Decision } from "../game/actions/decide.ts";
import { hasUnopenedGift } from "../game/assignments.ts";
import { changeParticipant } from "../game/changes.ts";
import { GameError } from "../game/errors.ts";
import { keptBy } from "../game/keepers.ts";
import { memberByNumber } from "../game/members.ts";
import { losesAddress } from "../game/postal_address.ts";
import type { GameSize } from "../game/operation.ts";
import { costsOf, type GameAction, OPERATIONS } from "../game/operations.ts";
import type { Game } from "../game/types.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { mailsFor } from "../mail/mails_for.ts";
import type { Services } from "../services.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { isCode, type OpenGame } from "./open.ts";
import { decisionContext } from "./decision_context.ts";
import type { RequestKey } from "./idempotency.ts";
import { observeDecision } from "./observe_decision.ts";
import { overwriteLater } from "./overwrite.ts";
import { toRepeatable } from "./repeatable.ts";

/** The game after an action, as its asker may see it. */
export type PerformedAction = OpenGame & Pick<Decision, "unserved" | "issued" | "hasLeft"> & {
  /** Theirs from now on, where they have joined or the link that they showed was renewed. */
  participantToken?: string;
};

/** What else matters of how an action is asked for. */
export interface ActionOptions {
  /** Whether the answer shows a participant whom they give to, if they may see it: that is noted as seen. */
  showsPair?: boolean;
  /**
   * Makes who joins, or takes their place, again by the same request, within a day, the same participant; the
   * latter as long as the link that they got is still theirs.
   */
  key?: RequestKey | undefined;
  /**
   * Called before anything is decided for the organizer, with the game as large as it is or, where the action
   * replaces its rules, as it will be. What it throws leaves everything as it was.
   */
  beforeOrganizing?: (game: GameSize) => void;
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
  const request = key && toRepeatable(tokens, code, key, action);
  const { game, access, unserved, issued, givesToken, hasLeft, mails, isAddressGone } = await store
    .changeGame(
      code,
      (before, { mailed, request: kept }) => {
        if (!before) throw new GameError("GAME_NOT_FOUND");
        const shown = { organizerToken: "", ...action }.organizerToken || credential.organizerToken;
        if (shown && tokens.isOrganizer(before, shown)) {
          beforeOrganizing?.(costsOf(action.action, before, action));
        }
        const context = { ...decisionContext(tokens), mailed, hasMail: mail !== null };
        const decided = request && kept
          ? request.repeat(before, kept, context.now)
          : observeDecision(
            action.action,
            () => decide(before, action, credential, tokens, context),
          );
        const { decision, stored } = showsPair
          ? seen(decided, context.now)
          : { decision: decided, stored: decided.game };
        const mails = mail ? mailsFor(decision) : [];
        return {
          game: stored,
          outbox: mails.length > 0 ? addToOutbox(mails) : null,
          ...(request && !kept && decision.access.role === "participant" && {
            record: request.recordFor(decision.access.participant),
          }),
          result: { ...decision, mails, isAddressGone: losesAddress(before, stored) },
        };
      },
      { mailed: "needsMailedParticipants" in OPERATIONS[action.action], keys: request?.keys ?? [] },
    );
  if (mails.length > 0) mail?.wake();
  if (isAddressGone) overwriteLater(store);
  if (services.sizes.note(code, game)) await yieldToEventLoop();
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
    ...(issued && { issued }),
    ...(hasLeft && { hasLeft }),
    ...(participantToken && { participantToken }),
  };
}

/**
 * The same, where its asker now sees whom they give to for the first time. That there is a different receiver is
 * told in this answer, and not stored any more.
 */
function seen(decision: Decision, now: Date): { decision: Decision; stored: Game } {
  const { access } = decision;
  const same = { decision, stored: decision.game };
  if (access.role !== "participant" || !access.seesAssignment) return same;
  const own = seesPair(decision.game, access) ? [access.participant] : [];
  const viewers = [...own, ...keptBy(decision.game, access.participant)]
    .filter((one) => hasUnopenedGift(one) && one.receiver !== null);
  if (viewers.length === 0) return same;
  const at = now.toISOString();
  let { game, game: stored } = decision;
  for (const one of viewers) {
    const opened = { viewedAt: one.viewedAt ?? at, firstViewedAt: one.firstViewedAt ?? at };
    game = changeParticipant(game, one, opened).game;
    stored = changeParticipant(stored, one, { ...opened, receiverChange: null }).game;
  }
  const participant = memberByNumber(game, (one) => one)(access.participant.number);
  return { decision: { ...decision, game, access: { ...access, participant } }, stored };
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
  const isAddressGone = await store.changeGame(code, (active) => {
    if (!active) throw new GameError("ALREADY_ARCHIVED", { code });
    requireOrganizer(active, organizerToken, tokens);
    const change = decideArchival(active, new Date());
    return {
      game: change.game,
      outbox: addToOutbox(mail ? mailsFor(change) : []),
      result: losesAddress(active, change.game),
    };
  });
  mail?.wake();
  if (isAddressGone) overwriteLater(store);
}
