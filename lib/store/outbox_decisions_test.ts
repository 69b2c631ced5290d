import assert from "node:assert/strict";
import type { NewMail, OutboxChange, OutboxDecision, Store } from "./store.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { add, claimOne, keepWith, LONG, REMINDER, waitingIn } from "@/tests/support/outbox.ts";

const HELD: NewMail = { ...REMINDER, isHeld: true };

/** Joins a newer fact to every waiting mail. */
function join(fields: Partial<OutboxChange["update"][number]> = {}): OutboxDecision {
  return (waiting) => ({
    add: [],
    update: waiting.map(({ id }) => ({ id, payload: {}, language: null, ...fields })),
  });
}

testOnEach("a newer fact that joins a mail being sent makes it wait again", async ({ store }) => {
  const { game } = await keepWith(store, [REMINDER]);
  const first = await claimOne(store);
  const ids = await store.addMails(game.id, join({ payload: { message: "Now!" }, language: "fr" }));
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

testOnEach(
  "a newer fact that joins a mail being sent outlives its refusal, its delay and its drop",
  async ({ store }) => {
    const recipients = [1, 2, 3, 4];
    const { game } = await keepWith(
      store,
      recipients.map((recipient) => ({ ...REMINDER, recipient })),
    );
    const claimed = await store.claimMails(10, LONG);
    const [refused, delayed, lost, dropped] = claimed;
    assert(refused && delayed && lost && dropped);
    await store.addMails(game.id, join({ payload: { message: "Now!" } }));
    await store.failMail(refused, "addressRefused");
    await store.postponeMail(delayed, 300, "receiverBusy");
    await store.failMail(lost, "connectionLost");
    await store.dropMail(dropped);
    const again = await store.claimMails(10, LONG);
    assert.deepEqual(
      again.map(({ id, revision, payload }) => ({ id, revision, payload })),
      claimed.map(({ id }) => ({ id, revision: 2, payload: { message: "Now!" } })),
    );
    // Shows which of them may have arrived: dropMail() deletes the others without a trace.
    for (const mail of again) await store.dropMail(mail);
    const statuses = await store.readEmailStatuses(game.id);
    assert.deepEqual([...statuses.keys()], [3]);
  },
);

testOnEach("a newer fact makes a postponed mail due at once", async ({ store }) => {
  const { game } = await keepWith(store, [REMINDER]);
  const mail = await claimOne(store);
  await store.postponeMail(mail, 300, "receiverBusy");
  assert.deepEqual(await store.claimMails(10, LONG), []);
  await store.addMails(game.id, join());
  const again = await claimOne(store);
  assert.equal(again.id, mail.id);
  assert.equal(again.language, null);
});

testOnEach("a newer fact with a delay makes no mail due earlier than that", async ({ store }) => {
  const { game } = await keepWith(store, [{ ...REMINDER, delay: 600 }]);
  const dueAfter = async (delay: number) => {
    await store.addMails(game.id, join({ delay }));
    return await store.nextMailIn() ?? NaN;
  };
  const isAbout = (seconds: number, wanted: number) => seconds > wanted - 30 && seconds <= wanted;
  assert(isAbout(await dueAfter(900), 600), "it keeps its time");
  assert(isAbout(await dueAfter(300), 300));
  assert.deepEqual(await store.claimMails(10, LONG), []);
});

testOnEach("a newer fact that joins a held mail leaves it held", async ({ store }) => {
  const { game, mailIds } = await keepWith(store, [HELD]);
  await store.addMails(game.id, join());
  // It is due only when it is given up.
  assert.deepEqual(await store.claimMails(10, LONG), []);
  assert.equal((await store.countMails(game.id, mailIds)).held, 1);
});

testOnEach("an OutboxDecision sees only the waiting mails of its game", async ({ store }) => {
  const { game, mailIds } = await keepWith(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
  await keepWith(store, [REMINDER]);
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
      // One is under way.
      mayHaveArrived: index === 0,
    })),
  );
  await store.finishMail(first);
  assert.deepEqual((await waitingIn(store, game)).map(({ recipient }) => recipient), [2]);
});

testOnEach("changeGame() stores the game and its mails together", async ({ store }) => {
  const { game, mailIds } = await keepWith(store, [REMINDER]);
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

testOnEach("changeGame() adds mails without changing the game", async ({ store }) => {
  const { game } = await keepWith(store);
  await store.changeGame(game.code, () => ({ game: null, outbox: add(REMINDER), result: null }));
  assert.equal((await claimOne(store)).kind, "reminder");
  assert.deepEqual(await store.readGame(game.code), game);
});

testOnEach(
  "addMails() decides again if mails are sent or added meanwhile, and merges all",
  async (db) => {
    const { game } = await keepWith(db.store);
    const other = await db.openAnother();
    /** Only one mail waits, which contains everything. */
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

testOnEach("a mail with isOnce is written once, sent or not", async (db) => {
  const { game } = await keepWith(db.store);
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
  const { game } = await keepWith(store, [REMINDER]);
  await assert.rejects(store.addMails(game.id, add(REMINDER)));
  await store.finishMail(await claimOne(store));
  assert.equal((await store.addMails(game.id, add(REMINDER))).length, 1);
});

testOnEach(
  "a held mail waits until its organizer has confirmed, and is then sent once",
  async (db) => {
    const { store } = db;
    const { game, mailIds } = await keepWith(store, [HELD]);
    const messages = ["1", "2", "3"].map((topic) => ({
      ...HELD,
      ...{ kind: "messageWaiting" as const, topic },
    }));
    await store.addMails(game.id, add({ ...HELD, topic: "later" }, ...messages));
    assert.deepEqual(await store.claimMails(10, LONG), []);
    assert.equal((await store.countMails(game.id, mailIds)).held, 1);
    assert(((await store.nextMailIn()) ?? 0) > 47 * 3600);
    assert.equal((await store.readEmailStatuses(game.id)).get(1)?.reason, "notConfirmed");
    await store.redateMails(LONG);
    const other = await db.openAnother();
    try {
      assert.deepEqual(await other.claimMails(10, LONG), []);
      await other.changeGameById(game.id, (found) => ({
        game: found && { ...found, organizerEmail: "o@example.org", provedEmail: "o@example.org" },
        outbox: null,
        releasesHeld: { least: 20, most: 50 },
        result: undefined,
      }));
    } finally {
      await other.close();
    }
    // Messages wait separately: phones that ring at the same time would reveal who gives to whom.
    const released = await store.claimMails(10, LONG);
    assert.deepEqual(released.map(({ kind }) => kind), ["reminder", "reminder"]);
    const seconds = await store.nextMailIn() ?? 0;
    assert(seconds > 15 && seconds <= 50, String(seconds));
    await db.execute("create unique index i on outbox (due_at) where kind = 'messageWaiting'");
    // The next test may get the same database.
    await db.execute("drop index i");
    // From now on nothing is held.
    await store.addMails(game.id, add({ ...HELD, topic: "at once" }));
    assert.equal((await store.claimMails(10, LONG)).length, 1);
  },
);

testOnEach(
  "redateMails() has a mail wait as long as it was to, unless it was tried",
  async (db) => {
    const { store, execute } = db;
    const { game } = await keepWith(store, [{ ...REMINDER, delay: 600 }]);
    const setClockBack = async (fields = "") => {
      const hour = store.engine === "SQLite" ? "3600000" : "interval '1 hour'";
      const set = `created_at = created_at + ${hour}, due_at = due_at + ${hour} ${fields}`;
      await execute(`update outbox set ${set}`);
      await store.redateMails(LONG);
      return Math.round(await store.nextMailIn() ?? NaN);
    };
    const seconds = await setClockBack();
    assert(seconds > 570 && seconds <= 600, `due in ${seconds} s`);
    // One that is due at once goes first.
    await store.addMails(game.id, add({ ...REMINDER, topic: "at once" }));
    assert(await setClockBack() <= 0);
    await store.finishMail(await claimOne(store));
    assert(await setClockBack(", attempts = 1") <= 0, "put off");
  },
);

testOnEach("countRecentMails() counts no mail that is older than an hour", async (db) => {
  const { store, execute } = db;
  const { game } = await keepWith(store, [REMINDER]);
  const age = (minutes: number) =>
    store.engine === "SQLite" ? `${minutes * 60_000}` : `interval '${minutes} minutes'`;
  const count = async () => (await store.countRecentMails(game.id, [1], "reminder")).get(1) ?? 0;
  const counts: number[] = [];
  for (const minutes of [59, 2]) {
    await execute(`update outbox set created_at = created_at - ${age(minutes)}`);
    counts.push(await count());
  }
  assert.deepEqual(counts, [1, 0]);
});

testOnEach(
  "a held mail that newer facts join is still held, and one that is given up leaves no trace",
  async (db) => {
    const { store, execute } = db;
    const gone = {
      recipient: null,
      address: "gone@example.org",
      kind: "participantRemoved",
    } as const;
    const { game, mailIds } = await keepWith(store, [
      { ...gone, payload: { name: "Gone" }, isHeld: true },
    ]);
    await store.addMails(game.id, join({ payload: { name: "Gone" } }));
    assert.deepEqual(await store.claimMails(10, LONG), []);
    assert.equal((await store.countMails(game.id, mailIds)).held, 1);
    const threeDays = store.engine === "SQLite" ? `${3 * 86_400_000}` : "interval '3 days'";
    await execute(`update outbox set due_at = due_at - ${threeDays}`);
    assert.deepEqual(await store.claimMails(10, LONG), []);
    assert.equal((await store.countMails(game.id, mailIds)).participants.failed, 1);
    // Bypasses the store: the check refuses the count if a trace is left.
    await execute("create table traces (count integer not null check (count = 0))");
    await execute(
      "insert into traces (count) select count(*) from outbox where address is not null or cast(payload as text) like '%Gone%'",
    );
  },
);
