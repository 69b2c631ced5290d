import { type Credential, requireOrganizer, seesPair } from "../game/access.ts";
import { archiveGame as decideArchival } from "../game/actions/archive.ts";
import { decide, type Decision } from "../game/actions/decide.ts";
import { hasUnopenedGift, openingAt } from "../game/assignments.ts";
import { changeParticipant } from "../game/changes.ts";
import { GameError } from "../game/errors.ts";
import { keptBy } from "../game/keepers.ts";
import { memberByNumber } from "../game/members.ts";
import { losesAddress } from "../game/postal_address.ts";
import type { GameSize } from "../game/operation.ts";
import { costsOf, type GameAction, OPERATIONS } from "../game/operations.ts";
import type { Game } from "../game/types.ts";
import { isBlocked } from "../mail/blocking.ts";
import { newsOf, wake } from "../mail/push.ts";
import type { Services } from "../services.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { readAfterChange } from "./after_change.ts";
import { findForReader, isCode, type OpenGame } from "./open.ts";
import { decisionContext } from "./decision_context.ts";
import type { RequestKey } from "./idempotency.ts";
import { observeDecision } from "./observe_decision.ts";
import { erasesAnything, overwrite } from "./overwrite.ts";
import { toRepeatable } from "./repeatable.ts";
import { ChangedMeanwhile } from "./until_stored.ts";

/** The game after an action, and the caller's access to it. */
export type PerformedAction = OpenGame & Pick<Decision, "unserved" | "issued" | "hasLeft"> & {
  /** The caller's new token after joining, claiming a place, or renewing the link they used. */
  participantToken?: string;
};

/** Fields of an action that affect who answers for the mails of a game. */
interface SenderFields {
  action: string;
  sendEmails?: boolean | undefined;
  organizerEmail?: string | undefined;
}

/** Options of one request for an action. */
export interface ActionOptions {
  /** True if the answer shows a participant their receiver, if they may see it. The pair is then stored as seen. */
  showsPair?: boolean;
  /**
   * Makes joining and claiming idempotent for a day: the same request gets the same answer, as long as the link in
   * it is still valid. A key of fewer than 16 characters is valid for this client only.
   */
  key?: RequestKey | undefined;
  /** The client's key for limits. */
  client?: string;
  /**
   * Called before a decision for the organizer, with the size of the game: the new one if the action replaces its
   * rules. If it throws, nothing is stored.
   */
  beforeOrganizing?: (game: GameSize) => void;
  /** For a form that replaces whole lists: true if the game's lists are still those the form was rendered from. */
  isAsRead?: ((game: Game) => boolean) | undefined;
}

/**
 * Performs one action on a game.
 *
 * @param credential from the request's headers and query.
 * @throws {GameError} as `decide` does; 404 without an active game; 409 if the key was used with another body; 403
 * if the link in its first answer has been renewed since.
 * @throws {ChangedMeanwhile} if `isAsRead` is false.
 */
export async function performAction(
  services: Services,
  code: string,
  action: GameAction,
  credential: Credential,
  { showsPair = false, key, client = "", beforeOrganizing, isAsRead }: ActionOptions = {},
): Promise<PerformedAction> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  const { store, mail, push, tokens } = services;
  const request = key && toRepeatable(tokens, code, key, client, action);
  const { sendEmails, organizerEmail }: SenderFields = action;
  const isSenderBlocked = !!organizerEmail && await isBlocked(store.limits, organizerEmail);
  let isAnyErased = false;
  const { game, access, unserved, issued, givesToken, hasLeft, isNews } = await store.changeGame(
    code,
    (before, { mailed, request: kept }) => {
      if (!before) throw new GameError("GAME_NOT_FOUND");
      if (isAsRead?.(before) === false) throw new ChangedMeanwhile();
      const shown = { organizerToken: "", ...action }.organizerToken || credential.organizerToken;
      if (shown && tokens.isOrganizer(before, shown)) {
        beforeOrganizing?.(costsOf(action.action, before, action));
      }
      const context = {
        ...decisionContext(tokens),
        mailed,
        hasMail: mail !== null,
        isSenderBlocked,
      };
      const decided = request && kept ? request.repeat(before, kept, context.now) : observeDecision(
        action.action,
        () => decide(before, action, credential, tokens, context),
      );
      const { decision, stored } = showsPair
        ? seen(decided, context.now)
        : { decision: decided, stored: decided.game };
      // A game that sends mails must keep an organizer who answers for them.
      const changesSender = sendEmails !== undefined || organizerEmail !== undefined;
      if (changesSender && decision.game.sendEmails) mail?.requireSender(decision.game);
      const outbox = newsOf({ mail, push }, decision);
      isAnyErased = erasesAnything(before, stored);
      return {
        game: stored,
        outbox,
        ...decision.renewal && { renewal: decision.renewal },
        ...(request && !kept && decision.access.role === "participant" && {
          record: request.recordFor(decision.access.participant),
        }),
        result: { ...decision, isNews: outbox !== null },
      };
    },
    { mailed: "needsMailedParticipants" in OPERATIONS[action.action], keys: request?.keys ?? [] },
  );
  if (isNews) wake(services);
  if (isAnyErased) void overwrite(store);
  if (services.sizes.note(code, game)) await yieldToEventLoop();
  const emails = access.role === "organizer"
    ? await readAfterChange(() => store.readEmailStatuses(game.id), new Map())
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
 * Marks as seen the pairs that the answer to a decision shows. The reason for a different receiver is in this answer,
 * and no longer in the stored game.
 */
function seen(decision: Decision, now: Date): { decision: Decision; stored: Game } {
  const { access } = decision;
  const same = { decision, stored: decision.game };
  if (access.role !== "participant" || !access.seesAssignment) return same;
  const own = seesPair(decision.game, access) ? [access.participant] : [];
  const viewers = [...own, ...keptBy(decision.game, access.participant)]
    .filter((one) => hasUnopenedGift(one) && one.receiver !== null);
  if (viewers.length === 0) return same;
  let { game, game: stored } = decision;
  for (const one of viewers) {
    const at = openingAt(one, now);
    const opened = { viewedAt: one.viewedAt ?? at, firstViewedAt: one.firstViewedAt ?? at };
    game = changeParticipant(game, one, opened).game;
    stored = changeParticipant(stored, one, { ...opened, receiverChange: null }).game;
  }
  const participant = memberByNumber(game, (one) => one)(access.participant.number);
  return { decision: { ...decision, game, access: { ...access, participant } }, stored };
}

/**
 * Archives a game at its organizer's request. Codes are reused, so the token determines which game is meant.
 *
 * @throws {GameError} 404 for an unknown code, 401 without a token, 409 if the game is already archived (for any
 * token), 403 for a wrong token.
 */
export async function archiveGame(
  services: Services,
  code: string,
  organizerToken: string | undefined,
): Promise<void> {
  const { store, tokens } = services;
  const { game } = await findForReader(services, code, { organizerToken });
  if (!organizerToken) throw new GameError("TOKEN_REQUIRED", { which: "organizer" });
  const isAddressGone = await store.changeGameById(game.id, (game) => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    if (game.archivedAt) throw new GameError("ALREADY_ARCHIVED", { code });
    requireOrganizer(game, organizerToken, tokens);
    const change = decideArchival(game, new Date());
    return {
      game: change.game,
      outbox: newsOf(services, change),
      result: losesAddress(game, change.game),
    };
  });
  wake(services);
  if (isAddressGone) void overwrite(store);
}
