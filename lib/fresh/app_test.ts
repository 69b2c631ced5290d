import assert from "node:assert/strict";
import { App } from "./app.ts";
import { ask } from "./app_testing.tsx";
import { HttpError } from "./error.ts";
import type { Middleware } from "./handlers.ts";

interface State {
  trail: string;
}

async function textOf(app: App<State>, path: string, init: RequestInit = {}): Promise<string> {
  return (await ask(app, path, init)).text;
}

const leave = (name: string): Middleware<State> => (ctx) => {
  ctx.state.trail = `${ctx.state.trail ?? ""}${name}`;
  return ctx.next();
};
const tell: Middleware<State> = (ctx) => new Response(ctx.state.trail ?? "");

Deno.test("App.use() runs for the routes registered after it, and not for those before", async () => {
  const app = new App<State>().use(leave("a")).all("/early", tell).use(leave("b"))
    .all("/late", tell);
  assert.equal(await textOf(app, "/early"), "a");
  assert.equal(await textOf(app, "/late"), "ab");
});

Deno.test("App.all() answers every method", async () => {
  const app = new App<State>().all("/all", (ctx) => new Response(ctx.req.method));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    assert.equal(await textOf(app, "/all", { method }), method);
  }
});

Deno.test("App.all() runs its middleware in order", async () => {
  const app = new App<State>().all("/", leave("a"), leave("b"), tell);
  assert.equal(await textOf(app, "/"), "ab");
});

Deno.test("App.handler() answers HEAD with the headers and no body", async () => {
  const app = new App<State>()
    .all("/a", () => new Response("body", { headers: { "X-A": "1" } }));
  const { headers, text } = await ask(app, "/a", { method: "HEAD" });
  assert.equal(headers.get("X-A"), "1");
  assert.equal(text, "");
});

Deno.test("App.handler() answers 405 to an unknown method and 404 to an unknown path", async () => {
  const app = new App<State>().all("/a", tell);
  const wrong = await ask(app, "/a", { method: "BREW" });
  assert.equal(wrong.status, 405);
  assert.equal(wrong.text, "Method Not Allowed");
  const unknown = await ask(app, "/b");
  assert.equal(unknown.status, 404);
  assert.equal(unknown.text, "Not Found");
});

Deno.test("App.handler() collapses repeated slashes", async () => {
  const app = new App<State>().all("/a/:b", (ctx) => new Response(ctx.url.pathname));
  assert.equal(await textOf(app, "//a///x"), "/a/x");
});

Deno.test("App.handler() answers 500 when a handler gives no Response", async () => {
  // @ts-expect-error: the mistake is the point
  const app = new App<State>().all("/", () => "text");
  const response = await ask(app, "/");
  assert.equal(response.status, 500);
  assert.equal(response.text, "Internal server error");
});

Deno.test("App.handler() answers an error without an error page with its message or a neutral one", async () => {
  const app = new App<State>()
    .all("/http", () => Promise.reject(new HttpError(409, "Taken")))
    .all("/bare", () => Promise.reject(new HttpError(403)))
    .all("/other", () => Promise.reject(new Error("secret")));
  const http = await ask(app, "/http");
  assert.equal(http.status, 409);
  assert.equal(http.text, "Taken");
  assert.equal(await textOf(app, "/bare"), "Forbidden");
  const other = await ask(app, "/other");
  assert.equal(other.status, 500);
  assert.equal(other.text, "Internal server error");
});

Deno.test("App.use() catches errors of routes, sync or async, and has ctx.error set", async () => {
  const seen: unknown[] = [];
  const app = new App<State>()
    .use(async (ctx) => {
      try {
        return await ctx.next();
      } catch (error) {
        seen.push(error, ctx.error);
        return new Response("from use()");
      }
    })
    .all("/async", () => Promise.reject("later"))
    .all("/sync", () => {
      throw "now";
    });
  for (const path of ["/async", "/sync", "/unknown"]) {
    assert.equal(await textOf(app, path), "from use()");
  }
  assert.deepEqual(seen.slice(0, 4), ["later", "later", "now", "now"]);
  assert.ok(seen[4] instanceof HttpError && seen[4] === seen[5] && seen[4].status === 404);
});

Deno.test("App.handler() answers 400 to malformed escapes and hosts", async () => {
  const app = new App<State>().all("/g/:code", tell);
  assert.equal((await ask(app, "/g/%zz")).status, 400);
  const request = new Request("http://localhost/g/1");
  Object.defineProperty(request, "url", { value: "http://a b/g/1" }); // as a raw Host header makes it
  assert.equal((await app.handler()(request)).status, 400);
});

Deno.test("Context describes the request and its route", async () => {
  const app = new App<State>().all("/g/:code", (ctx) =>
    Response.json({
      route: ctx.route,
      params: ctx.params,
      state: ctx.state,
      error: ctx.error,
      port: "port" in ctx.info.remoteAddr && ctx.info.remoteAddr.port,
      search: ctx.url.search,
    }));
  assert.deepEqual(JSON.parse(await textOf(app, "/g/1?q")), {
    route: "/g/:code",
    params: { code: "1" },
    state: {},
    error: null,
    port: 1234,
    search: "?q",
  });
  let route: string | null = "";
  await ask(
    new App<State>().use((ctx) => {
      route = ctx.route;
      return ctx.next();
    }),
    "/unknown",
  );
  assert.equal(route, null);
});

Deno.test("Context.next() can be called after other work, and its answer changed", async () => {
  const app = new App<State>().use(async (ctx) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const response = await ctx.next();
    return new Response(`(${await response.text()})`, response);
  }).use(leave("a")).all("/", tell);
  assert.equal(await textOf(app, "/"), "(a)");
});

Deno.test("Context.redirect() stays on the site", async () => {
  const cases: [string, string][] = [
    ["/a", "/a"],
    ["//evil.example", "/evil.example"],
    ["/\\evil.example", "/evil.example"],
    ["///a//b?u=//c#//d", "/a/b?u=//c#//d"],
    ["https://example.com//x", "https://example.com//x"],
  ];
  for (const [to, location] of cases) {
    const response = await ask(new App<State>().all("/", (ctx) => ctx.redirect(to)), "/");
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("Location"), location);
  }
  const app = new App<State>().all("/", (ctx) => ctx.redirect("/done", 303));
  assert.equal((await ask(app, "/", { method: "POST" })).status, 303);
});
