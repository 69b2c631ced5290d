import assert from "node:assert/strict";
import { App } from "./app.ts";
import { HttpError } from "./error.ts";
import { page } from "./define.ts";
import type { Middleware } from "./handlers.ts";

interface State {
  trail: string;
}

function ask(app: App<State>, path: string, init: RequestInit = {}): Promise<Response> {
  return app.handler()(new Request(`http://localhost${path}`, init));
}

async function textOf(app: App<State>, path: string, init: RequestInit = {}): Promise<string> {
  return await (await ask(app, path, init)).text();
}

const leave = (name: string): Middleware<State> => (ctx) => {
  ctx.state.trail = `${ctx.state.trail ?? ""}${name}`;
  return ctx.next();
};
const tell: Middleware<State> = (ctx) => ctx.text(ctx.state.trail ?? "");

Deno.test("App.use() runs for the routes registered after it, and not for those before", async () => {
  const app = new App<State>().use(leave("a")).get("/early", tell).use(leave("b")).get(
    "/late",
    tell,
  );
  assert.equal(await textOf(app, "/early"), "a");
  assert.equal(await textOf(app, "/late"), "ab");
});

Deno.test("App.use() at a path runs for that path and below alone", async () => {
  const app = new App<State>().use("/x", leave("x")).use(leave("a"))
    .get("/x", tell).get("/x/y", tell).get("/xy", tell);
  assert.equal(await textOf(app, "/x"), "ax");
  assert.equal(await textOf(app, "/x/y"), "ax");
  assert.equal(await textOf(app, "/xy"), "a");
});

Deno.test("App.get() and its siblings answer their method, all() every one", async () => {
  const app = new App<State>()
    .get("/m", (ctx) => ctx.text("get")).post("/m", (ctx) => ctx.text("post"))
    .put("/m", (ctx) => ctx.text("put")).patch("/m", (ctx) => ctx.text("patch"))
    .delete("/m", (ctx) => ctx.text("delete")).all("/all", (ctx) => ctx.text(ctx.req.method));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    assert.equal(await textOf(app, "/m", { method }), method.toLowerCase());
    assert.equal(await textOf(app, "/all", { method }), method);
  }
});

Deno.test("App.get() runs the middleware that it is given in turn", async () => {
  const app = new App<State>().get("/", leave("a"), leave("b"), tell);
  assert.equal(await textOf(app, "/"), "ab");
});

Deno.test("App.handler() answers HEAD with GET's headers and no body, or with head()", async () => {
  const app = new App<State>()
    .get("/a", () => new Response("body", { headers: { "X-A": "1" } }))
    .get("/b", () => new Response("body"))
    .head("/b", () => new Response(null, { headers: { "X-B": "2" } }));
  const a = await ask(app, "/a", { method: "HEAD" });
  assert.equal(a.headers.get("X-A"), "1");
  assert.equal(a.body, null);
  assert.equal((await ask(app, "/b", { method: "HEAD" })).headers.get("X-B"), "2");
});

Deno.test("App.handler() answers 405 to a wrong method and 404 to an unknown path", async () => {
  const app = new App<State>().get("/a", tell);
  const wrong = await ask(app, "/a", { method: "POST" });
  assert.equal(wrong.status, 405);
  assert.equal(await wrong.text(), "Method Not Allowed");
  const unknown = await ask(app, "/b");
  assert.equal(unknown.status, 404);
  assert.equal(await unknown.text(), "Not Found");
});

Deno.test("App.handler() answers OPTIONS without a handler with 204 and the methods", async () => {
  const app = new App<State>().get("/a", tell).post("/a", tell);
  const response = await ask(app, "/a", { method: "OPTIONS" });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get("Allow"), "GET, POST");
});

Deno.test("App.handler() collapses repeated slashes", async () => {
  const app = new App<State>().get("/a/:b", (ctx) => ctx.text(ctx.url.pathname));
  assert.equal(await textOf(app, "//a///x"), "/a/x");
});

Deno.test("App.handler() answers 500 when a handler gives no Response", async () => {
  // @ts-expect-error: the mistake is the point
  const app = new App<State>().get("/", () => "text");
  const response = await ask(app, "/");
  assert.equal(response.status, 500);
  assert.equal(await response.text(), "Internal server error");
});

Deno.test("App.handler() answers an error without a boundary with its message or a neutral one", async () => {
  const app = new App<State>()
    .get("/http", () => Promise.reject(new HttpError(409, "Taken")))
    .get("/bare", () => Promise.reject(new HttpError(403)))
    .get("/other", () => Promise.reject(new Error("secret")));
  const http = await ask(app, "/http");
  assert.equal(http.status, 409);
  assert.equal(await http.text(), "Taken");
  assert.equal(await textOf(app, "/bare"), "Forbidden");
  const other = await ask(app, "/other");
  assert.equal(other.status, 500);
  assert.equal(await other.text(), "Internal server error");
});

Deno.test("App.onError() catches what is thrown at its path and below, sync or async", async () => {
  const app = new App<State>()
    .onError("/a", (ctx) => ctx.text(`caught ${ctx.error}`, { status: 502 }))
    .get("/a/async", () => Promise.reject(new Error("later")))
    .get("/a/sync", () => {
      throw new Error("now");
    })
    .get("/b", () => Promise.reject(new HttpError(400, "not caught")));
  assert.equal(await textOf(app, "/a/async"), "caught Error: later");
  assert.equal((await ask(app, "/a/sync")).status, 502);
  assert.equal(await textOf(app, "/b"), "not caught");
});

Deno.test("App.onError() renders a route's component with the error's status", async () => {
  const app = new App<State>()
    .onError("*", { component: ({ error }) => <h1>{String(error)}</h1> })
    .get("/", () => Promise.reject(new HttpError(410, "Gone away")));
  const response = await ask(app, "/");
  assert.equal(response.status, 410);
  assert.match(await response.text(), /<h1>HttpError: Gone away<\/h1>/);
});

Deno.test("App.onError() sees errors of the middleware of its own path", async () => {
  const app = new App<State>()
    .use(() => Promise.reject(new Error("in middleware")))
    .onError("*", (ctx) => ctx.text("caught"))
    .get("/", tell);
  assert.equal(await textOf(app, "/"), "caught");
});

Deno.test("App.use() at the root lies inside onError() and notFound(), and has ctx.error set", async () => {
  const seen: unknown[] = [];
  const app = new App<State>()
    .onError("*", (ctx) => ctx.text(`page for ${ctx.error}`, { status: 500 }))
    .notFound((ctx) => ctx.text("page for nothing", { status: 404 }))
    .use(async (ctx) => {
      try {
        return await ctx.next();
      } catch (error) {
        seen.push(error, ctx.error);
        if (ctx.url.search === "?answer") return ctx.text("from use()");
        throw error;
      }
    })
    .get("/bad", () => Promise.reject("bad"));
  assert.equal(await textOf(app, "/bad"), "page for bad");
  assert.equal(await textOf(app, "/unknown"), "page for nothing");
  assert.equal(await textOf(app, "/unknown?answer"), "from use()");
  assert.deepEqual(seen.slice(0, 2), ["bad", "bad"]);
  assert.ok(seen[2] instanceof HttpError && seen[2] === seen[3] && seen[2].status === 404);
});

Deno.test("App.handler() answers 400 to malformed escapes and hosts", async () => {
  const app = new App<State>().get("/g/:code", tell);
  assert.equal((await ask(app, "/g/%zz")).status, 400);
  const request = new Request("http://localhost/g/1");
  Object.defineProperty(request, "url", { value: "http://a b/g/1" }); // as a raw Host header makes it
  assert.equal((await app.handler()(request)).status, 400);
});

Deno.test("App.notFound() answers what no route does, and 404s that routes throw", async () => {
  const app = new App<State>()
    .notFound((ctx) => ctx.text("nothing", { status: 404 }))
    .get("/gone", () => Promise.reject(new HttpError(404)));
  assert.equal(await textOf(app, "/unknown"), "nothing");
  assert.equal(await textOf(app, "/gone"), "nothing");
});

Deno.test("App.route() renders its component with what its handler returns", async () => {
  const app = new App<State>().route("/r", {
    handler: {
      GET: () => page({ name: "data" }, { status: 201, headers: { "X-H": "h" } }),
      POST: (ctx) => ctx.text("posted"),
    },
    component: ({ data }) => <p>{JSON.stringify(data)}</p>,
  });
  const response = await ask(app, "/r");
  assert.equal(response.status, 201);
  assert.equal(response.headers.get("X-H"), "h");
  assert.equal(response.headers.get("Content-Type"), "text/html; charset=utf-8");
  assert.match(await response.text(), /<p>{&quot;name&quot;:&quot;data&quot;}<\/p>/);
  assert.equal(await textOf(app, "/r", { method: "POST" }), "posted");
  assert.equal((await ask(app, "/r", { method: "PUT" })).status, 405);
});

Deno.test("App.route() keeps the last of several values that page() gives one header", async () => {
  const cookies = [["Set-Cookie", "a=1"], ["set-cookie", "b=2"], ["X-A", "a"]] as [
    string,
    string,
  ][];
  for (const headers of [cookies, new Headers(cookies)]) {
    const app = new App<State>().route("/", {
      handler: () => page(null, { headers }),
      component: () => <p />,
    });
    const answer = await ask(app, "/");
    assert.deepEqual(answer.headers.getSetCookie(), ["b=2"]);
    assert.equal(answer.headers.get("X-A"), "a");
    await answer.body?.cancel();
  }
});

Deno.test("App.route() renders data {} for GET when its handlers have none, and alone for all methods", async () => {
  const component = ({ data }: { data: unknown }) => <p>{JSON.stringify(data)}</p>;
  const app = new App<State>()
    .route("/post", { handler: { POST: () => page({ a: 1 }) }, component })
    .route("/alone", { component });
  assert.match(await textOf(app, "/post"), /<p>{}<\/p>/);
  assert.match(await textOf(app, "/post", { method: "POST" }), /a&quot;:1/);
  assert.match(await textOf(app, "/alone", { method: "DELETE" }), /<p>{}<\/p>/);
});

Deno.test("App.mountApp() puts another app's routes and middleware below a path", async () => {
  const inner = new App<State>().use(leave("i")).get("/", tell).get(
    "/x/:y",
    (ctx) => ctx.text(`${ctx.state.trail} ${ctx.params.y} ${ctx.route}`),
  );
  const app = new App<State>().use(leave("o")).mountApp("/inner", inner).get("/", tell);
  assert.equal(await textOf(app, "/inner"), "oi");
  assert.equal(await textOf(app, "/inner/x/7"), "oi 7 /inner/x/:y");
  assert.equal(await textOf(app, "/"), "o");
});

Deno.test("App serves below its basePath", async () => {
  const app = new App<State>({ basePath: "/base" }).use("/x", leave("x"))
    .get("/", (ctx) => ctx.text("index")).get("/x/:id", tell);
  assert.equal(await textOf(app, "/base"), "index");
  assert.equal(await textOf(app, "/base/"), "index");
  assert.equal(await textOf(app, "/base/x/1"), "x");
  assert.equal((await ask(app, "/x/1")).status, 404);
});

Deno.test("App believes forwarded headers only if told to", async () => {
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "example.com, inner" };
  const show: Middleware<State> = (ctx) => ctx.text(ctx.url.href);
  const request = () => new Request("http://localhost:8000/a?b", { headers });
  const trusting = new App<State>({ trustProxy: true }).get("/a", show).handler();
  const wary = new App<State>().get("/a", show).handler();
  assert.equal(await (await trusting(request())).text(), "https://example.com/a?b");
  assert.equal(await (await wary(request())).text(), "http://localhost:8000/a?b");
});

Deno.test("Context tells of the request, its route and the app", async () => {
  const app = new App<State>({ mode: "development" }).get("/g/:code", (ctx) =>
    ctx.json({
      route: ctx.route,
      params: ctx.params,
      state: ctx.state,
      data: ctx.data ?? null,
      error: ctx.error,
      isPartial: ctx.isPartial,
      mode: ctx.config.mode,
      port: "port" in ctx.info.remoteAddr && ctx.info.remoteAddr.port,
      search: ctx.url.search,
    }));
  assert.deepEqual(await (await ask(app, "/g/1?q")).json(), {
    route: "/g/:code",
    params: { code: "1" },
    state: {},
    data: null,
    error: null,
    isPartial: false,
    mode: "development",
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
  }).use(leave("a")).get("/", tell);
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
    const response = await ask(new App<State>().get("/", (ctx) => ctx.redirect(to)), "/");
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("Location"), location);
  }
  const app = new App<State>().post("/", (ctx) => ctx.redirect("/done", 303));
  assert.equal((await ask(app, "/", { method: "POST" })).status, 303);
});

Deno.test("Context.html(), text(), json() and stream() set type and status", async () => {
  const app = new App<State>()
    .get("/html", (ctx) => ctx.html("<p>", { status: 201, headers: { "X-A": "a" } }))
    .get("/text", (ctx) => ctx.text("t", { status: 202 }))
    .get("/json", (ctx) => ctx.json({ a: 1 }, { status: 203 }))
    .get("/stream", (ctx) =>
      ctx.stream(function* () {
        yield "a";
        yield new TextEncoder().encode("b");
      }));
  const html = await ask(app, "/html");
  assert.deepEqual([html.status, html.headers.get("Content-Type"), html.headers.get("X-A")], [
    201,
    "text/html; charset=utf-8",
    "a",
  ]);
  assert.equal((await ask(app, "/text")).status, 202);
  const json = await ask(app, "/json");
  assert.equal(json.headers.get("Content-Type"), "application/json");
  assert.deepEqual(await json.json(), { a: 1 });
  assert.equal(await textOf(app, "/stream"), "ab");
});

Deno.test("App.listen() serves on the port given", async () => {
  const stop = new AbortController();
  const { promise: port, resolve } = Promise.withResolvers<number>();
  const app = new App<State>().get("/", (ctx) => ctx.text("served"));
  await app.listen({ port: 0, signal: stop.signal, onListen: ({ port }) => resolve(port) });
  const address = `http://localhost:${await port}/`;
  assert.equal(await (await fetch(address)).text(), "served");
  stop.abort();
  await assert.rejects(fetch(address));
});
