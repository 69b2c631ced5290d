import assert from "node:assert/strict";
import { leavePlace } from "../../work/places.ts";
import { bodyCost } from "../request_cost.ts";
import { type Asked, contextOf, servicesOf } from "./middleware_testing.ts";
import { queueRequests } from "./queue_requests.ts";

Deno.test("queueRequests() lets two organizers of large games work at a time, and participants apart", async () => {
  const queue = queueRequests();
  const services = servicesOf({});
  services.sizes.note(
    "123456",
    Object.assign(Object.create(null), {
      participants: Array(1000).fill({}),
      exclusions: [],
      households: [],
    }),
  );
  assert.equal(services.sizes.isLarge("123456"), true);
  const ended = Promise.withResolvers<void>();
  const running: string[] = [];
  const charged: number[] = [];
  const start = (name: string, asked: Asked) =>
    queue(contextOf({
      params: { code: "123456" },
      ...asked,
      state: { services, chargeCost: (price) => void charged.push(price) },
      next: async () => {
        running.push(name);
        await ended.promise;
        return new Response();
      },
    }));
  const organizer = { headers: { "x-organizer-token": "t" } };
  const all = [
    start("o1", organizer),
    start("o2", organizer),
    start("o3", organizer),
    start("o4", { url: "http://localhost/games/123456/organize" }),
    start("p1", {}),
    start("p2", { method: "POST", headers: { "x-participant-token": "t" }, body: "{}" }),
    start("p3", { headers: { cookie: "participant_123456=t" } }),
    start("small", { params: { code: "654321" } }),
    start("none", { params: {} }),
  ];
  while (running.length < 6) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const kinds = running.map((name) => name.replace(/\d/, "")).toSorted();
  assert.deepEqual(kinds, ["none", "o", "o", "p", "p", "small"]);
  assert.equal(charged.length, 1, "a participant's body costs their address a little");
  ended.resolve();
  await Promise.all(all);
  assert.deepEqual(running.toSorted(), ["none", "o1", "o2", "o3", "o4", "p1", "p2", "p3", "small"]);
});

Deno.test("queueRequests() charges long bodies, and gives the place back early where asked to", async () => {
  const queue = queueRequests();
  const services = servicesOf({});
  const charged: number[] = [];
  const ask = async (length: number) => {
    const ctx = contextOf({
      method: "POST",
      body: new Uint8Array(length),
      state: { services, chargeCost: (price) => void charged.push(price) },
      next: () => {
        leavePlace();
        return new Response();
      },
    });
    return (await queue(ctx)).status;
  };
  assert.equal(await ask(16 * 1024), 200);
  assert.deepEqual(charged, []);
  for (let count = 0; count < 3; count++) assert.equal(await ask(16 * 1024 + 1), 200);
  assert.equal(charged.length, 3);
  await assert.rejects(ask(256 * 1024 + 1), { code: "BODY_TOO_LARGE" });
});

Deno.test("queueRequests() charges all of a body that has announced nothing", async () => {
  const queue = queueRequests();
  const charged: number[] = [];
  const length = 200 * 1024;
  const chunks = Array.from({ length: 10 }, () => new Uint8Array(length / 10));
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const state = {
    services: servicesOf({}),
    chargeCost: (price: number) => void charged.push(price),
  };
  assert.equal((await queue(contextOf({ method: "POST", body, state }))).status, 200);
  assert.equal(Math.max(...charged), bodyCost(length));
});
