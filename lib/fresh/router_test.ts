import assert from "node:assert/strict";
import { Router } from "./router.ts";
import type { Method } from "./types.ts";

function routerOf(...patterns: string[]): Router<string> {
  const router = new Router<string>();
  for (const pattern of patterns) router.add("GET", pattern, pattern);
  return router;
}

function find(router: Router<string>, path: string, method: Method = "GET") {
  const match = router.match(method, path);
  return match && { value: match.value, params: match.params };
}

Deno.test("Router.match() tries exact static paths before patterns, in any order", () => {
  const router = routerOf("/:any", "/*", "/about");
  assert.equal(find(router, "/about")?.value, "/about");
  assert.equal(find(router, "/other")?.value, "/:any");
});

Deno.test("Router.match() ignores a trailing slash of static paths, on either side", () => {
  const router = routerOf("/about", "/contact/", "/");
  assert.equal(find(router, "/about/")?.value, "/about");
  assert.equal(find(router, "/contact")?.value, "/contact/");
  assert.equal(find(router, "/")?.value, "/");
});

Deno.test("Router.match() tries patterns in the order of registration", () => {
  assert.equal(find(routerOf("/a/:x", "/:y/b"), "/a/b")?.value, "/a/:x");
  assert.equal(find(routerOf("/:y/b", "/a/:x"), "/a/b")?.value, "/:y/b");
  assert.equal(find(routerOf("/a/*", "/a/:x"), "/a/b")?.value, "/a/*");
  assert.equal(find(routerOf("/a/:x", "/a/*"), "/a/b")?.value, "/a/:x");
});

Deno.test("Router.add() keeps the first value for a pattern and method", () => {
  const router = new Router<string>();
  router.add("GET", "/a/:x", "first");
  router.add("GET", "/a/:x", "second");
  router.add("POST", "/a/:x", "post");
  router.add("GET", "/s", "first");
  router.add("GET", "/s", "second");
  assert.equal(find(router, "/a/1")?.value, "first");
  assert.equal(find(router, "/a/1", "POST")?.value, "post");
  assert.equal(find(router, "/s")?.value, "first");
});

Deno.test("Router.match() gives params that are decodeURI()d, with %2F left", () => {
  const router = routerOf("/g/:code/:name");
  assert.deepEqual(find(router, "/g/a%20b/c%2Fd%C3%A9")?.params, { code: "a b", name: "c%2Fdé" });
});

Deno.test("Router.match() refuses parameters with malformed escapes", () => {
  for (const path of ["/g/%E0%A4%A", "/g/%zz", "/g/%", "/g/%ff"]) {
    assert.throws(() => find(routerOf("/g/:code"), path), { name: "HttpError", status: 400 });
  }
});

Deno.test("Router.match() takes no empty segment for a parameter", () => {
  assert.equal(find(routerOf("/g/:code"), "/g/"), null);
  assert.equal(find(routerOf("/g/:code/x"), "/g//x"), null);
});

Deno.test("Router.match() finds optional parameters, present and absent", () => {
  const router = routerOf("/a{/:x}?");
  assert.deepEqual(find(router, "/a/1")?.params, { x: "1" });
  assert.deepEqual(find(router, "/a")?.params, { x: "" });
  assert.equal(find(router, "/a/1/2"), null);
});

Deno.test("Router.match() finds catch-alls of any depth", () => {
  const router = routerOf("/docs/:path*");
  assert.deepEqual(find(router, "/docs/a/b/c")?.params, { path: "a/b/c" });
  assert.deepEqual(find(router, "/docs")?.params, { path: "" });
  assert.equal(find(router, "/doc"), null);
});

Deno.test("Router.match() finds mixed segments and the wildcard for everything", () => {
  const router = routerOf("/files/:name.json", "/u/:id-:slug", "*");
  assert.deepEqual(find(router, "/files/a.json")?.params, { name: "a" });
  assert.deepEqual(find(router, "/u/7-x")?.params, { id: "7", slug: "x" });
  assert.equal(find(router, "/files/a.xml")?.value, "*");
  assert.equal(find(router, "/")?.value, "*");
});

Deno.test("Router.match() compares literals as URLs hold them, percent-encoded", () => {
  const router = routerOf("/größe", "/größe/:x");
  assert.equal(find(router, "/gr%C3%B6%C3%9Fe")?.value, "/größe");
  assert.equal(find(router, "/gr%C3%B6%C3%9Fe/1")?.value, "/größe/:x");
});

Deno.test("Router.match() answers HEAD with GET, unless HEAD is registered", () => {
  const router = routerOf("/a", "/b");
  router.add("HEAD", "/b", "head");
  assert.equal(find(router, "/a", "HEAD")?.value, "/a");
  assert.equal(find(router, "/b", "HEAD")?.value, "head");
});

Deno.test("Router.match() tells a wrong method from an unknown path", () => {
  const router = routerOf("/a", "/b/:x");
  router.add("POST", "/b/:x", "post");
  assert.equal(find(router, "/a", "POST")?.value, null);
  assert.deepEqual(router.match("DELETE", "/b/1")?.methods(), ["GET", "POST"]);
  assert.equal(router.match("GET", "/c"), null);
});

Deno.test("Router.match() does no more work with thousands of routes than with ten", () => {
  const work = [10, 2_000].map((size) => {
    const router = new Router<number>();
    for (let i = 0; i < size; i++) {
      router.add("GET", `/static/${i}`, i);
      router.add("GET", `/r${i}/:id`, i);
      router.add("GET", `/r${i}/:id/parts/:part`, i);
      router.add("GET", `/files${i}/:path*`, i);
    }
    assert.equal(router.match("GET", `/r${size - 1}/1/parts/2`)?.value, size - 1);
    assert.equal(router.match("GET", `/files${size - 1}/a/b`)?.value, size - 1);
    return ["/r9/1", "/r9/1/parts/2", "/files9/a/b", "/nowhere"]
      .map((path) => router.countCandidates(path));
  });
  assert.deepEqual(work, [[1, 1, 1, 0], [1, 1, 1, 0]]);
});
