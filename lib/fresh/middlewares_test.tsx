import assert from "node:assert/strict";
import { App, cors, csp, csrf, trailingSlashes } from "fresh";
import type { Middleware } from "fresh";
import { appOf } from "./app_testing.tsx";

const files = {
  "index.ts": { handler: () => new Response("ok") },
  "page.tsx": { default: () => <style>{"p{}"}</style> },
};

function answer(middleware: Middleware<unknown>, init: RequestInit = {}, path = "/") {
  const app = appOf(files, { app: new App().use(middleware) });
  return app.handler()(new Request(`https://app.example${path}`, init));
}

const refuseForeign = csrf({
  origin: (origin, { url }) => [url.origin, "https://friend.example"].includes(origin),
});

async function statusOf(init: RequestInit): Promise<number> {
  return (await answer(refuseForeign, init)).status;
}

const post = (headers: Record<string, string>) => ({ method: "POST", headers });

Deno.test("csrf() lets read requests pass from anywhere", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    assert.equal(await statusOf({ method, headers }), 200);
  }
});

Deno.test("csrf() lets write requests from the same origin or the user pass", async () => {
  assert.equal(await statusOf(post({ "Sec-Fetch-Site": "same-origin" })), 200);
  assert.equal(await statusOf(post({ "Sec-Fetch-Site": "none" })), 200);
  assert.equal(await statusOf(post({ Origin: "https://app.example" })), 200);
  assert.equal(await statusOf(post({})), 200);
});

Deno.test("csrf() lets write requests from allowed origins pass", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://friend.example" };
  assert.equal(await statusOf(post(headers)), 200);
});

Deno.test("csrf() refuses write requests from other origins", async () => {
  assert.equal(await statusOf(post({ "Sec-Fetch-Site": "cross-site" })), 403);
  assert.equal(await statusOf(post({ "Sec-Fetch-Site": "same-site" })), 403);
  assert.equal(await statusOf(post({ Origin: "https://evil.example" })), 403);
  assert.equal(await statusOf(post({ Origin: "null" })), 403);
});

Deno.test("csp() sets a locked-down policy, which directives override by name", async () => {
  const policy = (await answer(csp({ useNonce: true, csp: ["img-src 'none'", "font-src data:"] })))
    .headers.get("Content-Security-Policy") ?? "";
  const directives = policy.split("; ");
  assert.ok(directives.includes("default-src 'self'"));
  assert.ok(directives.includes("object-src 'none'"));
  assert.ok(directives.includes("frame-ancestors 'none'"));
  assert.deepEqual(directives.filter((directive) => /^(img|font)-src/.test(directive)), [
    "font-src data:",
    "img-src 'none'",
  ]);
});

Deno.test("csp() replaces 'unsafe-inline' with the nonce of the page", async () => {
  const response = await answer(csp({ useNonce: true }), {}, "/page");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const nonce = /<style nonce="(\w+)">/.exec(await response.text())?.[1];
  assert.ok(nonce);
  assert.ok(policy.includes(`script-src 'self' 'nonce-${nonce}'`));
  assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`));
  assert.ok(!policy.includes("unsafe-inline"));
});

Deno.test("csp() replaces 'unsafe-inline' in a custom default-src, too", async () => {
  const middleware = csp({ useNonce: true, csp: ["default-src 'self' 'unsafe-inline'"] });
  const policy = (await answer(middleware, {}, "/page")).headers.get("Content-Security-Policy");
  assert.match(policy ?? "", /^default-src 'self' 'nonce-\w+';/);
});

Deno.test("csp() leaves a policy alone that a response already has", async () => {
  const app = new App().use(csp({ useNonce: true }))
    .use(() => new Response("", { headers: { "Content-Security-Policy": "default-src 'none'" } }));
  const { headers } = await app.handler()(new Request("https://app.example/"));
  assert.equal(headers.get("Content-Security-Policy"), "default-src 'none'");
});

Deno.test("cors() lets every origin read, and answers preflights", async () => {
  const middleware = cors({
    origin: "*",
    allowMethods: ["GET", "DELETE"],
    allowHeaders: ["x-a", "x-b"],
    exposeHeaders: ["x-e"],
    maxAge: 60,
  });
  const plain = await answer(middleware);
  assert.equal(await plain.text(), "ok");
  assert.equal(plain.headers.get("Access-Control-Allow-Origin"), "*");
  assert.equal(plain.headers.get("Access-Control-Expose-Headers"), "x-e");
  assert.equal(plain.headers.get("Vary"), null);
  const asked = await answer(middleware, { method: "OPTIONS" });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("Access-Control-Allow-Origin"), "*");
  assert.equal(asked.headers.get("Access-Control-Allow-Methods"), "GET,DELETE");
  assert.equal(asked.headers.get("Access-Control-Allow-Headers"), "x-a,x-b");
  assert.equal(asked.headers.get("Access-Control-Max-Age"), "60");
  assert.equal(asked.headers.get("Vary"), "Access-Control-Request-Headers");
});

Deno.test("trailingSlashes() redirects to the path without a trailing slash", async () => {
  const response = await answer(trailingSlashes("never"), {}, "/a/b/?q");
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("Location"), "/a/b?q");
  assert.equal((await answer(trailingSlashes("never"))).status, 200);
});
