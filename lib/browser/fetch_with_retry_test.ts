import assert from "node:assert/strict";
import { fetchWithRetry } from "./fetch_with_retry.ts";

const real = { setTimeout, clearTimeout };

/** A browser whose time passes when the test says so. */
class Browser implements Disposable {
  readonly #timers = new Map<number, () => void>();
  /** Pauses so far, in ms. */
  readonly pauses: number[] = [];

  constructor() {
    let last = 0;
    Object.assign(globalThis, {
      setTimeout: (done: () => void, ms: number) => {
        this.pauses.push(ms);
        this.#timers.set(++last, done);
        return last;
      },
      clearTimeout: (timer: number) => this.#timers.delete(timer),
    });
  }

  async connect(): Promise<void> {
    dispatchEvent(new Event("online"));
    await settled();
  }

  /** Ends the present pause. */
  async pass(): Promise<void> {
    for (const done of [...this.#timers.values()]) done();
    await settled();
  }

  get isWaiting(): boolean {
    return this.#timers.size > 0;
  }

  [Symbol.dispose](): void {
    Object.assign(globalThis, real);
  }
}

/** Lets everything that is pending settle. */
function settled(): Promise<void> {
  return new Promise((done) => real.setTimeout(done));
}

/** Sends requests that are answered with these statuses in turn; null: the request fails. */
function sending(...answers: (number | null)[]) {
  const seen = { sent: 0, waits: 0, status: 0 };
  const send = () => {
    const status = answers[seen.sent++];
    return status ? Promise.resolve(new Response(null, { status })) : Promise.reject(new Error());
  };
  void fetchWithRetry(send, () => seen.waits++).then(({ status }) => seen.status = status);
  return seen;
}

Deno.test("fetchWithRetry() retries until the service is there, with growing pauses", async () => {
  using browser = new Browser();
  const seen = sending(null, 503, 429, 502, null, null, null, 504, 303);
  await settled();
  while (browser.isWaiting) await browser.pass();
  assert.deepEqual(seen, { sent: 9, waits: 8, status: 303 });
  assert.deepEqual(
    browser.pauses.map((ms) => ms / 1000),
    [5, 10, 20, 40, 80, 160, 300, 300],
  );
});

Deno.test("fetchWithRetry() returns every answer that another try would not change", async () => {
  using browser = new Browser();
  for (const status of [204, 303, 400, 403, 404, 500]) {
    const seen = sending(status);
    await settled();
    assert.deepEqual(seen, { sent: 1, waits: 0, status });
  }
  assert.equal(browser.isWaiting, false);
});

Deno.test("fetchWithRetry() retries at once when the network returns, and on time even if the browser reports none", async () => {
  using browser = new Browser();
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  const seen = sending(null, null, 303);
  await settled();
  assert.deepEqual(seen, { sent: 1, waits: 1, status: 0 });
  await browser.pass();
  assert.deepEqual(seen, { sent: 2, waits: 2, status: 0 });
  await browser.connect();
  assert.deepEqual(seen, { sent: 3, waits: 2, status: 303 });
  assert.equal(browser.isWaiting, false);
  Reflect.deleteProperty(navigator, "onLine");
});

Deno.test("fetchWithRetry() keeps the order of requests", async () => {
  using browser = new Browser();
  const first = sending(null, null, 303);
  const second = sending(303);
  await settled();
  await browser.connect();
  assert.deepEqual([first.sent, second.sent], [2, 0]);
  await browser.pass();
  assert.deepEqual([first.status, second.status], [303, 303]);
});
