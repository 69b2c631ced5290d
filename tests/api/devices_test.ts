import assert from "node:assert/strict";
import { deviceAddedSchema } from "@/lib/game/actions/devices.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import { type BrowserDevice, makeDevice } from "../support/browser_device.ts";
import { type CreatedGame, hasShape, refuses } from "../support/client.ts";
import { inDays } from "../support/games.ts";
import { sql } from "../support/sql.ts";
import { named } from "../support/views.ts";

type Shown = { participantToken: string } | { organizerToken: string };

async function add(
  { client }: Pick<TestApp, "client">,
  { code }: Pick<CreatedGame, "code">,
  shown: Shown,
  { endpoint, keys }: BrowserDevice = makeDevice(),
): Promise<string> {
  const answer = await client.post(`/api/games/${code}/push`, { endpoint, keys, ...shown });
  assert.equal(answer.status, 201, answer.text);
  return hasShape(answer, deviceAddedSchema).device;
}

function countDevices({ services }: TestApp): Promise<number> {
  return sql(services, "select id from devices").then(({ length }) => length);
}

testAppOnBoth("addDevice lists a device to its owner; the organizer sees a flag", async (app) => {
  const { client, services } = app;
  const game = await client.createGame({ isProtected: true });
  const [ana, ben] = game.participants;
  assert(ana && ben);
  const own = { participantToken: ana.token };
  const browser = makeDevice("the-address-of-one-browser");
  const device = await add(app, game, own, browser);
  const again = await client.post(`/api/games/${game.code}/push`, {
    endpoint: browser.endpoint,
    keys: browser.keys,
  }, { "x-participant-token": ana.token });
  assert.deepEqual([again.status, again.body], [200, { device }]);
  const view = await client.readAsParticipant(game, own);
  assert.deepEqual(view.devices?.map(({ id }) => id), [device]);
  const ownData = await client.getOwnData(game, { "x-participant-token": ana.token });
  const host = new URL(browser.endpoint).hostname;
  assert.deepEqual(Object(ownData.body).devices, view.devices?.map((one) => ({ ...one, host })));
  assert(!JSON.stringify(view).includes(host), "one's own data alone tells it");
  assert.deepEqual(
    (await client.readAsParticipant(game, { participantToken: ben.token })).devices,
    [],
  );
  const mine = await add(app, game, { organizerToken: game.organizerToken }, browser);
  const organized = await client.readAsOrganizer(game);
  assert.deepEqual(organized.devices.map(({ id }) => id), [mine]);
  assert.deepEqual(organized.participants.map(({ hasDevice }) => hasDevice), [
    true,
    false,
    false,
    false,
  ]);
  const rows = JSON.stringify(await sql(services, "select * from devices"));
  for (const secret of [browser.endpoint, "mozilla", browser.keys.p256dh, browser.keys.auth]) {
    assert(!rows.includes(secret), `the table shows ${secret}`);
  }
});

testAppOnBoth(
  "with both tokens a device is the participant's, unless the body holds the organizer's",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({ isProtected: true });
    const { organizerToken } = game;
    const path = `/api/games/${game.code}`;
    const own = { participantToken: named(game, "P1").token };
    const headers = { "x-organizer-token": organizerToken };
    const owners = async () => {
      const { devices, participants } = await client.readAsOrganizer(game);
      return [devices.length, participants.filter(({ hasDevice }) => hasDevice).length];
    };
    const { endpoint, keys } = makeDevice();
    const body = { endpoint, keys, ...own };
    const byPath = await client.post(`${path}/push`, body, headers);
    assert.deepEqual([byPath.status, await owners()], [201, [0, 1]]);
    const asked = { action: "addDevice", ...body };
    const byAction = await client.send("PATCH", path, asked, headers);
    assert.deepEqual([byAction.status, await owners()], [200, [0, 1]]);
    await client.post(`${path}/push`, { ...body, organizerToken });
    assert.deepEqual(await owners(), [1, 1]);
    await client.send("DELETE", `${path}/push`, { endpoint, ...own }, headers);
    assert.deepEqual(await owners(), [1, 0]);
    const wrong = { ...body, organizerToken: "wrong" };
    refuses(await client.post(`${path}/push`, wrong), 403, "INVALID_TOKEN");
    refuses(
      await client.send("DELETE", `${path}/push`, { endpoint, ...own, organizerToken: "wrong" }),
      403,
      "INVALID_TOKEN",
    );
  },
);

testAppOnBoth("addDevice accepts five devices per person, and only with a token", async (app) => {
  const { client } = app;
  const game = await client.createGame();
  const path = `/api/games/${game.code}/push`;
  const { token, id } = named(game, "P1");
  const own = { participantToken: token };
  const { endpoint, keys } = makeDevice();
  refuses(await client.post(path, { endpoint, keys }), 401, "TOKEN_REQUIRED");
  refuses(await client.post(path, { endpoint, keys, participantId: id }), 401, "TOKEN_REQUIRED");
  refuses(await client.post(path, { endpoint, keys, participantToken: "x" }), 403, "INVALID_TOKEN");
  refuses(
    await client.post("/api/games/999999/push", { endpoint, keys, ...own }),
    404,
    "GAME_NOT_FOUND",
  );
  const inner = "https://127.0.0.1/wpush/v2/x";
  refuses(await client.post(path, { endpoint: inner, keys, ...own }), 400, "PUSH_HOST");
  for (const wrong of [{ p256dh: "", auth: keys.auth }, { ...keys, auth: "short" }, undefined]) {
    refuses(await client.post(path, { endpoint, keys: wrong, ...own }), 400, "VALIDATION_FAILED");
  }
  // All at once: they are counted under the game's lock.
  const answers = await Promise.all(Array.from({ length: 12 }, () => {
    const { endpoint, keys } = makeDevice();
    return client.post(path, { endpoint, keys, ...own });
  }));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(7).fill(409)]);
  const refused = answers.find(({ status }) => status === 409);
  assert(refused);
  refuses(refused, 409, "TOO_MANY_DEVICES");
  await add(app, game, { participantToken: named(game, "P2").token });
});

testAppOnBoth("removeDevice removes one's own device by its id or address", async (app) => {
  const { client } = app;
  const game = await client.createGame();
  const own = { participantToken: named(game, "P1").token };
  const path = `/api/games/${game.code}/push`;
  const browser = makeDevice();
  const device = await add(app, game, own);
  await add(app, game, own, browser);
  const others = { participantToken: named(game, "P2").token };
  const remove = (body: object) => client.send("DELETE", path, body);
  assert.equal((await remove({ device, ...others })).status, 204, "that is not theirs");
  assert.equal(await countDevices(app), 2);
  refuses(await remove({ device }), 401, "TOKEN_REQUIRED");
  refuses(await remove(own), 400, "VALIDATION_FAILED");
  assert.equal((await remove({ device, ...own })).status, 204);
  assert.equal((await remove({ endpoint: browser.endpoint, ...own })).status, 204);
  assert.equal((await remove({ endpoint: browser.endpoint, ...own })).status, 204);
  assert.equal(await countDevices(app), 0);
  const patched = await client.patchGame(game, { action: "addDevice", ...own, ...makeDevice() });
  assert.equal(patched.status, 200, patched.text);
  const { device: added } = hasShape(patched, deviceAddedSchema);
  const done = await client.patchGame(game, { action: "removeDevice", device: added, ...own });
  assert.equal(done.status, 200, done.text);
  assert.equal(await countDevices(app), 0);
});

testAppOnBoth("devices are deleted with the link, the person and the game", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isProtected: true });
  const { organizerToken } = game;
  const tokenOf = (name: string) => ({ participantToken: named(game, name).token });
  for (const name of ["P1", "P2"]) await add(app, game, tokenOf(name));
  await add(app, game, { organizerToken });
  await client.manage(game, "regenerateToken", { participantId: named(game, "P1").id });
  assert.equal(await countDevices(app), 2, "renewed");
  await client.manage(game, "removeParticipant", { participantId: named(game, "P2").id });
  assert.equal(await countDevices(app), 1, "removed");
  await client.archive(game);
  assert.equal(await countDevices(app), 0, "archived");
  const today = await client.createGame({ date: inDays(0), isProtected: true });
  const own = { participantToken: named(today, "P1").token };
  await add(app, today, own);
  await client.eraseMe(today, own.participantToken);
  assert.equal(await countDevices(app), 0, "erased");
});

testAppOnBoth("GET /api/push-key returns the key for subscriptions", async ({ client }) => {
  const { body } = await client.get("/api/push-key");
  const key = Uint8Array.fromBase64(Object(body).key, { alphabet: "base64url" });
  assert.deepEqual([key.length, key[0]], [65, 4]);
});
