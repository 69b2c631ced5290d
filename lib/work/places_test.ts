import assert from "node:assert/strict";
import { GameError } from "../game/errors.ts";
import { HeldPlace, leavePlace, Places, serviceBusy, withPlace } from "./places.ts";
import { yieldToEventLoop } from "./work_queue.ts";

const isBusy = (error: unknown) =>
  error instanceof GameError && error.code === "SERVICE_BUSY" && Number(error.retryAfter) > 0;

Deno.test("Places.take() lets in as many as there are places, then those who have waited longest", async () => {
  const places = new Places({ places: 2 });
  const order: number[] = [];
  const [first, second] = [await places.take(), await places.take()];
  const line = [0, 1, 2, 3].map(async (index) => {
    const release = await places.take();
    order.push(index);
    return release;
  });
  await yieldToEventLoop();
  assert.deepEqual(order, []);
  first();
  first();
  await line[0];
  await yieldToEventLoop();
  assert.deepEqual(order, [0], "a place that was given back twice is one");
  second();
  (await line[0])?.();
  await Promise.all(line.slice(0, 3));
  assert.deepEqual(order, [0, 1, 2]);
  (await line[1])?.();
  await line[3];
});

Deno.test("Places.take() refuses requests when the line is full, and none when it is unlimited", async () => {
  const bounded = new Places({ places: 1, line: 2 });
  const release = await bounded.take();
  const waiting = [bounded.take(), bounded.take()];
  await assert.rejects(bounded.take(), isBusy);
  release();
  for (const one of waiting) (await one)();
  (await bounded.take())();

  const endless = new Places({ places: 1 });
  const first = await endless.take();
  const line = Array.from({ length: 150 }, () => endless.take());
  first();
  for (const one of line) (await one)();
});

Deno.test("Places.take() refuses requests that have waited too long", async () => {
  const places = new Places({ places: 1, patience: 5 });
  const release = await places.take();
  await assert.rejects(places.take(), isBusy);
  release();
  (await places.take())();
});

Deno.test("Places.take() forgets a client that is gone, and its turn goes to the next", async () => {
  const places = new Places({ places: 1 });
  const release = await places.take();
  const gone = new AbortController();
  const first = places.take(gone);
  const second = places.take();
  gone.abort();
  await assert.rejects(first, isBusy);
  await assert.rejects(places.take(gone), isBusy);
  release();
  (await second)();
});

Deno.test("leavePlace() gives back the place of the request that it is called in, once", async () => {
  const places = new Places({ places: 1 });
  const place = new HeldPlace();
  await withPlace(place, async () => {
    await place.take(places);
    await place.take(places);
    const next = places.take();
    leavePlace();
    const release = await next;
    const third = places.take();
    place.leave();
    release();
    (await third)();
  });
  leavePlace();
});

Deno.test("serviceBusy() asks to come again in ten seconds", () => {
  assert.equal(serviceBusy().retryAfter, 10);
});
