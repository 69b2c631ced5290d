import assert from "node:assert/strict";
import { IDEMPOTENCY_SECONDS } from "./store.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { makeGame } from "@/tests/support/games.ts";
import { keep } from "@/tests/support/store.ts";

const RECORD = { key: "key hash", body: "body hash", runningFor: 0 };

testOnEach("createGameOnce() stores one game, however many processes try", async (db) => {
  const other = await db.openAnother();
  try {
    const games = Array.from({ length: 10 }, () => makeGame(3));
    const created = await Promise.all(
      games.map((game, index) =>
        (index % 2 ? db.store : other).createGameOnce(
          game,
          [{ recipient: 1, kind: "assignment" }],
          RECORD,
        )
      ),
    );
    const [first, ...more] = created.filter((one) => one !== null);
    assert(first && more.length === 0, `${more.length + 1} games`);
    assert.deepEqual(await db.store.readGame(first.game.code), first.game);
    assert.equal(first.mailIds.length, 1);
    for (const { id } of games) {
      if (id !== first.game.id) assert.equal(await other.readGameById(id), null);
    }
    assert.equal((await db.store.claimMails(20, 60)).length, 1, "no mail of a game that is not");
    const { runningFor = 1, ...kept } = await other.readRequest(["another", RECORD.key]) ?? {};
    assert.deepEqual(kept, { body: RECORD.body, gameId: first.game.id, participant: null });
    assert(runningFor < -0.5, "over for those, too, who began to read before it was stored");
  } finally {
    await other.close();
  }
});

testOnEach("readRequest() says how long an answer may be on its way", async ({ store }) => {
  assert.equal(await store.readRequest([]), null);
  assert.equal(await store.readRequest(["nobody's"]), null);
  await store.createGameOnce(makeGame(3), [], { ...RECORD, runningFor: 60 });
  const { runningFor = 0 } = await store.readRequest([RECORD.key]) ?? {};
  assert(runningFor > 50 && runningFor <= 60, `${runningFor} s`);
  await store.endRequest(RECORD.key);
  assert(((await store.readRequest([RECORD.key]))?.runningFor ?? 1) <= 0);
  await store.forgetRequests();
  assert(await store.readRequest([RECORD.key]), "it is not a day old");
});

testOnEach("readRequest() recognizes a request for one day", async ({ store, execute }) => {
  const age = (seconds: number) =>
    store.engine === "PostgreSQL" ? `interval '${seconds} seconds'` : `${seconds * 1000}`;
  const pass = (seconds: number) =>
    execute(`update idempotency_records set created_at = created_at - ${age(seconds)}`);
  await store.createGameOnce(makeGame(3), [], RECORD);
  await pass(IDEMPOTENCY_SECONDS - 60);
  assert(await store.readRequest([RECORD.key]));
  assert.equal(await store.createGameOnce(makeGame(3), [], RECORD), null);
  await pass(61);
  assert.equal(await store.readRequest([RECORD.key]), null);
  assert(await store.createGameOnce(makeGame(3), [], RECORD), "its key is free again");
});

testOnEach("a game that a constraint refuses leaves its key free", async ({ store }) => {
  const game = makeGame(3);
  const twins = game.participants.map((one) => ({ ...one, name: "Same" }));
  await assert.rejects(store.createGameOnce({ ...game, participants: twins }, [], RECORD));
  assert.equal(await store.readRequest([RECORD.key]), null);
  assert(await store.createGameOnce(game, [], RECORD));
});

testOnEach("changeGame() looks a request up and keeps it with the change", async (db) => {
  const { code, id } = await keep(db.store, makeGame(3));
  const other = await db.openAnother();
  const change = (index: number) =>
    (index % 2 ? db.store : other).changeGame(code, (game, { request }) => {
      assert(game);
      if (request) return { game: null, outbox: null, result: false };
      const { key, body } = RECORD;
      return {
        game: { ...game, name: `${game.name}!` },
        outbox: null,
        record: { key, body, participant: 2 },
        result: true,
      };
    }, { keys: [RECORD.key] });
  try {
    const done = await Promise.all(Array.from({ length: 10 }, (_, index) => change(index)));
    assert.equal(done.filter(Boolean).length, 1);
    assert.equal((await db.store.readGame(code))?.name, "Winter party!");
    const kept = await db.store.readRequest([RECORD.key]);
    assert.deepEqual([kept?.gameId, kept?.participant, kept?.body], [id, 2, RECORD.body]);
  } finally {
    await other.close();
  }
});

testOnEach(
  "changeGame() returns on request the recipients of mails that were sent, or may have been",
  async ({ store }) => {
    const { game, mailIds } = await store.createGame(
      makeGame(6),
      [0, 1, 2, 3, 4].map((recipient) => ({ recipient, kind: "assignment" })),
    );
    const [, sent, refused, lost] = await store.claimMails(4, 60);
    assert(sent && refused && lost && mailIds.length === 5);
    await store.finishMail(sent);
    await store.failMail(refused, "addressRefused");
    await store.failMail(lost, "connectionLost");
    const look = (mailed: boolean) =>
      store.changeGame(game.code, (_, found) => ({
        game: null,
        outbox: null,
        result: [...found.mailed].toSorted(),
      }), { mailed });
    assert.deepEqual(
      await look(true),
      [0, 1, 3, 4],
      "the fourth waits, the fifth was never written to",
    );
    assert.deepEqual(await look(false), []);
  },
);

testOnEach(
  "markViewed() says whether this pair and link were the first",
  async ({ store }) => {
    const game = await keep(store, makeGame(3));
    const [viewer, other] = game.participants;
    assert(viewer && other);
    for (const stale of [{ receiver: viewer.number }, { tokenVersion: viewer.tokenVersion + 1 }]) {
      assert.equal(await store.markViewed(game, { ...viewer, ...stale }, new Date()), false);
    }
    assert.equal(await store.markViewed(game, viewer, new Date()), true);
    assert.equal(await store.markViewed(game, viewer, new Date()), false);
  },
);

testOnEach("only one of several games can continue another", async ({ store }) => {
  const first = await keep(store, makeGame(3));
  assert.deepEqual(await store.readGameById(first.id), first);
  const continued = () => store.createGameOnce(makeGame(3), [], null, first.id);
  assert(await continued());
  assert.equal((await store.readGameById(first.id))?.isRemembered, true);
  assert.equal(await continued(), null);
});

testOnEach("a key that is used again after a day names its later person", async (db) => {
  const { store, execute } = db;
  const { code } = await keep(store, makeGame(3));
  const join = (participant: number) =>
    store.changeGame(code, (game) => ({
      game: game && { ...game, name: `${game.name}!` },
      outbox: null,
      record: { key: RECORD.key, body: `body of ${participant}`, participant },
      result: undefined,
    }));
  await join(2);
  const age = store.engine === "PostgreSQL" ? "interval '25 hours'" : `${25 * 3_600_000}`;
  await execute(`update idempotency_records set created_at = created_at - ${age}`);
  await join(3);
  const { body, participant } = await store.readRequest([RECORD.key]) ?? {};
  assert.deepEqual([body, participant], ["body of 3", 3]);
});
