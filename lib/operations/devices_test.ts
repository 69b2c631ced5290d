import assert from "node:assert/strict";
import { devicesOf } from "../game/devices.ts";
import { LIMITS, ORGANIZER } from "../game/types.ts";
import {
  CLIENT,
  makeStored,
  operationTest,
  person,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import { addDevice, removeDevice } from "./devices.ts";
import { performAction } from "./change.ts";

const browser = (path: string) => ({
  action: "addDevice" as const,
  endpoint: `https://fcm.googleapis.com/${path}`,
  keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
});

operationTest("addDevice() and removeDevice() require a token", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services);
  const [one, other] = [person(game, "P1"), person(game, "P2")];
  const participantToken = tokens.participant(game, one);
  for (
    const [credential, code] of [
      [{}, "TOKEN_REQUIRED"],
      [{ participantId: one.id }, "TOKEN_REQUIRED"],
      [{ participantToken: "wrong" }, "INVALID_TOKEN"],
      [{ participantToken, participantId: other.id }, "INVALID_TOKEN"],
      [{ organizerToken: participantToken }, "INVALID_TOKEN"],
    ] as const
  ) {
    const add = () => addDevice(services, game.code, browser("a"), credential, CLIENT);
    await refused(add, code);
    const remove = { action: "removeDevice", endpoint: browser("a").endpoint } as const;
    await refused(() => removeDevice(services, game.code, remove, credential), code);
  }
  await refused(
    () => addDevice(services, "999999", browser("a"), { participantToken }, CLIENT),
    "GAME_NOT_FOUND",
  );
  for (const endpoint of ["https://fcm.googleapis.com.example.org/a", "http://127.0.0.1/a"]) {
    await refused(
      () =>
        addDevice(
          services,
          game.code,
          { ...browser("a"), endpoint },
          { participantToken },
          CLIENT,
        ),
      "PUSH_HOST",
    );
  }
  assert.deepEqual((await reread(services, game)).devices, []);
});

operationTest("addDevice() adds a browser once, to its person alone", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, { isProtected: true });
  const own = shownBy(services, game, "P2");
  const organizer = { organizerToken: tokens.organizer(game) };
  const add = (path: string, credential: typeof own | typeof organizer = own) =>
    addDevice(services, game.code, browser(path), credential, CLIENT);
  const first = await add("a");
  assert.deepEqual(await add("a"), { id: first.id, isNew: false });
  const shared = await add("a", organizer);
  assert.equal(shared.isNew, true);
  assert.notEqual(shared.id, first.id);
  const of = async (number: number) =>
    devicesOf(await reread(services, game), number).map(({ id }) => id);
  assert.deepEqual(
    [await of(ORGANIZER), await of(1), await of(2)],
    [[shared.id], [], [first.id]],
  );
  const stored = await store.readDevice(game.id, first.id);
  assert(stored && !stored.sealed.includes("googleapis"));
  const place = { gameId: game.id, id: first.id };
  const { endpoint, keys } = browser("a");
  assert.deepEqual(tokens.devices.open(stored.sealed, place)?.subscription, { endpoint, keys });

  for (let count = 1; count < LIMITS.devices; count++) await add(`${count}`);
  await refused(() => add("more"), "TOO_MANY_DEVICES");
  assert.equal((await add("a")).isNew, false, "a known one stays");
  const remove = (which: { device: string } | { endpoint: string }, credential = own) =>
    removeDevice(services, game.code, { action: "removeDevice", ...which }, credential);
  let overwritten = 0;
  store.overwriteErased = () => Promise.resolve(++overwritten > 0);
  await remove({ device: shared.id });
  assert.deepEqual(await of(ORGANIZER), [shared.id], "it is another person's");
  assert.equal(overwritten, 0);
  await remove({ device: first.id });
  assert.equal(overwritten, 1);
  await remove({ endpoint: browser("1").endpoint });
  await remove({ endpoint: browser("unknown").endpoint });
  assert.equal((await of(2)).length, LIMITS.devices - 2);
});

operationTest("a device ends with the link that it was added with", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services);
  const organizerToken = tokens.organizer(game);
  const one = person(game, "P1");
  const own = { participantToken: tokens.participant(game, one) };
  await addDevice(services, game.code, browser("a"), own, CLIENT);
  const renew = {
    action: "regenerateToken",
    participantId: one.id,
    organizerToken,
  } as const;
  const { game: after } = await performAction(services, game.code, renew, {});
  assert.deepEqual(devicesOf(after, 1), []);
  await refused(
    () => addDevice(services, game.code, browser("a"), own, CLIENT),
    "INVALID_TOKEN",
  );
});

operationTest(
  "addDevice() limits the devices that one client and one game add within an hour",
  async (services) => {
    const { store } = services;
    const game = await makeStored(services);
    const own = shownBy(services, game, "P1");
    const counted: string[][] = [];
    let sums = [200, 5 * LIMITS.devices];
    const limits = Object.assign(Object.create(store.limits), {
      addCounts(counts: { kind: string; add: number }[]) {
        counted.push(counts.map(({ kind, add }) => `${kind} ${add}`));
        return Promise.resolve(sums);
      },
    });
    const watched = { ...services, store: Object.assign(Object.create(store), { limits }) };
    const add = (path: string) => addDevice(watched, game.code, browser(path), own, CLIENT);
    await add("a");
    for (const [client, person] of [[1, 0], [0, 1]] as const) {
      sums = [200 + client, 5 * LIMITS.devices + person];
      await refused(() => add("b"), "TOO_MANY_REQUESTS");
    }
    assert.deepEqual(
      new Set(counted.map(String)),
      new Set(["devicesOfClient 1,devicesOfPerson 1"]),
    );
    assert.equal((await reread(services, game)).devices.length, 1);
  },
  { RATE_LIMIT: "1000" },
);

operationTest("no mark of a browser reveals that it is notified of two games", async (services) => {
  const marks: string[] = [];
  const store = Object.assign(Object.create(services.store), {
    addDevice: (_: string, device: { id: string; marks: readonly string[] }) => {
      marks.push(...device.marks);
      return Promise.resolve({ id: device.id, isNew: true });
    },
  });
  for (let count = 0; count < 2; count++) {
    const game = await makeStored(services);
    const own = shownBy(services, game, "P1");
    await addDevice({ ...services, store }, game.code, browser("a"), own, CLIENT);
  }
  assert.equal(new Set(marks).size, 2);
});

operationTest(
  "addDevice() accepts the push services that the operator names, and stores since when",
  async (services) => {
    const game = await makeStored(services);
    const own = shownBy(services, game, "P1");
    const add = (given = services) => {
      const named = { ...browser("a"), endpoint: "https://push.example.org/a" };
      return addDevice(given, game.code, named, own, CLIENT);
    };
    await refused(() => add(), "PUSH_HOST");
    const settings = { ...services.settings, pushHosts: ["push.example.org"] };
    const { id } = await add({ ...services, settings });
    const { since = "" } = await services.store.readDevice(game.id, id) ?? {};
    const age = Date.now() - Date.parse(since);
    assert(age >= 0 && age < 60_000, `${age} ms`);
  },
);
