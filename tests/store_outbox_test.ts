import assert from "node:assert/strict";
import type { Game } from "@/lib/game/types.ts";
import type {
  ClaimedMail,
  NewMail,
  OutboxDecision,
  Store,
  WaitingMail,
} from "@/lib/store/store.ts";
import { testOnEach } from "./support/databases.ts";
import { makeGame } from "./support/games.ts";

/** A lease that no test outlives, in seconds. */
const LONG = 60;

const REMINDER: NewMail = {
  recipient: 1,
  kind: "reminder",
  topic: "soon",
  language: "de",
  payload: { message: "Soon!" },
};

async function keep(store: Store, mails: readonly NewMail[] = []) {
  return await store.createGame(makeGame(3), mails);
}

function add(...mails: NewMail[]): OutboxDecision {
  return () => ({ add: mails, update: [] });
}

/** Claims the only mail that is due. */
async function claimOne(store: Store): Promise<ClaimedMail> {
  const [mail, ...others] = await store.claimMails(10, LONG);
  assert(mail, "a mail is due");
  assert.deepEqual(others, []);
  return mail;
}

async function waitingIn(store: Store, { id }: Game): Promise<readonly WaitingMail[]> {
  let waiting: readonly WaitingMail[] = [];
  await store.addMails(id, (given) => {
    waiting = given;
    return { add: [], update: [] };
  });
  return waiting;
}

testOnEach("claimMails() gives what was written, in its order, once", async ({ store }) => {
  const farewell: NewMail = {
    recipient: null,
    address: "gone@example.org",
    kind: "participantRemoved",
    payload: { name: "Gone" },
  };
  const { game, mailIds } = await keep(store, [REMINDER, farewell]);
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
      language: "de",
      payload: { message: "Soon!" },
    },
    {
      ...common,
      id: mailIds[1],
      recipient: null,
      address: "gone@example.org",
      kind: "participantRemoved",
      language: null,
      payload: { name: "Gone" },
    },
  ]);
  assert.deepEqual(await store.claimMails(10, LONG), []);
});

testOnEach("claimMails() shares 100 mails out among many, none twice", async (db) => {
  const mails = Array.from({ length: 100 }, (_, index) => ({ ...REMINDER, topic: String(index) }));
  const { mailIds } = await keep(db.store, mails);
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
  "a lease that ends gives the mail to another; one renewed does not",
  async ({ store }) => {
    await keep(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
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

testOnEach("releaseLeases() makes due what only dead ones can have claimed", async ({ store }) => {
  await keep(store, [REMINDER]);
  await claimOne(store);
  assert.deepEqual(await store.claimMails(10, LONG), []);
  await store.releaseLeases();
  // Of a server's instances the others may well be alive.
  if (store.engine === "PostgreSQL") assert.deepEqual(await store.claimMails(10, LONG), []);
  else await claimOne(store);
});

testOnEach("returnMails() takes the attempt back and puts off", async ({ store }) => {
  await keep(store, [REMINDER]);
  const { id } = await claimOne(store);
  await store.returnMails([id], 30.0004);
  assert.deepEqual(await store.claimMails(10, LONG), []);
  const seconds = await store.nextMailIn();
  assert(seconds !== null && seconds > 25 && seconds <= 30, `due in ${seconds}`);
  await store.returnMails([], 30);
  await store.returnMails([id], 0);
  assert.equal((await claimOne(store)).attempts, 0);
});

testOnEach("finishMail() forgets what the mail said and to whom", async (db) => {
  const { store } = db;
  const { game, mailIds } = await keep(store, [{
    recipient: null,
    address: "gone@example.org",
    kind: "participantRemoved",
    payload: { name: "Gone" },
  }]);
  const mail = await claimOne(store);
  await store.finishMail(mail);
  assert.deepEqual(await store.countMails(mailIds), {
    organizer: { sent: 0, failed: 0, queued: 0 },
    participants: { sent: 1, failed: 0, queued: 0 },
  });
  assert.equal(await store.nextMailIn(), null);
  assert.deepEqual(await waitingIn(store, game), []);
  // Past the store: the check refuses the count where a trace is left.
  await db.execute("create table found (count integer not null check (count = 0))");
  await db.execute(
    "insert into found (count) select count(*) from outbox where address is not null or cast(payload as text) like '%Gone%'",
  );
});

testOnEach("a newer fact that joins a mail being sent makes it wait again", async ({ store }) => {
  const { game } = await keep(store, [REMINDER]);
  const first = await claimOne(store);
  const ids = await store.addMails(game.id, (waiting) => ({
    add: [],
    update: waiting.map(({ id }) => ({ id, payload: { message: "Now!" }, language: "fr" })),
  }));
  assert.deepEqual(ids, [first.id]);
  await store.finishMail(first);
  const second = await claimOne(store);
  assert.equal(second.id, first.id);
  assert.equal(second.revision, first.revision + 1);
  assert.equal(second.attempts, 1);
  assert.equal(second.language, "fr");
  assert.deepEqual(second.payload, { message: "Now!" });
  await store.finishMail(second);
  assert.equal(await store.nextMailIn(), null);
  assert.equal((await store.readEmailStatuses(game.id)).get(1)?.status, "sent");
});

testOnEach("a newer fact makes a mail due at once that was put off", async ({ store }) => {
  const { game } = await keep(store, [REMINDER]);
  const { id } = await claimOne(store);
  await store.postponeMail(id, 300, "receiverBusy");
  assert.deepEqual(await store.claimMails(10, LONG), []);
  await store.addMails(game.id, () => ({
    add: [],
    update: [{ id, payload: {}, language: null }],
  }));
  const again = await claimOne(store);
  assert.equal(again.id, id);
  assert.equal(again.language, null);
});

testOnEach("an OutboxDecision sees what waits in its game, and nothing else", async ({ store }) => {
  const { game, mailIds } = await keep(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
  await keep(store, [REMINDER]);
  const [first] = await store.claimMails(1, LONG);
  assert(first);
  assert.deepEqual(
    await waitingIn(store, game),
    [1, 2].map((recipient, index) => ({
      id: mailIds[index],
      recipient,
      address: null,
      kind: "reminder",
      topic: "soon",
      payload: { message: "Soon!" },
    })),
  );
  await store.finishMail(first);
  assert.deepEqual((await waitingIn(store, game)).map(({ recipient }) => recipient), [2]);
});

testOnEach("changeGame() stores the game and its mails together", async ({ store }) => {
  const { game, mailIds } = await keep(store, [REMINDER]);
  const renamed = await store.changeGame(game.code, (before) => ({
    game: before && { ...before, name: "Other" },
    outbox: (waiting) => ({
      add: [{ recipient: 2, kind: "detailsChanged", payload: { before: { name: "Party" } } }],
      update: waiting.map(({ id, payload }) => ({ id, payload, language: null })),
    }),
    result: "done",
  }));
  assert.equal(renamed, "done");
  assert.equal((await store.readGame(game.code))?.name, "Other");
  const claimed = await store.claimMails(10, LONG);
  assert.deepEqual(
    claimed.map(({ id, kind, revision }) => ({ id: id === mailIds[0], kind, revision })),
    [
      { id: true, kind: "reminder", revision: 2 },
      { id: false, kind: "detailsChanged", revision: 1 },
    ],
  );
});

testOnEach("changeGame() adds mails to a game that stays as it is", async ({ store }) => {
  const { game } = await keep(store);
  await store.changeGame(game.code, () => ({ game: null, outbox: add(REMINDER), result: null }));
  assert.equal((await claimOne(store)).kind, "reminder");
  assert.deepEqual(await store.readGame(game.code), game);
});

testOnEach(
  "addMails() decides again where mails go out or come in meanwhile, and merges all",
  async (db) => {
    const { game } = await keep(db.store);
    const other = await db.openAnother();
    /** One mail alone waits, which tells of all. */
    const merge = (text: string): OutboxDecision => ([waiting]) =>
      waiting
        ? {
          add: [],
          update: [{
            id: waiting.id,
            payload: { message: `${waiting.payload.message} ${text}` },
            language: null,
          }],
        }
        : { add: [{ ...REMINDER, payload: { message: text } }], update: [] };
    const said: string[] = [];
    const send = async (store: Store) => {
      for (const mail of await store.claimMails(1, LONG)) {
        const { message } = mail.payload;
        await store.finishMail(mail);
        said.push(message ?? "");
      }
    };
    try {
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const store = index % 2 ? db.store : other;
          const ids = await store.addMails(game.id, merge(`<${index}>`));
          assert.equal(ids.length, 1);
          if (index % 5 === 0) await send(store);
        }),
      );
      await send(db.store);
    } finally {
      await other.close();
    }
    const heard = new Set(said.join(" ").split(" "));
    for (let index = 0; index < 60; index++) assert(heard.has(`<${index}>`), `${index} was told`);
  },
);

testOnEach("a mail that isOnce is written once, whatever became of it", async (db) => {
  const { game } = await keep(db.store);
  const near: NewMail = { recipient: 1, kind: "eventNear", topic: "2030-01-01", isOnce: true };
  const other = await db.openAnother();
  try {
    await Promise.all(
      Array.from(
        { length: 10 },
        (_, index) => (index % 2 ? db.store : other).addMails(game.id, add(near)),
      ),
    );
  } finally {
    await other.close();
  }
  await db.store.finishMail(await claimOne(db.store));
  assert.deepEqual(await db.store.addMails(game.id, add(near)), []);
  assert.equal((await db.store.addMails(game.id, add({ ...near, topic: "2030-02-02" }))).length, 1);
  assert.equal((await db.store.addMails(game.id, add({ ...near, recipient: 2 }))).length, 1);
  assert.equal((await db.store.addMails(game.id, add(REMINDER))).length, 1);
});

testOnEach("the table refuses a second waiting mail of one kind and topic", async ({ store }) => {
  const { game } = await keep(store, [REMINDER]);
  await assert.rejects(store.addMails(game.id, add(REMINDER)));
  await store.finishMail(await claimOne(store));
  assert.equal((await store.addMails(game.id, add(REMINDER))).length, 1);
});

testOnEach("failMail(), dropMail() and postponeMail() tell how mails fare", async ({ store }) => {
  const { game, mailIds } = await keep(store, [
    { recipient: 0, kind: "organizerWelcome" },
    ...[1, 2, 3].map((recipient): NewMail => ({ recipient, kind: "assignment" })),
  ]);
  const claimed = await store.claimMails(10, LONG);
  const [organizer, failed, dropped, put] = claimed.map(({ id }) => id);
  assert(organizer && failed && dropped && put && claimed[0]);
  await store.finishMail(claimed[0]);
  await store.failMail(failed, "addressRefused");
  await store.dropMail(dropped);
  await store.postponeMail(put, 60.0004, "mailboxFull");
  assert.deepEqual(await store.countMails(mailIds), {
    organizer: { sent: 1, failed: 0, queued: 0 },
    participants: { sent: 0, failed: 1, queued: 1 },
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

testOnEach("readEmailStatuses() tells of the latest mail to each", async ({ store }) => {
  const { game } = await keep(store, [{ recipient: 1, kind: "assignment" }]);
  await store.failMail((await claimOne(store)).id, "addressRefused");
  await store.addMails(game.id, add({ recipient: 1, kind: "reminder" }));
  const statuses = await store.readEmailStatuses(game.id);
  assert.equal(statuses.size, 1);
  assert.equal(statuses.get(1)?.kind, "reminder");
  assert.equal(statuses.get(1)?.status, "queued");
});

testOnEach("hastenMails() makes due what waits for one of these reasons", async ({ store }) => {
  await keep(store, [1, 2, 3].map((recipient) => ({ recipient, kind: "assignment" })));
  const [one, two, three] = await store.claimMails(3, LONG);
  assert(one && two && three);
  await store.postponeMail(one.id, 300, "serverUnreachable");
  await store.postponeMail(two.id, 300, "mailboxFull");
  await store.postponeMail(three.id, 300, "serverRefused");
  await store.hastenMails(["serverUnreachable", "serverRefused"]);
  assert.deepEqual((await store.claimMails(3, LONG)).map(({ id }) => id), [one.id, three.id]);
});

testOnEach("readMailTraffic() and countRecentMails() count the last hour", async (db) => {
  const { store } = db;
  const { game } = await keep(store, [{ recipient: 1, kind: "participantRecovery" }, REMINDER]);
  await keep(store, [REMINDER]);
  const none = { sent: 0, queued: 0, seconds: 0 };
  assert.deepEqual(await store.readMailTraffic(crypto.randomUUID()), none);
  assert.deepEqual(await store.readMailTraffic(game.id), { ...none, queued: 2 });
  const [mail] = await store.claimMails(1, LONG);
  assert(mail);
  await store.finishMail(mail);
  await store.addSentMail(game.id, { recipient: 0, kind: "organizerLinkRenewed" });
  const { sent, queued, seconds } = await store.readMailTraffic(game.id);
  assert.deepEqual([sent, queued], [2, 1]);
  assert(seconds > 3_500 && seconds <= 3_600, `${seconds} s`);
  assert.equal(await store.countRecentMails(game.id, 1, "participantRecovery"), 1);
  assert.equal(await store.countRecentMails(game.id, 2, "participantRecovery"), 0);
  assert.equal(await store.countRecentMails(game.id, 0, "organizerLinkRenewed"), 1);
  assert.equal((await store.readEmailStatuses(game.id)).get(0)?.status, "sent");
});

testOnEach("setUnsubscribed() keeps each choice for its game alone", async ({ store }) => {
  const { game } = await keep(store);
  const { game: other } = await keep(store);
  await store.setUnsubscribed(game.id, "a@example.org", true);
  await store.setUnsubscribed(game.id, "a@example.org", true);
  await store.setUnsubscribed(game.id, "b@example.org", true);
  await store.setUnsubscribed(game.id, "b@example.org", false);
  assert.deepEqual(await store.readUnsubscribed(game.id), new Set(["a@example.org"]));
  assert.deepEqual(await store.readUnsubscribed(other.id), new Set());
});

testOnEach("nextMailIn() tells when the next mail is due or abandoned", async ({ store }) => {
  assert.equal(await store.nextMailIn(), null);
  await keep(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
  assert((await store.nextMailIn() ?? 1) <= 0);
  const [one] = await store.claimMails(2, LONG);
  assert(one);
  const untilLeaseEnds = await store.nextMailIn();
  assert(untilLeaseEnds !== null && untilLeaseEnds > 50 && untilLeaseEnds <= LONG);
  await store.postponeMail(one.id, 20, "receiverBusy");
  const untilDue = await store.nextMailIn();
  assert(untilDue !== null && untilDue > 15 && untilDue <= 20, `${untilDue}`);
});
