import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";

Deno.test("one client is slowed down at its limit, others are not", async () => {
  await using app = await startApp({ RATE_LIMIT: "5" });
  const get = (client: string, path = "/api/config") =>
    app.fetch(new Request(`http://localhost${path}`), client);
  for (let index = 0; index < 5; index++) assert.equal((await get("198.51.100.1")).status, 200);
  const refused = await get("198.51.100.1");
  assert.equal(refused.status, 429);
  assert(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await refused.json()).code, "TOO_MANY_REQUESTS");
  assert.equal((await get("198.51.100.2")).status, 200);
  assert.equal((await get("198.51.100.1", "/api/health/live")).status, 200);
  const forged = await app.fetch(
    new Request("http://localhost/api/config", { headers: { "x-forwarded-for": "1.2.3.4" } }),
    "198.51.100.1",
  );
  assert.equal(forged.status, 429, "a header that anyone can send is not believed");
});

Deno.test("codes cannot be walked through: after 240 failures a client is locked out", async () => {
  await using app = await startApp({ RATE_LIMIT: "100000" });
  const game = await app.client.createGame();
  const get = (code: number | string, client: string) =>
    app.fetch(new Request(`http://localhost/api/games/${code}`), client);
  for (let index = 0; index <= 240; index++) {
    const answer = await get(
      Number(game.code) === 100_000 + index ? 999_999 : 100_000 + index,
      "198.51.100.1",
    );
    assert.equal(answer.status, 404);
  }
  const locked = await get(game.code, "198.51.100.1");
  assert.equal(locked.status, 429);
  assert(Number(locked.headers.get("retry-after")) > 30);
  assert.equal((await get(game.code, "198.51.100.2")).status, 200);
});
