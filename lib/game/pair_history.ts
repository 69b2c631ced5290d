/** Who had whom in earlier games of one line, so that nobody gets the same person again. Kept as keyed hashes. */
import type { Ban } from "../draw/draw.ts";
import { normalizedKey } from "./identity.ts";
import type { Tokens } from "./tokens.ts";
import { type Game, LIMITS, type PairHistory, type Participant, type PersonKeys } from "./types.ts";

/**
 * 48 bits of each hash, in base64url: of 1,000 people two share one once in 500 million times, and then
 * one of them does not get someone whom they might have got.
 */
const KEY_LENGTH = 8;

/** How many years before a game its memory reaches. */
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
 * The pairs to avoid in a draw, by place in the list of people: a list for each earlier game, the oldest first.
 * None once the seal of a game is broken: who sees new pairs could read from them what never comes.
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
 * What the next game of the line remembers: this one, and what it remembers itself, up to five years back.
 *
 * @param people who of this game is still known.
 * @param date YYYY-MM-DD, of the next game.
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
  return [...earlier, { date: ownDate, isSealed, pairs }]
    .filter((game) => game.date >= first && game.pairs.length > 0)
    .toSorted((one, other) => one.date < other.date ? -1 : one.date > other.date ? 1 : 0)
    .slice(-LIMITS.rememberedGames);
}

/** The memory of someone under another name, once that is theirs. */
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

/** The memory without someone. */
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

/** The memory of those games alone whose pairs their organizer knew. */
export function withoutSealed(
  { memory, isSealed }: Pick<Game, "memory" | "isSealed">,
): PairHistory[] {
  return memory.filter((game) => !(game.isSealed ?? isSealed));
}

/** The same day that many years before, also where there was none: dates are compared as texts. */
function yearsBefore(date: string): string {
  const year = Math.max(0, Number(date.slice(0, 4)) - YEARS);
  return String(year).padStart(4, "0") + date.slice(4);
}
