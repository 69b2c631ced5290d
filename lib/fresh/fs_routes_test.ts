import assert from "node:assert/strict";
import { App } from "./app.ts";
import { NO_BUILD } from "./build.ts";
import { compareRoutePaths, toPattern } from "./fs_routes.ts";
import { HttpError } from "./error.ts";
import type { Middleware } from "./handlers.ts";

interface State {
  trail: string[];
}

/** An app whose files are the modules given. */
function appOf(files: Record<string, object>, app = new App<State>()): App<State> {
  const routes = Object.entries(files).map(([path, module]) => ({ path, module }));
  app.setBuild({ ...NO_BUILD, routes });
  return app.use((ctx) => {
    ctx.state.trail = [];
    return ctx.next();
  }).fsRoutes();
}

async function ask(app: App<State>, path: string, method = "GET") {
  const response = await app.handler()(new Request(`http://localhost${path}`, { method }));
  return { status: response.status, text: await response.text() };
}

const says = (text: string) => ({ handler: () => new Response(text) });
const leaves = (name: string): { default: Middleware<State> } => ({
  default: (ctx) => {
    ctx.state.trail.push(name);
    return ctx.next();
  },
});
const tells = { handler: ((ctx) => new Response(ctx.state.trail.join())) as Middleware<State> };

Deno.test("toPattern() turns a file's path into a URL pattern", () => {
  const patterns: [string, string][] = [
    ["index.tsx", "/"],
    ["about.tsx", "/about"],
    ["a/index.ts", "/a"],
    ["a/[x].ts", "/a/:x"],
    ["a/[x]/b.ts", "/a/:x/b"],
    ["a/[[x]].ts", "/a{/:x}?"],
    ["a/[...x].ts", "/a/:x*"],
    ["[[x]].ts", "/{:x}?"],
    ["[[x]]/a.ts", "{/:x}?/a"],
    ["(group)/a.ts", "/a"],
    ["(group)/index.ts", "/"],
    ["v[major].[minor].ts", "/v:major.:minor"],
    ["robots.txt.ts", "/robots.txt"],
  ];
  for (const [path, pattern] of patterns) assert.equal(toPattern(path), pattern);
});

Deno.test("toPattern() refuses parameters that nothing separates", () => {
  assert.throws(() => toPattern("[a][b].ts"), SyntaxError);
  assert.throws(() => toPattern("a-[[b]].ts"), SyntaxError);
});

Deno.test("compareRoutePaths() puts literals before parameters before what can be absent", () => {
  const siblings = ["a.ts", "(g)/b.ts", "b-[x].ts", "[x].ts", "index.ts", "[[x]].ts", "[...x].ts"];
  assert.deepEqual(siblings.toReversed().sort(compareRoutePaths), siblings);
  const cousins = ["a/[y].ts", "[x]/b.ts", "[x].ts", "[x]/[...y].ts", "[...x].ts"];
  assert.deepEqual(cousins.toReversed().sort(compareRoutePaths), cousins);
});

Deno.test("fsRoutes() lets a literal answer before its parameter and catch-all siblings", async () => {
  const app = appOf({
    "[...rest].ts": says("rest"),
    "[id].ts": says("id"),
    "all.ts": says("all"),
    "index.ts": says("index"),
  });
  assert.equal((await ask(app, "/all")).text, "all");
  assert.equal((await ask(app, "/other")).text, "id");
  assert.equal((await ask(app, "/other/more")).text, "rest");
  assert.equal((await ask(app, "/")).text, "index");
});

Deno.test("fsRoutes() finds optional parameters at the beginning of a path too", async () => {
  const tellsLanguage: { handler: Middleware<State> } = {
    handler: (ctx) => new Response(`<${ctx.params.language}>`),
  };
  const app = appOf({ "[[language]].ts": tellsLanguage, "[[language]]/a.ts": tellsLanguage });
  assert.equal((await ask(app, "/")).text, "<>");
  assert.equal((await ask(app, "/de")).text, "<de>");
  assert.equal((await ask(app, "/a")).text, "<>");
  assert.equal((await ask(app, "/de/a")).text, "<de>");
});

Deno.test("fsRoutes() runs middleware from the root to the route's folder, groups included", async () => {
  const app = appOf({
    "_middleware.ts": leaves("root"),
    "a/_middleware.ts": { handler: [leaves("a1").default, leaves("a2").default] },
    "a/(g)/_middleware.ts": { handler: leaves("group").default },
    "a/(g)/x.ts": tells,
    "a/y.ts": tells,
    "a/[id]/_middleware.ts": { handlers: leaves("id").default },
    "a/[id]/z.ts": tells,
    "b.ts": tells,
  });
  assert.equal((await ask(app, "/a/x")).text, "root,a1,a2,group");
  assert.equal((await ask(app, "/a/y")).text, "root,a1,a2");
  assert.equal((await ask(app, "/a/7/z")).text, "root,a1,a2,id");
  assert.equal((await ask(app, "/b")).text, "root");
});

Deno.test("fsRoutes() answers 404 to a method that a file has no handler for", async () => {
  const app = appOf({ "a.ts": { handler: { GET: () => new Response("get") } } });
  assert.equal((await ask(app, "/a", "POST")).status, 404);
  assert.equal((await ask(app, "/a", "OPTIONS")).status, 404);
  assert.equal((await ask(app, "/a", "HEAD")).status, 200);
});

Deno.test("fsRoutes() registers the methods alone that a file's config lists", async () => {
  const app = appOf({
    "a.ts": { handler: () => new Response("yes"), config: { methods: ["GET"] } },
  });
  assert.equal((await ask(app, "/a", "POST")).status, 405);
});

Deno.test("fsRoutes() takes `handlers` as well as `handler`, and one function for all methods", async () => {
  const app = appOf({ "a.ts": { handlers: () => new Response("any") } });
  assert.equal((await ask(app, "/a", "DELETE")).text, "any");
});

Deno.test("fsRoutes() reaches a route by its routeOverride", async () => {
  const app = appOf({ "a.ts": { ...says("over"), config: { routeOverride: "/x/:y(\\d+)" } } });
  assert.equal((await ask(app, "/x/12")).text, "over");
  assert.equal((await ask(app, "/x/ab")).status, 404);
  assert.equal((await ask(app, "/a")).status, 404);
});

Deno.test("fsRoutes() puts the files below its pattern", async () => {
  const app = new App<State>();
  app.setBuild({ ...NO_BUILD, routes: [{ path: "a/[x].ts", module: says("below") }] });
  app.fsRoutes("/sub");
  assert.equal((await ask(app, "/sub/a/1")).text, "below");
  assert.equal((await ask(app, "/a/1")).status, 404);
});

Deno.test("fsRoutes() has the nearest _error answer, and what that throws climbs", async () => {
  const fails = { handler: () => Promise.reject(new HttpError(418)) };
  const shows = (name: string) => ({
    default: ({ error }: { error: HttpError }) => `${name} ${error.status}`,
  });
  const app = appOf({
    "_error.tsx": shows("root"),
    "a/_error.tsx": shows("a"),
    "a/fails.ts": fails,
    "a/b/_error.tsx": { handler: () => Promise.reject(new HttpError(410)) },
    "a/b/fails.ts": fails,
    "fails.ts": fails,
  });
  assert.match((await ask(app, "/a/fails")).text, /a 418/);
  assert.match((await ask(app, "/a/b/fails")).text, /a 410/);
  assert.match((await ask(app, "/fails")).text, /root 418/);
  assert.deepEqual((await ask(app, "/a/fails")).status, 418);
  const unknown = await ask(app, "/a/unknown");
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /root 404/);
});

Deno.test("fsRoutes() has the root _error outside the root _middleware and every use()", async () => {
  const files = {
    "_error.tsx": { default: () => "caught" },
    "_middleware.ts": { default: () => Promise.reject(new HttpError(418, "in middleware")) },
    "index.ts": says("never"),
  };
  const seen: unknown[] = [];
  const app = new App<State>().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      seen.push(error === ctx.error, error instanceof HttpError && error.status);
      if (ctx.url.search === "?answer") return new Response("from use()", { status: 418 });
      throw error;
    }
  });
  const answer = await ask(appOf(files, app), "/");
  assert.deepEqual(seen, [true, 418]);
  assert.equal(answer.status, 418);
  assert.match(answer.text, /caught/);
  assert.equal((await ask(appOf(files, app), "/?answer")).text, "from use()");
});

Deno.test("fsRoutes() has an _error below the root inside the middleware of the root", async () => {
  const files = {
    "a/_error.tsx": { default: () => "caught" },
    "a/index.ts": { handler: () => Promise.reject(new HttpError(410)) },
  };
  const app = new App<State>().use(async (ctx) => {
    const response = await ctx.next();
    response.headers.set("X-Set", "yes");
    return response;
  });
  const response = await appOf(files, app).handler()(new Request("http://localhost/a"));
  assert.equal(response.status, 410);
  assert.equal(response.headers.get("X-Set"), "yes");
  assert.match(await response.text(), /caught/);
});

Deno.test("fsRoutes() runs root middleware alone for unmatched requests", async () => {
  const seen: string[] = [];
  const notes = (name: string): { default: Middleware<State> } => ({
    default: (ctx) => {
      seen.push(name);
      return ctx.next();
    },
  });
  const app = appOf({
    "_middleware.ts": notes("root"),
    "a/_middleware.ts": notes("a"),
    "a/index.ts": says("a"),
  });
  assert.equal((await ask(app, "/a/unknown")).status, 404);
  assert.deepEqual(seen, ["root"]);
});

Deno.test("fsRoutes() renders a component-only _404 with status 200, outside all middleware", async () => {
  let thrown: unknown;
  const app = appOf({
    "_404.tsx": { default: () => "Nothing here" },
    "_middleware.ts": {
      default: (async (ctx) => {
        return await ctx.next().catch((error) => {
          thrown = error;
          throw error;
        });
      }) as Middleware<State>,
    },
  });
  const answer = await ask(app, "/unknown");
  assert.equal(answer.status, 200);
  assert.equal(thrown instanceof HttpError && thrown.status, 404);
  assert.match(answer.text, /Nothing here/);
});

Deno.test("fsRoutes() refuses a file without exports, and handlers with two arguments", () => {
  assert.throws(() => appOf({ "a.ts": {} }).handler(), /a\.ts/);
  const handler = (_: Request, __: unknown) => new Response();
  assert.throws(() => appOf({ "b.ts": { handler } }).handler(), /b\.ts/);
});
