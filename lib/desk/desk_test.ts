import assert from "node:assert/strict";
import {
  amend,
  type MailingServices,
  makeStored,
  operationTest,
} from "@/tests/support/operations.ts";
import type { Game } from "../game/types.ts";
import type { DeskStore, GameSummary } from "../store/desk_store.ts";
import { Desk, DeskError } from "./desk.ts";

const ID = (index: number) => `00000000-0000-0000-0000-${String(index).padStart(12, "0")}`;

function summaryOf({ id, code }: Pick<Game, "id" | "code">): GameSummary {
  const none = { archivedAt: null, isGathering: false, reports: 0, mailPausedAt: null };
  const mails = { sent: 0, failed: 0, queued: 0, held: 0 };
  return { id, code, name: "", date: "", createdAt: "", people: 4, mails, ...none };
}

/** A desk on games with these ids, with what it logs and what it asks of its store. */
function deskOf(
  services: MailingServices,
  ids: string[],
  verbs: Partial<DeskStore> = {},
) {
  const logged: string[] = [];
  const asked: unknown[] = [];
  const list = (name: string) => (...args: unknown[]) => {
    asked.push([name, ...args]);
    return Promise.resolve(ids);
  };
  const store: DeskStore = {
    findByCode: list("code"),
    findByDay: list("day"),
    findByAddress: () => Promise.resolve([]),
    findOrganizers: () => Promise.resolve([]),
    listLargest: list("largest"),
    listReported: list("reported"),
    listHeld: list("held"),
    readSummaries: (these) => Promise.resolve(these.map((id) => summaryOf({ id, code: "123456" }))),
    setBlocked: () => Promise.resolve(true),
    readBlocked: () => Promise.resolve([]),
    addLine({ at, act, detail, gameId }) {
      assert(Date.now() - Date.parse(at) < 60_000);
      return Promise.resolve(void logged.push([act, detail, ...gameId ? [gameId] : []].join(" ")));
    },
    readLines: list("lines") as never,
    ...verbs,
  };
  return {
    desk: new Desk(services.store, store),
    logged: () => logged.splice(0),
    asked: () => asked.splice(0),
  };
}

operationTest(
  "Desk finds games by code, day or address, and does not log the search term",
  async (services) => {
    const { desk, logged, asked } = deskOf(services, []);
    for (
      const [text, detail, query] of [
        [" 123456 ", "by code", ["code", "123456", 51]],
        ["12345678", "by code", ["code", "12345678", 51]],
        ["2026-12-24", "by day", ["day", "2026-12-24", 51]],
      ] as const
    ) {
      assert.deepEqual(await desk.find(text), { games: [], isCut: false });
      assert.deepEqual([logged(), asked()], [[`find ${detail}`], [query]]);
    }
    for (const text of ["1234567", "2026-02-30", "Olga", ""]) {
      await assert.rejects(desk.find(text), DeskError, text);
    }
    const byAddress = deskOf(services, [], {
      findByAddress: (spellings, limit) => {
        assert(spellings.includes("ana@example.org") && limit === 5_000);
        const emails = ["Ana@example.org", "ana@example.org", "ána@example.org", "ana@example.org"];
        return Promise.resolve(emails.map((email, index) => ({ gameId: ID(index % 3), email })));
      },
    });
    const { games } = await byAddress.desk.find("ANA@example.org");
    assert.deepEqual(games.map(({ id }) => id), [ID(1), ID(0)], "each once, the newest first");
    assert.deepEqual(byAddress.logged(), ["find by address"]);
  },
);

operationTest("Desk lists fifty games, and says whether there are more", async (services) => {
  for (const count of [50, 51]) {
    const { desk, logged, asked } = deskOf(
      services,
      Array.from({ length: count }, (_, index) => ID(index)),
    );
    for (
      const [which, name] of [["reports", "reported"], ["held", "held"], [
        "largest",
        "largest",
      ]] as const
    ) {
      const { games, isCut } = await desk.list(which);
      assert.deepEqual([games.length, isCut], [50, count > 50]);
      assert.deepEqual([logged(), asked()], [[`list ${which}`], [[name, 51]]]);
    }
    assert.deepEqual([await desk.listBlocked(), logged()], [{ blocked: [] }, ["list blocked"]]);
    await desk.readLog();
    assert.deepEqual([logged(), asked()], [["log "], [["lines", 50]]]);
  }
});

operationTest("Desk acts on one game by its code or id, and logs this first", async (services) => {
  const game = await makeStored(services, {
    organizerEmail: "olga@example.org",
    participants: ["a@one.org", "b@ONE.org", "c@two.org", ""].map((email, index) => ({
      name: `P${index}`,
      email,
    })),
  });
  const seen = game.participants.map((one, index) => ({
    ...one,
    viewedAt: index < 3 ? game.createdAt : null,
  }));
  await amend(services, game, { participants: seen });
  const { desk, logged } = deskOf(services, [game.id]);
  const report = await desk.show(` ${game.id.toUpperCase()} `);
  assert.deepEqual(report.participants, { withAddress: 3, domains: 2, opened: 3 });
  assert.deepEqual(report.organizer, { name: game.organizerName, email: "olga@example.org" });
  assert.deepEqual([report.isProtected, report.isSealed, report.sendsMails], [false, false, false]);
  assert.deepEqual(logged(), [`show  ${game.id}`]);
  const paused = async () => (await services.store.readGameById(game.id))?.mailPausedAt !== null;
  for (
    const [isPaused, isChanged] of [[true, true], [true, false], [false, true], [
      false,
      false,
    ]] as const
  ) {
    assert.equal((await desk.pause("123456", isPaused)).isChanged, isChanged);
    assert.equal(await paused(), isPaused);
    assert.deepEqual(logged(), [`${isPaused ? "pause" : "resume"}  ${game.id}`]);
  }
  assert.equal(await desk.erase("123456", () => false), null);
  assert.deepEqual(logged(), [`erase not confirmed ${game.id}`]);
  assert(await services.store.readGameById(game.id));
  let tries = 0;
  services.store.overwriteErased = () => Promise.resolve(++tries === 2);
  const erased = await desk.erase("123456", ({ id }) => id === game.id);
  assert.deepEqual([erased?.isOverwritten, tries], [true, 2]);
  assert.deepEqual(logged(), [`erase 4 people ${game.id}`]);
  assert.equal(await services.store.readGameById(game.id), null);
  await assert.rejects(desk.show("123456"), /No game has this code or id/);
  assert.deepEqual(logged(), ["show no such game"]);
  await assert.rejects(desk.show("12345"), /Expected the code of a game/);
  assert.deepEqual(logged(), []);
  const several = deskOf(services, [ID(1), ID(2)]);
  await assert.rejects(several.desk.pause("123456", true), (error) => {
    assert(error instanceof DeskError);
    return error.games.length === 2;
  });
  assert.deepEqual(several.logged(), ["pause several games of one code"]);
});

operationTest(
  "Desk blocks an address or a domain, and finds the games of such organizers",
  async (services) => {
    const changed: unknown[] = [];
    const { desk, logged } = deskOf(services, [], {
      setBlocked: (...args) => Promise.resolve(changed.push(args) > 0),
      findOrganizers: (domain, before, limit) => {
        assert.deepEqual([domain, before, limit], ["example.org", null, 5_000]);
        const emails = ["ben@example.org", "ana@sub.example.org", "ana@example.org"];
        return Promise.resolve(emails.map((email, index) => ({ gameId: ID(index), email })));
      },
    });
    const block = async (text: string, isBlocked = true) => {
      const { subject, games } = await desk.block(text, isBlocked);
      return [subject, ...games.map(({ id }) => Number(id.slice(-2)))];
    };
    assert.deepEqual(await block("Ana@Example.org"), ["ana@example.org", 2]);
    assert.deepEqual(await block("@example.org"), ["example.org", 0, 1, 2]);
    assert.deepEqual(await block("example.org", false), ["example.org"]);
    assert.deepEqual(logged(), ["block an address", "block a domain", "unblock a domain"]);
    assert.deepEqual(changed, [["ana@example.org", true], ["example.org", true], [
      "example.org",
      false,
    ]]);
    await assert.rejects(desk.block("no domain", true), DeskError);
  },
);

operationTest(
  "Desk finds the games of a blocked organizer among thousands of others, and says whether there are more",
  async (services) => {
    const places = Array.from({ length: 12_000 }, (_, index) => ({
      gameId: ID(20_000 - index),
      email: index % 5_500 === 5_499 ? "Ana+x@mail.example" : `o${index}@mail.example`,
    }));
    let asked = 0;
    const { desk } = deskOf(services, [], {
      findOrganizers: (_, before, limit) => {
        asked++;
        const start = places.findIndex(({ gameId }) => gameId === before) + 1;
        return Promise.resolve(places.slice(start, start + limit));
      },
    });
    const ofOne = await desk.block("ana@mail.example", true);
    assert.deepEqual(ofOne.games.map(({ id }) => id), [ID(14_501), ID(9_001)]);
    assert.deepEqual([ofOne.isCut, asked], [false, 3]);
    const ofAll = await desk.block("mail.example", true);
    assert.deepEqual([ofAll.games.length, ofAll.isCut, asked], [50, true, 4]);
  },
);
