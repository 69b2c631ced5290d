import assert from "node:assert/strict";
import {
  addDevice,
  noticesIn,
  passTime,
  pushTest,
  settle,
  zoneAtNoon,
} from "./support/push_app.ts";
import { refuses } from "./support/client.ts";
import { say } from "./support/messages.ts";
import { named } from "./support/views.ts";
import { inDays } from "./support/games.ts";

pushTest("those who join from a chat are told when the names are drawn", async (app, push) => {
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
  "a message lights up a phone after a while, with a text that fits all",
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
    assert(inMinutes > 9.9 && inMinutes <= 120, `${inMinutes} min`);
    await settle(app);
    assert.equal(push.arrived.length, 0);
    await passTime(app);
    await settle(app);
    assert.equal(push.arrived.length, 1);
    const [{ payload } = assert.fail()] = push.arrived;
    assert.match(payload.title, /^There’s news for you – /);
    assert.equal(payload.tag, "pair");
  },
);

pushTest("an organizer reminds people who have a device alone", async (app, push) => {
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
  await settle(app);
  assert.deepEqual(push.of(device).map(({ payload }) => payload.tag), ["reminder"]);
  refuses(await remind(ben.id), 400, "EMAIL_MISSING");
}, { SMTP_URL: "memory:", ENVIRONMENT: "development" });

pushTest("without a mail server, news still comes to devices", async (app, push) => {
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
