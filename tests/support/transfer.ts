import fc from "fast-check";
import { SKIPPED_LINKS } from "@/lib/game/link_versions.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { parseSettings, type Settings } from "@/lib/settings.ts";
import { openStore } from "@/lib/store/open.ts";
import { openServerKeys } from "@/lib/store/server_key.ts";
import type { NewMail, Store } from "@/lib/store/store.ts";
import type { Watch } from "@/lib/store/transfer/copy.ts";
import { openMovableSource, type Place } from "@/lib/store/transfer/places.ts";
import type { GameRecord } from "@/lib/store/transfer/port.ts";
import { inDays, makeGame, people } from "./games.ts";
import { makeMigratedDatabase } from "./postgres.ts";

/** The Postgres driver keeps timers and sockets after it is closed. */
export const UNSANITIZED = { sanitizeOps: false, sanitizeResources: false };

export const SECRET = "a token secret for the tests of transfers";

/** Continues without showing anything. */
export const unwatched: Watch = {
  onProgress() {},
  onWait() {},
  signal: new AbortController().signal,
};

/** Runs a test with its own directory. */
export async function withDirectory(run: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-transfer-" });
  try {
    await run(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Settings of an empty database of each kind: SQLite with its own file and secret, or a migrated Postgres database. */
export const ENGINES = {
  SQLite: (directory: string): Promise<Settings> =>
    Promise.resolve(parseSettings({ DATA_DIR: `${directory}/${crypto.randomUUID()}` })),
  Postgres: async (): Promise<Settings> =>
    parseSettings({ DATABASE_URL: await makeMigratedDatabase(), TOKEN_SECRET: SECRET }),
};

type Engine = keyof typeof ENGINES;
export const engines: readonly Engine[] = ["SQLite", "Postgres"];

/** Declares a test for each of these kinds, with its own directory. */
export function testFor<T extends string>(
  kinds: readonly T[],
  name: string,
  run: (kind: T, directory: string) => Promise<void>,
): void {
  for (const kind of kinds) {
    Deno.test({
      name: `${name} (${kind})`,
      ...UNSANITIZED,
      fn: () => withDirectory((directory) => run(kind, directory)),
    });
  }
}

/** Opens a database with its key, as the service does. */
export async function serve<T>(
  settings: Settings,
  work: (store: Store, key: Uint8Array) => Promise<T>,
): Promise<T> {
  const store = await openStore(settings);
  try {
    const [key] = await openServerKeys(settings, store);
    return await work(store, key);
  } finally {
    await store.close();
  }
}

/** Everything in a database that no process is serving. */
export async function recordsIn(place: Place): Promise<GameRecord[]> {
  const source = await openMovableSource(place);
  try {
    return [...await source.read(null, 100_000)];
  } finally {
    await source.close();
  }
}

/** The records as restored within a minute of the backup: new links skip those that the source may have issued. */
export function restored(records: readonly GameRecord[]): GameRecord[] {
  return records.map(({ game, ...rest }) => ({
    game: {
      ...game,
      nextNumber: game.nextNumber + SKIPPED_LINKS,
      organizerTokenReserved: SKIPPED_LINKS +
        Math.max(game.organizerTokenReserved, game.organizerTokenVersion),
    },
    ...rest,
  }));
}

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    "line one\nline two\ttab",
    'Naïve "quotes" \\ \\u0041',
    "\u2028日本語 🎁",
    "%s $1 ?",
  ),
).map((text) => text.replaceAll(/[^\P{C}\n\t]/gu, "").trim());

/** Bodies of a game's creation. */
const bodies = fc.record({
  size: fc.integer({ min: 3, max: 12 }),
  generalNotes: words,
  wish: words,
  isProtected: fc.boolean(),
  organizerEmail: fc.constantFrom("", "o@example.org"),
  timeZone: fc.constantFrom("Asia/Tokyo", undefined),
  // From tomorrow on, because elsewhere today may be over.
  days: fc.integer({ min: 1, max: 700 }),
  hasRules: fc.boolean(),
});

/** Games of all kinds, deterministic. */
export function randomGames(count: number): Game[] {
  return fc.sample(bodies, { numRuns: count, seed: 20_261_224 }).map(
    ({ size, wish, days, hasRules, ...body }) => {
      const game = makeGame(size, {
        ...body,
        date: inDays(days),
        participants: people(size).map((one) => ({ ...one, wish })),
        exclusions: hasRules && size > 5 ? [["P1", "P2"], ["P3", "P2"]] : [],
        households: hasRules && size > 8 ? [["P4", "P5", "P6"], ["P7", "P8"]] : [],
      });
      const [first, second, third] = game.participants;
      if (first && second && third) first.earlierReceivers = [third.number, second.number];
      return game;
    },
  );
}

/** Keys of addresses that want no mail, as `populate` stores them. */
export const DECLINED = ["-_AZaz09", "B", "a", "aB"];

const MAILS: readonly NewMail[] = [
  { recipient: 1, kind: "reminder", payload: { message: "Come\nall 🎁" } },
  { recipient: 2, kind: "detailsChanged", payload: { before: { time: "", date: "2026-01-01" } } },
  { recipient: null, address: "gone@example.org", kind: "participantRemoved", language: "de" },
  { recipient: 3, kind: "wishChanged", topic: "1", payload: { participant: 1, name: "A" } },
];

/** Stores games of all kinds in all states, with mails in all states. */
export async function populate(store: Store, games: readonly Game[]): Promise<void> {
  const stored = await Promise.all(
    games.map(async (game, index) =>
      (await store.createGame(game, index % 3 === 0 ? MAILS : [])).game
    ),
  );
  for (const key of DECLINED) await store.limits.setDeclined(key, true);
  await store.limits.carryDeclined("a", "aB");
  await Promise.all(stored.map(async ({ id, code, participants }, index) => {
    const [viewer] = participants;
    if (index % 4 === 0 && viewer) await store.markViewed({ id }, viewer, new Date());
    if (index % 5 === 0) await store.setUnsubscribed(id, `p${index}@example.org`, true);
    if (index % 6 === 0) {
      await store.addReport(id, {
        hash: `h${index}`,
        recipient: index % 4 ? 1 : null,
        pausesAt: 9,
      });
    }
    if (viewer && index % 2 === 0) {
      await store.addDevice(id, {
        id: crypto.randomUUID(),
        recipient: viewer.number,
        version: viewer.tokenVersion,
        since: new Date().toISOString(),
        marks: [`mark ${index}`],
        sealed: `sealed ${index}`,
      }, 5);
    }
    if (viewer?.receiver && index % 3 === 0) {
      await keepWishes(store, id, { ...viewer, receiver: viewer.receiver });
    }
    if (index % 7 === 0) {
      await store.changeGame(code, (game) => ({
        game: game && { ...game, archivedAt: new Date().toISOString() },
        outbox: null,
        result: null,
      }));
    }
  }));
  for (const size of [3, 3, 5]) {
    const { game } = await store.createGame(makeGame(size), []);
    await store.changeGameById(game.id, () => ({
      game: null,
      isErased: true,
      outbox: null,
      result: null,
    }));
  }
  // Of the claimed mails, some are sent, some given up, some postponed, and some are still being sent.
  const claimed = await store.claimMails(games.length, 600);
  await Promise.all(claimed.map((mail, index) => {
    if (index % 4 === 0) return store.finishMail(mail);
    if (index % 4 === 1) return store.failMail(mail, "addressRefused");
    if (index % 4 === 2) return store.postponeMail(mail, 3600, "receiverBusy");
  }));
}

/** Stores the wishes of someone's receiver, with one item marked. */
async function keepWishes(
  store: Store,
  gameId: string,
  { number, receiver, tokenVersion }: Participant & { receiver: number },
): Promise<void> {
  const wishes = ["Tea ☕", "A book"].map((title) => ({
    ...{ id: crypto.randomUUID(), title, url: "https://shop.example/?a=1&b", note: 'a "note"\n' },
    price: { amount: "20", currency: "EUR" },
    photo: null,
  }));
  const [wish = null] = wishes;
  await store.changeGameById(gameId, () => ({
    game: null,
    wishList: { participant: receiver, version: 1, revision: 3, wishes },
    outbox: null,
    result: null,
  }));
  const bytes = new TextEncoder().encode(`{"counts":\n${gameId}`.repeat(500));
  const photo = { participant: number, version: tokenVersion, type: "image/png", bytes } as const;
  await store.addPhoto(gameId, { id: crypto.randomUUID(), ...photo }, 20);
  const mark = { giver: number, receiver, wishId: wish?.id ?? "", wish };
  const markedAt = new Date().toISOString();
  await store.markWish(gameId, { ...mark, markedAt, asker: { number, tokenVersion } });
}
