import assert from "node:assert/strict";
import { testOnEach } from "@/tests/support/databases.ts";
import { archive, makeRing } from "@/tests/support/store.ts";
import type { Game } from "../game/types.ts";
import type { Wish } from "../game/wishes.ts";
import type { Store, StoredPhoto, WishListChange } from "./store.ts";

const wish = (id: string, photo: string | null = null): Wish => ({
  ...{ id, title: `Item ${id}`, url: "", price: { amount: "20", currency: "EUR" } },
  ...{ note: "One\nTwo", photo },
});

const list = (participant: number, ids: string[], revision = 1) => ({
  ...{ participant, version: 1, revision },
  wishes: ids.map((id) => wish(id)),
});

function keepList(store: Store, { id }: Game, wishList: WishListChange): Promise<void> {
  return store.changeGameById(id, () => ({
    ...{ game: null, wishList, outbox: null, result: undefined },
  }));
}

const photoOf = (participant: number, size = 10): StoredPhoto => ({
  ...{ id: crypto.randomUUID(), participant, version: 1, type: "image/png" },
  bytes: new Uint8Array(size).fill(7),
});

testOnEach(
  "a change stores a list, which its game names, and reads return those asked for",
  async (db) => {
    const { store } = db;
    const game = await makeRing(store);
    for (const one of [list(1, ["a"]), list(2, ["b", "c"]), list(1, ["c", "d"], 2)]) {
      await keepList(store, game, one);
    }
    const heads = (await store.readGameById(game.id))?.wishLists ?? [];
    assert.deepEqual(
      heads.map(({ participant, revision, count }) => [participant, revision, count]).toSorted(),
      [[1, 2, 2], [2, 1, 2]],
    );
    const read = async (owners: number[]) =>
      (await store.readWishLists(game.id, owners)).toSorted((a, b) =>
        a.participant - b.participant
      );
    assert.deepEqual(await read([1, 3]), [list(1, ["c", "d"], 2)]);
    assert.deepEqual(await read([1, 2]), [list(1, ["c", "d"], 2), list(2, ["b", "c"])]);
    assert.deepEqual(await read([]), []);
    await keepList(store, game, { participant: 2, version: 5 });
    assert.deepEqual(await read([2]), [{ ...list(2, ["b", "c"]), version: 5 }], "handed over");
    assert.equal((await read([1]))[0]?.version, 1);
  },
);

testOnEach(
  "markWish() sets and removes marks while pair, link, list and game are unchanged",
  async (db) => {
    const { store } = db;
    const game = await makeRing(store);
    await keepList(store, game, list(2, ["b", "c"]));
    await keepList(store, game, list(3, ["e"]));
    const set = (wishId: string, fields: object = {}) =>
      store.markWish(game.id, {
        ...{
          giver: 1,
          receiver: 2,
          wishId,
          wish: wish(wishId),
          markedAt: "2026-12-01T10:00:00.000Z",
        },
        asker: { number: 1, tokenVersion: 1 },
        ...fields,
      });
    assert.equal(await set("c", { markedAt: "2026-12-01T09:00:00.000Z" }), true);
    assert.equal(await set("b"), true);
    // A keeper asks for the giver.
    assert.equal(
      await set("e", { giver: 2, receiver: 3, asker: { number: 4, tokenVersion: 1 } }),
      true,
    );
    for (
      const wrong of [
        { receiver: 3 },
        { asker: { number: 1, tokenVersion: 2 } },
        { asker: { number: 9, tokenVersion: 1 } },
        { giver: 3, receiver: 4, asker: { number: 3, tokenVersion: 1 } },
      ]
    ) assert.equal(await set("x", wrong), false, JSON.stringify(wrong));
    const marks = async (givers: number[]) =>
      (await store.readWishMarks(game.id, givers)).map(({ giver, receiver, wishId, item }) =>
        `${giver} ${receiver} ${wishId} ${JSON.parse(item).title}`
      );
    const [c, b, e] = ["1 2 c Item c", "1 2 b Item b", "2 3 e Item e"];
    assert.deepEqual(await marks([2, 1, 4]), [c, b, e]);
    assert.deepEqual([await marks([1]), await marks([]), await marks([3])], [[c, b], [], []]);
    const later = { wish: { ...wish("c"), title: "Other" }, markedAt: "2026-12-02T10:00:00.000Z" };
    assert.equal(await set("c", later), true);
    assert.deepEqual(await marks([1]), [b, "1 2 c Other"], "one mark for each item");
    await set("b", { wish: null });
    await set("e", { wish: null });
    assert.deepEqual(await marks([1, 2]), ["1 2 c Other", e], "a giver takes back their own alone");
    await archive(store, game.code);
    assert.equal(await set("b"), false);
  },
);

testOnEach("marks end with their pair, a list with its owner", async ({ store }) => {
  const game = await makeRing(store);
  await keepList(store, game, list(2, ["b"]));
  await keepList(store, game, list(3, ["e"]));
  for (const giver of [1, 2]) {
    const receiver = giver + 1;
    const markedAt = "2026-12-01T10:00:00.000Z";
    const asker = { number: giver, tokenVersion: 1 };
    const mark = { giver, receiver, wishId: "a", wish: wish("a"), markedAt, asker };
    assert.equal(await store.markWish(game.id, mark), true);
  }
  const next: Record<number, number> = { 1: 2, 2: 4, 4: 1 };
  await store.changeGameById(game.id, (found) => ({
    game: found && {
      ...found,
      participants: found.participants.filter(({ number }) => number !== 3).map((one) => ({
        ...one,
        receiver: next[one.number] ?? null,
      })),
    },
    outbox: null,
    result: undefined,
  }));
  const givers = (await store.readWishMarks(game.id, [1, 2])).map(({ giver }) => giver);
  assert.deepEqual(givers, [1]);
  const owners = (await store.readWishLists(game.id, [2, 3])).map((one) => one.participant);
  assert.deepEqual(owners, [2]);
});

testOnEach(
  "addPhoto() stores a limited number of photos for a person whose link is valid, and counts their bytes",
  async (db) => {
    const { store } = db;
    const game = await makeRing(store);
    const [first, second] = [photoOf(1), photoOf(1, 20)];
    for (const photo of [first, second]) {
      assert.equal(await store.addPhoto(game.id, photo, 2), "stored");
    }
    assert.equal(await store.addPhoto(game.id, photoOf(1), 2), "full");
    assert.equal(await store.addPhoto(game.id, photoOf(2), 2), "stored", "another has their own");
    assert.equal(await store.addPhoto(game.id, { ...photoOf(3), version: 2 }, 2), "stale");
    assert.equal(await store.addPhoto(game.id, photoOf(9), 2), "stale");
    assert.equal(await store.countPhotoBytes(), 40);
    const own = (await store.listPhotos(game.id, 1)).map(({ id }) => id);
    assert.deepEqual(own, [first.id, second.id]);
    const read = await store.readPhoto(game.id, second.id);
    assert.deepEqual(read && { ...read, bytes: Uint8Array.from(read.bytes) }, second);
    const other = await makeRing(store);
    assert.equal(await store.readPhoto(other.id, second.id), null);
    await archive(store, game.code);
    assert.equal(await store.addPhoto(game.id, photoOf(4), 2), "stale");
  },
);

testOnEach(
  "photos that are no longer on a list give way to new ones, the oldest first",
  async (db) => {
    const { store } = db;
    const game = await makeRing(store);
    const photos = [photoOf(1), photoOf(1), photoOf(1)];
    const ids = photos.map(({ id }) => id);
    const naming = (revision: number, names: string[]) => {
      const wishes = names.map((id) => wish(`of ${id}`, id));
      return keepList(store, game, { participant: 1, version: 1, revision, wishes });
    };
    const left = async () => (await store.listPhotos(game.id, 1)).map(({ id }) => id).toSorted();
    for (const photo of photos) await store.addPhoto(game.id, photo, 3);
    await naming(1, ids);
    await naming(2, ids.slice(1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await naming(3, ids.slice(2));
    const fourth = photoOf(1);
    assert.equal(await store.addPhoto(game.id, fourth, 3), "stored");
    assert.deepEqual(await left(), [...ids.slice(1), fourth.id].toSorted(), "the first has gone");
    assert.equal(await store.addPhoto(game.id, photoOf(1), 2), "full", "an attached and a new one");
    await naming(4, ids.slice(1, 2));
    assert.equal(await store.addPhoto(game.id, photoOf(1), 3), "stored");
    assert((await left()).includes(ids[1] ?? ""), "it is on the list again");
    assert(!(await left()).includes(ids[2] ?? ""));
  },
);

testOnEach("forgetLoosePhotos() deletes photos that have been on no list for a day", async (db) => {
  const { store, execute } = db;
  const game = await makeRing(store);
  const photos = [photoOf(1), photoOf(1), photoOf(2)];
  for (const photo of photos) await store.addPhoto(game.id, photo, 3);
  const [attached, loose, other] = photos.map(({ id }) => id);
  const wishes = [wish("a", attached)];
  await keepList(store, game, { participant: 1, version: 1, revision: 1, wishes });
  assert.equal(await store.forgetLoosePhotos(), 0);
  const dayAgo = store.engine === "SQLite"
    ? "since - 86400001"
    : "since - interval '86401 seconds'";
  await execute(`update photos set since = ${dayAgo} where participant = 1`);
  assert.equal(await store.forgetLoosePhotos(), 1);
  const left = [attached, loose, other].map(async (id = "") =>
    await store.readPhoto(game.id, id) !== null
  );
  assert.deepEqual(await Promise.all(left), [true, false, true]);
});

testOnEach(
  "a list that is handed over takes along its photos, but no others",
  async ({ store }) => {
    const game = await makeRing(store);
    const photos = [photoOf(1), photoOf(1), photoOf(2)];
    for (const photo of photos) await store.addPhoto(game.id, photo, 3);
    const [attached, loose, other] = photos.map(({ id }) => id);
    for (const [participant, id] of [[1, attached], [2, other]] as const) {
      const wishes = [wish("a", id)];
      await keepList(store, game, { participant, version: 1, revision: 1, wishes });
    }
    await keepList(store, game, { participant: 1, version: 3 });
    const versions = [attached, loose, other].map(async (id = "") =>
      (await store.readPhoto(game.id, id))?.version
    );
    assert.deepEqual(await Promise.all(versions), [3, 1, 1]);
  },
);
