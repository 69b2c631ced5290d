import { randomBytes } from "node:crypto";
import type { Credential } from "../game/access.ts";
import type { SendMessage, SendThanks } from "../game/actions/messages.ts";
import { isGiftClosed } from "../game/assignments.ts";
import { GameError } from "../game/errors.ts";
import type { Tokens } from "../game/tokens.ts";
import { requireTimeToThank } from "../game/finale.ts";
import {
  directionOf,
  endsOf,
  hasAskedForWish,
  type MessagesView,
  type NewMessage,
  type Partner,
  PARTNERS,
  toMinute,
  unreadMessages,
  viewMessages,
} from "../game/messages.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import { type Game, type GameEvent, LIMITS, type Participant } from "../game/types.ts";
import { NONCE_BYTES } from "../game/sealed_text.ts";
import { wake } from "../mail/push.ts";
import type { Services } from "../services.ts";
import type { RequestKey } from "./idempotency.ts";
import { openByToken, type OwnAccess } from "./open.ts";
import { untilStored } from "./until_stored.ts";

const DAY = 86_400_000;
/** `Retry-After` for a sender at the daily limit, in seconds. */
const RETRY_AFTER = 3600;

interface SendOptions {
  /** Key of a form: the same content sent twice with the same key is stored once. */
  key?: RequestKey | undefined;
}

/**
 * Sends a message from a participant to their receiver or to their giver.
 *
 * @throws {GameError} 404, 401 or 403 for game and token; 400 before the draw or if the gift is locked; 429 at the
 * daily limit.
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
 * Sends a receiver's note of thanks to their giver, once.
 *
 * @throws {GameError} as `sendMessage` does; 400 before the event is over, and for a second note.
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
      requireTimeToThank(game, new Date());
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
  { key }: SendOptions,
  decide: (own: OwnAccess) => Omit<NewMessage, "id" | "sentAt">,
): Promise<OwnAccess> {
  const { store, tokens, mail, push } = services;
  return await untilStored(async () => {
    const own = await openByToken(services, code, credential, { markViewed: false });
    const { game, access: { participant: sender } } = own;
    const decided = decide(own);
    const now = new Date();
    const id = key?.isForm ? idOfForm(tokens, own, key.key, decided) : crypto.randomUUID();
    const place = { ...decided, gameId: game.id, id };
    const from: Partner = decided.isFromGiver ? "giver" : "receiver";
    const event: GameEvent = { type: "messageSent", participant: endsOf(decided).recipient, from };
    const change = { game, events: [event] };
    const about = mail?.mailsFor(change).find(({ kind }) => kind === "messageWaiting");
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
      mail: about ? { delay: 0, ...about } : null,
      notices: push.noticesFor(change),
    });
    switch (outcome) {
      case "stored":
        wake(services);
        return own;
      case "known":
        return own;
      case "thanked":
        throw new GameError("ALREADY_THANKED");
      case "full":
        throw new GameError("TOO_MANY_MESSAGES", { retryAfter: RETRY_AFTER });
      case "stale":
        return null;
    }
  });
}

/**
 * Derives a message's id from its form, so that a form that is sent twice counts once. Uses only facts that the sender
 * knows: whether a message is new must not reveal whether the sender's giver, or the giver's link, is still the same.
 */
function idOfForm(
  tokens: Tokens,
  { game, access: { participant: { number, tokenVersion } } }: OwnAccess,
  key: string,
  { isFromGiver, isThanks, receiver, question, text }: Omit<NewMessage, "id" | "sentAt">,
): string {
  const said = { isThanks, question, text, to: isFromGiver ? receiver : "giver" };
  const sender = [String(number), String(tokenVersion)];
  return tokens.hashes("message", game.id, ...sender, key, JSON.stringify(said))[0];
}

/**
 * Loads a participant's two threads: with their receiver and with their giver.
 *
 * @param isLookedAt true if the participant sees the messages now. They then count as read, and the gift as opened,
 * because the receiver's messages may reveal who they are.
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
  const messages = await readMessages(services, own, {
    isOpen: isLookedAt || !isGiftClosed(own.game, own.access.participant),
    read: isLookedAt ? PARTNERS : [],
  });
  return { ...own, messages };
}

/**
 * Loads the threads of a game that is already loaded, as `openMessages` does.
 *
 * @param isOpen false while the gift is closed: then nothing of the receiver is shown, and in a sealed game nothing at
 * all. A prefetched page does not open the gift, because the participant may never look at it.
 * @param read the threads that the participant sees now; only these are marked as read.
 */
export async function readMessages(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  { game, access }: OwnAccess,
  { isOpen, read }: { isOpen: boolean; read: readonly Partner[] },
): Promise<MessagesView> {
  const { participant } = access;
  const isHidden = game.isGathering || (!isOpen && pairsHiddenFromOrganizer(game));
  const stored = isHidden ? [] : await store.readMessages(game.id, participant.number);
  const seesAssignment = access.seesAssignment && isOpen;
  const seen = { ...access, seesAssignment };
  const unread = unreadMessages(game, seen, stored);
  for (const from of read) {
    // By id, because other messages may have arrived in the meantime.
    const ids = unread[from].map(({ id }) => id);
    if (ids.length > 0) await store.markRead(game.id, participant.number, from, ids);
  }
  return viewMessages(game, seen, stored, tokens.messages);
}

/** Returns `hasAskedForWish` for a loaded game whose gift is open. */
export async function readAskedForWish(
  { store }: Pick<Services, "store">,
  { game, access }: OwnAccess,
): Promise<boolean> {
  const stored = await store.readMessages(game.id, access.participant.number);
  return hasAskedForWish(game, access, stored);
}

/** Counts the unread messages that a participant may read, in each of their two threads. */
export function countUnread(
  { store }: Pick<Services, "store">,
  game: Game,
  { number, tokenVersion }: Participant,
): Promise<Record<Partner, number>> {
  return store.countUnread(game.id, number, pairsHiddenFromOrganizer(game) ? tokenVersion : null);
}
