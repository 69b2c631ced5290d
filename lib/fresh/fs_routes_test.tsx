import assert from "node:assert/strict";
import { App } from "./app.ts";
import { appOf, ask } from "./app_testing.tsx";
import { page } from "./define.ts";
import { HttpError } from "./error.ts";
import { compareRoutePaths, toPattern } from "./fs_routes.ts";
import type { Middleware } from "./handlers.ts";

interface State {
  trail: string[];
}

const says = (text: string) => ({ handler: () => new Response(text) });
const leaves = (name: string): { default: Middleware<State> } => ({
  default: (ctx) => {
    (ctx.state.trail ??= []).push(name);
    return ctx.next();
  },
});
const tells = { handler: ((ctx) => new Response(ctx.state.trail.join())) as Middleware<State> };
const showsData = ({ data }: { data: unknown }) => <p>{JSON.stringify(data)}</p>;

Deno.test("toPattern() turns a file's path into a URL pattern", () => {
  const patterns: [string, string][] = [
    ["index.tsx", "/"],
    ["about.tsx", "/about"],
    ["a/index.ts", "/a"],
    ["a/[x].ts", "/a/:x"],
    ["a/[x]/b.ts", "/a/:x/b"],
    ["a/[...x].ts", "/a/:x*"],
    ["(group)/a.ts", "/a"],
    ["(group)/index.ts", "/"],
    ["robots.txt.ts", "/robots.txt"],
  ];
  for (const [path, pattern] of patterns) assert.equal(toPattern(path), pattern);
});

Deno.test("toPattern() refuses unknown syntax", () => {
  for (const path of ["[[x]].ts", "a-[x].ts", "[a][b].ts", "größe.ts", "a:b.ts", "[...a]/b.ts"]) {
    assert.throws(() => toPattern(path), SyntaxError, path);
  }
});

Deno.test("compareRoutePaths() puts literals before parameters before optional parts", () => {
  const siblings = ["a.ts", "(g)/b.ts", "[x].ts", "index.ts", "[...x].ts"];
  assert.deepEqual(siblings.toReversed().sort(compareRoutePaths), siblings);
  const cousins = ["a/[y].ts", "[x]/b.ts", "[x].ts", "[x]/[...y].ts", "[...x].ts"];
  assert.deepEqual(cousins.toReversed().sort(compareRoutePaths), cousins);
});

Deno.test("fsRoutes() lets a literal route answer before its parameter and catch-all siblings", async () => {
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

Deno.test("fsRoutes() runs middleware from the root to the route's folder, groups included", async () => {
  const app = appOf({
    "_middleware.ts": leaves("root"),
    "a/_middleware.ts": { default: [leaves("a1").default, leaves("a2").default] },
    "a/(g)/_middleware.ts": leaves("group"),
    "a/(g)/x.ts": tells,
    "a/y.ts": tells,
    "a/[id]/_middleware.ts": leaves("id"),
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
  assert.equal((await ask(app, "/a", { method: "POST" })).status, 404);
  assert.equal((await ask(app, "/a", { method: "OPTIONS" })).status, 404);
  assert.equal((await ask(app, "/a", { method: "HEAD" })).status, 200);
});

Deno.test("fsRoutes() lets HEAD have a handler of its own", async () => {
  const HEAD = () => new Response(null, { headers: { "X-B": "2" } });
  const app = appOf({ "b.ts": { handler: { GET: () => new Response("body"), HEAD } } });
  assert.equal((await ask(app, "/b", { method: "HEAD" })).headers.get("X-B"), "2");
});

Deno.test("fsRoutes() renders a component with what its handler returns", async () => {
  const app = appOf({
    "r.tsx": {
      handler: {
        GET: () => page({ name: "data" }, { status: 201, headers: { "X-H": "h" } }),
        POST: () => new Response("posted"),
      },
      default: showsData,
    },
  });
  const response = await ask(app, "/r");
  assert.equal(response.status, 201);
  assert.equal(response.headers.get("X-H"), "h");
  assert.equal(response.headers.get("Content-Type"), "text/html; charset=utf-8");
  assert.match(response.text, /<p>{&quot;name&quot;:&quot;data&quot;}<\/p>/);
  assert.equal((await ask(app, "/r", { method: "POST" })).text, "posted");
});

Deno.test("fsRoutes() renders a page without a handler with data {} for GET, and a component alone for all methods", async () => {
  const app = appOf({
    "post.tsx": { handler: { POST: () => page({ a: 1 }) }, default: showsData },
    "alone.tsx": { default: showsData },
  });
  assert.match((await ask(app, "/post")).text, /<p>{}<\/p>/);
  assert.match((await ask(app, "/post", { method: "POST" })).text, /a&quot;:1/);
  assert.match((await ask(app, "/alone", { method: "DELETE" })).text, /<p>{}<\/p>/);
});

Deno.test("fsRoutes() answers 500 to data without a component to show it", async () => {
  assert.equal((await ask(appOf({ "a.ts": { handler: () => page(1) } }), "/a")).status, 500);
});

Deno.test("fsRoutes() renders the _error page with the status of the error", async () => {
  const app = appOf({
    "_error.tsx": { default: ({ error }: { error: unknown }) => <h1>{String(error)}</h1> },
    "a/fails.ts": { handler: () => Promise.reject(new HttpError(410, "Gone away")) },
    "breaks.tsx": {
      default: () => {
        throw new Error("while rendering");
      },
    },
  });
  const gone = await ask(app, "/a/fails");
  assert.equal(gone.status, 410);
  assert.match(gone.text, /<body><h1>HttpError: Gone away<\/h1>/);
  const broken = await ask(app, "/breaks");
  assert.equal(broken.status, 500);
  assert.match(broken.text, /<h1>Error: while rendering<\/h1>/);
  const unknown = await ask(app, "/unknown");
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /<h1>HttpError<\/h1>/);
});

Deno.test("fsRoutes() answers in plain words if the _error page throws, too", async () => {
  const app = appOf({
    "_error.tsx": { handler: () => Promise.reject(new HttpError(410)) },
    "fails.ts": { handler: () => Promise.reject(new HttpError(418)) },
  });
  const { status, text } = await ask(app, "/fails");
  assert.deepEqual([status, text], [410, "Gone"]);
});

Deno.test("fsRoutes() has the _error page outside the root _middleware and every use()", async () => {
  const files = {
    "_error.tsx": { default: () => "caught" },
    "_middleware.ts": { default: () => Promise.reject(new HttpError(418, "in middleware")) },
    "index.ts": says("never"),
  };
  const seen: unknown[] = [];
  const app = () =>
    new App<State>().use(async (ctx) => {
      try {
        return await ctx.next();
      } catch (error) {
        seen.push(error === ctx.error, error instanceof HttpError && error.status);
        if (ctx.url.search === "?answer") return new Response("from use()", { status: 418 });
        throw error;
      }
    });
  const answer = await ask(appOf(files, { app: app() }), "/");
  assert.deepEqual(seen, [true, 418]);
  assert.equal(answer.status, 418);
  assert.match(answer.text, /caught/);
  assert.equal((await ask(appOf(files, { app: app() }), "/?answer")).text, "from use()");
});

Deno.test("fsRoutes() runs only root middleware for unmatched requests", async () => {
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

Deno.test("fsRoutes() refuses a file without exports, and unknown kinds of files", () => {
  for (const path of ["a.ts", "a/_middleware.ts"]) {
    assert.throws(() => appOf({ [path]: {} }).handler(), new RegExp(path));
  }
  for (const path of ["_layout.tsx", "_404.tsx", "a/_error.tsx"]) {
    assert.throws(() => appOf({ [path]: says("never") }).handler(), new RegExp(path));
  }
});
