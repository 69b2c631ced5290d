import assert from "node:assert/strict";
import { addressKey } from "../game/identity.ts";
import { CLIENT, makeStored, operationTest, reread, shownBy } from "@/tests/support/operations.ts";
import { addDevice } from "./devices.ts";
import { openDeclining, openSubscription } from "./subscriptions.ts";

operationTest("openSubscription() opens one address's choice in one game", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, {
    language: "de",
    organizerEmail: "olga@example.org",
    participants: [
      { name: "Ana", email: "Ana@example.org", language: "fr" },
      { name: "Ben", email: "ben@example.org" },
      { name: "Cy" },
    ],
  });
  const linkOf = (email: string) => tokens.unsubscribe(game, addressKey(email));
  const open = (email: string, change?: { isUnsubscribed: boolean }) =>
    openSubscription(services, game.id, linkOf(email), change);
  for (
    const [email, language] of [["ana@example.org", "fr"], ["olga@example.org", "de"]] as const
  ) {
    const found = await open(email);
    assert.deepEqual([found?.language, found?.isUnsubscribed], [language, false]);
  }
  assert.equal((await open("ana@example.org", { isUnsubscribed: true }))?.isUnsubscribed, true);
  assert.equal((await open("ana@example.org"))?.isUnsubscribed, true);
  assert.equal((await open("ben@example.org"))?.isUnsubscribed, false);
  assert.deepEqual(
    [...await store.readUnsubscribed(game.id)].toSorted(),
    [
      tokens.optOutHashes(game, "ana@example.org")[0],
      "ana@example.org",
    ].toSorted(),
  );
  assert.equal((await open("ana@example.org", { isUnsubscribed: false }))?.isUnsubscribed, false);
  assert.equal((await store.readUnsubscribed(game.id)).size, 0);

  assert.equal(await open("nobody@example.org", { isUnsubscribed: true }), null);
  const another = await makeStored(services);
  assert.equal(await openSubscription(services, another.id, linkOf("ana@example.org")), null);
  assert.equal(await openSubscription(services, "no id", linkOf("ana@example.org")), null);
  assert.equal((await store.readUnsubscribed(game.id)).size, 0);
});

operationTest(
  "openSubscription() finds and takes back choices that an earlier release has stored",
  async (services) => {
    const { store, tokens } = services;
    const [email, former] = ["anna@straße.example", "anna@strasse.example"];
    const game = await makeStored(services, {
      participants: [{ name: "Anna", email }, { name: "Ben", email: "b@x.example" }, {
        name: "Cy",
      }],
    });
    const open = (key: string, change?: { isUnsubscribed: boolean }) =>
      openSubscription(services, game.id, tokens.unsubscribe(game, key), change);
    await store.setUnsubscribed(game.id, former, true);
    await store.changeGame(game.code, (before) => {
      assert(before);
      const participants = before.participants.map((one) =>
        one.name === "Ben" ? { ...one, email: "ben@x.example" } : one
      );
      return { game: { ...before, participants }, outbox: null, result: undefined };
    });
    assert.equal((await open(email))?.isUnsubscribed, true, "another's change forgets none");
    assert.equal((await open(former))?.isUnsubscribed, true, "by an older mail's link");
    assert.equal((await open(email, { isUnsubscribed: false }))?.isUnsubscribed, false);
    assert.equal((await store.readUnsubscribed(game.id)).size, 0);
  },
);

operationTest("openDeclining() ends all mails to the address of its token", async (services) => {
  const { store: { limits }, tokens } = services;
  const token = tokens.declining("ana@example.org");
  const isDeclined = (email: string) => limits.isDeclined(tokens.mailKey(email));
  assert.deepEqual(await openDeclining(services, token), { isDeclined: false });
  assert.deepEqual(await openDeclining(services, token, { isDeclined: true }), {
    isDeclined: true,
  });
  assert.deepEqual(await openDeclining(services, token), { isDeclined: true });
  assert.equal(await isDeclined("Ana+gifts@example.org"), true);
  assert.equal(await isDeclined("ben@example.org"), false);
  const forged = tokens.mailKey("ben@example.org") + token.slice(22);
  assert.equal(await openDeclining(services, forged, { isDeclined: true }), null);
  assert.equal(await isDeclined("ben@example.org"), false);
  await openDeclining(services, token, { isDeclined: false });
  assert.equal(await isDeclined("ana@example.org"), false);
});

operationTest(
  "an opt-out ends devices turned on after an earlier one, for everyone who reads the mailbox, and no other device",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services, {
      participants: [
        { name: "Ana", email: "Home@example.org" },
        { name: "Ben", email: "home@example.org" },
        { name: "Cy", email: "cy@example.org" },
      ],
    });
    const add = async (name: string) => {
      const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
      const endpoint = `https://fcm.googleapis.com/${crypto.randomUUID()}`;
      const action = { action: "addDevice", endpoint, keys } as const;
      const own = shownBy(services, game, name);
      return (await addDevice(services, game.code, action, own, CLIENT)).id;
    };
    const optOut = () => {
      const token = tokens.unsubscribe(game, addressKey("home@example.org"));
      return openSubscription(services, game.id, token, { isUnsubscribed: true });
    };
    const before = [await add("Ana"), await add("Cy")];
    await optOut();
    for (const name of ["Ana", "Ben"]) await add(name);
    await optOut();
    const { devices } = await reread(services, game);
    assert.deepEqual(new Set(devices.map(({ id }) => id)), new Set(before));
  },
);
