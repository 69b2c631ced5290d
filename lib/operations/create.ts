import type { z } from "zod";
import { type PreparedGame, prepareGame } from "../game/create.ts";
import { GameError } from "../game/errors.ts";
import { type CreateGame, createGameSchema } from "../game/schemas.ts";
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
import { readAfterChange } from "./after_change.ts";
import { decisionContext } from "./decision_context.ts";
import { type KnownRequest, type RequestKey, scopeOf, toKnownRequest } from "./idempotency.ts";
import { observeDecision } from "./observe_decision.ts";

/** Seconds after the patience for its mails until a creation without an answer counts as dead. */
const GRACE = 5;

const NONE = { sent: 0, failed: 0, queued: 0 };

/** A new game and the state of its mails. */
export interface CreatedGame {
  game: Game;
  emails: EmailStatuses;
  emailResults: ReturnType<typeof countResults>;
}

/**
 * Draws and stores a new game, and waits up to 10 s for its mails.
 *
 * @param client the client's key for limits.
 * @param key makes creation idempotent for a day, on all instances: the same request gets the same game, in its
 * current state. A key of fewer than 16 characters is valid for this client only.
 * @throws {GameError} 400 if the body breaks a rule; 429 if the client has caused too many mails; 409 if the key was
 * used with another body, or its first request is still in progress; 403 if the link in its first answer has been
 * renewed since.
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
    { scope: "create", schema: createGameSchema, body, client, key },
    () => (context) => prepareGame(body, fallbackLanguage, context),
  );
}

/** Prepares a game that is not drawn yet. @param mayRemember see `createOnce` */
type Prepare = (context: DecisionContext, mayRemember: boolean) => PreparedGame;

/** A request for a new game. */
interface CreationRequest {
  /** Separates the keys of different endpoints. */
  scope: string;
  schema: z.ZodType;
  /** As parsed by the schema. */
  body: object;
  client: string;
  key: RequestKey | undefined;
  /** Id of a sealed game whose pairs the new game may remember; only one game may do so. */
  remembers?: string;
}

/**
 * Draws, stores and mails a new game, once for each key.
 *
 * @param begin called unless the same request has already created the game. The function it returns is called with
 * `mayRemember` true, and once more with false if another game has continued the pairs of `remembers` in the meantime.
 * @throws {GameError} as `createGame` does.
 */
export async function createOnce(
  services: Services,
  { scope, schema, body, client, key, remembers }: CreationRequest,
  begin: () => Prepare | Promise<Prepare>,
): Promise<CreatedGame> {
  const { store, mail, tokens } = services;
  const request = key && toKnownRequest(tokens, scopeOf(scope, key, client), key, schema, body);
  const first = request && await findKnown(services, request, key);
  if (first) return first;
  const prepare = await begin();
  let runningFor = 0;
  let participantMails = 0;
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
    participantMails = mails.filter(({ recipient }) => recipient !== ORGANIZER).length;
    runningFor = mail && mails.length > 0 ? mail.patience / 1000 + GRACE : 0;
    const record = request ? { ...request.record, runningFor } : null;
    const remembered = hasSealedMemory(change.game) ? remembers : null;
    return record || remembered
      ? await store.createGameOnce(change.game, mails, record, remembered)
      : await store.createGame(change.game, mails);
  };
  let stored = await attempt(true);
  if (!stored) {
    const other = request && await findKnown(services, request, key);
    if (other) return other;
    if (remembers) stored = await attempt(false);
  }
  if (!stored) throw new GameError("GAME_NOT_FOUND");
  const { game } = stored;
  // Other games may have been stored in the same turn of the event loop.
  if (services.sizes.note(game.code, game)) await yieldToEventLoop();
  const created = await settle(services, stored, participantMails);
  if (request && runningFor > 0) {
    // If this fails, the in-progress state expires.
    await store.endRequest(request.record.key)
      .catch((error) => logError("end of a request not noted", error, { game: created.game.id }));
  }
  return created;
}

/**
 * Waits for the mails of a new game, and reads their state.
 *
 * @param participantMails how many of them go to participants.
 */
async function settle(
  { store, mail }: Services,
  { game, mailIds }: Created,
  participantMails: number,
): Promise<CreatedGame> {
  if (!mail || mailIds.length === 0) {
    const emails: EmailStatuses = new Map();
    return { game, emails, emailResults: countResults(game, emails) };
  }
  leavePlace();
  const { organizer, participants } = await readAfterChange(
    () => mail.settle(game.id, mailIds),
    { organizer: NONE, participants: { ...NONE, queued: participantMails } },
  );
  return {
    game,
    emails: await readAfterChange(() => store.readEmailStatuses(game.id), new Map()),
    emailResults: {
      organizerEmailSent: organizer.sent > 0,
      participantEmailsSent: participants.sent,
      participantEmailsFailed: participants.failed,
      participantEmailsQueued: participants.queued,
    },
  };
}

/**
 * Finds the game of an earlier request with the same key; null if there was none.
 *
 * @throws {GameError} 409 for another body, or while the first request is in progress; 403 if the link in the
 * first answer has ended, because its holder must not get the new one.
 */
async function findKnown(
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

/** Counts the current states of a creation's mails, using the latest mail to each person. */
function countResults({ sendEmails }: Game, emails: EmailStatuses) {
  const participants = sendEmails
    ? [...emails].filter(([number]) => number !== ORGANIZER).map(([, { status }]) => status)
    : [];
  const count = (wanted: string) => participants.filter((status) => status === wanted).length;
  return {
    organizerEmailSent: sendEmails && emails.get(ORGANIZER)?.status === "sent",
    participantEmailsSent: count("sent"),
    participantEmailsFailed: count("failed"),
    /** Mails that are sent later. */
    participantEmailsQueued: count("queued"),
  };
}
