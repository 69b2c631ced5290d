import assert from "node:assert/strict";
import { testOnEach } from "@/tests/support/databases.ts";
import { makeRing } from "@/tests/support/store.ts";
import { claimOne, waitingIn } from "@/tests/support/outbox.ts";
import type { Game } from "../game/types.ts";
import { NOTICE, type Store, type WrittenMessage } from "./store.ts";

const SINCE = "2026-01-01T00:00:00.000Z";

/** A message from P1 to P2, or with other facts. */
function written(
  message: Partial<WrittenMessage["message"]> = {},
  rest: Partial<WrittenMessage> = {},
): WrittenMessage {
  return {
    message: {
      ...{ id: crypto.randomUUID(), giver: 1, receiver: 2, isFromGiver: true, isThanks: false },
      ...{ giverVersion: 1, receiverVersion: 1, question: null, text: "sealed" },
      sentAt: "2026-12-01T10:00:00.000Z",
      ...message,
    },
    sender: { number: message.isFromGiver === false ? 2 : 1, tokenVersion: 1 },
    limit: { count: 3, since: SINCE },
    mail: null,
    ...rest,
  };
}

/** Stores a game with these facts. */
async function amend(store: Store, game: Game, change: (game: Game) => Game): Promise<void> {
  await store.changeGameById(game.id, (found) => ({
    game: found && change(found),
    outbox: null,
    result: undefined,
  }));
}

testOnEach(
  "addMessage() stores the messages of a pair, each once and in order",
  async ({ store }) => {
    const game = await makeRing(store);
    const first = written({ id: "one" });
    const reply = written({ id: "two", isFromGiver: false, text: null, question: "size" });
    for (const one of [first, reply]) assert.equal(await store.addMessage(game.id, one), "stored");
    assert.equal(await store.addMessage(game.id, first), "known");
    const facts = { isOver: false, isRead: false };
    const stored = [first, reply].map(({ message }) => ({ ...message, ...facts }));
    const read = async (number: number) =>
      (await store.readMessages(game.id, number)).map((one) => ({ ...one }));
    for (const number of [1, 2]) assert.deepEqual(await read(number), stored);
    assert.deepEqual(await read(3), []);
    assert.deepEqual(await store.readMessages(crypto.randomUUID(), 1), []);
  },
);

testOnEach(
  "addMessage() stores nothing if the pair, a link or the game has changed",
  async ({ store }) => {
    const game = await makeRing(store);
    const rows: [Parameters<typeof written>, string][] = [
      [[{ receiver: 3 }], "stale"],
      [[{}, { sender: { number: 1, tokenVersion: 2 } }], "stale"],
      [[{}, { sender: { number: 9, tokenVersion: 1 } }], "stale"],
      [[{ receiverVersion: 2 }], "stale"],
      [[{ isFromGiver: false, giverVersion: 2 }], "stale"],
      [[{ giverVersion: 1, receiverVersion: 1 }], "stored"],
    ];
    for (const [fields, outcome] of rows) {
      assert.equal(await store.addMessage(game.id, written(...fields)), outcome, String(fields[0]));
    }
    assert.equal(await store.addMessage(crypto.randomUUID(), written()), "stale");
    await amend(store, game, (found) => ({ ...found, archivedAt: SINCE }));
    assert.equal(await store.addMessage(game.id, written()), "stale");
  },
);

testOnEach(
  "addMessage() counts a person's messages in one direction since a moment, without thanks",
  async ({ store }) => {
    const game = await makeRing(store);
    const write = async (...fields: Parameters<typeof written>) =>
      await store.addMessage(game.id, written(...fields));
    const old = { sentAt: "2025-12-01T10:00:00.000Z" };
    const back = { isFromGiver: false };
    const outcomes = [
      await write(old),
      await write(),
      await write(),
      await write(),
      await write(),
      await write(back),
      await write({ ...back, isThanks: true }),
      await write({ ...back, isThanks: true }),
      await write(back),
      await write(back),
      await write(back),
      // P2 gives to P3: another thread.
      await write({ giver: 2, receiver: 3 }, { sender: { number: 2, tokenVersion: 1 } }),
    ];
    assert.deepEqual(outcomes, [
      ...["stored", "stored", "stored", "stored", "full"],
      ...["stored", "stored", "thanked", "stored", "stored", "full", "stored"],
    ]);
  },
);

testOnEach(
  "countUnread() counts each thread separately, for a link's version on request",
  async ({ store }) => {
    const game = await makeRing(store);
    const count = async (number: number, version: number | null = null) => ({
      ...await store.countUnread(game.id, number, version),
    });
    await store.addMessage(game.id, written({ id: "a" }));
    await store.addMessage(game.id, written({ id: "b" }));
    await store.addMessage(game.id, written({ id: "c", isFromGiver: false }));
    assert.deepEqual(await count(1), { receiver: 1, giver: 0 });
    assert.deepEqual(await count(2), { receiver: 0, giver: 2 });
    assert.deepEqual(await count(3), { receiver: 0, giver: 0 });
    assert.deepEqual([await count(2, 1), await count(2, 2)], [
      { receiver: 0, giver: 2 },
      { receiver: 0, giver: 0 },
    ]);
    assert.deepEqual(await count(1, 2), { receiver: 0, giver: 0 });
    await store.markRead(game.id, 2, "receiver", ["a"]);
    await store.markRead(game.id, 2, "giver", ["a", "c"]);
    assert.deepEqual([await count(1), await count(2)], [
      { receiver: 1, giver: 0 },
      { receiver: 0, giver: 1 },
    ]);
    assert.deepEqual({ ...await store.countUnread(crypto.randomUUID(), 1, null) }, {
      receiver: 0,
      giver: 0,
    });
  },
);

testOnEach(
  "a thread ends with its pair: its receiver keeps it, and its messages no longer count",
  async ({ store }) => {
    const game = await makeRing(store);
    await store.addMessage(game.id, written({ id: "a" }));
    await store.addMessage(game.id, written({ id: "b", isFromGiver: false }));
    const next: Record<number, number> = { 1: 3, 2: 1, 3: 4, 4: 2 };
    await amend(store, game, (found) => ({
      ...found,
      participants: found.participants.map((one) => ({
        ...one,
        receiver: next[one.number] ?? null,
      })),
    }));
    const stored = await store.readMessages(game.id, 2);
    assert.deepEqual(stored.map(({ id, isOver }) => [id, isOver]), [["a", true], ["b", true]]);
    assert.deepEqual({ ...await store.countUnread(game.id, 1, null) }, { receiver: 0, giver: 0 });
    assert.deepEqual({ ...await store.countUnread(game.id, 2, null) }, { receiver: 0, giver: 1 });
    assert.equal(await store.addMessage(game.id, written()), "stale");
  },
);

testOnEach(
  "one mail about messages waits for a reader, the next is due an hour after the last",
  async ({ store, execute }) => {
    const game = await makeRing(store);
    const mail = { recipient: 2, kind: "messageWaiting", topic: "giver", delay: 0 } as const;
    const write = (fields: Partial<NonNullable<WrittenMessage["mail"]>> = {}) =>
      store.addMessage(
        game.id,
        written({}, { mail: { ...mail, ...fields }, limit: { count: 9, since: SINCE } }),
      );
    await write();
    await write();
    assert.equal((await waitingIn(store, game)).length, 1);
    await store.finishMail(await claimOne(store));
    await write();
    const seconds = async () => await store.nextMailIn() ?? 0;
    assert(await seconds() > 3_590 && await seconds() <= 3_600, `${await seconds()} s`);
    await execute("delete from outbox where status = 'queued'");
    // The clock was ten hours ahead when the last one was sent.
    const ahead = store.engine === "SQLite" ? "36000000" : "interval '10 hours'";
    await execute(`update outbox set finished_at = finished_at + ${ahead}`);
    await write();
    assert(await seconds() > 3_590 && await seconds() <= 3_600, `${await seconds()} s`);
  },
);

testOnEach(
  "a notice about a message replaces a waiting one, and keeps its time",
  async ({ store }) => {
    const game = await makeRing(store);
    const notice = { recipient: 2, device: "d", kind: "messageWaiting", topic: "giver" } as const;
    for (const delay of [60, 600]) {
      const notices = [{ ...notice, delay }];
      assert.equal(await store.addMessage(game.id, written({}, { notices })), "stored");
    }
    const waiting = (await waitingIn(store, game)).filter(({ kind }) => kind === NOTICE);
    assert.equal(waiting.length, 1);
    const seconds = await store.nextNoticeIn() ?? 0;
    assert(seconds > 50 && seconds <= 60, `${seconds} s`);
    const known = written({ id: "a" });
    await store.addMessage(game.id, { ...known, limit: { count: 9, since: SINCE } });
    const again = { ...known, notices: [{ ...notice, device: "e", delay: 0 }] };
    assert.equal(await store.addMessage(game.id, again), "known");
    assert.equal((await waitingIn(store, game)).length, 1, "what is not stored notifies no one");
  },
);

testOnEach("a change may remove all messages that one person has written", async ({ store }) => {
  const game = await makeRing(store);
  await store.addMessage(game.id, written({ id: "a" }));
  await store.addMessage(game.id, written({ id: "b", isFromGiver: false }));
  const toNext = { id: "c", giver: 2, receiver: 3 };
  const sender = { number: 2, tokenVersion: 1 };
  await store.addMessage(game.id, written(toNext, { sender }));
  await store.changeGameById(game.id, (found) => ({
    game: found && { ...found, location: "Here" },
    forgetsMessagesOf: 2,
    outbox: null,
    result: undefined,
  }));
  assert.deepEqual((await store.readMessages(game.id, 2)).map(({ id }) => id), ["a"]);
});

testOnEach(
  "data entered under a link moves along when its holder renews it",
  async ({ store }) => {
    const game = await makeRing(store);
    await store.addMessage(game.id, written({ id: "a" }));
    await store.addMessage(game.id, written({ id: "b", isFromGiver: false }));
    await store.changeGameById(game.id, (found) => ({
      game: found && {
        ...found,
        participants: found.participants.map((one) =>
          one.number === 2 ? { ...one, tokenVersion: 2 } : one
        ),
      },
      renewal: { participant: 2, from: 1, to: 2 },
      outbox: null,
      result: undefined,
    }));
    const versions = (await store.readMessages(game.id, 2))
      .map(({ giverVersion, receiverVersion }) => [giverVersion, receiverVersion]);
    assert.deepEqual(versions, [[1, 2], [1, 2]]);
    assert.equal((await store.countUnread(game.id, 2, 2)).giver, 1);
  },
);

testOnEach("messages alone move to the first link of a place", async ({ store }) => {
  const game = await makeRing(store);
  await store.addMessage(game.id, written({ id: "a" }));
  const list = { participant: 2, version: 1, revision: 1, wishes: [] };
  const change = { outbox: null, result: undefined };
  await store.changeGameById(game.id, () => ({ game: null, wishList: list, ...change }));
  await store.changeGameById(game.id, (found) => ({
    game: found && { ...found, location: "Here" },
    renewal: { participant: 2, from: 1, to: 2, isMessagesAlone: true },
    ...change,
  }));
  const [message] = await store.readMessages(game.id, 2);
  assert.deepEqual([message?.giverVersion, message?.receiverVersion], [1, 2]);
  assert.deepEqual(await store.readWishLists(game.id, [2]), [list]);
});

testOnEach(
  "a mail about a message is held only until the organizer has confirmed",
  async ({ store }) => {
    const game = await makeRing(store, { organizerEmail: "olga@example.org" });
    const write = async (isFromGiver: boolean) => {
      const to = isFromGiver
        ? { recipient: 2, topic: "giver" as const }
        : { recipient: 1, topic: "receiver" as const };
      const mail = { ...to, kind: "messageWaiting" as const, delay: 0, isHeld: true };
      assert.equal(await store.addMessage(game.id, written({ isFromGiver }, { mail })), "stored");
      return (await store.claimMails(9, 60)).map((claimed) => claimed.topic);
    };
    assert.deepEqual(await write(true), []);
    await amend(store, game, (found) => ({ ...found, provedEmail: found.organizerEmail }));
    assert.deepEqual(await write(false), ["receiver"]);
  },
);

testOnEach(
  "thanks that meet another link must be written again, whatever their author wrote before",
  async ({ store }) => {
    const game = await makeRing(store);
    await store.addMessage(game.id, written({ isFromGiver: false }));
    await amend(store, game, (found) => ({
      ...found,
      participants: found.participants.map((one) => ({ ...one, tokenVersion: 2 })),
    }));
    const thanks = written({ isFromGiver: false, isThanks: true });
    assert.equal(await store.addMessage(game.id, thanks), "stale");
  },
);

testOnEach(
  "dropMail() leaves a mail about messages while one is unread that its reader may read",
  async ({ store }) => {
    for (const isFromGiver of [true, false]) {
      const game = await makeRing(store);
      const [number, from] = isFromGiver ? [2, "giver"] as const : [1, "receiver"] as const;
      const mail = { recipient: number, kind: "messageWaiting", topic: from, delay: 60 } as const;
      for (const id of ["one", "two"]) {
        await store.addMessage(game.id, written({ id, isFromGiver }, { mail }));
      }
      const [{ id } = assert.fail()] = await waitingIn(store, game);
      const drop = (version: number | null) =>
        store.dropMail({ id, gameId: game.id, revision: 1 }, { from, number, version });
      await store.markRead(game.id, number, from, ["one"]);
      assert.deepEqual([await drop(null), await drop(1)], [false, false]);
      assert.equal((await waitingIn(store, game)).length, 1);
      assert.equal(await drop(2), true, "a later link may not read it");
      assert.deepEqual(await waitingIn(store, game), []);
      assert.equal(await drop(2), false, "it is gone");
    }
  },
);
