import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { PHOTOS } from "@/tests/support/photos.ts";
import {
  CLIENT,
  type MailingServices,
  makeRing,
  operationTest,
  refused,
} from "@/tests/support/operations.ts";
import { LIMITS } from "../game/types.ts";
import { DatabaseBusy } from "../store/store.ts";
import { addDevice } from "./devices.ts";
import { countAdded } from "./hourly_limits.ts";
import { addPhoto } from "./photos.ts";

const LIMITED = { RATE_LIMIT: "1000" };

/** Services whose counts `be` sets, and the counts that were added. */
function counting(services: MailingServices, verbs: Record<string, unknown> = {}) {
  const sums = [0, 0];
  const counted: { kind: string; key: string; hour: number; add: number }[][] = [];
  const limits = Object.assign(Object.create(services.store.limits), {
    addCounts(counts: typeof counted[number]) {
      counted.push(counts);
      return Promise.resolve(sums);
    },
  });
  const store = Object.assign(Object.create(services.store), { limits, ...verbs });
  const be = (client: number, person: number) => sums.splice(0, 2, client, person);
  return { counted, be, services: { ...services, store } };
}

operationTest(
  "countAdded() counts by client and by person, each hour from zero",
  async (services) => {
    const { counted, be, services: watched } = counting(services);
    const game = makeGame(4);
    const { now } = Date;
    let minute = 30_000_001.5;
    Date.now = () => minute * 60_000;
    try {
      const most = { client: 3, person: 18 };
      const add = (
        client = "a",
        { id } = game,
        what: "devices" | "photos" = "photos",
        person = 1,
      ) => countAdded(watched, what, { ...game, id }, person, client, most);
      be(3, 18);
      await add();
      await add("b");
      await add("a", { ...game, id: "another" });
      minute += 60;
      await add();
      await add("a", game, "devices");
      await add("a", game, "devices", 2);
      const [first = [], client = [], other = [], later = [], devices = [], another = []] = counted;
      const keys = (counts: typeof first) => counts.map(({ key }) => key);
      assert.deepEqual(first.map(({ kind, hour, add }) => [kind, hour, add]), [
        ["photosOfClient", 500_000, 1],
        ["photosOfPerson", 500_000, 1],
      ]);
      assert.deepEqual(later.map(({ hour }) => hour), [500_001, 500_001]);
      assert.deepEqual(devices.map(({ kind }) => kind), ["devicesOfClient", "devicesOfPerson"]);
      assert.notEqual(keys(devices)[1], keys(another)[1], "each person by themselves");
      const isSame = [client, other, later].map((counts) =>
        keys(counts).map((key, index) => key === keys(first)[index])
      );
      // No key reveals that a client comes again later.
      assert.deepEqual(isSame, [[false, true], [true, false], [false, true]]);
      for (const [ofClient, ofGame] of [[4, 0], [0, 19]] as const) {
        be(ofClient, ofGame);
        assert.equal((await refused(add, "TOO_MANY_REQUESTS")).retryAfter, 58.5 * 60);
      }
    } finally {
      Date.now = now;
    }
  },
  LIMITED,
);

operationTest("an addition is counted once, however often it is tried", async (services) => {
  const { game, own } = await makeRing(services);
  let tries = 0;
  const stale = () => Promise.resolve(++tries && "stale");
  const { counted, be, services: watched } = counting(services, {
    addPhoto: stale,
    addDevice: stale,
  });
  const device = {
    action: "addDevice",
    endpoint: "https://fcm.googleapis.com/a",
    keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
  } as const;
  const photo = PHOTOS.get("opaque PNG") ?? assert.fail();
  const adds = [
    [200, 5 * LIMITS.devices, () => addDevice(watched, game.code, device, own("P1"), CLIENT)],
    [600, 5 * LIMITS.photos, () => addPhoto(watched, game.code, photo, own("P1"), CLIENT)],
  ] as const;
  for (const [ofClient, forPerson, add] of adds) {
    be(ofClient, forPerson);
    await assert.rejects(add, (error) => error instanceof DatabaseBusy);
    for (const [client, person] of [[ofClient + 1, 0], [0, forPerson + 1]] as const) {
      be(client, person);
      await refused(add, "TOO_MANY_REQUESTS");
    }
  }
  assert.deepEqual([tries, counted.length], [20, 6]);
}, LIMITED);

operationTest("without limits nothing is counted", async (services) => {
  const { counted, be, services: watched } = counting(services);
  be(9, 9);
  await countAdded(watched, "photos", makeGame(3), 1, CLIENT, { client: 0, person: 0 });
  assert.deepEqual(counted, []);
});
