import { addressKey, addressKeys } from "../game/identity.ts";
import { type Game, type Language, ORGANIZER } from "../game/types.ts";
import type { Services } from "../services.ts";
import { endDevicesAfterOptOut } from "./devices.ts";
import { isUuid } from "./senders.ts";

/** The choice of one address about reminders and notices of one game. */
interface Subscription {
  game: Game;
  /** The reader's language. */
  language: Language;
  isUnsubscribed: boolean;
  /** `Tokens.declining` of the address, which ends the mails of all games. */
  declining: string;
}

/**
 * Reads whether an address has opted out of all mail; null if the link is invalid.
 *
 * @param token `Tokens.declining` of the address, which only mails to it contain.
 * @param change stored before reading.
 */
export async function openDeclining(
  { store: { limits }, tokens }: Services,
  token: string,
  change?: { isDeclined: boolean },
): Promise<{ isDeclined: boolean } | null> {
  const key = tokens.declinedKey(token);
  if (key === null) return null;
  if (change) await limits.setDeclined(key, change.isDeclined);
  return change ?? { isDeclined: await limits.isDeclined(key) };
}

/**
 * Reads the choice of a mailed link's address; null if the address is not, or no longer, in the game.
 *
 * @param change stored before reading.
 */
export async function openSubscription(
  services: Services,
  gameId: string,
  token: string,
  change?: { isUnsubscribed: boolean },
): Promise<Subscription | null> {
  const { store, tokens } = services;
  const game = isUuid(gameId) ? await store.readGameById(gameId) : null;
  if (!game) return null;
  const readers = [
    { number: ORGANIZER, email: game.organizerEmail, language: game.language },
    ...game.participants.map(({ number, email, language }) => ({
      number,
      email,
      language: language ?? game.language,
    })),
  ];
  // Keys of earlier releases are tried last, because they may also match another reader.
  for (const isFormer of [false, true]) {
    for (const { email, language } of readers) {
      if (!email) continue;
      const [key, ...former] = addressKeys(email);
      const linked = isFormer ? former : [key];
      if (!linked.some((key) => tokens.isUnsubscribe(game, key, token))) continue;
      if (change) {
        const [hash, ...others] = tokens.optOutHashes(game, email);
        // Only the hash is kept once the address has left the game, so that the opt-out holds if it is entered again.
        const marks = change.isUnsubscribed ? [key, hash] : [key, ...former, hash, ...others];
        for (const mark of marks) await store.setUnsubscribed(game.id, mark, change.isUnsubscribed);
      }
      if (change?.isUnsubscribed) {
        const own = readers.filter((one) => one.email && addressKey(one.email) === key);
        for (const { number } of own) await endDevicesAfterOptOut(services, game, number);
      }
      const isUnsubscribed = change?.isUnsubscribed ??
        tokens.isOptedOut(game, email, await store.readUnsubscribed(game.id));
      return { game, language, isUnsubscribed, declining: tokens.declining(email) };
    }
  }
  return null;
}
