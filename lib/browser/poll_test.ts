import assert from "node:assert/strict";
import { fakeTimers, settled, withGlobals } from "./browser_testing.ts";
import { poll } from "./poll.ts";

/** A page that polls, with the requests it makes and the states it shows. */
function polling(statuses: (number | null)[], address: () => string | null = () => "/state") {
  const timers = fakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const asked: string[] = [];
  const shown: number[] = [];
  const fetch = (url: string) => {
    asked.push(url);
    const status = statuses.shift() ?? null;
    return status === null
      ? Promise.reject(new TypeError("offline"))
      : Promise.resolve({ status } as Response);
  };
  const globals = withGlobals({ ...timers.fakes, document: page, fetch });
  const end = poll(address, 5_000, ({ status }) => Promise.resolve(void shown.push(status)));
  return {
    page,
    asked,
    shown,
    end,
    pauses: timers.pauses,
    async pass() {
      timers.pass();
      await settled();
    },
    async look(visibilityState: string) {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event("visibilitychange"));
      await settled();
    },
    [Symbol.dispose]: () => globals[Symbol.dispose](),
  };
}

Deno.test("poll() asks again after each answer, shows the successful ones, and ends if there is nothing more to ask", async () => {
  using page = polling([200, 204, 500, 429, null, 304, 200, 404]);
  assert.deepEqual([page.pauses(), page.asked], [[5_000], []]);
  for (let count = 1; count <= 7; count++) {
    await page.pass();
    assert.deepEqual([page.asked.length, page.pauses()], [count, [5_000]]);
  }
  await page.pass();
  assert.deepEqual([page.asked.length, page.pauses()], [8, []]);
  assert.deepEqual(page.shown, [200, 200]);
});

Deno.test("poll() asks nothing while the page is hidden, and at once when it is shown again", async () => {
  let address: string | null = "/state";
  using page = polling([200, 200, 200], () => address);
  await page.look("hidden");
  await page.pass();
  assert.deepEqual([page.asked, page.pauses()], [[], [5_000]]);
  await page.look("visible");
  assert.deepEqual([page.asked, page.pauses()], [["/state"], [5_000]]);
  address = null;
  await page.pass();
  assert.deepEqual([page.asked.length, page.pauses()], [1, [5_000]]);
  page.end();
  assert.deepEqual(page.pauses(), []);
  address = "/state";
  await page.look("visible");
  assert.equal(page.asked.length, 1, "it has ended");
});
