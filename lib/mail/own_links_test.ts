import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { type Game, ORGANIZER } from "../game/types.ts";
import { findPlaces, readOwnPlaces, spellingsOf } from "./own_links.ts";

const HOME = "home@example.org";

/** The places that a mail to P1 of a game lists if the store finds the address in these places. */
async function list(game: Game, found = [ORGANIZER, 1, 2, 3]): Promise<(string | null)[]> {
  const places = await readOwnPlaces(
    {
      findAddress: () =>
        Promise.resolve(found.map((number) => ({ gameId: game.id, number, email: HOME }))),
      readGameById: () => Promise.resolve(game),
      addMails: () => Promise.resolve([]),
      readReports: () => Promise.resolve(new Set()),
    },
    tokens,
    game,
    { id: "1", recipient: 1 },
  );
  return places.map(({ participant }) => participant?.name ?? null);
}

Deno.test("readOwnPlaces() lists the places that still have the address", async () => {
  const game = makeGame(4, { organizerEmail: "HOME@example.org" });
  for (const one of game.participants.slice(0, 2)) one.email = HOME;
  assert.deepEqual(await list(game), [null, "P1", "P2"]);
  assert.deepEqual(await list(game, [2]), ["P2"]);
  game.organizerEmail = "olga@example.org";
  assert.deepEqual(await list(game), ["P1", "P2"]);
  assert.deepEqual(await list({ ...game, archivedAt: game.createdAt }), []);
});

Deno.test("readOwnPlaces() leaves out a claimed place of a sealed game until its address is proved", async () => {
  const game = makeGame(4, { isSealed: true });
  const [first, second] = game.participants;
  assert(first && second);
  Object.assign(first, { email: HOME });
  Object.assign(second, { email: HOME, claimOpenedAt: game.createdAt });
  assert.deepEqual(await list(game), ["P1"]);
  second.isEmailProved = true;
  assert.deepEqual(await list(game), ["P1", "P2"]);
  Object.assign(second, { isEmailProved: false });
  assert.deepEqual(await list({ ...game, isSealed: false }), ["P1", "P2"]);
});

Deno.test("readOwnPlaces() notes in every game that a link is sent, but not the mail that sends it", async () => {
  const [game, other] = [makeGame(3), makeGame(3)];
  for (const one of [...game.participants, ...other.participants]) one.email = HOME;
  const noted: [string, (number | null)[]][] = [];
  const own = await readOwnPlaces(
    {
      findAddress: () =>
        Promise.resolve(
          [game, other].flatMap(({ id }) =>
            [1, 2].map((number) => ({ gameId: id, number, email: HOME }))
          ),
        ),
      readGameById: (id) => Promise.resolve(id === game.id ? game : other),
      addMails(id, decide) {
        const { add } = decide([]);
        for (const mail of add) {
          assert.deepEqual(
            [mail.kind, mail.topic, mail.isOnce, mail.isSent],
            ["ownLinks", "7", true, true],
          );
        }
        noted.push([id, add.map(({ recipient }) => recipient).toSorted()]);
        return Promise.resolve([]);
      },
      readReports: () => Promise.resolve(new Set()),
    },
    tokens,
    game,
    { id: "7", recipient: 1 },
  );
  assert.deepEqual(new Map(noted), new Map([[game.id, [2]], [other.id, [1, 2]]]));
  assert.equal(own.length, 4);
});

Deno.test("spellingsOf() has some non-ASCII letters in either case, up to a limit", () => {
  assert.deepEqual(spellingsOf("Ana@example.org"), ["ana@example.org"]);
  const both = spellingsOf("Zoë@example.org");
  for (const one of ["zoë@example.org", "zoË@example.org", "zoe\u0308@example.org"]) {
    assert(both.includes(one), one);
  }
  const many = spellingsOf(`${"ë".repeat(20)}@example.org`).length;
  assert(many > 16 && many <= 64, `${many}`);
});

Deno.test("findPlaces() keeps only places with the same address from those the database finds", async () => {
  const asked: unknown[] = [];
  const place = (email: string) => ({ gameId: "g", number: 1, email });
  const found = [place("HOME@example.org"), place("homes@example.org")];
  const store = {
    findAddress: (...args: unknown[]) => Promise.resolve(asked.push(args) ? found : []),
  };
  assert.deepEqual(await findPlaces(store, HOME), found.slice(0, 1));
  assert.deepEqual(asked, [[[HOME], 1_000, 12]]);
});

Deno.test("readOwnPlaces() lists at most a hundred places, one of each game before a second, in order of their days", async () => {
  const games = [4, 60, 60].map((count, index) => ({
    ...makeGame(count),
    date: ["2026-12-20", "2026-12-24", "2026-12-06"][index] ?? "",
  }));
  for (const one of games.flatMap(({ participants }) => participants)) one.email = HOME;
  const [game = assert.fail()] = games;
  const places = await readOwnPlaces(
    {
      findAddress: () =>
        Promise.resolve(
          games.flatMap(({ id, participants }) =>
            participants.map(({ number }) => ({ gameId: id, number, email: HOME }))
          ),
        ),
      readGameById: (id) => Promise.resolve(games.find((one) => one.id === id) ?? null),
      addMails: () => Promise.resolve([]),
      readReports: () => Promise.resolve(new Set()),
    },
    tokens,
    game,
    { id: "1", recipient: 1 },
  );
  const dates = places.map(({ game: { date } }) => date);
  assert.deepEqual(dates, dates.toSorted());
  const counts = Object.values(Object.groupBy(dates, (date) => date)).map((of) => of?.length);
  assert.deepEqual(counts, [48, 4, 48]);
});

Deno.test("readOwnPlaces() lists no place whose address has changed by the time its link is noted", async () => {
  const [game, other] = [makeGame(3), makeGame(3)];
  for (const one of [...game.participants, ...other.participants]) one.email = HOME;
  const places = await readOwnPlaces(
    {
      findAddress: () =>
        Promise.resolve([game, other].map(({ id }) => ({ gameId: id, number: 1, email: HOME }))),
      readGameById: (id) => Promise.resolve(structuredClone(id === game.id ? game : other)),
      // A change before the note does not know of the link that it would have to end.
      addMails() {
        for (const one of other.participants) one.email = "new@example.org";
        return Promise.resolve([]);
      },
      readReports: () => Promise.resolve(new Set()),
    },
    tokens,
    game,
    { id: "1", recipient: 1 },
  );
  assert.deepEqual(places.map((place) => place.game.id), [game.id]);
});
