import assert from "node:assert/strict";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { app } from "@/tests/fresh/app/main.ts";
import { Builder } from "./dev.ts";
import { asset } from "./runtime.ts";

const ROOT = join(import.meta.dirname ?? ".", "../../tests/fresh/app");

type Fetch = (req: Request) => Promise<Response>;

async function get(fetch: Fetch, path: string, init: RequestInit = {}) {
  const response = await fetch(new Request(`http://localhost${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Runs a test with a copy of the fixture in this folder, so that the import map still applies. */
async function withCopy(run: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ dir: join(ROOT, "..") });
  try {
    await cp(ROOT, root, { recursive: true });
    await run(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function buildInMemory(): Promise<Fetch> {
  (await new Builder({ root: ROOT, target: "es2022" }).build({ snapshot: "memory" }))(app);
  return app.handler();
}

Deno.test("Builder.build() in memory gives an app its routes, islands and static files", async () => {
  const fetch = await buildInMemory();
  const home = await get(fetch, "/");
  assert.match(home.text, /<title>Home<\/title>/);
  assert.match(home.text, /<!--frsh:island:Counter:0-->/);
  assert.match(home.text, /<!--frsh:island:Badge:\d-->/);
  const modules = [...home.text.matchAll(/from"([^"]+)"/g)].map(([, path]) => path ?? "");
  // Islands this small come with the runtime.
  assert.deepEqual(modules.map((path) => basename(path)), ["fresh-boot.js"]);
  for (const path of modules) {
    const { status, headers } = await get(fetch, path);
    assert.equal(status, 200);
    assert.equal(headers.get("Content-Type"), "text/javascript; charset=utf-8");
  }
  assert.equal((await get(fetch, "/robots.txt")).text, "User-agent: *\n");
  assert.equal((await get(fetch, "/nested/icon.svg")).status, 200);
  assert.equal(
    (await get(fetch, "/api/games/123")).text,
    '{"code":"123","route":"/api/games/:code"}',
  );
  const taken = await get(fetch, "/api/games/123", { method: "POST" });
  assert.equal(taken.status, 409);
  assert.match(taken.text, /<h1>Error 409<\/h1>/);
  assert.equal((await get(fetch, "/unknown")).status, 404);
  assert.match((await get(fetch, "/unknown")).text, /<h1>Error 404<\/h1>/);
});

Deno.test("Builder finds islands in (_islands), and ignores other (_folders) and tests", async () => {
  const fetch = await buildInMemory();
  const { text } = await get(fetch, "/about");
  assert.match(text, /<!--frsh:island:Hello:0-->/);
  for (const path of ["/helper", "/Hello", "/ignored_test"]) {
    assert.equal((await get(fetch, path)).status, 404);
  }
});

Deno.test("Builder: a page's content security policy allows only its own scripts and styles", async () => {
  const { headers, text } = await get(await buildInMemory(), "/");
  const nonce = /'nonce-(\w+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
  const elements = [...text.matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag);
  assert.ok(elements.length >= 2);
  for (const element of elements) assert.ok(element.includes(`nonce="${nonce}"`));
});

Deno.test("Builder.onTransformStaticFile() changes the files that its filter matches", async () => {
  const seen: string[] = [];
  const builder = new Builder({ root: ROOT, target: "es2022" });
  builder.onTransformStaticFile(
    { pluginName: "first", filter: /\.css$/ },
    ({ path, text }) => {
      seen.push(path);
      return { content: text.replace("ACCENT", "red") };
    },
  );
  builder.onTransformStaticFile({ pluginName: "second", filter: /\.css$/ }, async ({ text }) => {
    await Promise.resolve();
    return { content: `/* 2 */ ${text}` };
  });
  (await builder.build({ snapshot: "memory" }))(app);
  const { text } = await get(app.handler(), "/styles.css");
  assert.match(text, /^\/\* 2 \*\/ body \{\s+color: red/);
  assert.deepEqual(seen, [join(ROOT, "static", "styles.css")]);
});

Deno.test("Builder.build() versions the root's files that style sheets load, as asset() does", async () => {
  const builder = new Builder({ root: ROOT, target: "es2022" });
  const content = `a { src: url("/a.woff2"), url(/b.woff2#x), url( '/c.woff2?v=1' ) }
    b { src: url(data:image/png;base64,/d), url("nested/e.svg"), url(//x.example/f.png) }`;
  builder.onTransformStaticFile({ pluginName: "css", filter: /\.css$/ }, () => ({ content }));
  (await builder.build({ snapshot: "memory" }))(app);
  const { text } = await get(app.handler(), "/styles.css");
  const [, query] = asset("/x").split("/x");
  assert.match(query ?? "", /^\?__frsh_c=[0-9a-f]{8}$/);
  assert.equal(
    text,
    content.replace("a.woff2", `a.woff2${query}`).replace("b.woff2", `b.woff2${query}`)
      .replace("?v=1", `?v=1${query?.replace("?", "&")}`),
  );
});

Deno.test("Builder.build() derives its id from the content alone", async () => {
  const idOf = async (builder: Builder) => {
    (await builder.build({ snapshot: "memory" }))(app);
    const { text } = await get(app.handler(), "/plain");
    return /__frsh_c=(\w+)/.exec(text)?.[1] ?? assert.fail("No id in the page");
  };
  const first = await idOf(new Builder({ root: ROOT, target: "es2022" }));
  assert.equal(await idOf(new Builder({ root: ROOT, target: "es2022" })), first);
  const changing = new Builder({ root: ROOT, target: "es2022" });
  changing.onTransformStaticFile({ pluginName: "x", filter: /robots/ }, () => ({ content: "x" }));
  assert.notEqual(await idOf(changing), first);
});

Deno.test("Builder.build() to disk writes a server.js that serves compressed files with unlimited caching", async () => {
  await withCopy(async (root) => {
    const args = ["run", "-A", "--no-check", "fresh.config.ts", "build"];
    const { success } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).output();
    assert.ok(success);
    const server = await import(pathToFileURL(join(root, "_fresh", "server.js")).href);
    const fetch: Fetch = server.default.fetch;
    const { text, headers } = await get(fetch, "/");
    assert.match(text, /<!--frsh:island:Counter:0-->/);
    assert.equal(headers.get("X-Trail"), "main root");
    assert.match((await get(fetch, "/styles.css")).text, /color: #d22/);

    const css = /href="(\/styles\.css\?__frsh_c=\w+)"/.exec(text)?.[1] ?? "";
    const boot = /import\{boot\b[^}]*\}from"([^"]+)"/.exec(text)?.[1] ?? "";
    for (const path of [css, boot]) {
      const plain = await fetch(new Request(`http://localhost${path}`));
      assert.equal(plain.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
      const content = await plain.text();
      for (
        const [encoding, decode] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const
      ) {
        const request = new Request(`http://localhost${path}`, {
          headers: { "Accept-Encoding": encoding },
        });
        const packed = await fetch(request);
        assert.equal(packed.headers.get("Content-Encoding"), encoding);
        const bytes = new Uint8Array(await packed.arrayBuffer());
        assert.ok(bytes.length < content.length);
        assert.equal(new TextDecoder().decode(decode(bytes)), content);
      }
    }
  });
});

Deno.test("Builder.listen() serves for development, with pages that reload themselves", async () => {
  const stop = new AbortController();
  const { promise: port, resolve } = Promise.withResolvers<number>();
  await new Builder({ root: ROOT, target: "es2022" }).listen(
    () => import("@/tests/fresh/app/main.ts"),
    {
      port: 0,
      signal: stop.signal,
      onListen: ({ port }) => resolve(port),
    },
  );
  const origin = `http://localhost:${await port}`;
  const response = await fetch(`${origin}/plain`);
  const path = /new EventSource\("([^"]+)"\)/.exec(await response.text())?.[1];
  const events = await fetch(origin + path);
  assert.equal(events.headers.get("Content-Type"), "text/event-stream");
  const reader = events.body?.getReader();
  const chunk = await reader?.read();
  assert.match(new TextDecoder().decode(chunk?.value), /^retry: \d+\ndata: [\w-]+\n\n$/);
  await reader?.cancel();
  stop.abort();
  await assert.rejects(fetch(origin));
});

Deno.test("Builder.build() fails when a module of islands exports anything but one component", async () => {
  const bad = { "Bad.tsx": "export const Bad = () => null;", "nested/Panel.tsx": "" };
  for (const [path, code] of Object.entries(bad)) {
    await withCopy(async (root) => {
      await Deno.mkdir(join(root, "islands", "nested"));
      await Deno.writeTextFile(join(root, "islands", path), code);
      const build = new Builder({ root, target: "es2022" }).build({ snapshot: "memory" });
      await assert.rejects(build, /Not one component, by default|Two islands have one name/);
    });
  }
});

Deno.test("Builder.build() fails if an island imports a module of the server", async () => {
  const bad = {
    "a route": `export { define as default } from "../routes/api/games/[code].ts";`,
    "the framework's server": `import { App } from "fresh"; export default () => new App();`,
    "a built-in module": `import fs from "node:fs"; export default () => fs;`,
  };
  for (const [what, code] of Object.entries(bad)) {
    await withCopy(async (root) => {
      await Deno.writeTextFile(join(root, "islands", "Bad.tsx"), code);
      const build = new Builder({ root, target: "es2022" }).build({ snapshot: "memory" });
      await assert.rejects(build, /Cannot send a module of the server/, what);
    });
  }
});

Deno.test("Builder.build() works without static files and islands", async () => {
  const root = await mkdtemp(join(tmpdir(), "fresh-"));
  try {
    await Deno.mkdir(join(root, "routes"));
    await Deno.writeTextFile(
      join(root, "routes", "index.ts"),
      `export const handler = () => new Response("bare");`,
    );
    const build = new Builder({ root, target: "es2022" }).build({ snapshot: "memory" });
    (await build)(app);
    assert.equal((await get(app.handler(), "/")).text, "bare");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
