import { normalizedKey } from "../game/identity.ts";
import { ownsAddress } from "../game/seal.ts";
import { type Game, ORGANIZER, type Participant } from "../game/types.ts";
import type { AddressPlace, GameStore, NewMail, Store } from "../store/store.ts";
import { type Addressed, findRecipient } from "./recipient.ts";

/**
 * So many places of one address are looked up, so many of them of one game, and so many are in one mail: a game
 * that is made with the same address a thousand times shall not hide the others.
 */
const MOST = { found: 1_000, ofGame: 12, listed: 100, spellings: 64 };

/** Someone's place in a game, which their link opens. */
export interface OwnPlace {
  game: Game;
  /** null: as its organizer. */
  participant: Participant | null;
}

/** Where an address stands in active games, one place of each before a second of any; however it is spelt. */
export async function findPlaces(
  store: Pick<GameStore, "findAddress">,
  address: string,
): Promise<AddressPlace[]> {
  const key = normalizedKey(address);
  const found = await store.findAddress(spellingsOf(address), MOST.found, MOST.ofGame);
  return found.filter(({ email }) => normalizedKey(email) === key);
}

/**
 * An address in lower case, with its first letters beyond ASCII, six or so, in either case: a database may
 * know the case of ASCII alone. And decomposed, as addresses came in once.
 */
export function spellingsOf(address: string): string[] {
  const key = normalizedKey(address);
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
 * The places that a mail lists, of all its address has. That it lists them is noted first, in each game, and the
 * games are read after that: whoever changes an address later knows that a link went there, and where it was
 * changed before, the link is not listed.
 */
export async function readOwnPlaces(
  store: Pick<Store, "findAddress" | "readGameById" | "addMails">,
  game: Game,
  mail: Addressed & { id: string },
): Promise<OwnPlace[]> {
  const recipient = findRecipient(game, mail);
  if (!recipient) return [];
  const key = normalizedKey(recipient.address);
  const isOwn = (email: string | null) => email !== null && normalizedKey(email) === key;
  const listed = draw(await findPlaces(store, recipient.address));
  const own: OwnPlace[] = [];
  for (const [id, places] of Map.groupBy(listed, ({ gameId }) => gameId)) {
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

/** Where the places are too many for one mail, those of a turn are drawn, so that others come another time. */
function draw(places: readonly AddressPlace[]): AddressPlace[] {
  return [...Map.groupBy(places, ({ gameId }) => gameId).values()]
    .flatMap((ofGame) => ofGame.map((place, turn) => ({ place, turn, lot: Math.random() })))
    .toSorted((one, other) => one.turn - other.turn || one.lot - other.lot)
    .slice(0, MOST.listed)
    .map(({ place }) => place);
}

/** That someone's link is in a mail of another row; once, however often that is tried. */
function noteOf({ id }: { id: string }, recipient: number): NewMail {
  return { recipient, kind: "ownLinks", topic: id, isOnce: true, isSent: true };
}
