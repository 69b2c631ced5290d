import assert from "node:assert/strict";
import { HttpError } from "fresh";
import type { VNode } from "preact";
import { captureLogs } from "@/tests/support/logs.ts";
import { contextOf, servicesOf } from "@/tests/support/middleware.ts";
import { GameError } from "../../game/errors.ts";
import { isApi } from "../api.ts";
import { collectMetrics } from "../../monitoring/metrics.ts";
import { requestId } from "../../monitoring/request_id.ts";
import type { State } from "../../state.ts";
import { DatabaseUnavailable } from "../../store/store.ts";
import { observeRequests } from "./observe_requests.ts";
import { provideServices } from "./provide_services.ts";
import { CONTENT_POLICY, secureHeaders } from "./secure_headers.ts";
import { serveApi } from "./serve_api.ts";
import { chooseLanguage, onPages, servePages, servePlainHttp } from "./serve_pages.tsx";

const html = (headers: Record<string, string> = {}) =>
  new Response("<p>", { headers: { "content-type": "text/html; charset=utf-8", ...headers } });

Deno.test("secureHeaders() protects documents most, and makes browsers remember https if the address uses it", async () => {
  const headersOf = async (answer: Response, publicUrl: string | null) => {
    const services = servicesOf({ publicUrl });
    return Object.fromEntries(
      (await secureHeaders(contextOf({ state: { services }, next: () => answer }))).headers,
    );
  };
  const everywhere = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  };
  assert.deepEqual(await headersOf(new Response(null), null), everywhere);
  assert.deepEqual(await headersOf(html(), "https://gifts.example"), {
    ...everywhere,
    "content-type": "text/html; charset=utf-8",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "strict-transport-security": "max-age=31536000",
  });
  assert.deepEqual(await headersOf(new Response(null), "http://gifts.example"), everywhere);
  await secureHeaders(contextOf({}));
});

Deno.test("servePlainHttp() lets browsers stay with http if the service is reached by it", async () => {
  const policyAt = async (origin: string | undefined, url = "http://localhost/") => {
    const policy = "default-src 'self'; upgrade-insecure-requests; base-uri 'none'";
    const state = origin === undefined ? {} : { origin };
    const next = () => html({ "content-security-policy": policy });
    const answer = await servePlainHttp(contextOf({ url, state, next }));
    return answer.headers.get("content-security-policy")?.includes("upgrade-insecure-requests");
  };
  assert.equal(await policyAt("http://gifts.local"), false);
  assert.equal(await policyAt("https://gifts.example"), true);
  assert.equal(await policyAt(undefined), false);
  assert.equal(await policyAt(undefined, "https://localhost/"), true);
});

Deno.test("isApi() and onPages() distinguish the API from pages and its document", async () => {
  const paths = ["/api", "/api/games", "/api/docs", "/api/docs/", "/apis", "/", "/games/1/api"];
  const api = paths.filter((path) => isApi(new URL(path, "http://localhost")));
  assert.deepEqual(api, ["/api", "/api/games"]);
  const middleware = onPages(() => new Response("page"));
  const bodyAt = async (url: string) => await (await middleware(contextOf({ url }))).text();
  assert.equal(await bodyAt("http://localhost/api/games"), "next");
  assert.equal(await bodyAt("http://localhost/"), "page");
});

Deno.test("servePages() shows every failure as a page, and keeps no page", async () => {
  using _logs = captureLogs();
  const lookups = { askedAt: 0, fail() {}, wait: () => 42 };
  const serve = async (next: () => Response, waiting = lookups) => {
    const answer = await servePages(contextOf({ next, state: { lookups: waiting } }));
    const { headers, status } = answer;
    return [status, headers.get("cache-control"), headers.get("retry-after"), await answer.text()];
  };
  const thrown = (error: unknown) => () => {
    throw error;
  };
  assert.deepEqual(await serve(() => html()), [200, "no-store", null, "<p>"]);
  assert.deepEqual(await serve(() => html({ "cache-control": "max-age=5" })), [
    200,
    "max-age=5",
    null,
    "<p>",
  ]);
  assert.deepEqual(await serve(thrown(new HttpError(404))), [404, "no-store", null, "page"]);
  assert.deepEqual(await serve(thrown(new Error("a defect"))), [500, "no-store", null, "page"]);
  assert.deepEqual(await serve(thrown(new DatabaseUnavailable("down"))), [
    503,
    "no-store",
    null,
    "page",
  ]);
  const busy = new GameError("TOO_MANY_REQUESTS", { retryAfter: 7 });
  assert.deepEqual(await serve(thrown(busy)), [429, "no-store", "7", "page"]);
  const refused = (headers: Record<string, string>) => () =>
    new Response("{}", { status: 429, headers });
  assert.deepEqual(await serve(refused({ "retry-after": "9" })), [429, "no-store", "9", "page"]);
  assert.deepEqual(await serve(refused({})), [429, "no-store", "60", "page"]);
  let isCancelled = false;
  const unread = new ReadableStream({ cancel: () => void (isCancelled = true) });
  await serve(() => new Response(unread, { status: 429 }));
  assert(isCancelled, "an answer that no one reads holds nothing");
  const shown: unknown[] = [];
  for (const error of [busy, new HttpError(404), new DatabaseUnavailable("down")]) {
    const ctx = contextOf({ next: thrown(error), state: { lookups } });
    const render = ({ props }: VNode<{ status: number; code: string }>) => {
      shown.push([props.status, props.code]);
      return html();
    };
    await servePages(Object.assign(ctx, { render }));
  }
  assert.deepEqual(shown, [
    [429, "TOO_MANY_REQUESTS"],
    [404, "NOT_FOUND"],
    [503, "DATABASE_UNAVAILABLE"],
  ]);
  const own = () => new Response("own", { status: 429, headers: { "content-type": "text/html" } });
  assert.deepEqual(await serve(own), [429, "no-store", "42", "own"]);
  assert.deepEqual(await serve(own, { ...lookups, wait: () => 0 }), [
    429,
    "no-store",
    "60",
    "own",
  ]);
});

Deno.test("chooseLanguage() remembers a valid language, and removes it from the URL", async () => {
  const choose = async (query: string, method = "GET") => {
    const url = `http://localhost/games/1${query}`;
    const answer = await chooseLanguage(
      contextOf({ url, method, state: { origin: "https://gifts.example" } }),
    );
    const [cookie = ""] = answer.headers.getSetCookie();
    if (cookie) assert.match(cookie, /Max-Age=31536000; Path=\/;/i);
    if (answer.status === 303) assert.equal(answer.headers.get("cache-control"), "no-store");
    return [answer.status, answer.headers.get("location"), cookie.split(";")[0]];
  };
  assert.deepEqual(await choose("?lang=de"), [303, "/games/1", "lang=de"]);
  assert.deepEqual(await choose("?a=b&lang=de"), [303, "/games/1?a=b", "lang=de"]);
  assert.deepEqual(await choose("?lang=xx"), [303, "/games/1", ""]);
  assert.deepEqual(await choose("?lang="), [303, "/games/1", ""]);
  assert.deepEqual(await choose(""), [200, null, ""]);
  assert.deepEqual(await choose("?lang=de", "POST"), [200, null, ""]);
});

Deno.test("serveApi answers errors as JSON to any origin, and counts failed look-ups", async () => {
  let failed = 0;
  const lookups = { askedAt: performance.now() - 1000, fail: () => void failed++, wait: () => 0 };
  const serve = (url: string, next: () => Response, method = "GET") => {
    const ask = (place: number): Promise<Response> => {
      const middleware = serveApi[place];
      if (!middleware) return Promise.resolve().then(next);
      const [origin, asked] = ["https://elsewhere.example", "access-control-request-method"];
      const headers = { origin, ...method === "OPTIONS" && { [asked]: "POST" } };
      const ctx = contextOf({
        url,
        method,
        headers,
        state: { lookups },
        next: () => ask(place + 1),
      });
      return Promise.resolve(middleware(ctx));
    };
    return ask(0);
  };
  const missing = () => {
    throw new GameError("GAME_NOT_FOUND");
  };
  const answer = await serve("http://localhost/api/games/1", missing);
  assert.deepEqual([answer.status, (await answer.json()).code], [404, "GAME_NOT_FOUND"]);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("access-control-expose-headers"), "retry-after");
  assert.equal(failed, 1);
  await assert.rejects(serve("http://localhost/games/1", missing), { code: "GAME_NOT_FOUND" });
  assert.equal(failed, 1, "pages count their own");
  const preflight = await serve("http://localhost/api/games", () => html(), "OPTIONS");
  const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
  for (const name of ["idempotency-key", "x-organizer-token", "x-participant-token"]) {
    assert(allowed.includes(name), name);
  }
});

Deno.test("observeRequests() names each request, and logs slow ones without their content", async () => {
  let seen: string | undefined;
  const answer = await observeRequests(contextOf({
    next: () => {
      seen = requestId();
      return new Response();
    },
  }));
  assert(seen);
  assert.equal(answer.headers.get("x-request-id"), seen);
  await assert.rejects(
    observeRequests(contextOf({
      next: () => {
        throw new Error("a defect");
      },
    })),
    /defect/,
  );
});

Deno.test("observeRequests() measures each request by its route, and logs those of two seconds and more", async () => {
  const { now } = performance;
  let clock = 0;
  performance.now = () => clock;
  using logs = captureLogs();
  const count = (labels: string) => {
    const line = `gift_exchange_request_duration_seconds_sum{${labels}} `;
    const found = collectMetrics().write().split("\n").find((one) => one.startsWith(line));
    return Number(found?.slice(line.length) ?? 0);
  };
  const method = 'http_request_method="PATCH"';
  try {
    for (
      const [ms, status, route] of [
        [1_999, 204, "/route"],
        [2_000.4, 404, "/route"],
        [5, 500, null],
      ] as const
    ) {
      const of = `${method},http_response_status_code="${status}"`;
      const labels = route === null ? of : `${of},http_route="${route}"`;
      const before = count(labels);
      const ctx = contextOf({
        method: "PATCH",
        url: "http://localhost/games/123456?participant=secret",
        next() {
          clock += ms;
          if (status === 500) throw new Error("a defect");
          return new Response(null, { status });
        },
      });
      await observeRequests(Object.assign(ctx, { route })).catch(() => {});
      assert(Math.abs(count(labels) - before - ms / 1000) < 1e-6, labels);
    }
  } finally {
    performance.now = now;
  }
  assert.deepEqual(
    logs.lines.map((line) => line.replace(/^.*"request":"[^"]+",/, "slow request: ")),
    [
      'slow request: "method":"PATCH","route":"/route","status":404,"ms":2000}',
    ],
  );
  assert(logs.lines.every((line) => /"slow request"/.test(line) && !/secret|123456/.test(line)));
});

Deno.test("provideServices() believes a proxy's request id and origin only if a proxy is trusted", async () => {
  for (const trustProxy of [0, 1]) {
    const services = servicesOf({ trustProxy });
    const state: Partial<State> = {};
    const headers = { "x-request-id": "request-12345", "x-forwarded-proto": "https" };
    let id: string | undefined;
    const next = () => {
      id = requestId();
      return new Response();
    };
    const provide = provideServices(() => Promise.resolve(services));
    const outer = contextOf({
      next: () => provide(contextOf({ headers, state, next })) as Promise<Response>,
    });
    await observeRequests(outer);
    assert.equal(state.services, services);
    assert.equal(id === "request-12345", trustProxy === 1);
    assert.equal(state.origin?.startsWith("https:"), trustProxy === 1);
  }
});

Deno.test("CONTENT_POLICY lets pages load from and send to this site alone", () => {
  const allowed = new Map(
    CONTENT_POLICY.map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
  for (const name of ["default-src", "connect-src", "form-action"]) {
    assert.equal(allowed.get(name), "'self'", name);
  }
  for (const name of ["frame-ancestors", "base-uri", "object-src"]) {
    assert.equal(allowed.get(name), "'none'", name);
  }
  assert.equal(allowed.get("img-src"), "'self' data:");
  for (const sources of allowed.values()) assert.doesNotMatch(sources, /https?:|\*/);
});

Deno.test("serveApi lets other sites send every method and header of the API", async () => {
  const [cors] = serveApi;
  const ctx = contextOf({
    url: "http://localhost/api/games",
    method: "OPTIONS",
    headers: { origin: "https://elsewhere.example", "access-control-request-method": "PATCH" },
  });
  const { headers } = await cors?.(ctx) ?? assert.fail();
  const list = (name: string) => (headers.get(name) ?? "").split(",").map((one) => one.trim());
  assert.deepEqual(list("access-control-allow-methods"), [
    "GET",
    "HEAD",
    "POST",
    "PATCH",
    "DELETE",
  ]);
  assert.deepEqual(list("access-control-allow-headers"), [
    ...["content-type", "idempotency-key", "x-create-key", "x-organizer-token"],
    ...["x-participant-token", "x-purpose"],
  ]);
  assert.equal(headers.get("access-control-max-age"), "86400");
});
