import assert from "node:assert/strict";
import { Router } from "./router.ts";

function routerOf(...patterns: string[]): Router<string> {
  const router = new Router<string>();
  for (const pattern of patterns) router.add(pattern, pattern);
  return router;
}

Deno.test("Router.match() tries exact static paths before patterns, in any order", () => {
  const router = routerOf("/:any", "/:rest*", "/about");
  assert.deepEqual(router.match("/about"), { pattern: "/about", params: {}, value: "/about" });
  assert.equal(router.match("/other")?.value, "/:any");
});

Deno.test("Router.match() ignores a trailing slash of static paths", () => {
  const router = routerOf("/about", "/");
  assert.equal(router.match("/about/")?.value, "/about");
  assert.equal(router.match("/")?.value, "/");
});

Deno.test("Router.match() tries patterns in the order of registration", () => {
  assert.equal(routerOf("/a/:x", "/:y/b").match("/a/b")?.value, "/a/:x");
  assert.equal(routerOf("/:y/b", "/a/:x").match("/a/b")?.value, "/:y/b");
  assert.equal(routerOf("/a/:rest*", "/a/:x").match("/a/b")?.value, "/a/:rest*");
  assert.equal(routerOf("/a/:x", "/a/:rest*").match("/a/b")?.value, "/a/:x");
});

Deno.test("Router.add() keeps the first value for a pattern", () => {
  const router = new Router<string>();
  for (const pattern of ["/a/:x", "/a/:rest*", "/s"]) {
    router.add(pattern, "first");
    router.add(pattern, "second");
  }
  for (const path of ["/a/1", "/a/1/2", "/s"]) assert.equal(router.match(path)?.value, "first");
});

Deno.test("Router.match() decodes params with decodeURI(), which keeps %2F", () => {
  const router = routerOf("/g/:code/:name");
  assert.deepEqual(router.match("/g/a%20b/c%2Fd%C3%A9")?.params, { code: "a b", name: "c%2Fdé" });
});

Deno.test("Router.match() refuses parameters with malformed escapes", () => {
  for (const path of ["/g/%E0%A4%A", "/g/%zz", "/g/%", "/g/%ff"]) {
    for (const pattern of ["/g/:code", "/g/:rest*"]) {
      assert.throws(() => routerOf(pattern).match(path), { name: "HttpError", status: 400 });
    }
  }
});

Deno.test("Router.match() accepts no empty segment for a parameter", () => {
  assert.equal(routerOf("/g/:code").match("/g/"), null);
  assert.equal(routerOf("/g/:code/x").match("/g//x"), null);
  for (const path of ["/g/", "/g/a/", "/"]) assert.equal(routerOf("/g/:rest*").match(path), null);
});

Deno.test("Router.match() finds catch-alls of any depth", () => {
  const router = routerOf("/docs/:path*", "/:lang/:path*");
  assert.deepEqual(router.match("/docs/a/b/c")?.params, { path: "a/b/c" });
  assert.deepEqual(router.match("/docs")?.params, { path: "" });
  assert.deepEqual(router.match("/de/a/b")?.params, { lang: "de", path: "a/b" });
  assert.equal(routerOf("/docs/:path*").match("/doc"), null);
});

Deno.test("Router.match() works among thousands of routes", () => {
  const router = new Router<number>();
  for (let i = 0; i < 2000; i++) {
    router.add(`/static/${i}`, i);
    router.add(`/r${i}/:id`, i);
    router.add(`/r${i}/:id/parts/:part`, i);
    router.add(`/files${i}/:path*`, i);
  }
  for (const path of ["/static/1999", "/r1999/1", "/r1999/1/parts/2", "/files1999/a/b"]) {
    assert.equal(router.match(path)?.value, 1999);
  }
  assert.equal(router.match("/r1999/1/parts"), null);
});
