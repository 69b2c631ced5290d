import assert from "node:assert/strict";
import { compressing } from "./compression.ts";

const INFO = {
  remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 },
  completed: Promise.resolve(),
} as const;

/** What comes of a page of so many bytes, and how often others had the thread meanwhile. */
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

Deno.test("compressing() lets others in between the parts of a long answer", async () => {
  await compress(16 * 1024);
  const turns = await compress(4 * 1024 * 1024);
  assert(turns >= 10, `Others had ${turns} turns`);
});
