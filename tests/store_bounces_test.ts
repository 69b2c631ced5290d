import assert from "node:assert/strict";
import { testOnEach } from "./support/databases.ts";
import { add, claimOne, keepWith, REMINDER } from "./support/outbox.ts";

testOnEach("bounceMail() marks a mail that went out, and none that waits", async ({ store }) => {
  const { game } = await keepWith(store, [REMINDER]);
  const mail = await claimOne(store);
  assert.deepEqual(await store.readMailKey(mail.id), { gameId: game.id, recipient: 1 });
  assert.equal(await store.bounceMail(mail, "mailboxFull"), false);
  await store.finishMail(mail);
  const before = Date.now() - 1000;
  assert.equal(await store.bounceMail(mail, "mailboxFull"), true);
  const status = (await store.readEmailStatuses(game.id)).get(1);
  assert.deepEqual([status?.status, status?.reason], ["failed", "mailboxFull"]);
  assert.ok(Date.parse(status?.at ?? "") >= before);
  assert.equal(await store.bounceMail(mail, "addressRefused"), true);
  assert.equal((await store.readEmailStatuses(game.id)).get(1)?.reason, "mailboxFull");
  // A later mail to the same person fares as it fares.
  await store.addMails(game.id, add(REMINDER));
  await store.finishMail(await claimOne(store));
  assert.equal((await store.readEmailStatuses(game.id)).get(1)?.status, "sent");
});

testOnEach("readMailKey() and bounceMail() know no mail that is not there", async ({ store }) => {
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
