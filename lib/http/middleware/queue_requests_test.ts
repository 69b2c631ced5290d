import assert from "node:assert/strict";
import { until } from "@/tests/support/until.ts";
import { type Asked, contextOf, servicesOf } from "@/tests/support/middleware.ts";
import { leavePlace } from "../../work/places.ts";
import { bodyCost } from "../request_cost.ts";
import { queueRequests } from "./queue_requests.ts";

Deno.test("queueRequests() runs two organizers' requests to large games at a time, and participants' separately", async () => {
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

Deno.test("queueRequests() charges a body the same for a large game, a small one and an unknown code", async () => {
  const queue = queueRequests();
  const services = servicesOf({});
  const sizes = { "123456": 1000, "654321": 3 };
  for (const [code, size] of Object.entries(sizes)) {
    services.sizes.note(code, { participants: Array(size).fill({}), exclusions: [] });
  }
  const costs = [];
  for (const code of [...Object.keys(sizes), "222222"]) {
    const charged: number[] = [];
    await queue(contextOf({
      ...{ params: { code }, method: "PATCH", body: "{}" },
      state: { services, chargeCost: (price) => void charged.push(price) },
      next: () => Promise.resolve(new Response()),
    }));
    costs.push(charged);
  }
  assert.deepEqual(costs.slice(1), [costs[0], costs[0]]);
});

/** Requests of one queue that run until they are let go; with the names of those that run. */
function crowd() {
  const queue = queueRequests();
  const services = servicesOf({});
  const list = Array(1000).fill({});
  services.sizes.note("123456", { participants: list, exclusions: [] });
  const running: string[] = [];
  const clients = new AbortController();
  let gate = Promise.withResolvers<void>();
  const start = (name: string, asked: Asked = {}, completed = Promise.resolve()) => {
    const ctx = contextOf({
      params: { code: "123456" },
      ...asked,
      state: { services, chargeCost: () => {} },
      async next() {
        running.push(name);
        await gate.promise;
        if (asked.next) await asked.next();
        return new Response();
      },
    });
    Object.assign(ctx.info, { completed });
    Object.assign(ctx, { req: new Request(ctx.req, { signal: clients.signal }) });
    return Object.assign(queue(ctx), { ctx });
  };
  return {
    start,
    organizer: (name: string) => start(name, { headers: { "x-organizer-token": "t" } }),
    /** Ends running requests and those in line. */
    close() {
      clients.abort();
      gate.resolve();
    },
    /** The requests that have begun since the last call: exactly this many. */
    async begun(count: number) {
      await until(() => running.length >= count, `${count} requests`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return running.splice(0).toSorted();
    },
    end() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
  };
}

Deno.test("queueRequests() refuses organizers beyond a hundred in line, but never participants", async () => {
  const { organizer, start, begun, close } = crowd();
  const all = Array.from({ length: 102 }, () => organizer("o"));
  const readers = Array.from(
    { length: 104 },
    (_, index) => start("p", index ? {} : { method: "HEAD" }),
  );
  assert.deepEqual(await begun(4), ["o", "o", "p", "p"]);
  const asked = performance.now();
  await assert.rejects(Promise.resolve(organizer("one more")), { code: "SERVICE_BUSY" });
  assert(performance.now() - asked < 20_000, "it has not waited first");
  const ends = Promise.allSettled([...all, ...readers]);
  close();
  await ends;
});

Deno.test("queueRequests() recognizes organizers by required fields, so that no participant waits with them", async () => {
  const { organizer, start, begun, end, close } = crowd();
  const all = Array.from({ length: 102 }, () => organizer("o"));
  assert.deepEqual(await begun(2), ["o", "o"]);
  const send = (name: string, method: string, body: unknown, headers = {}) =>
    start(name, {
      ...{ url: "http://localhost/api/games/123456", method, headers },
      body: JSON.stringify(body),
    });
  const form = (name: string, path: string, cookie: string) =>
    start(name, {
      ...{ url: `http://localhost/games/123456${path}`, method: "POST", headers: { cookie } },
      body: new URLSearchParams({ name: "organizerToken" }),
    });
  const action = "updateWish";
  const refused = await Promise.allSettled([
    send("token", "PATCH", { action, organizerToken: "t" }),
    send("again", "POST", { organizerToken: "t" }),
    send("both", "PATCH", { action, organizerToken: "t" }, { "x-participant-token": "t" }),
    start("escaped", { method: "PATCH", body: '{"organizer\\u0054oken":"t"}' }),
    form("page", "/organize", "participant_123456=t"),
    form("device", "/devices", "organizer_123456=t"),
  ]);
  assert.deepEqual(
    refused.map((one) => one.status === "rejected" && one.reason.code),
    refused.map(() => "SERVICE_BUSY"),
  );
  const answers = Promise.all([
    send("id", "PATCH", { action, participantId: "p", wish: "organizerToken" }),
    send("token", "PATCH", { action, participantToken: "t" }),
    send("none", "POST", {}),
    start("no JSON", { method: "PATCH", body: "organizerToken" }),
    form("join", "/join", ""),
    form("signed in", "", "participant_123456=t"),
    ...["GET", "HEAD"].map((method) =>
      start("looks", {
        ...{ url: "http://localhost/games/123456", method },
        headers: { cookie: "organizer_123456=t" },
      })
    ),
  ]);
  // In the organizers' line they would be refused, because it is full.
  assert.equal((await begun(2)).length, 2, "two places of participants");
  const going = setInterval(end, 1);
  assert((await answers).every(({ ok }) => ok));
  clearInterval(going);
  const ends = Promise.allSettled(all);
  close();
  await ends;
});

Deno.test("queueRequests() treats a game of unknown size as large while it is read", async () => {
  const { start, begun, end } = crowd();
  const busy = ["a", "b"].map((name) => start(name));
  assert.deepEqual(await begun(2), ["a", "b"], "those of large games have all places");
  for (const round of ["first", "again"]) {
    const unknown = ["u1", "u2"].map((name) => start(name, { params: { code: "654321" } }));
    const other = start("v", { params: { code: "765432" } });
    assert.deepEqual(await begun(2), ["u1", "v"], round);
    end();
    await Promise.all([unknown[0], other, ...busy.splice(0)]);
    assert.deepEqual(await begun(1), ["u2"]);
    busy.push(start("c"), start("d"));
    end();
    await unknown[1];
    await begun(2);
  }
  end();
  await Promise.all(busy);
});

Deno.test("queueRequests() lets a light request take an organizer's place once it turns out to be heavy", async () => {
  const { start, organizer, begun, end } = crowd();
  const readers = ["p", "p"].map((name) => start(name));
  const light = ["l1", "l2"].map((name) => start(name, { params: {} }));
  await begun(4);
  await Promise.all(light.map(({ ctx }) => ctx.state.takePlace()));
  const waiting = organizer("o");
  assert.deepEqual(await begun(0), []);
  end();
  await Promise.all([...light, ...readers]);
  assert.deepEqual(await begun(1), ["o"]);
  end();
  await waiting;
});

Deno.test("queueRequests() holds four megabytes of long bodies at a time", async () => {
  const { start, begun, end } = crowd();
  const post = () =>
    start("post", { method: "POST", params: {}, body: new Uint8Array(256 * 1024) });
  for (const round of ["first", "again"]) {
    const all = Array.from({ length: 16 }, post);
    assert.equal((await begun(2)).length, 2, round);
    await assert.rejects(Promise.resolve(post()), { code: "SERVICE_BUSY" });
    const rest = setInterval(end, 1);
    await Promise.all(all);
    clearInterval(rest);
    await begun(14);
  }
});

Deno.test("queueRequests() keeps a place for two seconds if a response is read slowly", async () => {
  const { start, organizer, begun, end } = crowd();
  const { setTimeout } = globalThis;
  const sending: (() => void)[] = [];
  const late = (work: () => void, ms = 0) =>
    ms === 2_000 ? sending.push(work) : setTimeout(work, ms);
  const headers = { "x-organizer-token": "t" };
  const slow = ["s1", "s2"].map((name) => start(name, { headers }, new Promise(() => {})));
  await begun(2);
  try {
    Object.assign(globalThis, { setTimeout: late });
    end();
    await Promise.all(slow);
    const next = organizer("next");
    assert.deepEqual([sending.length, await begun(0)], [2, []]);
    for (const stop of sending) stop();
    assert.deepEqual(await begun(1), ["next"]);
    end();
    await next;
  } finally {
    Object.assign(globalThis, { setTimeout });
  }
});

Deno.test("queueRequests() charges long bodies, and gives the place back early on request", async () => {
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

Deno.test("queueRequests() charges all of a body without an announced length", async () => {
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
