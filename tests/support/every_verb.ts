import assert from "node:assert/strict";
import { type Game, ORGANIZER } from "@/lib/game/types.ts";
import type {
  IdempotencyRecord,
  NewDevice,
  NewMail,
  OutboxDecision,
  Store,
  StoredPhoto,
  UnreadThread,
  WishListChange,
  WrittenMessage,
} from "@/lib/store/store.ts";
import { makeGame } from "./games.ts";
import { add, LONG, REMINDER } from "./outbox.ts";

const JOIN: OutboxDecision = (waiting) => ({
  add: [{ ...REMINDER, topic: "another", isOnce: true, delay: 0 }],
  update: waiting.map(({ id }) => ({ id, payload: {}, language: null })),
});

/**
 * Plays games in such a way that each verb of a store is called, and each branch that has its own statement is taken.
 * For tests that check what the store sends.
 */
export async function callEveryVerb(store: Store): Promise<void> {
  await store.ping();
  const game = await playOneGame(store);
  await sendMails(store, game);
  await writeMessages(store, game);
  await addDevices(store, game);
  await keepWishes(store, game);
  await keepPhotos(store, game);
  await readLists(store);
  await limitAndWatch(store);
  await keepRequests(store);
  await store.changeGameById(game.id, (found) => ({
    game: found && { ...found, archivedAt: "2020-01-01T00:00:00.000Z" },
    outbox: null,
    result: undefined,
  }));
  assert.equal((await store.readArchivedGames(game.code)).length, 1);
  await store.listArchivedGames(new Date(), null, 10);
  await store.changeGameById(game.id, () => ({
    game: null,
    isErased: true,
    outbox: null,
    result: undefined,
  }));
  const { game: another } = await store.createGame(makeGame(3), []);
  await store.changeGameById(another.id, (found) => ({
    game: found && { ...found, archivedAt: "2020-01-01T00:00:00.000Z" },
    outbox: null,
    result: undefined,
  }));
  assert.equal(await store.eraseArchived([another.id, game.id]), 1);
  await store.overwriteErased();
  assert.equal(await store.readGameById(game.id), null);
  await store.close();
}

async function playOneGame(store: Store): Promise<Game> {
  const { game } = await store.createGame(
    makeGame(6, { exclusions: [["P1", "P2"]], households: [["P3", "P4"]], sendEmails: true }),
    [REMINDER],
  );
  const { code } = game;
  await store.readGame(code);
  // More than are read one by one at a time, so the rest share a statement.
  await Promise.all(Array.from({ length: 8 }, () => store.readGame(code)));
  await store.readGameWithEmails(code);
  const change = (decide: (game: Game) => Game, outbox: OutboxDecision | null = null) =>
    store.changeGame(code, (found) => {
      assert(found);
      return { game: decide(found), outbox, result: undefined };
    }, { mailed: true, keys: ["unknown"] });
  await change(
    (found) => ({ ...found, name: "Another", exclusions: [[1, 3]], households: [[1, 2]] }),
    JOIN,
  );
  const removeOne: OutboxDecision = (waiting) => ({
    add: [],
    update: [],
    remove: waiting.slice(0, 1).map(({ id }) => id),
  });
  // One participant leaves and gets a mail; the others give in a ring.
  await change((found) => {
    const left = found.participants.slice(1);
    const participants = left.map((one, index) => ({
      ...one,
      receiver: (left[index + 1] ?? left[0] ?? one).number,
    }));
    return { ...found, participants, households: [], exclusions: [] };
  }, removeOne);
  const [first] = (await store.readGame(code))?.participants ?? [];
  assert(first);
  assert(await store.markViewed(game, first, new Date()));
  return game;
}

async function sendMails(store: Store, { id }: Game): Promise<void> {
  const letters: NewMail[] = ["a", "b", "c", "d", "e"].map((topic) => ({ ...REMINDER, topic }));
  const ids = await store.addMails(id, add(...letters));
  await store.addMails(id, add({ recipient: 1, kind: "participantRecovery", isSent: true }));
  const notice = { recipient: ORGANIZER, device: "a device", kind: "eventNear" } as const;
  await store.addMails(id, () => ({ add: [], notices: [notice], update: [], refresh: ids }));
  const [told] = await store.claimNotices(10, LONG);
  assert(told);
  await store.nextNoticeIn();
  await store.finishMail(told);
  const claimed = await store.claimMails(100, LONG);
  await store.renewLeases(claimed.map((mail) => mail.id), LONG);
  const [finished, failed, postponed, dropped, ...others] = claimed;
  assert(finished && failed && postponed && dropped && others.length > 0);
  await store.finishMail(finished);
  await store.failMail(failed, "addressRefused");
  await store.postponeMail(postponed, 60, "serverRefused");
  await store.dropMail(dropped);
  await store.returnMails(others.map((mail) => mail.id), 60);
  await store.releaseLeases();
  await store.hastenMails(["serverRefused"]);
  await store.nextMailIn();
  await store.countMails(id, ids);
  await store.redateMails(LONG);
  await store.readMailTraffic(id);
  await store.countRecentMails(id, [1, 2], "reminder");
  await store.readGivenUp(id, ["reminder"]);
  await store.readLatestMail(id, "reminder");
  await store.readEmailStatuses(id);
  assert(await store.readMailKey(finished.id));
  assert(await store.bounceMail(finished, "mailboxFull"));
  await store.setUnsubscribed(id, "a key", true);
  assert.equal((await store.readUnsubscribed(id)).size, 1);
  await store.setUnsubscribed(id, "a key", false);
  await store.addMails(id, add({ ...REMINDER, topic: "held", isHeld: true }));
  await store.changeGameById(id, (game) => ({
    game: game && { ...game, provedEmail: game.organizerEmail },
    outbox: null,
    releasesHeld: { least: 180, most: 900 },
    result: undefined,
  }));
  assert(!await store.addReport(id, { hash: "one", recipient: 1, pausesAt: 2 }));
  assert(await store.addReport(id, { hash: "two", recipient: null, pausesAt: 2 }));
  assert.equal((await store.readReports(id)).size, 2);
  await store.removeReport(id, "two");
  assert(await store.setMailPaused(id, false));
}

async function writeMessages(store: Store, { id }: Game): Promise<void> {
  const sender = (await store.readGameById(id))?.participants[0];
  assert(sender?.receiver);
  const message = {
    id: "a message",
    giver: sender.number,
    receiver: sender.receiver,
    isFromGiver: true,
    isThanks: false,
    giverVersion: 1,
    receiverVersion: 1,
    question: null,
    text: "sealed",
    sentAt: "2030-01-01T00:00:00.000Z",
  };
  const written: WrittenMessage = {
    message,
    sender,
    limit: { count: 2, since: "2029-12-31T00:00:00.000Z" },
    mail: { recipient: sender.receiver, kind: "messageWaiting", topic: "giver", delay: 60 },
    notices: [{
      ...{ recipient: sender.receiver, kind: "messageWaiting", topic: "giver", delay: 60 } as const,
      device: crypto.randomUUID(),
    }],
  };
  assert.equal(await store.addMessage(id, written), "stored");
  assert.equal(await store.addMessage(id, written), "known");
  const foreign = { ...message, id: "of a link that has ended", receiverVersion: 99 };
  assert.equal(await store.addMessage(id, { ...written, message: foreign }), "stale");
  assert.deepEqual(await store.countUnread(id, sender.receiver, 1), { receiver: 0, giver: 1 });
  for (const from of ["giver", "receiver"] as const) {
    const unread: UnreadThread = { from, number: sender.receiver, version: null };
    assert.equal(await store.dropMail({ gameId: id, id: "0", revision: 1 }, unread), false);
  }
  await store.markRead(id, sender.receiver, "giver", [message.id]);
  await store.markRead(id, sender.number, "receiver", [message.id]);
  const renewal = { participant: sender.receiver, from: 1, to: 2 };
  await store.changeGameById(id, (game) => ({ game, renewal, outbox: null, result: undefined }));
  const read = await store.readMessages(id, sender.number);
  assert.deepEqual(read.map((one) => [one.giverVersion, one.receiverVersion]), [[1, 2]]);
  await store.changeGameById(id, (game) => ({
    game,
    forgetsMessagesOf: sender.number,
    outbox: null,
    result: undefined,
  }));
  assert.deepEqual(await store.readMessages(id, sender.number), []);
}

async function addDevices(store: Store, { id, organizerTokenVersion }: Game): Promise<void> {
  const device = (mark: string): NewDevice => ({
    id: crypto.randomUUID(),
    recipient: ORGANIZER,
    version: organizerTokenVersion,
    since: "2030-01-01T00:00:00.000Z",
    marks: [mark, `${mark} of an earlier key`],
    sealed: "sealed",
  });
  const [one, another] = [device("one"), device("another")];
  assert.deepEqual(await store.addDevice(id, one, 2), { id: one.id, isNew: true });
  assert.deepEqual(await store.addDevice(id, device("one"), 2), { id: one.id, isNew: false });
  await store.addDevice(id, another, 2);
  assert.equal(await store.addDevice(id, device("third"), 2), "full");
  assert.equal(await store.addDevice(id, { ...one, version: 99 }, 2), "stale");
  assert.deepEqual((await store.readDevice(id, one.id))?.sharedWith, []);
  assert.equal(await store.takePairTurn(id, one.id, "1", 5), "yes");
  assert.equal(typeof await store.takePairTurn(id, one.id, "2", 5), "number");
  await store.endPairTurn(id, one.id, "1");
  assert.equal(await store.takePairTurn(id, one.id, "2", 5), "told");
  await store.removeDevice(id, ORGANIZER, { id: one.id });
  await store.removeDevice(id, ORGANIZER, { marks: ["another"] });
  assert.equal(await store.readDevice(id, one.id), null);
}

async function keepWishes(store: Store, { id }: Game): Promise<void> {
  const giver = (await store.readGameById(id))?.participants[0];
  assert(giver?.receiver);
  const { number, receiver, tokenVersion } = giver;
  const wish = { id: "an id", title: "Tea", url: "", price: null, note: "", photo: null };
  const list = { participant: receiver, version: 1, revision: 1, wishes: [wish] };
  const keep = (wishList: WishListChange) =>
    store.changeGameById(id, () => ({ game: null, wishList, outbox: null, result: undefined }));
  await keep(list);
  await keep({ participant: receiver, version: 2 });
  assert.deepEqual(await store.readWishLists(id, [receiver]), [{ ...list, version: 2 }]);
  const asker = { number, tokenVersion };
  const mark = { giver: number, receiver, wishId: wish.id, wish, asker };
  const markedAt = "2030-01-01T00:00:00.000Z";
  assert(await store.markWish(id, { ...mark, markedAt }));
  assert(!await store.markWish(id, { ...mark, markedAt, receiver: number }));
  const { asker: _, wish: __, ...kept } = { ...mark, markedAt, item: JSON.stringify(wish) };
  assert.deepEqual(await store.readWishMarks(id, [number]), [kept]);
  assert(await store.markWish(id, { ...mark, markedAt, wish: null }));
  assert.deepEqual(await store.readWishMarks(id, [number]), []);
}

async function keepPhotos(store: Store, { id, participants: [, owner] }: Game): Promise<void> {
  assert(owner);
  const { number: participant, tokenVersion: version } = owner;
  const photo = (): StoredPhoto => ({
    ...{ id: crypto.randomUUID(), participant, version, type: "image/webp" },
    bytes: Uint8Array.of(0, 10, 255),
  });
  const [one, another] = [photo(), photo()];
  for (const each of [one, another]) assert.equal(await store.addPhoto(id, each, 2), "stored");
  assert.equal(await store.addPhoto(id, photo(), 2), "full");
  assert.equal(await store.addPhoto(id, { ...photo(), version: 99 }, 3), "stale");
  const read = await store.readPhoto(id, one.id);
  assert.deepEqual(read && { ...read, bytes: Uint8Array.from(read.bytes) }, one);
  const own = ({ id }: StoredPhoto) => ({ id, participant, version });
  assert.deepEqual(await store.listPhotos(id, participant), [one, another].map(own));
  assert.equal(await store.countPhotoBytes(), 6);
  const wish = { id: "an id", title: "Tea", url: "", price: null, note: "" };
  for (const named of [[one, another], [another]]) {
    const wishes = named.map(({ id }) => ({ ...wish, photo: id }));
    const wishList = { participant, version, revision: 1, wishes };
    await store.changeGameById(id, () => ({
      ...{ game: null, wishList, outbox: null, result: undefined },
    }));
  }
  // The first photo is no longer on a list.
  assert.equal(await store.addPhoto(id, photo(), 2), "stored");
  assert.equal(await store.readPhoto(id, one.id), null);
  assert.equal(await store.forgetLoosePhotos(), 0);
}

async function readLists(store: Store): Promise<void> {
  await store.findAddress(["p1@example.org", "p1@example.org"], 10, 5);
  await store.listExpiredGames("2040-01-01", null, 10);
  await store.listGamesWithoutNearMail("2020-01-01", "2040-01-01", null, 10);
  await store.listDueDraws(new Date(), null, 10);
  await store.listGamesToSend("2020-01-01", "2040-01-01", null, 10);
  await store.listGamesWithOldAddresses("2040-01-01", null, 10);
}

async function limitAndWatch(store: Store): Promise<void> {
  await store.limits.addCounts([{ kind: "lookups", key: "a key", hour: 1, add: 1 }]);
  await store.limits.forgetCounts(2);
  await store.limits.setDeclined("a key", true);
  await store.limits.carryDeclined("a key", "another key");
  assert(await store.limits.isDeclined("another key"));
  await store.limits.setDeclined("a key", false);
  assert(!await store.limits.isBlocked(["example.org"]));
  await store.keepKeyFingerprint("a fingerprint");
  await store.readKeyFingerprint();
  await store.takeTurn("a task", 1);
  await store.readClock();
  await store.readStatistics();
  store.countConnections?.();
}

async function keepRequests(store: Store): Promise<void> {
  const record: IdempotencyRecord = { key: "a key", body: "a body" };
  const created = await store.createGameOnce(makeGame(3), [], { ...record, runningFor: 10 });
  assert(created);
  assert(await store.createGameOnce(makeGame(3), [], null, created.game.id));
  assert.equal(await store.createGameOnce(makeGame(3), [], null, created.game.id), null);
  await store.readRequest([record.key]);
  await store.endRequest(record.key);
  await store.changeGame(created.game.code, (game) => ({
    game,
    outbox: null,
    record: { key: "another key", body: "a body", participant: null },
    result: undefined,
  }), { keys: [record.key] });
  await store.forgetRequests();
}

/** Does the same, and calls `look` after each call of the store. */
export async function callEveryVerbAnd(store: Store, look: () => Promise<void>): Promise<void> {
  await callEveryVerb(
    new Proxy(store, {
      get(store, name) {
        const verb: unknown = Reflect.get(store, name);
        if (typeof verb !== "function" || name === "close") return verb;
        return async (...params: unknown[]) => {
          const result: unknown = await Reflect.apply(verb, store, params);
          await look();
          return result;
        };
      },
    }),
  );
}
