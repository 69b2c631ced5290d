import { randomBytes } from "node:crypto";
import type { Credential, ParticipantAccess } from "../game/access.ts";
import type { SendMessage, SendThanks } from "../game/actions/messages.ts";
import { GameError } from "../game/errors.ts";
import { requireOver } from "../game/finale.ts";
import {
  directionOf,
  endsOf,
  type MessagesView,
  type NewMessage,
  type Partner,
  PARTNERS,
  toMinute,
  viewMessages,
} from "../game/messages.ts";
import type { Random } from "../draw/random.ts";
import { cryptoRandom } from "../draw/random.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import { type Game, LIMITS, type Participant } from "../game/types.ts";
import { NONCE_BYTES } from "../game/message_cipher.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Services } from "../services.ts";
import { DatabaseBusy, type WrittenMessage } from "../store/store.ts";
import type { RequestKey } from "./idempotency.ts";
import { findActiveGame, openGame } from "./open.ts";

/** How often a message is decided again whose pair changes just as it is written. */
const ATTEMPTS = 10;
const DAY = 86_400_000;
/** When someone who has written too much is told to come back, in seconds. */
const RETRY_AFTER = 3600;

/** A mail about a message goes out after so many seconds, drawn evenly: when it comes shall not tell who wrote. */
export const MAIL_DELAY = { least: 180, most: 900 } as const;

/** @returns seconds */
export function drawMailDelay(random: Random): number {
  return MAIL_DELAY.least + random.below(MAIL_DELAY.most - MAIL_DELAY.least + 1);
}

/** A participant who showed their token, in an active game. */
export interface OwnAccess {
  game: Game;
  access: ParticipantAccess;
}

/**
 * Loads a game for someone who writes or reads messages: an id is never enough.
 *
 * @param options as of `openGame`.
 * @throws {GameError} 404, then 401 without a token, 403 for a wrong one.
 */
async function openByToken(
  services: Services,
  code: string,
  { participantToken, participantId }: Credential,
  options: { markViewed: boolean; withKept?: boolean },
): Promise<OwnAccess> {
  if (!participantToken) {
    await findActiveGame(services, code);
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  const own = { participantToken, participantId };
  const { game, access } = await openGame(services, code, own, options);
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  return { game, access };
}

interface SendOptions {
  /** Whether the answer shows whom they give to. */
  showsPair?: boolean;
  /** Of a form that may be sent twice: the same words with it are one message. */
  key?: RequestKey | undefined;
}

/**
 * Carries a message to the other one of someone's pair.
 *
 * @throws {GameError} 404, 401 or 403 for game and token; 400 while nothing is drawn or where the gift is withheld; 429
 * for more than the day's number.
 */
export function sendMessage(
  services: Services,
  code: string,
  action: SendMessage,
  credential: Credential,
  options: SendOptions,
): Promise<OwnAccess> {
  const { to, text = null, question = null } = action;
  return send(
    services,
    code,
    credential,
    options,
    ({ game, access }) => ({
      ...directionOf(game, access.participant, to),
      isThanks: false,
      question,
      text,
    }),
  );
}

/**
 * Carries a receiver's note of thanks to who gave to them, once.
 *
 * @throws {GameError} as `sendMessage` does; 400 before the event is over, and for a second one.
 */
export function sendThanks(
  services: Services,
  code: string,
  action: SendThanks,
  credential: Credential,
  options: SendOptions,
): Promise<OwnAccess> {
  return send(
    services,
    code,
    credential,
    options,
    ({ game, access }) => {
      requireOver(game, new Date());
      return {
        ...directionOf(game, access.participant, "giver"),
        isThanks: true,
        question: null,
        text: action.text,
      };
    },
  );
}

async function send(
  services: Services,
  code: string,
  credential: Credential,
  { showsPair = false, key }: SendOptions,
  decide: (own: OwnAccess) => Omit<NewMessage, "id" | "sentAt">,
): Promise<OwnAccess> {
  const { store, tokens, mail } = services;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const own = await openByToken(services, code, credential, { markViewed: showsPair });
    const { game, access: { participant: sender } } = own;
    const decided = decide(own);
    const now = new Date();
    const id = !key?.isForm ? crypto.randomUUID() : tokens.hashes(
      "message",
      game.id,
      String(sender.number),
      key.key,
      JSON.stringify(decided),
    )[0];
    const place = { ...decided, gameId: game.id, id };
    const outcome = await store.addMessage(game.id, {
      message: {
        ...decided,
        id,
        text: decided.text === null
          ? null
          : tokens.messages.seal(decided.text, place, randomBytes(NONCE_BYTES)),
        sentAt: toMinute(now),
      },
      sender,
      limit: {
        count: LIMITS.messagesPerDay,
        since: new Date(now.getTime() - DAY).toISOString(),
      },
      mail: mail && mailAbout(mail, game, decided),
    });
    switch (outcome) {
      case "stored":
        mail?.wake();
        return own;
      case "known":
        return own;
      case "thanked":
        throw new GameError("ALREADY_THANKED");
      case "full":
        throw new GameError("TOO_MANY_MESSAGES", { retryAfter: RETRY_AFTER });
      case "stale":
        continue;
    }
  }
  throw new DatabaseBusy("Others keep changing this game");
}

/** The mail to the recipient of a message; null: none. */
function mailAbout(
  mailer: Pick<Mailer, "mailsFor">,
  game: Game,
  message: Pick<NewMessage, "giver" | "receiver" | "isFromGiver">,
): WrittenMessage["mail"] {
  const { recipient } = endsOf(message);
  const from: Partner = message.isFromGiver ? "giver" : "receiver";
  const event = { type: "messageSent", participant: recipient, from } as const;
  const mail = mailer.mailsFor({ game, events: [event] })
    .find(({ kind }) => kind === "messageWaiting");
  return mail ? { ...mail, delay: drawMailDelay(cryptoRandom) } : null;
}

/**
 * Someone's two conversations.
 *
 * @param isLookedAt whether they are shown to someone: then what came is read by now, and the gift counts as opened,
 * since who writes in the thread with the person one gives to may tell who they are.
 * @throws {GameError} 404, 401 or 403 for game and token.
 */
export async function openMessages(
  services: Services,
  code: string,
  credential: Credential,
  { isLookedAt }: { isLookedAt: boolean },
): Promise<OwnAccess & { messages: MessagesView }> {
  const own = await openByToken(services, code, credential, {
    markViewed: isLookedAt,
    withKept: false,
  });
  const messages = await readMessages(services, own, PARTNERS, isLookedAt);
  return { ...own, messages };
}

/**
 * The same of a game that is open already.
 *
 * @param shown the threads that are on the screen, and count as read by that.
 */
export async function readMessages(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  { game, access }: OwnAccess,
  shown: readonly Partner[],
  isLookedAt: boolean,
): Promise<MessagesView> {
  const { participant } = access;
  const stored = game.isGathering ? [] : await store.readMessages(game.id, participant.number);
  // Fetched ahead of anyone who may never look, it shows no more than they have seen.
  const seesAssignment = access.seesAssignment && participant.viewedAt !== null;
  const messages = viewMessages(game, { ...access, seesAssignment }, stored, tokens.messages);
  for (const from of isLookedAt ? shown : []) {
    if (messages.unread[from] > 0) await store.markRead(game.id, participant.number, from);
  }
  return messages;
}

/** How many messages wait for someone in their two conversations, of those that they may read. */
export function countUnread(
  { store }: Pick<Services, "store">,
  game: Game,
  { number, tokenVersion }: Participant,
): Promise<Record<Partner, number>> {
  return store.countUnread(game.id, number, pairsHiddenFromOrganizer(game) ? tokenVersion : null);
}
