import assert from "node:assert/strict";
import { testOnEach } from "@/tests/support/databases.ts";
import { archive, makeRing } from "@/tests/support/store.ts";
import { ORGANIZER } from "../game/types.ts";
import type { NewDevice } from "./store.ts";

const SINCE = "2026-12-01T10:00:00.000Z";

const device = (mark: string, fields: Partial<NewDevice> = {}): NewDevice => ({
  ...{ id: crypto.randomUUID(), recipient: 1, version: 1, since: SINCE },
  ...{ marks: [mark, `${mark} before`], sealed: `where ${mark} is` },
  ...fields,
});

testOnEach(
  "addDevice() adds a browser once for each person, up to a limit",
  async (db) => {
    const { store } = db;
    const game = await makeRing(store);
    const first = device("a");
    const add = (one: NewDevice) => store.addDevice(game.id, one, 2);
    assert.deepEqual(await add(first), { id: first.id, isNew: true });
    assert.deepEqual(await add(device("a")), { id: first.id, isNew: false });
    const changed = device("new key", { marks: ["new key", "a"] });
    assert.deepEqual(await add(changed), { id: first.id, isNew: false }, "by an earlier key");
    const shared = device("a", { recipient: ORGANIZER });
    assert.deepEqual(await add(shared), { id: shared.id, isNew: true });
    const second = device("b");
    await add(second);
    assert.equal(await add(device("c")), "full");
    assert.deepEqual(await add(device("b")), { id: second.id, isNew: false }, "a known one stays");
    for (const stale of [{ version: 2 }, { recipient: ORGANIZER, version: 2 }, { recipient: 9 }]) {
      assert.equal(await add(device("d", stale)), "stale", JSON.stringify(stale));
    }
    assert.deepEqual(await store.readDevice(game.id, first.id), {
      ...{ id: first.id, recipient: 1, version: 1, since: SINCE },
      ...{ sealed: "where a is", sharedWith: [ORGANIZER] },
    });
    assert.deepEqual((await store.readDevice(game.id, second.id))?.sharedWith, []);
    const known = (await store.readGameById(game.id))?.devices.map(({ id }) => id).toSorted();
    assert.deepEqual(known, [first.id, shared.id, second.id].toSorted());
    const other = await makeRing(store);
    assert.equal(await store.readDevice(other.id, first.id), null);
    await archive(store, other.code);
    assert.equal(await store.addDevice(other.id, device("a"), 2), "stale");
  },
);

testOnEach("removeDevice() removes a person's own browser, by its id or its mark", async (db) => {
  const { store } = db;
  const game = await makeRing(store);
  const [first, second, others] = [device("a"), device("b"), device("a", { recipient: 2 })];
  for (const one of [first, second, others]) await store.addDevice(game.id, one, 5);
  const remove = (recipient: number, which: { id: string } | { marks: string[] }) =>
    store.removeDevice(game.id, recipient, which);
  assert.equal(await remove(1, { id: others.id }), false);
  assert.equal(await remove(3, { marks: ["a"] }), false);
  assert.equal(await remove(1, { marks: ["x", "a"] }), true);
  assert.equal(await remove(1, { marks: ["a"] }), false);
  assert.equal(await remove(1, { id: second.id }), true);
  const left = (await store.readGameById(game.id))?.devices.map(({ id }) => id);
  assert.deepEqual(left, [others.id]);
});

testOnEach(
  "takePairTurn() gives a device one turn an hour, and says what was sent since",
  async (db) => {
    const { store, execute } = db;
    const game = await makeRing(store);
    const { id } = device("a");
    await store.addDevice(game.id, device("a", { id }), 5);
    const take = (mail: string, age: number) => store.takePairTurn(game.id, id, mail, age);
    const isWaiting = (turn: unknown) => typeof turn === "number" && turn > 3_500 && turn <= 3_600;
    assert.equal(await take("1", 10), "yes");
    assert.equal(await take("1", 10), "yes", "it is its turn already");
    assert(isWaiting(await take("2", 10)), "the first is on its way");
    await store.endPairTurn(game.id, id, "2");
    assert(isWaiting(await take("2", 10)), "it was not its turn");
    await store.endPairTurn(game.id, id, "1");
    assert.equal(await take("2", 60), "told", "one that went out later says the same");
    assert(isWaiting(await take("3", -60)), "newer than what went out");
    const isSqlite = store.engine === "SQLite";
    const hourAgo = isSqlite ? "told_at - 3600001" : "told_at - interval '3601 seconds'";
    await execute(`update devices set told_at = ${hourAgo}`);
    assert.equal(await take("4", 7_200), "told", "it was written before that");
    assert.equal(await take("5", 1_800), "yes");
    await execute(`update devices set told_at = ${hourAgo}`);
    assert.equal(await take("6", 7_200), "yes", "what had the turn was never sent");
    assert.equal(await store.takePairTurn(game.id, crypto.randomUUID(), "7", 1), "told");
  },
);
