import { type PreparedGame, prepareGame } from "../game/create.ts";
import { GameError } from "../game/errors.ts";
import type { CreateGame } from "../game/schemas.ts";
import { hasSealedMemory } from "../game/sealed_pair_history.ts";
import { FIRST_VERSION } from "../game/tokens.ts";
import {
  type DecisionContext,
  type EmailStatuses,
  type Game,
  type Language,
  ORGANIZER,
} from "../game/types.ts";
import { isBlocked } from "../mail/blocking.ts";
import { withTrace } from "../mail/outbox.ts";
import { logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import { leavePlace } from "../work/places.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import type { Created } from "../store/store.ts";
import { decisionContext } from "./decision_context.ts";
import { type KnownRequest, type RequestKey, toKnownRequest } from "./idempotency.ts";
import { observeDecision } from "./observe_decision.ts";

/** How long after its mails' patience a creation whose answer has not gone counts as dead, in seconds. */
const GRACE = 5;

/**
 * Keys with fewer characters than this, which are allowed, may be no more than a number: two clients that
 * count their requests would meet, and the second get the first one's game.
 */
const SHORTEST_SHARED_KEY = 16;

/** A new game and how its mails fare. */
export interface CreatedGame {
  game: Game;
  emails: EmailStatuses;
  emailResults: EmailResults;
}

/** What became of the mails of a creation when it was answered. */
export interface EmailResults {
  organizerEmailSent: boolean;
  participantEmailsSent: number;
  participantEmailsFailed: number;
  /** Those that go out later. */
  participantEmailsQueued: number;
}

/**
 * Draws and stores a new game; where it sends mails, waits up to 10 s for them.
 *
 * @param client who is asking, as a key for limits.
 * @param key makes the same request within a day, to whichever instance, the same game: it is answered as
 * the first, from the game as it is now. One of fewer than 16 characters is its client's own.
 * @throws {GameError} 400 for a rule that the body breaks, 429 where the client has caused too much mail,
 * 409 for a key that came with another body or whose game is not answered yet, 403 where the link that
 * was answered first has been renewed since.
 */
export function createGame(
  services: Services,
  body: CreateGame,
  fallbackLanguage: Language,
  client: string,
  key?: RequestKey,
): Promise<CreatedGame> {
  return createOnce(
    services,
    { scope: "create", body, client, key },
    (context) => prepareGame(body, fallbackLanguage, context),
  );
}

/** A request for a new game. */
interface CreationRequest {
  /** What is asked for. */
  scope: string;
  body: unknown;
  client: string;
  key: RequestKey | undefined;
  /** The game whose pairs the new one may remember, where only one game may. */
  remembers?: string;
}

/**
 * Decides, stores and mails a new game, once for each key.
 *
 * @param prepare is told whether the game may remember the one of the request, and called again without where
 * another game does by the time that this one is stored.
 * @throws {GameError} as `createGame` does.
 */
export async function createOnce(
  services: Services,
  { scope, body, client, key, remembers }: CreationRequest,
  prepare: (context: DecisionContext, mayRemember: boolean) => PreparedGame,
): Promise<CreatedGame> {
  const { store, mail, tokens } = services;
  const request = key && toKnownRequest(tokens, scopeOf(scope, key, client), key, body);
  const first = request && await findCreated(services, request, key);
  if (first) return first;
  let runningFor = 0;
  const attempt = async (isFirst: boolean) => {
    const prepared = prepare(decisionContext(tokens), isFirst);
    if (prepared.isLarge) await yieldToEventLoop();
    const change = observeDecision("createGame", () => prepared.draw());
    if (prepared.isLarge) await yieldToEventLoop();
    const { organizerEmail } = change.game;
    if (organizerEmail && await isBlocked(store.limits, organizerEmail)) {
      throw new GameError("SENDER_BLOCKED", { path: "organizerEmail" });
    }
    if (change.game.sendEmails) mail?.requireSender(change.game);
    const mails = mail ? withTrace(mail.mailsFor(change)) : [];
    if (isFirst) mail?.limits.mails(client, mails.length, performance.now());
    runningFor = mail && mails.length > 0 ? mail.patience / 1000 + GRACE : 0;
    const record = request ? { ...request.record, runningFor } : null;
    const remembered = hasSealedMemory(change.game) ? remembers : null;
    return record || remembered
      ? await store.createGameOnce(change.game, mails, record, remembered)
      : await store.createGame(change.game, mails);
  };
  let stored = await attempt(true);
  if (!stored) {
    const other = request && await findCreated(services, request, key);
    if (other) return other;
    if (remembers) stored = await attempt(false);
  }
  if (!stored) throw new GameError("GAME_NOT_FOUND");
  const { game } = stored;
  // Others may have stored theirs in the same turn.
  if (services.sizes.note(game.code, game)) await yieldToEventLoop();
  const created = await settle(services, stored);
  if (request && runningFor > 0) {
    // Where that fails, time ends it.
    await store.endRequest(request.record.key)
      .catch((error) => logError("end of a request not noted", error, { game: created.game.id }));
  }
  return created;
}

function scopeOf(scope: string, { key }: RequestKey, client: string): string {
  return key.length < SHORTEST_SHARED_KEY ? `${scope} by ${client}` : scope;
}

/** Waits for the mails of a new game. */
async function settle(
  { store, mail }: Services,
  { game, mailIds }: Created,
): Promise<CreatedGame> {
  if (!mail || mailIds.length === 0) {
    return {
      game,
      emails: new Map(),
      emailResults: {
        organizerEmailSent: false,
        participantEmailsSent: 0,
        participantEmailsFailed: 0,
        participantEmailsQueued: 0,
      },
    };
  }
  leavePlace();
  const { organizer, participants } = await mail.settle(game.id, mailIds);
  return {
    game,
    emails: await store.readEmailStatuses(game.id),
    emailResults: {
      organizerEmailSent: organizer.sent > 0,
      participantEmailsSent: participants.sent,
      participantEmailsFailed: participants.failed,
      participantEmailsQueued: participants.queued,
    },
  };
}

/**
 * The game that came of a request before; null where it is new.
 *
 * @throws {GameError} 409 where it came with another body or is not answered yet; 403 where the link that
 * it was answered with has ended, whose new one is not for whoever had the old one.
 */
async function findCreated(
  { store }: Services,
  request: KnownRequest,
  { isForm }: RequestKey,
): Promise<CreatedGame | null> {
  const kept = await store.readRequest(request.keys);
  if (!kept) return null;
  request.requireSame(kept);
  if (kept.runningFor > 0 && !isForm) {
    throw new GameError("IN_PROGRESS", { retryAfter: Math.ceil(kept.runningFor) });
  }
  const game = await store.readGameById(kept.gameId);
  if (!game) return null;
  if (game.organizerTokenVersion !== FIRST_VERSION) throw new GameError("INVALID_TOKEN");
  const emails = await store.readEmailStatuses(game.id);
  return { game, emails, emailResults: countResults(game, emails) };
}

/** How the mails of a creation fare by now, by the latest to each person. */
function countResults({ sendEmails }: Game, emails: EmailStatuses): EmailResults {
  const participants = sendEmails
    ? [...emails].filter(([number]) => number !== ORGANIZER).map(([, { status }]) => status)
    : [];
  const count = (wanted: string) => participants.filter((status) => status === wanted).length;
  return {
    organizerEmailSent: sendEmails && emails.get(ORGANIZER)?.status === "sent",
    participantEmailsSent: count("sent"),
    participantEmailsFailed: count("failed"),
    participantEmailsQueued: count("queued"),
  };
}
