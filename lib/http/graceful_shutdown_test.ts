import assert from "node:assert/strict";
import { GracefulShutdown } from "./graceful_shutdown.ts";

const INFO: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 },
  completed: Promise.resolve(),
};

function ask(handler: ReturnType<GracefulShutdown["track"]>): Promise<Response> {
  return Promise.resolve(handler(new Request("http://localhost/"), INFO));
}

Deno.test("GracefulShutdown closes no connection before it drains, and each one afterwards", async () => {
  const drain = new GracefulShutdown();
  const handler = drain.track(() => new Response());
  assert.equal((await ask(handler)).headers.get("connection"), null);
  await drain.drain(0, 1000);
  assert.equal((await ask(handler)).headers.get("connection"), "close");
});

Deno.test("drain() waits for present and new requests, up to a limit", async () => {
  const drain = new GracefulShutdown();
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  const slow = drain.track(() => answered);
  let isDone = false;
  const first = ask(slow);
  const draining = drain.drain(0, 10_000).then(() => isDone = true);
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert(!isDone, "a request is under way");
  answer(new Response());
  await first;
  await draining;

  const endless = drain.track(() => new Promise(() => {}));
  void ask(endless);
  await drain.drain(0, 100);
});

Deno.test("drain() takes at least its minimum time", async () => {
  const began = performance.now();
  await new GracefulShutdown().drain(500, 1000);
  const took = performance.now() - began;
  assert(took >= 500 && took < 1000, `${took}`);
});

Deno.test("drain() starts to wait again after a request that came and went between two polls", async () => {
  const drain = new GracefulShutdown();
  const handler = drain.track(() => new Response());
  const draining = drain.drain(0, 10_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ask(handler);
  const asked = performance.now();
  await draining;
  const quiet = performance.now() - asked;
  assert(quiet >= 150, `idle for ${quiet} ms`);
});
