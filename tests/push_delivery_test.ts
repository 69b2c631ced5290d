import assert from "node:assert/strict";
import { Tokens } from "@/lib/game/tokens.ts";
import { MAIL_KINDS } from "@/lib/game/types.ts";
import { addToOutbox } from "@/lib/mail/outbox.ts";
import { openSubscription } from "@/lib/operations/subscriptions.ts";
import { openServices } from "@/lib/services.ts";
import { keysOf } from "@/lib/store/server_key.ts";
import type { TestApp } from "./support/app.ts";
import type { BrowserDevice } from "./support/browser_device.ts";
import type { CreatedGame } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { conversation, say } from "./support/messages.ts";
import {
  addDevice,
  noticesIn,
  passTime,
  pushTest,
  settle,
  zoneAtNoon,
} from "./support/push_app.ts";
import type { PushService } from "./support/push_service.ts";
import { sql } from "./support/sql.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

/** A game of people without addresses, each with a browser. */
async function createNotified(app: TestApp, push: PushService, names = ["Ana", "Ben", "Cy"]) {
  const game = await app.client.createGame({
    date: inDays(20),
    timeZone: zoneAtNoon(),
    isProtected: true,
    participants: names.map((name) => ({ name })),
  });
  const devices = new Map<string, BrowserDevice>();
  const ids = new Map<string, string>();
  for (const { name, token } of game.participants) {
    const device = push.subscribe();
    devices.set(name, device);
    ids.set(name, await addDevice(app, game, { participantToken: token }, device));
  }
  const deviceOf = (name: string) => devices.get(name) ?? assert.fail(name);
  return { game, deviceOf, idOf: (name: string) => ids.get(name) ?? assert.fail(name) };
}

/** Notifies everyone about a change of the event. */
async function tellAll({ client }: TestApp, game: CreatedGame, location = "At Ben's") {
  await client.manage(game, "updateGameDetails", { location });
}

pushTest("a person with an address and a browser is notified on both, once", async (app, push) => {
  const { client, services } = app;
  const game = await client.createGame({
    sendEmails: true,
    organizerEmail: "o@example.org",
    participants: [{ name: "Ana", email: "ana@example.org" }, { name: "Ben" }, { name: "Cy" }],
  });
  const device = push.subscribe();
  await addDevice(app, game, { participantToken: named(game, "Ana").token }, device);
  const trap = services.mail?.trap;
  assert(trap);
  await until(() => trap.caught.length === 2, "the first mails");
  await tellAll(app, game);
  await settle(app);
  await until(() => trap.caught.length === 3, "her mail");
  assert.equal(push.of(device).length, 1);
  const { emailStatus } = named(await client.readAsOrganizer(game), "Ana");
  assert.equal(emailStatus.kind, "detailsChanged", "a notice is in no status of mails");
}, { SMTP_URL: "memory:", ENVIRONMENT: "development" });

pushTest("a notice that a push service defers is sent later, once", async (app, push) => {
  const { game, deviceOf } = await createNotified(app, push);
  push.behaviour = (device, attempt) =>
    device === deviceOf("Ana") && attempt === 1
      ? new Response("x".repeat(1_000_000), { status: 429, headers: { "retry-after": "1000" } })
      : device === deviceOf("Ben") && attempt <= 2
      ? new Response(null, { status: 503 })
      : undefined;
  await tellAll(app, game);
  await settle(app);
  assert.equal(push.arrived.length, 1);
  const [asked, busy] = (await noticesIn(app)).filter(({ status }) => status === "queued")
    .map(({ due }) => due - Date.now() / 1000).toSorted((a, b) => b - a);
  assert(asked && busy && asked > 900 && asked <= 1000 && busy < 10, `${asked} ${busy}`);
  for (let round = 0; round < 2; round++) {
    await passTime(app);
    await settle(app);
  }
  for (const name of ["Ana", "Ben", "Cy"]) assert.equal(push.of(deviceOf(name)).length, 1, name);
  assert.deepEqual((await noticesIn(app)).map(({ status }) => status), ["sent", "sent", "sent"]);
});

pushTest("an outage of push services delays notices, and loses none", async (app, push) => {
  const { game, deviceOf } = await createNotified(app, push);
  push.isAway = true;
  await tellAll(app, game);
  await settle(app);
  assert.equal(push.arrived.length, 0);
  await tellAll(app, game, "At Cy's");
  // An attempt that began during the outage would defer its notice again, after the clock has moved.
  await settle(app);
  push.isAway = false;
  await passTime(app);
  await settle(app);
  for (const name of ["Ana", "Ben", "Cy"]) assert.equal(push.of(deviceOf(name)).length, 1, name);
});

pushTest("a browser that no longer exists is removed: 404 and 410", async (app, push) => {
  const { client } = app;
  const { game, deviceOf } = await createNotified(app, push);
  const gone = new Map([[deviceOf("Ana"), 404], [deviceOf("Ben"), 410]]);
  push.behaviour = (device) => {
    const status = gone.get(device);
    return status ? new Response(null, { status }) : undefined;
  };
  await tellAll(app, game);
  await settle(app);
  const view = await client.readAsOrganizer(game);
  assert.deepEqual(view.participants.map(({ hasDevice }) => hasDevice), [false, false, true]);
  await tellAll(app, game, "At Cy's");
  await settle(app);
  assert.deepEqual(["Ana", "Ben", "Cy"].map((name) => push.attemptsFor(deviceOf(name))), [1, 1, 2]);
});

pushTest("two instances and a killed one deliver each notice once", async (app, push) => {
  const { game } = await createNotified(app, push, ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"]);
  const { store, settings } = app.services;
  const stored = await store.readGame(game.code);
  assert(stored);
  const mails = stored.participants.map(({ number }) => ({
    recipient: number,
    kind: "reminder" as const,
  }));
  await store.addMails(game.id, addToOutbox([], app.services.push.like(stored, mails)));
  // One claims some of them and dies.
  assert.equal((await store.claimNotices(3, 0.2)).length, 3);
  // It looks for notices as soon as it is open.
  const other = settings.databaseUrl === null ? null : await openServices(settings, push.network);
  try {
    app.services.push.wake();
    await until(() => push.arrived.length >= 6, "all six");
    await settle(app);
    assert.equal(push.arrived.length, 6);
    assert.equal(new Set(push.arrived.map(({ device }) => device)).size, 6);
  } finally {
    await other?.close();
  }
});

pushTest("a notice that is no longer true is not sent", async (app, push) => {
  const { client } = app;
  const { game, deviceOf, idOf } = await createNotified(app, push);
  const ana = named(game, "Ana");
  const pair = game.assignments.find(({ giverId }) => giverId === ana.id);
  const receiver = game.participants.find(({ id }) => id === pair?.receiverId);
  assert(receiver);
  await say(client, game, ana, { to: "receiver", text: "Which size?" });
  const headers = { "x-participant-token": receiver.token };
  assert.equal((await client.get(`/api/games/${game.code}/messages`, headers)).status, 200);
  await passTime(app);
  await settle(app);
  assert.equal(push.arrived.length, 0, "it was read");
  await say(client, game, ana, { to: "receiver", text: "And which colour?" });
  await client.send(
    "DELETE",
    `/api/games/${game.code}/push`,
    { device: idOf(receiver.name) },
    headers,
  );
  await passTime(app);
  await settle(app);
  assert.equal(push.attemptsFor(deviceOf(receiver.name)), 0, "the browser was removed");
});

/** A participant's giver, the participant, and their receiver. */
function around(game: CreatedGame, name: string) {
  const person = named(game, name);
  const idsOf = (ofGiver: boolean) =>
    game.assignments.flatMap(({ giverId, receiverId }) =>
      (ofGiver ? receiverId : giverId) === person.id ? [ofGiver ? giverId : receiverId] : []
    );
  const find = (ofGiver: boolean) => {
    const found = game.participants.find(({ id }) => idsOf(ofGiver).includes(id));
    assert(found);
    return found;
  };
  return [find(true), person, find(false)] as const;
}

/** Waits until a notice is deferred by an hour; while it is handled, its lease is short. */
async function untilWaitsForHour(app: TestApp): Promise<void> {
  await until(
    async () =>
      (await noticesIn(app)).some(({ status, due }) =>
        status === "queued" && due - Date.now() / 1000 > 3500
      ),
    "one waits for an hour",
  );
}

pushTest("notices about pairs: one an hour, and to no shared browser", async (app, push) => {
  const { client } = app;
  const { game, deviceOf } = await createNotified(app, push);
  const [giver, _, receiver] = around(game, "Ana");
  await say(client, game, giver, { to: "receiver", text: "one" });
  await say(client, game, receiver, { to: "giver", text: "two" });
  await passTime(app);
  await settle(app);
  assert.equal(push.of(deviceOf("Ana")).length, 1, "both say the same");
  await say(client, game, giver, { to: "receiver", text: "three" });
  await passTime(app);
  await settle(app);
  assert.equal(push.of(deviceOf("Ana")).length, 1, "within the hour");
  await untilWaitsForHour(app);
  // A family's tablet.
  const tablet = push.subscribe();
  for (const { token } of game.participants) {
    await addDevice(app, game, { participantToken: token }, tablet);
  }
  await say(client, game, receiver, { to: "receiver", text: "four" });
  await passTime(app);
  await settle(app);
  assert.equal(push.of(tablet).length, 0);
  await tellAll(app, game);
  await settle(app);
  assert.equal(push.of(tablet).length, 3, "what all are told comes to each of them");
});

pushTest(
  "a browser that is turned on after reminders were ended gets the promised notices",
  async (app, push) => {
    const { client, services } = app;
    const game = await client.createGame({
      ...{ date: inDays(20), timeZone: zoneAtNoon() },
      participants: [{ name: "Ana", email: "ana@example.org" }, { name: "Ben" }, { name: "Cy" }],
    });
    const { id } = await services.store.readGame(game.code) ?? assert.fail();
    const token = services.tokens.unsubscribe({ id }, "ana@example.org");
    const choose = (isUnsubscribed: boolean) =>
      openSubscription(services, id, token, { isUnsubscribed });
    const turnOn = async () => {
      const device = push.subscribe();
      await addDevice(app, game, { participantToken: named(game, "Ana").token }, device);
      return device;
    };
    let places = 0;
    const isTold = async (device: BrowserDevice) => {
      const before = push.of(device).length;
      await tellAll(app, game, `Place ${++places}`);
      await passTime(app);
      await settle(app);
      return push.of(device).length > before;
    };
    const early = await turnOn();
    assert.equal(await isTold(early), true);
    await choose(true);
    const late = await turnOn();
    assert.deepEqual([await isTold(late), await isTold(early)], [true, false]);
    await choose(true);
    assert.equal(await isTold(late), false, "ended again");
    const { devices } = await services.store.readGame(game.code) ?? assert.fail();
    assert.equal(devices.length, 1, "and no longer in their list");
    await choose(false);
    assert.equal(await isTold(early), true);
  },
);

pushTest("organizers who take part get notices under a new name", async (app, push) => {
  const { client } = app;
  const people = ["Maria", "Ben", "Cy"].map((name) => ({ name }));
  const game = await client.createGame({
    ...{ date: inDays(20), timeZone: zoneAtNoon() },
    ...{ organizerName: "Maria", participants: people },
  });
  const { id, token } = named(game, "Maria");
  const { organizerToken } = game;
  const device = push.subscribe();
  for (const shown of [{ participantToken: token }, { organizerToken }]) {
    await addDevice(app, game, shown, device);
  }
  const changed = await client.manage(game, "updateParticipantDetails", {
    participantId: id,
    name: "Mia",
  });
  assert.equal(changed.organizerName, "Mia");
  const { giver } = conversation(game, "Maria");
  await say(client, game, giver, { to: "receiver", text: "Which size?" });
  await passTime(app);
  await settle(app);
  assert.equal(push.of(device).length, 1);
});

pushTest(
  "a message that joins a waiting notice is reported, though another went out meanwhile",
  async (app, push) => {
    const { client, services } = app;
    const { game, deviceOf } = await createNotified(app, push);
    const [giver, ana, receiver] = around(game, "Ana");
    await say(client, game, giver, { to: "receiver", text: "one" });
    await say(client, game, receiver, { to: "giver", text: "two" });
    await sql(services, "update outbox set due_at = created_at where topic like '% receiver'");
    await settle(app);
    assert.equal(push.of(deviceOf(ana.name)).length, 1, "the second");
    await say(client, game, giver, { to: "receiver", text: "three" });
    await passTime(app);
    await untilWaitsForHour(app);
  },
);

pushTest("each kind is sent once, and everything about pairs in one notice", async (app, push) => {
  const { game, deviceOf } = await createNotified(app, push);
  const { store } = app.services;
  const stored = await store.readGame(game.code);
  const ana = stored?.participants.find(({ name }) => name === "Ana");
  assert(stored && ana);
  const payload = { participant: 2, from: "giver" as const };
  const mails = MAIL_KINDS.map((kind) => ({ recipient: ana.number, kind, payload }));
  const written = app.services.push.like(stored, mails);
  await store.addMails(game.id, addToOutbox([], written));
  await store.addMails(game.id, addToOutbox([], written));
  await passTime(app);
  await settle(app);
  const tags = push.of(deviceOf("Ana")).map(({ payload }) => payload.tag);
  assert.equal(new Set(tags).size, tags.length, `${tags}`);
  for (const kind of ["assignment", "reminder", "pair", "sealBroken"]) assert(tags.includes(kind));
  const lengths = new Set(push.arrived.map(({ length }) => length));
  assert.equal(lengths.size, 1, "none is told by its length");
  assert.equal(new Set(push.arrived.map(({ topic }) => topic)).size, tags.length);
});

pushTest("a new secret notifies browsers with the key that they know", async (app, push) => {
  const { game, deviceOf } = await createNotified(app, push);
  const { settings, tokens } = app.services;
  const changed = new Tokens(
    new Uint8Array(32).fill(1),
    ...keysOf(settings.tokenSecret ?? "", await app.services.store.readKeyFingerprint()),
  );
  assert.notEqual(changed.devices.publicKey, tokens.devices.publicKey);
  const stored = await app.services.store.readGame(game.code);
  const [listed] = stored?.devices ?? [];
  assert(stored && listed);
  const device = await app.services.store.readDevice(game.id, listed.id);
  const opened = device &&
    changed.devices.open(device.sealed, { gameId: game.id, id: device.id });
  assert.equal(opened?.vapid.publicKey, tokens.devices.publicKey);
  assert.equal(opened.subscription.endpoint, deviceOf("Ana").endpoint);
  const foreign = new Tokens(new Uint8Array(32).fill(2));
  assert(device);
  assert.equal(foreign.devices.open(device.sealed, { gameId: game.id, id: device.id }), null);
});
