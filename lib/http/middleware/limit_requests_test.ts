import assert from "node:assert/strict";
import { type Asked, contextOf, servicesOf } from "@/tests/support/middleware.ts";
import { GameError } from "../../game/errors.ts";
import { limitRequests, requireNotLockedOut, toLimitedError } from "./limit_requests.ts";

async function refusalOf(work: () => unknown) {
  try {
    await work();
  } catch (error) {
    return error instanceof GameError ? error.code : String(error);
  }
}

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

Deno.test("limitRequests() reserves room for the click that draws the names despite polling pages", async () => {
  const limit = limitRequests();
  const services = servicesOf({ rateLimit: 3 });
  const types: (string | null)[] = [];
  const ask = async (asked: Asked = {}) => {
    const ctx = contextOf({ params: { code: "123456" }, ...asked, state: { services } });
    const answer = await limit(ctx);
    types.push(answer.headers.get("content-type"));
    return answer.status;
  };
  const poll = () =>
    ask({
      url: "http://localhost/games/123456/moment?known=x",
      headers: { cookie: "participant_123456=t" },
    });
  const polls = [await poll(), await poll(), await poll(), await poll(), await poll()];
  assert.deepEqual(polls, [200, 200, 200, 429, 429]);
  assert.equal(types.at(-1), "text/html; charset=utf-8", "no page is rendered for a script");
  assert.equal(await ask({ method: "POST" }), 200);
  assert.equal(await ask({ headers: { "x-organizer-token": "t" } }), 200);
  assert.equal(await ask({ headers: { cookie: "participant_123456=t" } }), 200);
});

Deno.test("limitRequests() renders no page for a client beyond twice the budget", async () => {
  const limit = limitRequests();
  const services = servicesOf({ rateLimit: 3 });
  const typeOf = async (url?: string) =>
    (await limit(contextOf({ ...url !== undefined && { url }, state: { services } }))).headers
      .get("content-type")?.split(";")[0];
  const types = [];
  for (let i = 0; i < 7; i++) types.push(await typeOf("http://localhost/"));
  assert.deepEqual(types.slice(3), [...Array(3).fill("application/json"), "text/html"]);
  assert.equal(await typeOf("http://localhost/api/games/123456"), "application/json");
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
  other.state.chargeOwnCost("game 2", 1, 10);
  assert.equal((await limit(other)).status, 429, "their address pays a part");
});

Deno.test("limitRequests() says how long to wait, and locks out clients that fail too often a minute or a day", async () => {
  const { now } = Date;
  Date.now = () => Date.UTC(2027, 0, 1, 12);
  try {
    for (const [rateLimit, expected] of [[1, [0, 60, 43_200]], [null, [0, 0, 0]]] as const) {
      const limit = limitRequests();
      const ctx = contextOf({ state: { services: servicesOf({ rateLimit }) } });
      assert.equal((await limit(ctx)).status, 200);
      const answer = await limit(ctx);
      assert.equal(answer.status, rateLimit ? 429 : 200);
      const seconds = Number(answer.headers.get("retry-after"));
      assert(rateLimit ? seconds > 50 && seconds <= 60 : seconds === 0, `${seconds} s`);
      const { lookups } = ctx.state;
      const waits = [240, 1, 759].map((failures) => {
        for (let count = 0; count < failures; count++) lookups.fail();
        return lookups.wait();
      });
      assert.deepEqual(waits, expected);
      const other = contextOf({ peer: "192.0.2.2", state: { services: ctx.state.services } });
      await limit(other);
      assert.equal(other.state.lookups.wait(), 0);
    }
  } finally {
    Date.now = now;
  }
});

Deno.test("toLimitedError() counts failed look-ups, and gives locked-out clients the same answer to everything", async () => {
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

Deno.test("a refusal is sent 300 ms after the request, whatever was found", async () => {
  for (const since of [280, 500]) {
    const begun = performance.now();
    const lookups = { askedAt: begun - since, fail() {}, wait: () => 9 };
    await refusalOf(() => requireNotLockedOut({ state: { lookups } }));
    await toLimitedError(
      { state: { lookups: { ...lookups, askedAt: performance.now() - since } } },
      new GameError("GAME_NOT_FOUND"),
    );
    if (since < 300) assert(performance.now() - begun >= 30, "both have waited");
  }
});
