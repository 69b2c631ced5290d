import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";

/** Sends the head of a request as it stands, and reads the answer. */
async function ask(port: number, head: string): Promise<{ head: string; body: string }> {
  using connection = await Deno.connect({ port });
  const request = `${head}\r\nConnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const [start = "", ...rest] = (await new Response(connection.readable).text()).split("\r\n\r\n");
  return { head: start.toLowerCase(), body: rest.join("\r\n\r\n") };
}

/** Requests that no client library sends, each with the status that it deserves. */
const REQUESTS = [
  ["GET", "%zz", 400],
  ["GET", "%", 400],
  ["GET", "%ff", 400],
  ["GET", "%E0%A4%A", 400],
  ["POST", "%zz", 400],
  ["TRACE", "", 405],
  ["TRACE", "nothing/here", 405],
  ["MADE-UP", "", 405],
  ["PROPFIND", "123456", 405],
  ["get", "", 405],
] as const;

async function withServer(run: (port: number) => Promise<void>): Promise<void> {
  await using app = await startApp();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => app.fetch(request),
  );
  try {
    await run(server.addr.port);
  } finally {
    await server.shutdown();
  }
}

Deno.test("the API answers in JSON to malformed addresses, odd methods and odd hosts", async () => {
  await withServer(async (port) => {
    for (const [method, rest, status] of REQUESTS) {
      const line = `${method} /api/games/${rest} HTTP/1.1\r\nHost: localhost`;
      const answer = await ask(port, line);
      assert.match(answer.head, new RegExp(`^http/1.1 ${status} `), line);
      assert.match(answer.head, /^content-type: application\/json/m, line);
      assert.match(answer.head, /^access-control-allow-origin: \*/m, line);
      assert.match(answer.head, /^x-content-type-options: nosniff/m, line);
      const body: unknown = JSON.parse(answer.body);
      assert.deepEqual(Object.keys(Object(body)), ["error", "code"], line);
      if (status === 405) assert.match(answer.head, /^allow: get, head, post/m, line);
    }
    const host = await ask(port, "GET /api/games/123456?x HTTP/1.1\r\nHost: a b");
    assert.match(host.head, /^http\/1.1 400 [^]*\ncontent-type: application\/json/);
    const options = await ask(port, "OPTIONS * HTTP/1.1\r\nHost: localhost");
    assert.match(options.head, /^http\/1.1 404 /);
  });
});

Deno.test("pages answer with a page to malformed addresses, odd methods and odd hosts", async () => {
  await withServer(async (port) => {
    const heads = REQUESTS.map(([method, rest, status]) =>
      [`${method} /games/${rest} HTTP/1.1\r\nHost: localhost`, status] as const
    );
    for (const [line, status] of [...heads, ["GET / HTTP/1.1\r\nHost: [::", 400]] as const) {
      const answer = await ask(port, line);
      assert.match(answer.head, new RegExp(`^http/1.1 ${status} `), line);
      assert.match(answer.head, /^content-type: text\/html/m, line);
      assert.match(answer.head, /^content-security-policy: /m, line);
      assert.match(answer.head, /^x-frame-options: deny/m, line);
      assert.match(answer.body, new RegExp(`Error ${status}`), line);
    }
    const head = await ask(port, "HEAD /games/%zz HTTP/1.1\r\nHost: localhost");
    assert.match(head.head, /^http\/1.1 400 /);
    assert.equal(head.body, "");
  });
});
