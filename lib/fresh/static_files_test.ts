import assert from "node:assert/strict";
import { App } from "./app.ts";
import { type Build, type Encoding, NO_BUILD, openBuild } from "./build.ts";
import { getBuildId, setBuildId } from "./build_id.ts";
import { staticFiles } from "./static_files.ts";

const JS = "/_fresh/js/b1/island.js";

function file(type: string, encodings: Encoding[]) {
  const read = (encoding: Encoding) => new TextEncoder().encode(`content in ${encoding}`);
  return { type, hash: "h1", encodings, read };
}

function answer(path: string, init: RequestInit = {}, build: Partial<Build> = {}) {
  const files = new Map([
    ["/a.css", file("text/css", ["br", "gzip", "identity"])],
    ["/größe.png", file("image/png", ["identity"])],
    [JS, file("text/javascript", ["identity"])],
  ]);
  const app = new App().use(staticFiles()).use(() => new Response("the app"));
  app.setBuild({ ...NO_BUILD, id: "b1", files, ...build });
  return app.handler()(new Request(`http://localhost${path}`, init));
}

Deno.test("staticFiles() serves a file with its type, tag and length", async () => {
  const response = await answer("/a.css");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("Content-Type"), "text/css");
  assert.equal(response.headers.get("ETag"), 'W/"h1"');
  assert.equal(response.headers.get("Cache-Control"), "no-cache");
  assert.equal(response.headers.get("Content-Length"), "19");
  assert.equal(await response.text(), "content in identity");
});

Deno.test("staticFiles() has only files of this build cached for ever", async () => {
  const cacheOf = async (path: string, build: Partial<Build> = {}) =>
    (await answer(path, {}, build)).headers.get("Cache-Control");
  const forEver = "public, max-age=31536000, immutable";
  assert.equal(await cacheOf("/a.css?__frsh_c=b1"), forEver);
  assert.equal(await cacheOf(JS), forEver);
  assert.equal(await cacheOf("/a.css?__frsh_c=b0"), "no-cache");
  assert.equal(await cacheOf(JS, { mode: "development" }), "no-cache");
});

Deno.test("staticFiles() answers 304 to a tag that is still valid", async () => {
  for (const tag of ['W/"h1"', '"h1"', '"x", W/"h1"', "*"]) {
    const response = await answer("/a.css", { headers: { "If-None-Match": tag } });
    assert.equal(response.status, 304);
    assert.equal(response.body, null);
    assert.equal(response.headers.get("ETag"), 'W/"h1"');
  }
  const changed = await answer("/a.css", { headers: { "If-None-Match": 'W/"h0"' } });
  assert.equal(changed.status, 200);
});

Deno.test("staticFiles() chooses the best encoding that the client accepts", async () => {
  const cases: [string, string | null][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["", null],
  ];
  for (const [accepted, encoding] of cases) {
    const response = await answer("/a.css", { headers: { "Accept-Encoding": accepted } });
    assert.equal(response.headers.get("Content-Encoding"), encoding);
    assert.equal(response.headers.get("Vary"), "Accept-Encoding");
    assert.equal(await response.text(), `content in ${encoding ?? "identity"}`);
  }
  const image = await answer("/gr%C3%B6%C3%9Fe.png", { headers: { "Accept-Encoding": "br" } });
  assert.equal(image.status, 200);
  assert.equal(image.headers.get("Content-Encoding"), null);
  assert.equal(image.headers.get("Vary"), null);
});

Deno.test("staticFiles() answers HEAD without the body and other methods with 405", async () => {
  const head = await answer("/a.css", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get("Content-Length"), "19");
  assert.equal(head.body, null);
  const post = await answer("/a.css", { method: "POST" });
  assert.equal(post.status, 405);
  assert.equal(post.headers.get("Allow"), "GET, HEAD");
});

Deno.test("staticFiles() leaves paths that are no file to the app, however they are written", async () => {
  const paths = [
    "/",
    "/b.css",
    "/%2e%2e/a.css/x",
    "/..%2fa.css",
    "/a.css%00",
    "/_fresh/js/b0/x",
    "/%",
  ];
  for (const path of paths) assert.equal(await (await answer(path)).text(), "the app");
});

Deno.test("staticFiles() reads a file again after a failed read, and never after a successful one", async () => {
  const reads = [
    () => Promise.reject(new Error("Too many open files")),
    () => Promise.resolve(new TextEncoder().encode("content")),
  ];
  const before = getBuildId();
  const { files } = await openBuild(
    {
      ...{ id: before, mode: "production", runtime: NO_BUILD.runtime, routes: [], islands: [] },
      files: { "/a.css": { type: "text/css", hash: "h1", encodings: ["identity"] } },
    },
    () => [],
    () => reads.shift()?.() ?? Promise.reject(new Error("read once more")),
  );
  setBuildId(before);
  const { status } = await answer("/a.css", {}, { files });
  assert.equal(status, 500);
  for (const time of ["second", "third"]) {
    assert.equal(await (await answer("/a.css", {}, { files })).text(), "content", time);
  }
});
