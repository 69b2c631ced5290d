import assert from "node:assert/strict";
import type { Partner } from "../game/messages.ts";
import type { Game } from "../game/types.ts";
import type { NewMail, Store } from "./store.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { add, claimOne, keepWith, LONG, REMINDER, waitingIn } from "@/tests/support/outbox.ts";

testOnEach("claimMails() returns mails as written, in their order, once", async ({ store }) => {
  const farewell: NewMail = {
    recipient: null,
    address: "gone@example.org",
    kind: "participantRemoved",
    payload: { name: "Gone" },
  };
  const { game, mailIds } = await keepWith(store, [REMINDER, farewell]);
  const claimed = await store.claimMails(10, LONG);
  assert(claimed.every(({ age }) => age >= 0 && age < 10));
  const common = { gameId: game.id, revision: 1, attempts: 1, age: 0 };
  assert.deepEqual(claimed.map((mail) => ({ ...mail, age: 0 })), [
    {
      ...common,
      id: mailIds[0],
      recipient: 1,
      address: null,
      kind: "reminder",
      topic: "soon",
      language: "de",
      payload: { message: "Soon!" },
    },
    {
      ...common,
      id: mailIds[1],
      recipient: null,
      address: "gone@example.org",
      kind: "participantRemoved",
      topic: "",
      language: null,
      payload: { name: "Gone" },
    },
  ]);
  assert.deepEqual(await store.claimMails(10, LONG), []);
});

testOnEach(
  "claimMails() leaves an hour for mails that no one has tried for long",
  async ({ store, execute }) => {
    const HOUR = 3_600;
    const mails = ["a", "b", "c", "d"].map((topic) => ({ ...REMINDER, topic }));
    await keepWith(store, mails);
    const back = (hours: number) =>
      store.engine === "SQLite" ? `- ${hours * HOUR * 1000}` : `- interval '${hours} hours'`;
    const date = (topic: string, writtenAgo: number, dueAgo: number) =>
      execute(
        `update outbox set created_at = created_at ${back(writtenAgo)},
         due_at = due_at ${back(dueAgo)} where topic = '${topic}'`,
      );
    await date("a", 72, 72);
    await date("b", 47.5, 47.5);
    await date("c", 72, 0.5);
    await date("d", 3, 2);
    const claimed = async () => {
      const found = await store.claimMails(10, LONG);
      for (const mail of found) await store.postponeMail(mail, 0, "receiverBusy");
      return found.map(({ topic, age }) => `${topic} ${(age / HOUR).toFixed(1)}`);
    };
    assert.deepEqual(await claimed(), ["a 47.0", "b 47.0", "c 72.0", "d 3.0"]);
    assert.deepEqual(await claimed(), ["a 47.0", "b 47.0", "c 72.0", "d 3.0"]);
  },
);

testOnEach("claimMails() shares 100 mails out among many callers, none twice", async (db) => {
  const mails = Array.from({ length: 100 }, (_, index) => ({ ...REMINDER, topic: String(index) }));
  const { mailIds } = await keepWith(db.store, mails);
  const other = await db.openAnother();
  try {
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? db.store : other).claimMails(7, LONG)),
    );
    const ids = claims.flat().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(new Set(ids), new Set(mailIds));
    for (const claim of claims) {
      const numbers = claim.map(({ id }) => Number(id));
      assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
    }
  } finally {
    await other.close();
  }
});

testOnEach(
  "a lease that ends gives the mail to another; a renewed one does not",
  async ({ store }) => {
    await keepWith(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
    const [lost, held] = await store.claimMails(2, 0.05);
    assert(lost && held);
    await store.renewLeases([held.id], LONG);
    const seconds = await store.nextMailIn();
    assert(seconds !== null && seconds <= 0.05, `due in ${seconds}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const again = await claimOne(store);
    assert.equal(again.id, lost.id);
    assert.equal(again.attempts, 2);
  },
);

testOnEach("releaseLeases() makes mails due that only dead ones may hold", async ({ store }) => {
  await keepWith(store, [REMINDER]);
  await claimOne(store);
  assert.deepEqual(await store.claimMails(10, LONG), []);
  await store.releaseLeases();
  // The other instances on a server may well be alive.
  if (store.engine === "PostgreSQL") assert.deepEqual(await store.claimMails(10, LONG), []);
  else await claimOne(store);
});

testOnEach("returnMails() takes the attempt back and postpones the mail", async ({ store }) => {
  await keepWith(store, [REMINDER]);
  const { id } = await claimOne(store);
  await store.returnMails([id], 30.0004);
  assert.deepEqual(await store.claimMails(10, LONG), []);
  const seconds = await store.nextMailIn();
  assert(seconds !== null && seconds > 25 && seconds <= 30, `due in ${seconds}`);
  await store.returnMails([], 30);
  await store.returnMails([id], 0);
  assert.equal((await claimOne(store)).attempts, 0);
});

testOnEach("finishMail() forgets the mail's text and recipient", async (db) => {
  const { store } = db;
  const { game, mailIds } = await keepWith(store, [{
    recipient: null,
    address: "gone@example.org",
    kind: "participantRemoved",
    payload: { name: "Gone" },
  }]);
  const mail = await claimOne(store);
  await store.finishMail(mail);
  assert.deepEqual(await store.countMails(game.id, mailIds), {
    organizer: { sent: 0, failed: 0, queued: 0 },
    participants: { sent: 1, failed: 0, queued: 0 },
    held: 0,
  });
  assert.equal(await store.nextMailIn(), null);
  assert.deepEqual(await waitingIn(store, game), []);
  // Bypasses the store: the check refuses the count if a trace is left.
  await db.execute("create table found (count integer not null check (count = 0))");
  await db.execute(
    "insert into found (count) select count(*) from outbox where address is not null or cast(payload as text) like '%Gone%'",
  );
});

testOnEach("failMail(), dropMail() and postponeMail() set mails' status", async ({ store }) => {
  const { game, mailIds } = await keepWith(store, [
    { recipient: 0, kind: "organizerWelcome" },
    ...[1, 2, 3].map((recipient): NewMail => ({ recipient, kind: "assignment" })),
  ]);
  const claimed = await store.claimMails(10, LONG);
  const [organizer, failed, dropped, put] = claimed;
  assert(organizer && failed && dropped && put);
  await store.finishMail(organizer);
  await store.failMail(failed, "addressRefused");
  await store.dropMail(dropped);
  await store.postponeMail(put, 60.0004, "mailboxFull");
  assert.deepEqual(await store.countMails(game.id, mailIds), {
    organizer: { sent: 1, failed: 0, queued: 0 },
    participants: { sent: 0, failed: 1, queued: 1 },
    held: 0,
  });
  const found = await store.readGameWithEmails(game.code);
  assert(found);
  assert.deepEqual(found.game, game);
  assert.deepEqual(found.emails, await store.readEmailStatuses(game.id));
  const told = [...found.emails].map(([recipient, { at, ...status }]) => {
    assert(Math.abs(Date.now() - Date.parse(at)) < 10_000 && at.endsWith("Z"), at);
    return { recipient, ...status };
  }).toSorted((a, b) => a.recipient - b.recipient);
  assert.deepEqual(told, [
    { recipient: 0, status: "sent", kind: "organizerWelcome", reason: null },
    { recipient: 1, status: "failed", kind: "assignment", reason: "addressRefused" },
    { recipient: 3, status: "queued", kind: "assignment", reason: "mailboxFull" },
  ]);
});

testOnEach("readEmailStatuses() has the status of the latest mail to each", async ({ store }) => {
  const { game } = await keepWith(store, [{ recipient: 1, kind: "assignment" }]);
  await store.failMail(await claimOne(store), "addressRefused");
  await store.addMails(game.id, add({ recipient: 1, kind: "reminder" }));
  const statuses = await store.readEmailStatuses(game.id);
  assert.equal(statuses.size, 1);
  assert.equal(statuses.get(1)?.kind, "reminder");
  assert.equal(statuses.get(1)?.status, "queued");
});

testOnEach("hastenMails() makes mails due that wait for a given reason", async ({ store }) => {
  await keepWith(store, [1, 2, 3].map((recipient) => ({ recipient, kind: "assignment" })));
  const [one, two, three] = await store.claimMails(3, LONG);
  assert(one && two && three);
  await store.postponeMail(one, 300, "serverUnreachable");
  await store.postponeMail(two, 300, "mailboxFull");
  await store.postponeMail(three, 300, "serverRefused");
  await store.hastenMails(["serverUnreachable", "serverRefused"]);
  assert.deepEqual((await store.claimMails(3, LONG)).map(({ id }) => id), [one.id, three.id]);
});

testOnEach("readLatestMail() says when the latest of a kind was written", async ({ store }) => {
  const { game } = await keepWith(store, [{ recipient: 2, kind: "assignment" }]);
  await keepWith(store, [REMINDER]);
  assert.equal(await store.readLatestMail(game.id, "reminder"), null);
  const before = Date.now();
  await store.addMails(game.id, add(REMINDER));
  const at = await store.readLatestMail(game.id, "reminder") ?? "";
  assert(Math.abs(Date.parse(at) - before) < 60_000, at);
  for (const mail of await store.claimMails(9, LONG)) await store.finishMail(mail);
  assert.equal(await store.readLatestMail(game.id, "reminder"), at, "once it is sent, too");
});

testOnEach("readMailTraffic() and countRecentMails() count the last hour", async (db) => {
  const { store } = db;
  const { game } = await keepWith(store, [
    ...[{ recipient: 1, kind: "participantRecovery" } as const, REMINDER],
    { recipient: 2, kind: "assignment" },
  ]);
  await keepWith(store, [REMINDER]);
  const none = { sent: 0, queued: 0, seconds: 0 };
  assert.deepEqual(await store.readMailTraffic(crypto.randomUUID()), none);
  assert.deepEqual(await store.readMailTraffic(game.id), { ...none, queued: 2 });
  for (const mail of await store.claimMails(2, LONG)) await store.finishMail(mail);
  await store.addMails(
    game.id,
    add({ recipient: 0, kind: "organizerLinkRenewed", isSent: true }),
  );
  const { sent, queued, seconds } = await store.readMailTraffic(game.id);
  assert.deepEqual([sent, queued], [2, 1]);
  assert(seconds > 3_500 && seconds <= 3_600, `${seconds} s`);
  const recovered = await store.countRecentMails(game.id, [2, 1, 0], "participantRecovery");
  assert.deepEqual([...recovered], [[1, 1]]);
  const renewed = await store.countRecentMails(game.id, [0], "organizerLinkRenewed");
  assert.deepEqual([...renewed], [[0, 1]]);
  assert.equal((await store.countRecentMails(game.id, [], "organizerLinkRenewed")).size, 0);
  assert.equal((await store.readEmailStatuses(game.id)).get(0)?.status, "sent");
});

testOnEach("mails of kinds that only a newer release knows wait for it", async (db) => {
  const { store, execute } = db;
  const { game, mailIds: [known, newer] } = await keepWith(store, [
    { recipient: 1, kind: "assignment" },
    { recipient: 2, kind: "assignment" },
  ]);
  assert(known && newer);
  await execute(`update outbox set kind = 'ofTomorrow' where recipient = 2`);
  assert.deepEqual((await store.claimMails(10, LONG)).map(({ id }) => id), [known]);
  await store.failMail({ id: known, gameId: game.id, revision: 1 }, "internal");
  assert.equal(await store.nextMailIn(), null, "nobody looks for it over and over");
  await execute(`update outbox set kind = 'assignment' where recipient = 2`);
  assert.deepEqual((await store.claimMails(10, LONG)).map(({ id }) => id), [newer]);
});

testOnEach("setUnsubscribed() stores each choice for its game alone", async ({ store }) => {
  const { game } = await keepWith(store);
  const { game: other } = await keepWith(store);
  await store.setUnsubscribed(game.id, "a@example.org", true);
  await store.setUnsubscribed(game.id, "a@example.org", true);
  await store.setUnsubscribed(game.id, "b@example.org", true);
  await store.setUnsubscribed(game.id, "b@example.org", false);
  assert.deepEqual(await store.readUnsubscribed(game.id), new Set(["a@example.org"]));
  assert.deepEqual(await store.readUnsubscribed(other.id), new Set());
});

testOnEach("nextMailIn() says when the next mail is due or abandoned", async ({ store }) => {
  assert.equal(await store.nextMailIn(), null);
  await keepWith(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
  assert((await store.nextMailIn() ?? 1) <= 0);
  const [one] = await store.claimMails(2, LONG);
  assert(one);
  const untilLeaseEnds = await store.nextMailIn();
  assert(untilLeaseEnds !== null && untilLeaseEnds > 50 && untilLeaseEnds <= LONG);
  await store.postponeMail(one, 20, "receiverBusy");
  const untilDue = await store.nextMailIn();
  assert(untilDue !== null && untilDue > 15 && untilDue <= 20, `${untilDue}`);
});

testOnEach(
  "markRead() drops the waiting mail about a thread, unless it was tried",
  async ({ store }) => {
    const about = (topic: string): NewMail => ({ recipient: 1, kind: "messageWaiting", topic });
    const { game } = await keepWith(store, ["giver", "receiver"].map(about));
    const [tried] = await store.claimMails(1, LONG);
    assert(tried);
    await store.postponeMail(tried, 30, "connectionLost");
    for (const from of ["giver", "receiver"] as const) await store.markRead(game.id, 2, from, []);
    const topics = async () => (await waitingIn(store, game)).map(({ topic }) => topic);
    assert.deepEqual(await topics(), ["giver", "receiver"], "those of another participant");
    for (const from of ["giver", "receiver"] as const) await store.markRead(game.id, 1, from, []);
    assert.deepEqual(await topics(), ["giver"]);
  },
);

/** A message from the first of a game to their receiver, or back, with a mail. */
function writing(game: Game, isFromGiver = true) {
  const [giver] = game.participants;
  assert(giver?.receiver);
  const ends = [giver.number, giver.receiver];
  const [writer = 0, reader = 0] = isFromGiver ? ends : ends.toReversed();
  const from: Partner = isFromGiver ? "giver" : "receiver";
  const write = (store: Store, id: string) =>
    store.addMessage(game.id, {
      message: {
        ...{ id, giver: giver.number, receiver: giver.receiver ?? 0, isFromGiver, isThanks: false },
        ...{ giverVersion: 1, receiverVersion: 1, question: null, text: "sealed" },
        sentAt: new Date().toISOString(),
      },
      sender: { number: writer, tokenVersion: 1 },
      limit: { count: 100, since: "2026-01-01T00:00:00.000Z" },
      mail: { recipient: reader, kind: "messageWaiting", topic: from, delay: 60 },
    });
  const state = async (store: Store) => [
    (await store.countUnread(game.id, reader, null))[from],
    (await waitingIn(store, game)).length,
  ];
  return { write, state, writer, reader, from };
}

testOnEach(
  "markRead() marks only read messages, and keeps the mail about those that arrived meanwhile",
  async ({ store }) => {
    const { game } = await keepWith(store);
    for (const isFromGiver of [true, false]) {
      const { write, state, writer, reader, from } = writing(game, isFromGiver);
      const ids = ["one", "two", "three"].map((name) => `${name} ${from}`);
      for (const id of ids) assert.equal(await write(store, id), "stored");
      await store.markRead(game.id, reader, from, ids.slice(0, 2));
      assert.deepEqual(await state(store), [1, 1]);
      await store.markRead(game.id, writer, from, ids);
      assert.deepEqual(await state(store), [1, 1], "by whoever wrote it");
      await store.markRead(game.id, reader, from, ids);
      assert.deepEqual(await state(store), [0, 0]);
    }
  },
);

testOnEach(
  "markRead() during the arrival of a message leaves that one unread, and keeps its mail",
  async ({ store, openAnother }) => {
    const { game } = await keepWith(store);
    const { write, state, reader, from } = writing(game);
    const other = await openAnother();
    try {
      for (let round = 0; round < 20; round++) {
        await write(store, `${round} first`);
        const ids = (await store.readMessages(game.id, reader)).map(({ id }) => id);
        await Promise.all([
          write(other, `${round} meanwhile`),
          store.markRead(game.id, reader, from, ids),
        ]);
        assert.deepEqual(await state(store), [1, 1], `round ${round}`);
        await store.markRead(game.id, reader, from, [`${round} meanwhile`]);
        assert.deepEqual(await state(store), [0, 0], `round ${round}`);
      }
    } finally {
      await other.close();
    }
  },
);

testOnEach("all mails of a paused game wait, and none is lost", async ({ store, execute }) => {
  const { game, mailIds } = await keepWith(store, [REMINDER]);
  const { mailIds: others } = await keepWith(store, [REMINDER]);
  assert(await store.setMailPaused(game.id, true));
  assert(!await store.setMailPaused(game.id, true));
  assert((await store.readGameById(game.id))?.mailPausedAt);
  assert.deepEqual((await store.claimMails(10, LONG)).map(({ id }) => id), others);
  assert.equal((await store.countMails(game.id, mailIds)).held, 1);
  assert.equal(await store.nextMailIn().then((seconds) => seconds === null || seconds > 1), true);
  // A change of the game leaves it paused.
  await store.changeGame(game.code, (found) => ({
    game: found && { ...found, name: "Another", mailPausedAt: null },
    outbox: null,
    result: undefined,
  }));
  assert.deepEqual(await store.claimMails(10, LONG), []);
  const threeDays = store.engine === "PostgreSQL" ? "interval '3 days'" : `${3 * 86_400_000}`;
  await execute(`update outbox set created_at = created_at - ${threeDays}`);
  assert(await store.setMailPaused(game.id, false));
  const resumed = await store.claimMails(10, LONG);
  assert.deepEqual(resumed.map(({ id }) => id), mailIds);
  // A mail older than two days is given up when its server says “later”.
  assert(resumed.every(({ age }) => age >= 0 && age < 60), "as if written now");
  assert(!await store.setMailPaused(game.id, false));
});

testOnEach(
  "reports of three different people pause a game, those of one do not",
  async ({ store }) => {
    const { game } = await keepWith(store, []);
    const report = (hash: string, recipient: number | null) =>
      store.addReport(game.id, { hash, recipient, pausesAt: 3 });
    for (const hash of ["a", "a", "b", "c"]) assert(!await report(hash, 1));
    for (const hash of ["d", "e", "f"]) assert(!await report(hash, null));
    const paused = await Promise.all([report("g", 2), report("h", 3)]);
    assert.equal(paused.filter(Boolean).length, 1);
    assert.equal((await store.readReports(game.id)).size, 8);
    assert((await store.readGameById(game.id))?.mailPausedAt);
    await store.setMailPaused(game.id, false);
    assert(!await report("g", 2));
    await store.removeReport(game.id, "g");
    for (const [hash, recipient] of [["g", 2], ["i", 4], ["j", 4]] as const) {
      assert(!await report(hash, recipient), "fewer than three since then");
    }
    assert.equal((await store.readReports(game.id)).size, 10);
    assert(await report("k", 5));
  },
);
