import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";

/** Sends the head of a request unchanged, followed by a body, and reads the answer. */
async function ask(port: number, head: string, sent = ""): Promise<{ head: string; body: string }> {
  using connection = await Deno.connect({ port });
  const request = `${head}\r\nConnection: close\r\n\r\n${sent}`;
  await connection.write(new TextEncoder().encode(request));
  const [start = "", ...rest] = (await new Response(connection.readable).text()).split("\r\n\r\n");
  return { head: start.toLowerCase(), body: rest.join("\r\n\r\n") };
}

/** Requests that no client library sends, each with its expected status. */
const REQUESTS = [
  ["GET", "%zz", 400],
  ["GET", "%", 400],
  ["GET", "%ff", 400],
  ["GET", "%E0%A4%A", 400],
  ["GET", "%0d%0aSet-Cookie:a=b", 400],
  ["GET", "123456%00", 400],
  ["POST", "%zz", 400],
  ["TRACE", "", 405],
  ["MADE-UP", "", 405],
  ["PROPFIND", "123456", 405],
  ["get", "", 405],
] as const;

/** The methods that the API has at these paths. */
const ALLOWED: Partial<Record<string, string>> = {
  "": "post, options",
  "123456": "get, patch, delete, head, options",
};

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

Deno.test("the API answers malformed addresses, odd methods and odd hosts in JSON", async () => {
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
      const allow = /^allow: (.*)$/m.exec(answer.head)?.[1]?.trim();
      assert.equal(allow, status === 405 ? ALLOWED[rest] : undefined, line);
    }
    const unknown = "TRACE /api/nothing/here HTTP/1.1\r\nHost: localhost";
    const preflight = `${unknown}\r\nAccess-Control-Request-Method: GET`;
    for (const line of [unknown, preflight]) {
      assert.match(
        (await ask(port, line)).head,
        /^http\/1.1 404 [^]*\ncontent-type: application\/json/,
      );
    }
    const host = await ask(port, "GET /api/games/123456?x HTTP/1.1\r\nHost: a b");
    assert.match(host.head, /^http\/1.1 400 [^]*\ncontent-type: application\/json/);
    for (const name of ["evil.example/x", "a@b", "a?b", "%0d%0a", "localhost:99999"]) {
      const odd = await ask(port, `GET /api/games/123456 HTTP/1.1\r\nHost: ${name}`);
      assert.match(odd.head, /^http\/1.1 400 [^]*\ncontent-type: application\/json/, name);
    }
    const options = await ask(port, "OPTIONS * HTTP/1.1\r\nHost: localhost");
    assert.match(options.head, /^http\/1.1 404 /);
  });
});

Deno.test("pages answer malformed addresses, odd methods and odd hosts with a page", async () => {
  await withServer(async (port) => {
    const heads = REQUESTS.map(([method, rest, status]) =>
      [`${method} /games/${rest} HTTP/1.1\r\nHost: localhost`, status] as const
    );
    const hosts = ["[::", "evil.example/x", "a@b"].map((host) =>
      [`GET / HTTP/1.1\r\nHost: ${host}`, 400] as const
    );
    for (const [line, status] of [...heads, ...hosts]) {
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

/** Forms whose URL or content ends up in a redirect or a cookie. */
const FORMS = [
  ["/games/%C3%A9", "action=signOut", 404, undefined],
  ["/games/%F0%9F%8E%81/organize", "action=signOut", 404, undefined],
  ["/games/%0d%0aX:y", "action=signOut", 400, undefined],
  [
    "/games/482915",
    "action=signIn&token=https%3A%2F%2Fx%2Fgames%2F482915%3Fa%3D%C3%A9%F0%9F%8E%81",
    303,
    "/games/482915?a=%C3%A9%F0%9F%8E%81",
  ],
  ["/", "code=https%3A%2F%2Fx%2Fgames%2F482915%3F%F0%9F%8E%81", 303, "/games/482915?%F0%9F%8E%81"],
  ["/preferences", "theme=dark&returnTo=%2F%3F%C3%A9%F0%9F%8E%81", 303, "/?%C3%A9%F0%9F%8E%81"],
  ["/preferences", "returnTo=%2F%0d%0aSet-Cookie%3Aa%3Db", 303, "/Set-Cookie:a=b"],
] as const;

Deno.test("forms redirect only to addresses that a header can carry", async () => {
  await withServer(async (port) => {
    for (const [path, form, status, location] of FORMS) {
      const answer = await ask(
        port,
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}`,
        form,
      );
      const line = `${path} ${form}`;
      assert.match(answer.head, new RegExp(`^http/1.1 ${status} `), line);
      assert.match(answer.head, /^content-security-policy: /m, line);
      assert.equal(
        /^location: (.*)\r$/m.exec(`${answer.head}\r`)?.[1],
        location?.toLowerCase(),
        line,
      );
      assert.doesNotMatch(answer.head, /^(?:x: ?y|set-cookie: a)/m, line);
    }
  });
});
