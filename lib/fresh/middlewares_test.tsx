import assert from "node:assert/strict";
import { App, cors, csp, csrf, trailingSlashes } from "fresh";
import type { Middleware } from "fresh";

function answer(middleware: Middleware<unknown>, init: RequestInit = {}, path = "/") {
  const app = new App().use(middleware)
    .all("/", (ctx) => ctx.text("ok"))
    .get("/page", (ctx) => ctx.render(<style>{"p{}"}</style>))
    .get("/a/:b", (ctx) => ctx.text("ok"));
  return app.handler()(new Request(`https://app.example${path}`, init));
}

async function statusOf(middleware: Middleware<unknown>, init: RequestInit): Promise<number> {
  return (await answer(middleware, init)).status;
}

const post = (headers: Record<string, string>) => ({ method: "POST", headers });

Deno.test("csrf() lets reading requests pass from anywhere", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    assert.equal(await statusOf(csrf(), { method, headers }), 200);
  }
});

Deno.test("csrf() lets changing requests of the same origin and of the user pass", async () => {
  assert.equal(await statusOf(csrf(), post({ "Sec-Fetch-Site": "same-origin" })), 200);
  assert.equal(await statusOf(csrf(), post({ "Sec-Fetch-Site": "none" })), 200);
  assert.equal(await statusOf(csrf(), post({ Origin: "https://app.example" })), 200);
  assert.equal(await statusOf(csrf(), post({})), 200);
});

Deno.test("csrf() refuses changing requests of other origins", async () => {
  assert.equal(await statusOf(csrf(), post({ "Sec-Fetch-Site": "cross-site" })), 403);
  assert.equal(await statusOf(csrf(), post({ "Sec-Fetch-Site": "same-site" })), 403);
  assert.equal(await statusOf(csrf(), post({ Origin: "https://evil.example" })), 403);
  assert.equal(await statusOf(csrf(), post({ Origin: "null" })), 403);
});

Deno.test("csrf() takes the allowed origins as one, several or a function", async () => {
  const request = post({ "Sec-Fetch-Site": "cross-site", Origin: "https://friend.example" });
  assert.equal(await statusOf(csrf({ origin: "https://friend.example" }), request), 200);
  assert.equal(await statusOf(csrf({ origin: ["https://friend.example"] }), request), 200);
  assert.equal(await statusOf(csrf({ origin: (o) => o.endsWith("friend.example") }), request), 200);
  assert.equal(await statusOf(csrf({ origin: "https://app.example" }), request), 403);
});

Deno.test("csp() sets a locked-down policy, which directives override by name", async () => {
  const policy = (await answer(csp({ csp: ["img-src 'none'", "font-src data:"] })))
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

Deno.test("csp() reports only, and names where to", async () => {
  const { headers } = await answer(csp({ reportOnly: true, reportTo: "/csp" }));
  assert.equal(headers.get("Content-Security-Policy"), null);
  const policy = headers.get("Content-Security-Policy-Report-Only") ?? "";
  assert.match(policy, /report-to csp-endpoint; report-uri \/csp$/);
  assert.equal(headers.get("Reporting-Endpoints"), 'csp-endpoint="/csp"');
});

Deno.test("csp() swaps 'unsafe-inline' for the nonce of the page", async () => {
  const response = await answer(csp({ useNonce: true }), {}, "/page");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const nonce = /<style nonce="(\w+)">/.exec(await response.text())?.[1];
  assert.ok(nonce);
  assert.ok(policy.includes(`script-src 'self' 'nonce-${nonce}'`));
  assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`));
  assert.ok(!policy.includes("unsafe-inline"));
});

Deno.test("csp() swaps 'unsafe-inline' of an own default-src, too", async () => {
  const middleware = csp({ useNonce: true, csp: ["default-src 'self' 'unsafe-inline'"] });
  const policy = (await answer(middleware, {}, "/page")).headers.get("Content-Security-Policy");
  assert.match(policy ?? "", /^default-src 'self' 'nonce-\w+';/);
});

Deno.test("cors() lets every origin read by default, and answers preflights", async () => {
  const plain = await answer(cors());
  assert.equal(plain.headers.get("Access-Control-Allow-Origin"), "*");
  assert.equal(plain.headers.get("Vary"), null);
  const headers = { Origin: "https://a.example", "Access-Control-Request-Headers": "X-A" };
  const asked = await answer(cors(), { method: "OPTIONS", headers });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("Access-Control-Allow-Headers"), "X-A");
  assert.match(asked.headers.get("Access-Control-Allow-Methods") ?? "", /DELETE/);
});

Deno.test("cors() lets only the origins given read, and varies by origin", async () => {
  const middleware = cors({
    origin: ["https://a.example"],
    credentials: true,
    exposeHeaders: ["X-E"],
    maxAge: 60,
  });
  const a = await answer(middleware, { headers: { Origin: "https://a.example" } });
  assert.equal(a.headers.get("Access-Control-Allow-Origin"), "https://a.example");
  assert.equal(a.headers.get("Access-Control-Allow-Credentials"), "true");
  assert.equal(a.headers.get("Access-Control-Expose-Headers"), "X-E");
  assert.equal(a.headers.get("Vary"), "Origin");
  const b = await answer(middleware, { headers: { Origin: "https://b.example" } });
  assert.equal(b.headers.get("Access-Control-Allow-Origin"), null);
  assert.equal(b.headers.get("Vary"), "Origin");
  const asked = await answer(middleware, { method: "OPTIONS" });
  assert.equal(asked.headers.get("Access-Control-Max-Age"), "60");
});

Deno.test("cors() asks a function which origin may read", async () => {
  const middleware = cors({
    origin: (asking, ctx) => ctx.url.pathname === "/page" ? null : asking.replace("b.", "a."),
  });
  const allowed = async (origin: string, path = "/") =>
    (await answer(middleware, { headers: { Origin: origin } }, path)).headers
      .get("Access-Control-Allow-Origin");
  assert.equal(await allowed("https://a.example"), "https://a.example");
  assert.equal(await allowed("https://b.example"), "https://a.example");
  assert.equal(await allowed("https://a.example", "/page"), null);
});

Deno.test("trailingSlashes() redirects to the one form", async () => {
  const never = await answer(trailingSlashes("never"), {}, "/a/b/?q");
  assert.equal(never.status, 302);
  assert.equal(never.headers.get("Location"), "/a/b?q");
  const always = await answer(trailingSlashes("always"), {}, "/a/b");
  assert.equal(always.headers.get("Location"), "/a/b/");
  assert.equal((await answer(trailingSlashes("never"))).status, 200);
});
