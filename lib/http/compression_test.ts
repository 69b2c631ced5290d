import assert from "node:assert/strict";
import { compressing } from "./compression.ts";

const INFO = {
  remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 },
  completed: Promise.resolve(),
} as const;

/** The response for a page of so many bytes, and how often other work ran meanwhile. */
async function compress(size: number) {
  const text = "0123456789abcdef".repeat(size / 16);
  const handler = compressing(() =>
    new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } })
  );
  const headers = { "accept-encoding": "gzip" };
  const answer = await handler(new Request("http://localhost/", { headers }), INFO);
  assert.equal(answer.headers.get("content-encoding"), "gzip");
  let turns = 0;
  const timer = setInterval(() => turns++);
  const unpacked = answer.body?.pipeThrough(new DecompressionStream("gzip"));
  assert.equal(await new Response(unpacked).text(), text);
  clearInterval(timer);
  return turns;
}

Deno.test("compressing() yields to other work between the parts of a long response", async () => {
  await compress(16 * 1024);
  const turns = await compress(4 * 1024 * 1024);
  assert(turns >= 10, `Others had ${turns} turns`);
});

/** How a page is sent: plain, or compressed as a whole or only in its own markup. */
async function comes(
  { type = "text/html", answer = {}, request = {}, url = "/", method = "GET", status = 200 }: {
    type?: string;
    answer?: Record<string, string>;
    request?: Record<string, string>;
    url?: string;
    method?: string;
    status?: number;
  },
) {
  const text = `<p class="a">${"the same words again ".repeat(500)}</p>`;
  const headers = { "content-type": type, "content-length": String(text.length), ...answer };
  const handler = compressing(() =>
    new Response(status === 304 ? null : text, { headers, status })
  );
  const asked = { "accept-encoding": "br, gzip", ...request };
  const got = await handler(
    new Request(`http://localhost${url}`, { headers: asked, method }),
    INFO,
  );
  const { length } = await got.bytes();
  const how = got.headers.get("content-encoding") !== "gzip"
    ? "plain"
    : length < 1000
    ? "everything"
    : "markup";
  return { how, headers: got.headers, status: got.status };
}

Deno.test("compressing() leaves out content that could reveal a secret by its length", async () => {
  const open = { "cache-control": "public, max-age=60" };
  const closed = { "cache-control": "no-store" };
  const own = { "cache-control": "private, no-cache" };
  const signedIn = { cookie: "participant_482915=x" };
  const known = { cookie: "games=482915.participant.x" };
  const rows: [Parameters<typeof comes>[0], string][] = [
    [{ answer: open, request: signedIn }, "everything"],
    [{ answer: open, type: "application/json" }, "everything"],
    [{ answer: open, type: "image/svg+xml" }, "everything"],
    [{ answer: open, type: "image/png" }, "plain"],
    [{ answer: { ...open, "content-range": "bytes 0-1/2" } }, "plain"],
    [{ answer: { ...open, "content-encoding": "br" } }, "plain"],
    [{ answer: { "cache-control": "no-transform" } }, "plain"],
    [{ answer: open, request: { "accept-encoding": "br" } }, "plain"],
    [{ answer: open, request: { "accept-encoding": "gzip;q=0" } }, "plain"],
    [{ answer: closed }, "everything"],
    [{}, "everything"],
    [{ answer: closed, url: "/?name=x" }, "markup"],
    [{ answer: closed, method: "POST" }, "markup"],
    [{ answer: closed, request: signedIn }, "markup"],
    [{ request: signedIn }, "markup"],
    [{ answer: closed, request: { cookie: "lang=de" } }, "everything"],
    [{ answer: own }, "everything"],
    [{ answer: own, url: "/?x" }, "markup"],
    [{ answer: own, method: "POST" }, "markup"],
    [{ answer: own, request: known }, "markup"],
    [{ answer: closed, request: known }, "markup"],
    [{ answer: own, type: "application/json" }, "plain"],
    [{ answer: closed, type: "application/json" }, "plain"],
    [{ type: "text/plain" }, "plain"],
  ];
  for (const [given, how] of rows) {
    assert.equal((await comes(given)).how, how, JSON.stringify(given));
  }
});

Deno.test("compressing() sends the headers that caches need", async () => {
  const answer = { "cache-control": "public", etag: '"a"', vary: "cookie" };
  const packed = await comes({ answer, status: 201 });
  assert.deepEqual(
    ["etag", "vary", "content-length"].map((name) => packed.headers.get(name)),
    ['W/"a"', "cookie, accept-encoding", null],
  );
  assert.equal(packed.status, 201);
  const plain = await comes({ answer, request: { "accept-encoding": "" } });
  assert.deepEqual(
    ["etag", "vary", "content-encoding"].map((name) => plain.headers.get(name)),
    ['"a"', "cookie, accept-encoding", null],
  );
  const weak = await comes({ answer: { ...answer, etag: 'W/"b"' } });
  assert.equal(weak.headers.get("etag"), 'W/"b"');
  assert.equal((await comes({ answer, method: "HEAD" })).headers.get("content-encoding"), null);
});

Deno.test("compressing() leaves a response without a body unchanged", async () => {
  const answer = { "cache-control": "public", etag: '"a"', vary: "accept-encoding" };
  const { headers, status } = await comes({ type: "text/css", answer, status: 304 });
  assert.equal(status, 304);
  assert.deepEqual(
    ["etag", "vary", "content-encoding"].map((name) => headers.get(name)),
    ['"a"', "accept-encoding", null],
  );
});

Deno.test("compressing() makes no stream of a response that it leaves unchanged", async () => {
  for (
    const [type, caching] of [["application/json", "no-store"], ["image/png", "public"]] as const
  ) {
    const answer = new Response("{}", {
      headers: { "content-type": type, "cache-control": caching },
    });
    // The server sends an untouched body as the text that it was made of.
    Object.defineProperty(answer, "body", { get: () => assert.fail("The body was looked at") });
    const handler = compressing(() => answer);
    assert.equal(await handler(new Request("http://localhost/"), INFO), answer);
  }
});
