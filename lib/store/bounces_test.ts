import assert from "node:assert/strict";
import type { MailKind } from "../game/types.ts";
import type { Store } from "./store.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { add, claimOne, keepWith, LONG, REMINDER } from "@/tests/support/outbox.ts";

testOnEach("bounceMail() marks a mail that was sent, and none that waits", async ({ store }) => {
  const { game } = await keepWith(store, [REMINDER]);
  const mail = await claimOne(store);
  assert.deepEqual(await store.readMailKey(mail.id), {
    gameId: game.id,
    recipient: 1,
    kind: "reminder",
  });
  assert.equal(await store.bounceMail(mail, "mailboxFull"), false);
  await store.finishMail(mail);
  const before = Date.now() - 1000;
  assert.equal(await store.bounceMail(mail, "mailboxFull"), true);
  const status = (await store.readEmailStatuses(game.id)).get(1);
  assert.deepEqual([status?.status, status?.reason], ["failed", "mailboxFull"]);
  assert.ok(Date.parse(status?.at ?? "") >= before);
  assert.equal(await store.bounceMail(mail, "addressRefused"), true);
  assert.equal((await store.readEmailStatuses(game.id)).get(1)?.reason, "mailboxFull");
  // A later mail to the same person has its own status.
  await store.addMails(game.id, add(REMINDER));
  await store.finishMail(await claimOne(store));
  assert.equal((await store.readEmailStatuses(game.id)).get(1)?.status, "sent");
});

/** Recipients of mails that were sent, or may have been. */
function mailedIn(store: Store, code: string): Promise<number[]> {
  return store.changeGame(
    code,
    (_, { mailed }) => ({ game: null, outbox: null, result: [...mailed].toSorted() }),
    { mailed: true },
  );
}

testOnEach("a sent mail counts as sent, even after a bounce", async ({ store }) => {
  const kind = "assignment";
  const recipients = [0, 1, 2, 3];
  const { game } = await keepWith(store, recipients.map((recipient) => ({ recipient, kind })));
  const [bounced, cutOff, refused, refusedAtLast] = await store.claimMails(10, LONG);
  assert(bounced && cutOff && refused && refusedAtLast);
  await store.finishMail(bounced);
  await store.bounceMail(bounced, "addressRefused");
  await store.postponeMail(cutOff, 0, "connectionLost");
  await store.postponeMail(cutOff, 0, "receiverBusy");
  await store.failMail(cutOff, "addressRefused");
  await store.failMail(refused, "addressRefused");
  await store.postponeMail(refusedAtLast, 0, "receiverBusy");
  assert.deepEqual(await mailedIn(store, game.code), [0, 1, 3], "what waits may go any moment");
  await store.failMail(refusedAtLast, "mailboxFull");
  assert.deepEqual(await mailedIn(store, game.code), [0, 1]);
});

testOnEach("a held mail does not count as sent", async ({ store }) => {
  const kind = "assignment";
  const { game } = await keepWith(store, [
    { recipient: 1, kind, isHeld: true },
    { recipient: 2, kind },
  ]);
  assert.deepEqual(await mailedIn(store, game.code), [2]);
});

testOnEach("a mail that was abandoned during sending may have arrived", async ({ store }) => {
  const { game } = await keepWith(store, [1, 2].map((recipient) => ({ ...REMINDER, recipient })));
  const [first, returned] = await store.claimMails(2, 0.01);
  assert(first && returned);
  await store.returnMails([returned.id], 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const again = await store.claimMails(2, LONG);
  assert.equal(again.length, 2);
  for (const mail of again) await store.failMail(mail, "addressRefused");
  assert.deepEqual(await mailedIn(store, game.code), [1]);
});

testOnEach("dropMail() keeps the status of a mail that may have arrived", async ({ store }) => {
  const { game } = await keepWith(
    store,
    [1, 2, 3].map((recipient) => ({ ...REMINDER, recipient })),
  );
  const [cutOff, sent, untried] = await store.claimMails(3, LONG);
  assert(cutOff && sent && untried);
  await store.postponeMail(cutOff, 0, "connectionLost");
  await store.dropMail(cutOff);
  await store.addMails(game.id, (waiting) => ({
    add: [],
    update: waiting.filter(({ id }) => id === sent.id)
      .map(({ id }) => ({ id, payload: {}, language: null })),
  }));
  await store.finishMail(sent);
  await store.dropMail(await claimOne(store));
  await store.dropMail(untried);
  assert.deepEqual(await mailedIn(store, game.code), [1, 2]);
  const fared = [...await store.readEmailStatuses(game.id)]
    .map(([recipient, { status, reason }]) => [recipient, status, reason]);
  assert.deepEqual(fared.toSorted(), [[1, "failed", "connectionLost"], [2, "sent", null]]);
  assert.equal(await store.nextMailIn(), null);
});

testOnEach("a mail given up by the previous release counts as sent", async ({ store, execute }) => {
  const { game } = await keepWith(store, [REMINDER]);
  await claimOne(store);
  await execute("update outbox set status = 'failed', reason = 'addressRefused'");
  assert.deepEqual(await mailedIn(store, game.code), [1]);
});

testOnEach("readMailKey() and bounceMail() ignore an unknown mail", async ({ store }) => {
  assert.equal(await store.readMailKey("999999999999999"), null);
  const { game } = await keepWith(store);
  const nobodys = { id: "999999999999999", gameId: game.id };
  assert.equal(await store.bounceMail(nobodys, "mailboxFull"), false);
});

testOnEach("takeTurn() gives one turn at a time, over all instances", async (db) => {
  const other = await db.openAnother();
  const turns = await Promise.all(
    [db.store, other, db.store, other].map((store) => store.takeTurn("bounces", 60)),
  );
  assert.equal(turns.filter(Boolean).length, 1);
  assert.equal(await other.takeTurn("something else", 0.001), true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await db.store.takeTurn("something else", 60), true);
  await other.close();
});

testOnEach("takeTurn() goes on after the clock was set back", async ({ store }) => {
  assert.equal(await store.takeTurn("bounces", 86_400), true);
  assert.equal(await store.takeTurn("bounces", 60), true);
  assert.equal(await store.takeTurn("bounces", 60), false);
});

testOnEach(
  "readEmailStatuses() shows that a mail about a move failed, but not because of a limit that other games fill",
  async ({ store }) => {
    const moved = [1, 2].map((recipient) => ({ recipient, kind: "receiverChanged" as const }));
    const { game } = await keepWith(store, moved);
    const [one, other] = await store.claimMails(2, LONG);
    assert(one && other);
    await store.failMail(one, "addressFlooded");
    await store.failMail(other, "addressRefused");
    const shown = [...await store.readEmailStatuses(game.id)];
    assert.deepEqual(shown.map(([number, { reason }]) => [number, reason]), [
      [other.recipient, "addressRefused"],
    ]);
  },
);

testOnEach(
  "readGivenUp() names people whose latest mail of these kinds was held for too long",
  async ({ store }) => {
    const links = [1, 2, 3].map((recipient) => ({ recipient, kind: "assignment" } as const));
    const { game } = await keepWith(store, links);
    const [sent, ...claimed] = await store.claimMails(3, LONG);
    assert(sent);
    await store.finishMail(sent);
    for (const mail of claimed) await store.failMail(mail, "notConfirmed");
    await store.addMails(
      game.id,
      add({ recipient: 2, kind: "joined" }, { ...REMINDER, recipient: 3 }),
    );
    const found = async (...kinds: MailKind[]) => [...await store.readGivenUp(game.id, kinds)];
    assert.deepEqual((await found("assignment")).toSorted(), [[2, "assignment"], [
      3,
      "assignment",
    ]]);
    assert.deepEqual(await found("assignment", "joined"), [[3, "assignment"]]);
    assert.deepEqual(await found("assignment", "reminder"), [[2, "assignment"]]);
    assert.deepEqual(await found("reminder"), []);
  },
);
