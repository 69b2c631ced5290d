import assert from "node:assert/strict";
import {
  addDevice,
  noticesIn,
  passTime,
  pushTest,
  settle,
  zoneAtNoon,
} from "./support/push_app.ts";
import type { TestApp } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { say } from "./support/messages.ts";
import type { PushService } from "./support/push_service.ts";
import { named } from "./support/views.ts";
import { inDays } from "./support/games.ts";

pushTest("people who join from a chat are notified when the names are drawn", async (app, push) => {
  const { client } = app;
  const game = await client.createGame({ draw: "later", participants: [] });
  const { invitationToken } = game;
  const names = ["Ana", "Ben", "Cy"];
  const devices = names.map(() => push.subscribe());
  for (const [index, name] of names.entries()) {
    const { participantToken } = await client.join(game, {
      invitationToken,
      participantName: name,
    });
    const device = devices[index];
    assert(device);
    await addDevice(app, game, { participantToken }, device);
  }
  await client.manage(game, "drawNames", {});
  await settle(app);
  assert.equal(push.arrived.length, 3);
  for (const device of devices) {
    const [one] = push.of(device);
    assert(one);
    assert.deepEqual(Object.keys(one.payload).toSorted(), ["code", "tag", "title"]);
    assert.equal(one.payload.code, game.code);
    assert.match(one.payload.title, /^The names have been drawn: yours is ready – /);
  }
});

pushTest(
  "a message notifies a phone after a while, with a text that fits all",
  async (app, push) => {
    const { client } = app;
    const game = await client.createGame({
      date: inDays(20),
      timeZone: zoneAtNoon(),
      participants: ["Ana", "Ben", "Cy"].map((name) => ({ name })),
    });
    const devices = game.participants.map(() => push.subscribe());
    for (const [index, { token }] of game.participants.entries()) {
      await addDevice(app, game, { participantToken: token }, devices[index]!);
    }
    await say(client, game, named(game, "Ana"), { to: "receiver", text: "Which size?" });
    const [waiting] = await noticesIn(app);
    assert(waiting);
    const inMinutes = (waiting.due - Date.now() / 1000) / 60;
    assert(inMinutes > 0 && inMinutes <= 240, `${inMinutes} min`);
    await settle(app);
    assert.equal(push.arrived.length, 0);
    await passTime(app);
    await settle(app);
    assert.equal(push.arrived.length, 1);
    const [{ payload } = assert.fail()] = push.arrived;
    assert.match(payload.title, /^There’s an update for you – /);
    assert.equal(payload.tag, "pair");
  },
);

/** Submits a form of the organizer's pages. @returns the page that follows. */
async function submit(
  { client, fetch }: TestApp,
  game: CreatedGame,
  fields: Record<string, string>,
) {
  const cookie = `organizer_${game.code}=${game.organizerToken}; lang=en`;
  const answer = await fetch(
    new Request(`http://localhost/games/${game.code}/organize`, {
      method: "POST",
      headers: { cookie, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(fields),
    }),
  );
  const names = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  const next = answer.headers.get("location") ?? assert.fail(`${answer.status}`);
  return (await client.get(next, { cookie: [cookie, ...names].join("; ") })).text;
}

async function remindOnDevice(app: TestApp, push: PushService) {
  const { client } = app;
  const game = await client.createGame({
    participants: ["Ana", "Ben", "Cy"].map((name) => ({ name })),
  });
  const device = push.subscribe();
  const [ana, ben] = [named(game, "Ana"), named(game, "Ben")];
  await addDevice(app, game, { participantToken: ana.token }, device);
  const { code, organizerToken } = game;
  const remind = (participantId: string) =>
    client.post("/api/email/send", { code, organizerToken, type: "reminder", participantId });
  const answer = await remind(ana.id);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(JSON.parse(answer.text).notified, 1);
  await settle(app);
  assert.deepEqual(push.of(device).map(({ payload }) => payload.tag), ["reminder"]);
  if (app.services.mail) refuses(await remind(ben.id), 400, "EMAIL_MISSING");
  else refuses(await remind(ben.id), 503, "EMAIL_NOT_CONFIGURED");

  const cookie = `organizer_${code}=${organizerToken}; lang=en`;
  const read = async (path: string) =>
    (await client.get(`/games/${code}/organize${path}`, { cookie })).text;
  for (const path of [`/people/${ana.id}`, `/people/${ana.id}/menu`]) {
    assert.match(await read(path), /value="reminder"[^]*Send a reminder/);
    assert.doesNotMatch(await read(path), /value="participant"/, "there is no mail with a link");
  }
  for (const path of [`/people/${ben.id}`, `/people/${ben.id}/menu`]) {
    assert.doesNotMatch(await read(path), /value="reminder"/);
  }
  assert.match(await read(""), /Updates on a device: 1 · No updates: 2/);
  assert.match(await read("/tools"), /Notifications on a device, without your message: 1\./);
  const form = { action: "sendEmail", type: "reminder", participantId: ana.id };
  assert.match(await submit(app, game, form), /Notifications on their way: 1\./);
  const all = { action: "sendEmail", type: "reminderAll", group: "all" };
  assert.match(await submit(app, game, all), /Notifications on their way: 1\./);
  await client.manage(game, "updateGameDetails", { sendEmails: false });
  assert.equal((await remind(ana.id)).status, 200);
}

pushTest("an organizer can remind people who only have a device", remindOnDevice, {
  SMTP_URL: "memory:",
  ENVIRONMENT: "development",
});

pushTest("an organizer can remind people on devices without a mail server", async (app, push) => {
  await remindOnDevice(app, push);
  const { client } = app;
  const game = await client.createGame({});
  const { code, organizerToken } = game;
  const type = "reminderAll";
  const none = await client.post("/api/email/send", { code, organizerToken, type });
  refuses(none, 503, "EMAIL_NOT_CONFIGURED");
});

pushTest("without a mail server, devices still get news", async (app, push) => {
  const { client, services } = app;
  assert.equal(services.mail, null);
  const game = await client.createGame({
    participants: ["Ana", "Ben", "Cy"].map((name) => ({ name })),
  });
  const device = push.subscribe();
  await addDevice(app, game, { participantToken: named(game, "Ana").token }, device);
  await client.manage(game, "updateGameDetails", { location: "At Ben's" });
  await settle(app);
  assert.deepEqual(push.of(device).map(({ payload }) => payload.tag), ["detailsChanged"]);
});
