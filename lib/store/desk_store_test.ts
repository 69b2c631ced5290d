import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { lendDatabase } from "@/tests/support/postgres.ts";
import { archive, erase, keep } from "@/tests/support/store.ts";
import type { Game } from "../game/types.ts";
import { openDesk } from "./desk.ts";
import type { DeskStore } from "./desk_store.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Store } from "./store.ts";

/** Declares a test of the desk on each database, next to a service that has it open. */
function deskTest(name: string, run: (desk: DeskStore, store: Store) => Promise<void>): void {
  const runBoth = async (service: Store, place: Parameters<typeof openDesk>[0]) => {
    const { store, desk } = await openDesk(place);
    try {
      await run(desk, service);
    } finally {
      await store.close();
      await service.close();
    }
  };
  Deno.test(`${name} (SQLite)`, async () => {
    const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    try {
      await runBoth(await openSqlite(dataDir), { databaseUrl: null, dataDir });
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  });
  Deno.test({
    name: `${name} (Postgres)`,
    // The driver keeps timers and sockets of its own after it is closed.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      using lent = await lendDatabase();
      const { url } = lent;
      await runBoth(await openPostgresStore(url), { databaseUrl: url, dataDir: "" });
    },
  });
}

const make = (store: Store, fields: Partial<Game> = {}) =>
  keep(store, { ...makeGame(3), ...fields });

deskTest("DeskStore finds games by code, by day and by address", async (desk, store) => {
  const night = "2026-11-01T23:59:59.999Z";
  const morning = "2026-11-02T00:00:00.000Z";
  const first = await make(store, { createdAt: night, organizerEmail: "Olga@mail.example.org" });
  await archive(store, first.code);
  const second = await make(store, {
    ...{ createdAt: morning, code: first.code, organizerEmail: "olga@example.org" },
  });
  const third = await make(store, { createdAt: morning, organizerEmail: "o@notexample.org" });
  assert.equal(second.code, first.code);
  assert.deepEqual(await desk.findByCode(first.code, 9), [second.id, first.id]);
  assert.deepEqual(await desk.findByCode(first.code, 1), [second.id]);
  assert.deepEqual(await desk.findByCode("000000", 9), []);
  assert.deepEqual(await desk.findByDay("2026-11-01", 9), [first.id]);
  assert.deepEqual(
    (await desk.findByDay("2026-11-02", 9)).toSorted(),
    [second.id, third.id].toSorted(),
  );
  const found = async (...spellings: string[]) =>
    (await desk.findByAddress(spellings, 9)).map(({ gameId, email }) => `${gameId} ${email}`)
      .toSorted();
  assert.deepEqual(await found("olga@mail.example.org"), [`${first.id} Olga@mail.example.org`]);
  assert.equal((await found("p1@example.org", "olga@example.org")).length, 4);
  assert.equal((await desk.findByAddress(["p1@example.org"], 2)).length, 2);
  const organizers = async (domain: string) =>
    (await desk.findOrganizers(domain, null, 9)).map(({ gameId }) => gameId);
  assert.deepEqual(await organizers("example.org"), [second.id], "of active games");
  assert.deepEqual(await organizers("mail.example.org"), []);
  const below = await make(store, { organizerEmail: "x@sub.example.org" });
  const newest = [second.id, below.id].sort().reverse();
  assert.deepEqual(await organizers("example.org"), newest, "and of domains below");
  for (const before of [null, ...newest]) {
    const next = newest.slice(before === null ? 0 : newest.indexOf(before) + 1).slice(0, 1);
    const page = await desk.findOrganizers("example.org", before, 1);
    assert.deepEqual(page.map(({ gameId }) => gameId), next);
  }
});

deskTest(
  "DeskStore lists games by their mails and reports, and counts them",
  async (desk, store) => {
    const [quiet, loud, held] = [
      await make(store, { createdAt: "2026-11-01T10:00:00.000Z", name: "Quiet" }),
      await make(store),
      await keep(store, makeGame(3, { draw: "later" })),
    ];
    const over = await make(store);
    const mail = (topic: string, fields: object = {}) => ({
      ...{ recipient: 1, kind: "reminder" as const, topic, delay: 60 },
      ...fields,
    });
    const write = (game: Game, ...add: ReturnType<typeof mail>[]) =>
      store.addMails(game.id, () => ({ add, update: [] }));
    await write(quiet, mail("a"));
    await write(loud, mail("a"), mail("b"), mail("c", { isSent: true }));
    await write(held, mail("a", { isHeld: true }), mail("b"));
    await write(over, mail("a"), mail("b"), mail("c"), mail("d"));
    await archive(store, over.code);
    for (const { id } of [loud, quiet]) {
      await store.addReport(id, { hash: "a", recipient: 1, pausesAt: 9 });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    assert.deepEqual(await desk.listLargest(9), [loud.id, held.id, quiet.id]);
    assert.deepEqual(await desk.listLargest(1), [loud.id]);
    assert.deepEqual(await desk.listReported(9), [quiet.id, loud.id]);
    assert.deepEqual(await desk.listHeld(9), [held.id]);
    await store.setMailPaused(loud.id, true);
    const ids = [held.id, crypto.randomUUID(), quiet.id, loud.id];
    const summaries = await desk.readSummaries(ids);
    assert.deepEqual(summaries.map(({ id }) => id), [held.id, quiet.id, loud.id]);
    assert.deepEqual(summaries.map(({ mails, reports }) => [mails, reports]), [
      [{ sent: 0, failed: 0, queued: 2, held: 1 }, 0],
      [{ sent: 0, failed: 0, queued: 1, held: 0 }, 1],
      [{ sent: 1, failed: 0, queued: 2, held: 0 }, 1],
    ]);
    assert.deepEqual(
      summaries.map(({ isGathering, mailPausedAt }) => [isGathering, mailPausedAt !== null]),
      [[true, false], [false, false], [false, true]],
    );
    const { name, people, createdAt, archivedAt, date, code } = summaries[1] ?? assert.fail();
    assert.deepEqual([name, people, createdAt, archivedAt, date, code], [
      ...["Quiet", 3, "2026-11-01T10:00:00.000Z", null, quiet.date, quiet.code],
    ]);
  },
);

deskTest("DeskStore blocks senders, and logs its actions", async (desk, store) => {
  const { limits } = store;
  assert.equal(await desk.setBlocked("b.example", true), true);
  assert.equal(await desk.setBlocked("a@b.example", true), true);
  assert.equal(await desk.setBlocked("b.example", true), false);
  assert.deepEqual((await desk.readBlocked()).map(({ subject }) => subject), [
    ...["a@b.example", "b.example"],
  ]);
  assert.deepEqual(
    [await limits.isBlocked(["x", "b.example"]), await limits.isBlocked(["x"])],
    [true, false],
  );
  assert.equal(await desk.setBlocked("b.example", false), true);
  assert.equal(await desk.setBlocked("b.example", false), false);
  assert.equal(await limits.isBlocked(["b.example"]), false);

  const game = await make(store);
  const at = "2026-12-01T10:00:00.000Z";
  await desk.addLine({ at, act: "look", detail: "a game", gameId: game.id });
  await desk.addLine({ at, act: "block", detail: "a domain", gameId: null });
  const look = { at, act: "look", detail: "a game", gameId: game.id, code: game.code };
  const block = { at, act: "block", detail: "a domain", gameId: null, code: null };
  const lines = async (limit: number) => (await desk.readLines(limit)).map((one) => ({ ...one }));
  assert.deepEqual(await lines(9), [block, look]);
  assert.deepEqual(await lines(1), [block]);
  await erase(store, game.id);
  assert.deepEqual(await lines(9), [block, { ...look, gameId: null, code: null }]);
});
