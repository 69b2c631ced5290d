import assert from "node:assert/strict";
import {
  CLIENT,
  makeStored,
  operationTest,
  person,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import { addDevice } from "../../operations/devices.ts";
import { pageOf } from "../pages_testing.ts";
import { devicesHere, endNotificationsHere, rememberDevice } from "./notified_devices.ts";

operationTest(
  "rememberDevice() keeps the twelve latest of a browser, each once",
  async (services) => {
    const game = await makeStored(services);
    const here = Array.from({ length: 12 }, (_, index) => `d${index}`);
    const remember = (device: string, devices: string) => {
      const cookie = rememberDevice(pageOf(services, game, { cookies: { devices } }), game, device);
      assert.match(cookie, new RegExp(`^devices_${game.code}=.*; Path=/games/${game.code};`));
      const value = decodeURIComponent(cookie.split(";")[0] ?? "");
      return devicesHere(new Headers({ cookie: value }), game.code);
    };
    assert.deepEqual(remember("a", ""), ["a"]);
    assert.deepEqual(remember("d3", here.join("~")), ["d3", ...here.filter((one) => one !== "d3")]);
    assert.deepEqual(remember("new", here.join("~")), ["new", ...here.slice(0, 11)]);
    assert.deepEqual(devicesHere(new Headers(), game.code), []);
  },
);

operationTest(
  "endNotificationsHere() ends the notifications in this browser of the person who signs out",
  async (services) => {
    const game = await makeStored(services);
    const organizer = { organizerToken: services.tokens.organizer(game) };
    const own = (name: string) => shownBy(services, game, name);
    const ids: string[] = [];
    for (const [index, shown] of [own("P1"), own("P1"), own("P2"), organizer].entries()) {
      const { id } = await addDevice(
        services,
        game.code,
        {
          action: "addDevice",
          endpoint: `https://fcm.googleapis.com/${index}`,
          keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
        },
        shown,
        CLIENT,
      );
      ids.push(id);
    }
    const [first = "", second = "", other = "", organizers = ""] = ids;
    const left = async () =>
      (await reread(services, game)).devices.map(({ id }) => ids.indexOf(id)).toSorted();
    let failed = 0;
    const end = async (
      devices: string[],
      ...credentials: Parameters<typeof endNotificationsHere>[2]
    ) => {
      const page = pageOf(services, game, { cookies: { devices: devices.join("~") } });
      const lookups = { askedAt: 0, fail: () => void failed++, wait: () => 0 };
      Object.assign(page.state, { lookups });
      await endNotificationsHere(page, game.code, credentials);
      return await left();
    };
    const all = [0, 1, 2, 3];
    assert.deepEqual(await end([], own("P1")), all);
    assert.deepEqual(await end([other], own("P1"), { participantId: person(game, "P2").id }), all);
    assert.deepEqual(
      await end(ids, { participantToken: "wrong" }),
      all,
      "it has ended with the link",
    );
    assert.equal(failed, 1, "of what was asked, that alone is a failed look-up");
    assert.deepEqual(await end([first, other], own("P1")), [1, 2, 3]);
    const again = pageOf(services, game, { cookies: { devices: second } });
    await endNotificationsHere(again, game.code, [own("P1")], second);
    assert.deepEqual(await left(), [1, 2, 3], "it is the one that was just added");
    assert.deepEqual(await end([organizers], organizer), [1, 2]);
    assert.deepEqual(await end([second, other], own("P1"), own("P2")), []);
    assert.equal(failed, 1);
    const nowhere = pageOf(services, { code: "000000" }, { cookies: { devices: "x" } });
    const lookups = { askedAt: 0, fail: () => void failed++, wait: () => 0 };
    Object.assign(nowhere.state, { lookups });
    await endNotificationsHere(nowhere, "000000", [own("P1")]);
    assert.equal(failed, 2, "and so is one for a code of no game");
  },
);
