import assert from "node:assert/strict";
import { DatabaseUnavailable } from "../store/store.ts";
import { testAppOnBoth } from "@/tests/support/app.ts";
import { inDays } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { mailTest } from "@/tests/support/mail_app.ts";
import { operationTest } from "@/tests/support/operations.ts";
import { doDailyWork } from "./daily_work.ts";

const IN_A_MONTH = new Date(`${inDays(30)}T02:00:00Z`);

mailTest("doDailyWork() sends reminders before it archives and erases", async ({ services }) => {
  const called: string[] = [];
  const store = new Proxy(services.store, {
    get(target, name) {
      called.push(String(name));
      return Reflect.get(target, name);
    },
  });
  await doDailyWork({ ...services, store }, IN_A_MONTH);
  const lists = called.filter((name) => name.startsWith("list"));
  assert.deepEqual(lists, [
    "listGamesWithoutNearMail",
    "listGamesToSend",
    "listExpiredGames",
    "listGamesWithOldAddresses",
    "listArchivedGames",
  ]);
});

operationTest(
  "doDailyWork() forgets old data, logs failures, and begins nothing once the service ends",
  async (services) => {
    const called: string[] = [];
    const noting = (name: string) => () => Promise.resolve(called.push(name)).then(() => 0);
    const store = Object.assign(Object.create(services.store), {
      forgetLoosePhotos: noting("photos"),
      forgetRequests: noting("requests"),
      limits: Object.assign(Object.create(services.store.limits), {
        forgetCounts: noting("counts"),
      }),
      listGamesWithOldAddresses: () => Promise.reject(new DatabaseUnavailable("away")),
      listArchivedGames: () => Promise.resolve([]).finally(() => called.push("erasure")),
    });
    const settings = { ...services.settings, retentionDays: 1 };
    const ending = new AbortController();
    const work = () => doDailyWork({ ...services, store, settings, ending }, IN_A_MONTH);
    using logs = captureLogs();
    await assert.rejects(work(), /^Error: Daily work failed: forgetting of addresses$/);
    assert.deepEqual(called.splice(0), ["counts", "requests", "photos", "erasure"]);
    assert.match(logs.lines.join(), /daily work failed.*"task":"forgetting of addresses"/);
    ending.abort();
    await work();
    assert.deepEqual(called, []);
  },
);

testAppOnBoth("doDailyWork() does the rest if one task fails, and says which", async (app) => {
  const { services, client } = app;
  const game = await client.createGame({ date: inDays(5) });
  const away = () => Promise.reject(new DatabaseUnavailable("away"));
  const store = new Proxy(services.store, {
    get: (target, name) => name === "listExpiredGames" ? away : Reflect.get(target, name),
  });
  let wasForgotten = false;
  store.forgetRequests = () => Promise.resolve().then(() => void (wasForgotten = true));
  await assert.rejects(doDailyWork({ ...services, store }, IN_A_MONTH), /failed: archival$/);
  assert(wasForgotten);
  assert(!(await client.readAsOrganizer(game)).isArchived);

  await doDailyWork(services, IN_A_MONTH);
  assert((await client.readAsOrganizer(game)).isArchived);
});
