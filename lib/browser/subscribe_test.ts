import assert from "node:assert/strict";
import { fakeTimers, settled, withGlobals } from "./browser_testing.ts";
import { subscribe } from "./subscribe.ts";

/** Subscribes in a browser; `old`: whether it has a subscription with another key, which can be ended. */
async function inBrowser(
  status: number,
  old: boolean | null = null,
  ready: (worker: object) => object = (worker) => Promise.resolve(worker),
) {
  const sent: string[] = [];
  let isOld = old !== null;
  const keys = { p256dh: "p", auth: "a" };
  const pushManager = {
    subscribe(options: unknown) {
      sent.push(JSON.stringify(options));
      if (isOld) return Promise.reject(new Error("another key"));
      return Promise.resolve({ toJSON: () => ({ endpoint: "https://push.example/1", keys }) });
    },
    getSubscription: () =>
      Promise.resolve({
        unsubscribe() {
          isOld = old === false;
          return Promise.resolve(old === true);
        },
      }),
  };
  const fetch = (url: string, init?: { method: string; body: URLSearchParams }) => {
    if (url === "/api/push-key") return Promise.resolve(Response.json({ key: "the key" }));
    sent.push(`${init?.method} ${url} ${init?.body}`);
    return Promise.resolve(new Response("{}", { status }));
  };
  const registered: string[] = [];
  const serviceWorker = {
    register: (path: string) => Promise.resolve(registered.push(path)),
    ready: ready({ pushManager }),
  };
  const timers = fakeTimers();
  using _ = withGlobals({ fetch, navigator: { serviceWorker }, ...timers.fakes });
  const done = subscribe("/games/1/devices", "giver", "/worker.js");
  await settled();
  await settled();
  assert.deepEqual([registered, timers.pauses()], [["/worker.js"], [10_000]]);
  timers.pass();
  return [await done, ...sent];
}

const OPTIONS = '{"userVisibleOnly":true,"applicationServerKey":"the key"}';
const POST = "POST /games/1/devices action=addDevice&role=giver" +
  "&endpoint=https%3A%2F%2Fpush.example%2F1&p256dh=p&auth=a";

Deno.test("subscribe() tells the server where to notify this browser, and returns its answer", async () => {
  for (const [status, result] of [[200, "on"], [409, "full"], [400, "unknown"]] as const) {
    assert.deepEqual(await inBrowser(status), [result, OPTIONS, POST]);
  }
  await assert.rejects(inBrowser(500), /devices: 500/);
});

Deno.test("subscribe() ends a subscription with an earlier key, once", async () => {
  assert.deepEqual(await inBrowser(200, true), ["on", OPTIONS, OPTIONS, POST]);
  await assert.rejects(inBrowser(200, false), /another key/);
});

Deno.test("subscribe() fails if the service worker does not start", async () => {
  await assert.rejects(inBrowser(200, null, () => new Promise(() => {})), /does not start/);
});
