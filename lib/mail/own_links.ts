import { addressKey } from "../game/identity.ts";
import { ownsAddress } from "../game/seal.ts";
import { type Game, ORGANIZER, type Participant } from "../game/types.ts";
import type { Tokens } from "../game/tokens.ts";
import type { AddressPlace, GameStore, NewMail, Store } from "../store/store.ts";
import { isReported } from "./limits.ts";
import { type Addressed, findRecipient } from "./recipient.ts";

/**
 * Limits: places looked up for an address, places of one game, places in one mail, and spellings of an address. A game
 * with the same address a thousand times must not hide the others.
 */
const MOST = { found: 1_000, ofGame: 12, listed: 100, spellings: 64 };

/** A place in a game, opened by its personal link. */
export interface OwnPlace {
  game: Game;
  /** null: the organizer's place. */
  participant: Participant | null;
}

/** Finds the places of an address in active games, in any spelling; one place of each game before a second of any. */
export async function findPlaces(
  store: Pick<GameStore, "findAddress">,
  address: string,
): Promise<AddressPlace[]> {
  const key = addressKey(address);
  const found = await store.findAddress(spellingsOf(address), MOST.found, MOST.ofGame);
  return found.filter(({ email }) => addressKey(email) === key);
}

/**
 * Spellings of an address to look up: in lower case, with the first five or so non-ASCII letters in either case,
 * because a database may lower-case only ASCII; and decomposed, because old releases stored them so.
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
 * Selects the places that a mail lists. Each game first records that a link is sent and is read after that. So a later
 * change of the address takes the link into account, and after an earlier change the link is not listed. Games that
 * the address has reported are left out, because they send it nothing.
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

/** If there are too many places for one mail, selects some at random, so that another mail lists others. */
function draw(places: readonly AddressPlace[]): AddressPlace[] {
  return [...Map.groupBy(places, ({ gameId }) => gameId).values()]
    .flatMap((ofGame) => ofGame.map((place, turn) => ({ place, turn, lot: Math.random() })))
    .toSorted((one, other) => one.turn - other.turn || one.lot - other.lot)
    .slice(0, MOST.listed)
    .map(({ place }) => place);
}

/** Records once, even after retries, that a mail of another game contains a link. */
function noteOf({ id }: { id: string }, recipient: number): NewMail {
  return { recipient, kind: "ownLinks", topic: id, isOnce: true, isSent: true };
}
