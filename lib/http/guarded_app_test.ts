import assert from "node:assert/strict";
import type { Context } from "fresh";
import type { State } from "../state.ts";
import { GuardedApp, refuseUnroutable } from "./guarded_app.ts";

/** An app that answers with the path it has seen, and refuses with the error's status. */
function serve(): (request: Request) => Promise<Response> {
  const app = new GuardedApp();
  app.use(async (ctx: Context<State>) => {
    try {
      return await refuseUnroutable(ctx);
    } catch (error) {
      const status = typeof error === "object" && error && "status" in error ? error.status : 500;
      return new Response(ctx.url.pathname, { status: Number(status) });
    }
  }).use((ctx) => new Response(ctx.url.pathname));
  const answer = app.handler();
  const completed = Promise.resolve();
  return (request) =>
    Promise.resolve(answer(request, {
      remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 },
      completed,
    }));
}

/** A request as raw HTTP may deliver it. */
function raw(url: string, { method = "GET", host = "localhost" } = {}): Request {
  return Object.create(new Request("http://localhost/"), {
    url: { value: url },
    method: { value: method },
    headers: { value: new Headers({ host }) },
  });
}

Deno.test("GuardedApp answers 400 or 405 to requests that its router would throw on", async () => {
  const answer = serve();
  const statusOf = async (...asked: Parameters<typeof raw>) => (await answer(raw(...asked))).status;
  assert.equal((await answer(new Request("http://localhost/a%20b"))).status, 200);
  assert.equal((await answer(new Request("http://localhost/%E4%BD%A0"))).status, 200);
  for (
    const url of [
      "http://localhost/%",
      "http://localhost/%zz",
      "http://localhost/%ff",
      "http://localhost/a%00b",
      "http://localhost/a%0Db",
      "http://localhost/%7F",
      "//",
    ]
  ) assert.equal(await statusOf(url), 400, url);
  for (const host of ["local/host", "a?b", "a#b", "a@b", "a%b", "a\\b"]) {
    assert.equal(await statusOf("http://localhost/", { host }), 400, host);
  }
  for (const method of ["TRACE", "CONNECT", "BREW"]) {
    const refused = await answer(raw("http://localhost/games", { method }));
    assert.equal(refused.status, 405, method);
    assert.equal(refused.headers.get("allow"), "GET, HEAD, POST");
    assert.equal(await refused.text(), "/games");
  }
});

Deno.test("GuardedApp shows the middleware the path of refused requests, and HEAD as HEAD", async () => {
  const answer = serve();
  const path = async (...asked: Parameters<typeof raw>) =>
    await (await answer(raw(...asked))).text();
  assert.equal(await path("http://localhost/a%zz?q=1#x"), "/a%25zz");
  assert.equal(await path("http://a?b/games/1?q", { host: "a?b" }), "/games/1");
  assert.equal(await path("http://localhost/x", { method: "HEAD", host: "a@b" }), "");
});
