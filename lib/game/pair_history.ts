/** Pairs of earlier games in a series, so that no one gets the same person again. Stored as keyed hashes. */
import type { Ban } from "../draw/draw.ts";
import { normalizedKey } from "./identity.ts";
import type { Tokens } from "./tokens.ts";
import { type Game, LIMITS, type PairHistory, type Participant, type PersonKeys } from "./types.ts";

/**
 * Each hash has 48 bits, in base64url: among 1,000 people two collide once in 500 million games, and then one
 * of them misses a possible receiver.
 */
const KEY_LENGTH = 8;

/** How many years back the pair history reaches. */
const YEARS = 5;

/** @param tokens of the service, which has the keys. */
export function personKeysOf(tokens: Tokens): PersonKeys {
  return (name) => {
    const [present, ...older] = tokens.hashes("memory", normalizedKey(name));
    const short = (hash: string) => hash.slice(0, KEY_LENGTH);
    return [short(present), ...older.map(short)];
  };
}

/**
 * The pairs to avoid in a draw, by index in the list of people: a list per earlier game, the oldest first.
 * Empty once the seal of a game is broken: the visible new pairs would show which ones never occur.
 */
export function pairsInHistory(
  { memory, participants, sealBrokenAt }: Game,
  personKeys: PersonKeys,
): Ban[][] {
  if (memory.length === 0 || sealBrokenAt !== null) return [];
  const indexOf = new Map(
    participants.flatMap(({ name }, index) => personKeys(name).map((key) => [key, index] as const)),
  );
  return memory.map(({ pairs }) =>
    pairs.flatMap(([giver, receiver]): Ban[] => {
      const one = indexOf.get(giver);
      const other = indexOf.get(receiver);
      return one === undefined || other === undefined ? [] : [[one, other]];
    })
  ).filter((pairs) => pairs.length > 0);
}

/**
 * The pair history of the next game in the series: this game and its own history, up to five years back.
 *
 * A game counts as no earlier than those before it in the series, so that those are dropped first. Otherwise an
 * organizer could choose dates that keep one sealed game in the history of any number of games that do not avoid each
 * other, and work out its pairs from the receivers that never come.
 *
 * @param people of this game who were not erased.
 * @param date of the next game, YYYY-MM-DD.
 */
export function addToPairHistory(
  { memory, date: ownDate, isSealed }: Game,
  people: readonly Participant[],
  date: string,
  personKeys: PersonKeys,
): PairHistory[] {
  const keys = new Map(people.map(({ number, name }) => [number, personKeys(name)]));
  const present = new Map(
    [...keys.values()].flatMap((those) => those.map((key) => [key, those[0]] as const)),
  );
  const earlier = memory.map((game) => ({
    ...renamed(game, (key) => present.get(key) ?? key),
    isSealed: game.isSealed ?? isSealed,
  }));
  const pairs = people.flatMap(({ number, receiver }): PairHistory["pairs"] => {
    const giverKeys = keys.get(number);
    const receiverKeys = receiver === null ? undefined : keys.get(receiver);
    return giverKeys && receiverKeys ? [[giverKeys[0], receiverKeys[0]]] : [];
  });
  const first = yearsBefore(date);
  const latest = memory.reduce((last, game) => game.date > last ? game.date : last, ownDate);
  return [...earlier, { date: latest, isSealed, pairs }]
    .filter((game) => game.date >= first && game.pairs.length > 0)
    .toSorted((one, other) => one.date < other.date ? -1 : one.date > other.date ? 1 : 0)
    .slice(-LIMITS.rememberedGames);
}

/** The pair history after a person was renamed. */
export function carryName(
  memory: readonly PairHistory[],
  { from, to }: { from: string; to: string },
  personKeys: PersonKeys,
): PairHistory[] {
  if (memory.length === 0 || normalizedKey(from) === normalizedKey(to)) return [...memory];
  const former = new Set(personKeys(from));
  const [present] = personKeys(to);
  return memory.map((game) => renamed(game, (key) => former.has(key) ? present : key));
}

/** The pair history without a person. */
export function forgetPerson(
  memory: readonly PairHistory[],
  name: string,
  personKeys: PersonKeys,
): PairHistory[] {
  if (memory.length === 0) return [];
  const keys = new Set(personKeys(name));
  return memory.map((game) => ({
    ...game,
    pairs: game.pairs.filter((pair) => !pair.some((key) => keys.has(key))),
  })).filter(({ pairs }) => pairs.length > 0);
}

function renamed(game: PairHistory, rename: (key: string) => string): PairHistory {
  const pairs = game.pairs.map(([giver, receiver]): PairHistory["pairs"][number] => [
    rename(giver),
    rename(receiver),
  ]);
  return { ...game, pairs };
}

/** The pair history without sealed games. */
export function withoutSealed(
  { memory, isSealed }: Pick<Game, "memory" | "isSealed">,
): PairHistory[] {
  return memory.filter((game) => !(game.isSealed ?? isSealed));
}

/** The same day this many years earlier, even if that date does not exist: dates are compared as text. */
function yearsBefore(date: string): string {
  const year = Math.max(0, Number(date.slice(0, 4)) - YEARS);
  return String(year).padStart(4, "0") + date.slice(4);
}
