import { addressKey } from "../game/identity.ts";
import { ownsAddress } from "../game/seal.ts";
import { type Game, ORGANIZER, type Participant } from "../game/types.ts";
import type { Tokens } from "../game/tokens.ts";
import type { AddressPlace, GameStore, NewMail, Store } from "../store/store.ts";
import { isReported } from "./limits.ts";
import { type Addressed, findRecipient } from "./recipient.ts";

/**
 * Limits: places looked up for an address, places of one game, and places in one mail. A game created with
 * the same address a thousand times must not hide the others.
 */
const MOST = { found: 1_000, ofGame: 12, listed: 100, spellings: 64 };

/** A place in a game, which its personal link opens. */
export interface OwnPlace {
  game: Game;
  /** null: the organizer's place. */
  participant: Participant | null;
}

/**
 * The places of an address in active games, in any spelling; one place of each game before a second of any.
 */
export async function findPlaces(
  store: Pick<GameStore, "findAddress">,
  address: string,
): Promise<AddressPlace[]> {
  const key = addressKey(address);
  const found = await store.findAddress(spellingsOf(address), MOST.found, MOST.ofGame);
  return found.filter(({ email }) => addressKey(email) === key);
}

/**
 * Spellings of an address to look up: lower case, with its first six or so non-ASCII letters in either case,
 * because a database may only lower-case ASCII; and decomposed, as old releases stored them.
 */
export function spellingsOf(address: string): string[] {
  const key = addressKey(address);
  const spellings = [key, address.toLowerCase(), key.normalize("NFD")].flatMap((spelling) =>
    Array.from(spelling).reduce((begun, letter) => {
      const upper = /[ -~]/.test(letter) ? letter : letter.toUpperCase();
      const isEither = upper !== letter && begun.length < MOST.spellings / 2;
      return begun.flatMap((text) => isEither ? [text + letter, text + upper] : text + letter);
    }, [""])
  );
  return [...new Set(spellings)];
}

/**
 * Selects the places that a mail lists. Each game records first that a link is sent, and is read after that:
 * a later change of the address knows about the link, and after an earlier change the link is not listed. Games that
 * the address has reported are left out, as they send it nothing.
 */
export async function readOwnPlaces(
  store: Pick<Store, "findAddress" | "readGameById" | "addMails" | "readReports">,
  tokens: Tokens,
  game: Game,
  mail: Addressed & { id: string },
): Promise<OwnPlace[]> {
  const recipient = findRecipient(game, mail);
  if (!recipient) return [];
  const key = addressKey(recipient.address);
  const isOwn = (email: string | null) => email !== null && addressKey(email) === key;
  const listed = draw(await findPlaces(store, recipient.address));
  const own: OwnPlace[] = [];
  for (const [id, places] of Map.groupBy(listed, ({ gameId }) => gameId)) {
    if (isReported(tokens, { id }, await store.readReports(id), recipient.address)) continue;
    const numbers = new Set(places.map(({ number }) => number));
    const add = [...numbers]
      .filter((number) => id !== game.id || number !== mail.recipient)
      .map((recipient) => noteOf(mail, recipient));
    if (add.length > 0) await store.addMails(id, () => ({ add, update: [] }));
    const found = await store.readGameById(id);
    if (!found || found.archivedAt) continue;
    if (numbers.has(ORGANIZER) && isOwn(found.organizerEmail)) {
      own.push({ game: found, participant: null });
    }
    for (const participant of found.participants) {
      const isTheirs = isOwn(participant.email) && ownsAddress(found, participant);
      if (numbers.has(participant.number) && isTheirs) {
        own.push({ game: found, participant });
      }
    }
  }
  return own.toSorted((one, other) => one.game.date < other.game.date ? -1 : 1);
}

/**
 * If there are too many places for one mail, a random selection of them, so that others come another time.
 */
function draw(places: readonly AddressPlace[]): AddressPlace[] {
  return [...Map.groupBy(places, ({ gameId }) => gameId).values()]
    .flatMap((ofGame) => ofGame.map((place, turn) => ({ place, turn, lot: Math.random() })))
    .toSorted((one, other) => one.turn - other.turn || one.lot - other.lot)
    .slice(0, MOST.listed)
    .map(({ place }) => place);
}

/** Records that a link is in a mail of another game, once, even if retried. */
function noteOf({ id }: { id: string }, recipient: number): NewMail {
  return { recipient, kind: "ownLinks", topic: id, isOnce: true, isSent: true };
}
