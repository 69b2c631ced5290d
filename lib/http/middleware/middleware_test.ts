import assert from "node:assert/strict";
import { type Context, HttpError } from "fresh";
import { DatabaseUnavailable } from "../../store/store.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { tokens } from "@/tests/support/games.ts";
import { GameError } from "../../game/errors.ts";
import { requestId } from "../../monitoring/request_id.ts";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { GameSizes } from "../../work/game_sizes.ts";
import { leavePlace } from "../../work/places.ts";
import { limitRequests, requireNotLockedOut, toLimitedError } from "./limit_requests.ts";
import { observeRequests } from "./observe_requests.ts";
import { provideServices } from "./provide_services.ts";
import { queueRequests } from "./queue_requests.ts";
import { secureHeaders } from "./secure_headers.ts";
import { serveApi } from "./serve_api.ts";
import { chooseLanguage, isApi, onPages, servePages, servePlainHttp } from "./serve_pages.tsx";

interface Asked {
  url?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  params?: Record<string, string>;
  peer?: string;
  state?: Partial<State>;
  next?: () => Response | Promise<Response>;
}

/** The part of a context that middlewares use; `render` makes a page of the status. */
function contextOf(
  {
    url = "http://localhost/",
    method = "GET",
    headers = {},
    body,
    params = {},
    peer = "192.0.2.1",
    state = {},
    next = () => new Response("next"),
  }: Asked,
): Context<State> {
  const req = new Request(url, { method, headers, ...body === undefined ? {} : { body } });
  return Object.assign(Object.create(null), {
    req,
    url: new URL(url),
    params,
    route: "/route",
    state,
    info: {
      remoteAddr: { transport: "tcp", hostname: peer, port: 1 },
      completed: Promise.resolve(),
    },
    next: () => Promise.resolve().then(next),
    redirect: (location: string, status: number) =>
      new Response(null, { status, headers: { location } }),
    render: (_: unknown, init: ResponseInit) =>
      new Response("page", { ...init, headers: { ...init.headers, "content-type": "text/html" } }),
  });
}

/** Services with these settings. */
function servicesOf(settings: Record<string, unknown>): Services {
  const counts = new Map<string, number>();
  return Object.assign(Object.create(null), {
    settings: { rateLimit: 10, trustProxy: 0, publicUrl: null, ...settings },
    tokens,
    sizes: new GameSizes(),
    store: {
      limits: {
        addCounts: (added: { key: string; add: number }[]) =>
          Promise.resolve(added.map(({ key, add }) => {
            counts.set(key, (counts.get(key) ?? 0) + add);
            return counts.get(key);
          })),
      },
    },
  });
}

const html = (headers: Record<string, string> = {}) =>
  new Response("<p>", { headers: { "content-type": "text/html; charset=utf-8", ...headers } });

async function refusalOf(work: () => unknown) {
  try {
    await work();
  } catch (error) {
    return error instanceof GameError ? error.code : String(error);
  }
}

Deno.test("secureHeaders() protects documents most, and remembers https where it is the address", async () => {
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

Deno.test("servePlainHttp() lets browsers stay with http where the service is reached by it", async () => {
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

Deno.test("isApi() and onPages() tell the API from pages and its document", async () => {
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
  const own = () => new Response("own", { status: 429, headers: { "content-type": "text/html" } });
  assert.deepEqual(await serve(own), [429, "no-store", "42", "own"]);
  assert.deepEqual(await serve(own, { ...lookups, wait: () => 0 }), [
    429,
    "no-store",
    "60",
    "own",
  ]);
});

Deno.test("chooseLanguage() remembers a language that there is, and takes it out of the address", async () => {
  const choose = async (query: string, method = "GET") => {
    const url = `http://localhost/games/1${query}`;
    const answer = await chooseLanguage(
      contextOf({ url, method, state: { origin: "https://gifts.example" } }),
    );
    const [cookie = ""] = answer.headers.getSetCookie();
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
      const headers = { origin: "https://elsewhere.example" };
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

Deno.test("observeRequests() names each request, and logs slow ones without what they ask for", async () => {
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

Deno.test("provideServices() believes a proxy's request id and origin only where one is trusted", async () => {
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

Deno.test("limitRequests() gives a client its budget a minute, and participants a second one", async () => {
  const limit = limitRequests();
  const services = servicesOf({ rateLimit: 3 });
  const ask = async (asked: Asked = {}) =>
    (await limit(contextOf({ ...asked, state: { services } }))).status;
  assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 200, 200, 429]);
  assert.equal(await ask({ peer: "192.0.2.2" }), 200);
  assert.equal(await ask({ url: "http://localhost/api/health/ready" }), 200);
  const game = { params: { code: "123456" } };
  const own = { ...game, headers: { "x-participant-token": "t" } };
  const statuses = [
    await ask(own),
    await ask({ ...game, url: "http://localhost/games/123456?participant=t" }),
    await ask({ ...game, headers: { cookie: "participant_123456=t" } }),
    await ask(own),
    await ask({ ...own, method: "POST" }),
    await ask({ headers: { "x-participant-token": "t" } }),
    await ask({ ...game, headers: { "x-organizer-token": "t" } }),
  ];
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429, 429]);
});

Deno.test("limitRequests() charges the highest cost of a request once", async () => {
  const limit = limitRequests();
  const services = servicesOf({ rateLimit: 10 });
  const charged = async (peer: string, ...prices: number[]) => {
    const ctx = contextOf({ peer, state: { services } });
    await limit(ctx);
    return await refusalOf(() => prices.forEach((price) => ctx.state.chargeCost(price)));
  };
  assert.equal(await charged("192.0.2.1", 5, 3, 5), undefined);
  assert.equal(await charged("192.0.2.1", 4), undefined, "5 and 4 are spent");
  assert.equal(await charged("192.0.2.1", 2), undefined, "the last one may cost more");
  const ctx = contextOf({ peer: "192.0.2.1", state: { services } });
  assert.equal((await limit(ctx)).status, 429);
  assert.equal(await refusalOf(() => ctx.state.chargeCost(2)), "TOO_MANY_REQUESTS");
  const other = contextOf({ peer: "192.0.2.9", state: { services } });
  await limit(other);
  other.state.chargeOwnCost("game 1", 11, 1);
  assert.equal(
    await refusalOf(() => other.state.chargeOwnCost("game 1", 1, 1)),
    "TOO_MANY_REQUESTS",
  );
  other.state.chargeOwnCost("game 2", 1, 1);
});

Deno.test("toLimitedError() counts failed look-ups, and answers all alike to who is locked out", async () => {
  let failed = 0;
  const lookups = (wait: number) => ({
    askedAt: performance.now() - 1000,
    fail: () => void failed++,
    wait: () => wait,
  });
  const limited = async (error: unknown, wait = 0) => {
    const after = await toLimitedError({ state: { lookups: lookups(wait) } }, error);
    return after instanceof GameError ? after.code : after;
  };
  assert.equal(await limited(new GameError("GAME_NOT_FOUND")), "GAME_NOT_FOUND");
  assert.equal(await limited(new GameError("INVALID_TOKEN")), "INVALID_TOKEN");
  assert.equal(failed, 2);
  assert.equal(await limited(new GameError("PROTECTED_GAME")), "PROTECTED_GAME");
  assert.equal(
    await limited(new GameError("NAME_MISMATCH", { path: "confirmName" }), 9),
    "NAME_MISMATCH",
  );
  for (const code of ["GAME_NOT_FOUND", "INVALID_TOKEN", "PROTECTED_GAME"] as const) {
    assert.equal(await limited(new GameError(code), 9), "TOO_MANY_REQUESTS");
  }
  assert.equal(failed, 2);
  assert.equal(
    await refusalOf(() => requireNotLockedOut({ state: { lookups: lookups(9) } })),
    "TOO_MANY_REQUESTS",
  );
  assert.equal(
    await refusalOf(() => requireNotLockedOut({ state: { lookups: lookups(0) } })),
    undefined,
  );
});

Deno.test("queueRequests() lets two organizers of large games work at a time, and participants apart", async () => {
  const queue = queueRequests();
  const services = servicesOf({});
  services.sizes.note(
    "123456",
    Object.assign(Object.create(null), {
      participants: Array(1000).fill({}),
      exclusions: [],
      households: [],
    }),
  );
  assert.equal(services.sizes.isLarge("123456"), true);
  const ended = Promise.withResolvers<void>();
  const running: string[] = [];
  const charged: number[] = [];
  const start = (name: string, asked: Asked) =>
    queue(contextOf({
      params: { code: "123456" },
      ...asked,
      state: { services, chargeCost: (price) => void charged.push(price) },
      next: async () => {
        running.push(name);
        await ended.promise;
        return new Response();
      },
    }));
  const organizer = { headers: { "x-organizer-token": "t" } };
  const all = [
    start("o1", organizer),
    start("o2", organizer),
    start("o3", organizer),
    start("o4", { url: "http://localhost/games/123456/organize" }),
    start("p1", {}),
    start("p2", { method: "POST", headers: { "x-participant-token": "t" }, body: "{}" }),
    start("p3", { headers: { cookie: "participant_123456=t" } }),
    start("small", { params: { code: "654321" } }),
    start("none", { params: {} }),
  ];
  while (running.length < 6) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const kinds = running.map((name) => name.replace(/\d/, "")).toSorted();
  assert.deepEqual(kinds, ["none", "o", "o", "p", "p", "small"]);
  assert.equal(charged.length, 1, "a participant's body costs their address a little");
  ended.resolve();
  await Promise.all(all);
  assert.deepEqual(running.toSorted(), ["none", "o1", "o2", "o3", "o4", "p1", "p2", "p3", "small"]);
});

Deno.test("queueRequests() charges long bodies, and gives the place back early where asked to", async () => {
  const queue = queueRequests();
  const services = servicesOf({});
  const charged: number[] = [];
  const ask = async (length: number) => {
    const ctx = contextOf({
      method: "POST",
      body: new Uint8Array(length),
      state: { services, chargeCost: (price) => void charged.push(price) },
      next: () => {
        leavePlace();
        return new Response();
      },
    });
    return (await queue(ctx)).status;
  };
  assert.equal(await ask(16 * 1024), 200);
  assert.deepEqual(charged, []);
  for (let count = 0; count < 3; count++) assert.equal(await ask(16 * 1024 + 1), 200);
  assert.equal(charged.length, 3);
  await assert.rejects(ask(256 * 1024 + 1), { code: "BODY_TOO_LARGE" });
});
