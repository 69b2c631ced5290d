import assert from "node:assert/strict";
import { forgetOldCounts } from "@/lib/operations/daily.ts";
import { serveInProcess, startApp, type TestApp, testAppOnBoth } from "../support/app.ts";
import { inDays } from "../support/games.ts";
import { sql } from "../support/sql.ts";
import { named } from "../support/views.ts";

Deno.test("a client that reaches its limit is slowed down, others are not", async () => {
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

Deno.test("one client is slowed down by what its requests cost", async () => {
  await using app = await startApp({ RATE_LIMIT: "100" });
  const ask = (client: string, method: string, path: string, body?: unknown, token = "") =>
    app.fetch(
      new Request(`http://localhost/api/games${path}`, {
        method,
        headers: { "x-organizer-token": token },
        ...(body !== undefined ? { body: JSON.stringify(body) } : {}),
      }),
      client,
    );
  const people = (size: number) => Array.from({ length: size }, (_, i) => ({ name: `p${i}` }));
  const pairs = (size: number) =>
    Array.from(
      { length: size },
      (_, i) => [`p${i % 1_000}`, `p${(i + 1 + i / 1_000 | 0) % 1_000}`],
    );
  const small = { name: "x", date: inDays(30), participants: people(3) };
  const large = { ...small, participants: people(1_000), exclusions: pairs(13_000) };
  for (let index = 0; index < 30; index++) {
    const answer = await ask("198.51.100.1", "POST", "", small);
    assert.equal(answer.status, 201);
    await answer.body?.cancel();
  }
  const created = await Promise.all(
    Array.from({ length: 6 }, () => ask("198.51.100.2", "POST", "", large)),
  );
  assert.deepEqual(created.map(({ status }) => status).sort(), [201, 201, 201, 429, 429, 429]);
  const [first] = created.filter(({ status }) => status === 201);
  const { code, organizerToken: token } = await first?.json();
  const refused = created.filter(({ status }) => status === 429);
  assert(refused.every(({ headers }) => Number(headers.get("retry-after")) > 0));
  await Promise.all(created.map(({ body, bodyUsed }) => bodyUsed || body?.cancel()));

  // The same for reads and changes, by the size of the game: only its organizer can make them.
  const statuses = async (count: number, request: () => Promise<Response>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index++) {
      const answer = await request();
      await answer.body?.cancel();
      seen.push(answer.status);
    }
    return seen;
  };
  const redraw = { action: "reassignAll" };
  assert.deepEqual(
    await statuses(5, () => ask("198.51.100.3", "GET", `/${code}`, undefined, token)),
    [200, 200, 200, 429, 429],
  );
  assert.deepEqual(
    await statuses(5, () => ask("198.51.100.4", "PATCH", `/${code}`, redraw, token)),
    [200, 200, 200, 429, 429],
  );
  const emptyToo = { ...redraw, organizerToken: "" };
  assert.deepEqual(
    await statuses(4, () => ask("198.51.100.5", "PATCH", `/${code}`, emptyToo, token)),
    [200, 200, 200, 429],
  );
  assert.deepEqual(
    await statuses(10, () => ask("198.51.100.6", "PATCH", `/${code}`, redraw, "wrong")),
    Array(10).fill(403),
  );
});

Deno.test("a read refused for its cost opens no gift", async () => {
  const limit = 5;
  await using app = await startApp({ RATE_LIMIT: String(limit) });
  const game = await app.client.createGame();
  const read = async (method: string, client: string) => {
    const url = `http://localhost/api/games/${game.code}`;
    const headers = { "x-participant-token": named(game, "P1").token };
    const answer = await app.fetch(new Request(url, { method, headers }), client);
    await answer.body?.cancel();
    return answer.status;
  };
  // These open no gift, but count against the participant's budget.
  for (let index = 0; index <= limit; index++) {
    assert.equal(await read("HEAD", `198.51.100.${index}`), 200);
  }
  assert.equal(await read("GET", "198.51.100.99"), 429);
  assert.equal(named(await app.client.readAsOrganizer(game), "P1").viewedAt, null);
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

/** Pages that an invalid cookie must not open. */
const ORGANIZERS_PAGES = [
  ...["/organize", "/organize/apart", "/organize/confirm", "/organize/details", "/organize/pairs"],
  ...["/organize/people/x", "/created", "/created/links.csv", "/created/qr", "/slips"],
];

type Walk = [path: string, form: string | null, cookie?: string];

/** Requests for participants' pages, which redirect to the game's page without a sign-in. */
const PARTICIPANTS_PAGES: readonly ((code: string) => Walk)[] = [
  ...["/wishes", "/whisper", "/post", "/post/label"].map((page) => (code: string): Walk => [
    `/games/${code}${page}`,
    null,
  ]),
  (code) => [`/games/${code}/wishes`, "action=draft"],
  (code) => [`/games/${code}/gift`, null, `gift_${code}=own`],
];

const LIMITED = { RATE_LIMIT: "100000", SMTP_URL: "memory:", ENVIRONMENT: "development" };

/** Uses up one client's failed look-ups for this minute. */
async function lockOut(app: TestApp, client: string): Promise<void> {
  for (let index = 0; index <= 240; index++) {
    const path = `/api/games/${100_000 + index}?participantToken=x`;
    const answer = await app.fetch(new Request(`http://localhost${path}`), client);
    await answer.body?.cancel();
    assert([403, 404].includes(answer.status));
  }
}

Deno.test({
  name: "a valid token passes from a locked-out office, and nothing else reveals a code",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await startApp(LIMITED);
    const office = "198.51.100.1";
    const game = await app.client.createGame();
    const hidden = await app.client.createGame({ isProtected: true });
    const [first] = hidden.participants;
    assert(first);
    const free = ["100000", "100001", "100002"].find((code) =>
      ![game.code, hidden.code].includes(code)
    );
    await lockOut(app, office);
    const ask = (method: string, path: string, body?: unknown, headers: HeadersInit = {}) =>
      app.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: typeof body === "string"
            ? { "content-type": "application/x-www-form-urlencoded", ...headers }
            : headers,
          ...(body !== undefined
            ? { body: typeof body === "string" ? body : JSON.stringify(body) }
            : {}),
        }),
        office,
      );
    const { organizerToken, invitationToken } = hidden;
    const path = `/games/${hidden.code}`;
    const passing = [
      ask("GET", `/api${path}`, undefined, { "x-organizer-token": organizerToken }),
      ask("GET", `/api${path}?participantToken=${first.token}`),
      ask("GET", `${path}?participant=${first.token}`),
      ask("GET", path, undefined, { cookie: `participant_${hidden.code}=${first.token}` }),
      ask("GET", `${path}/organize?token=${organizerToken}`),
      ask("GET", `${path}/join?invitation=${invitationToken}`),
      ask("PATCH", `/api${path}`, { action: "reassignAll", organizerToken }),
      ask("PATCH", `/api${path}`, {
        action: "joinInvitation",
        invitationToken,
        participantName: "Late",
      }),
      ask("POST", "/api/email/send", { code: hidden.code, type: "reminder", organizerToken }),
      ask("GET", "/"),
      ask("POST", "/", `code=${free}`),
      ask("GET", "/api/config"),
    ];
    for (const [index, answer] of (await Promise.all(passing)).entries()) {
      assert([200, 303].includes(answer.status), `${index}: ${answer.status}`);
      await answer.body?.cancel();
    }
    const refused = (code: string | undefined) => [
      ask("GET", `/api/games/${code}`),
      ask("GET", `/api/games/${code}?participantToken=x`),
      ask("GET", `/api/games/${code}?participantId=x`),
      ask("GET", `/api/games/${code}`, undefined, { "x-organizer-token": "x" }),
      ask("PATCH", `/api/games/${code}`, { action: "reassignAll" }),
      ask("PATCH", `/api/games/${code}`, { action: "reassignAll", organizerToken: "x" }),
      ask("PATCH", `/api/games/${code}`, { action: "confirmAssignment", participantId: "x" }),
      ask("PATCH", `/api/games/${code}`, { action: "joinInvitation", participantName: "Late" }),
      ask("PATCH", `/api/games/${code}`, { action: "regenerateOrganizerToken" }),
      ask("DELETE", `/api/games/${code}`),
      ask("POST", "/api/email/send", { code, type: "reminder" }),
      ask("POST", "/api/email/send", { code, type: "recoverOrganizerLink", email: "a@b.example" }),
      ask("GET", `/games/${code}`),
      ask("GET", `/games/${code}`, undefined, { cookie: `participant_${code}=x` }),
      ask("GET", `/games/${code}?participant=x`),
      ask("POST", `/games/${code}`, "action=signIn&token=x"),
      ask("POST", `/games/${code}`, "action=pick&participantId=x"),
      ask("POST", `/games/${code}`, "action=pick"),
      ...["reveal", "eraseMe", "updateWish"].flatMap((action) =>
        [{}, { cookie: `participant_${code}=x` }, { accept: "application/json" }].map((headers) =>
          ask("POST", `/games/${code}`, `action=${action}&wish=x`, headers)
        )
      ),
      ask("GET", `/games/${code}/organize`),
      ask("GET", `/games/${code}/organize?token=x`),
      ask("GET", `/games/${code}/join?invitation=x`),
      ask("POST", `/games/${code}/join`, "participantName=Late", {
        cookie: `invitation_${code}=x`,
      }),
      ask("GET", `/games/${code}/calendar.ics`),
      ask("GET", `/games/${code}/my-data.json`),
      ask("GET", `/games/${code}/my-data.json`, undefined, { cookie: `participant_${code}=x` }),
      ask("GET", `/api/games/${code}/my-data?participantToken=x`),
      ...ORGANIZERS_PAGES.map((page) =>
        ask("GET", `/games/${code}${page}`, undefined, { cookie: `organizer_${code}=x` })
      ),
      ...["", "/apart", "/pairs", "/details", "/people/x"].map((page) =>
        ask("POST", `/games/${code}/organize${page}`, "action=show&remove=x", {
          cookie: `organizer_${code}=x`,
        })
      ),
      ...PARTICIPANTS_PAGES.map((walk) => {
        const [path, form, cookie = ""] = walk(code ?? "");
        return ask(form === null ? "GET" : "POST", path, form ?? undefined, { cookie });
      }),
    ];
    for (const code of [game.code, hidden.code, free]) {
      const start = performance.now();
      for (const [index, answer] of (await Promise.all(refused(code))).entries()) {
        assert.equal(answer.status, 429, `${code} ${index}`);
        assert(Number(answer.headers.get("retry-after")) > 0);
        await answer.body?.cancel();
      }
      assert(performance.now() - start > 290, "no refusal tells anything by its time");
      const late = performance.now();
      const cookie = `devices_${code}=x; participant_${code}=x`;
      const left = await ask("POST", `/games/${code}`, "action=signOut&alone=on", { cookie });
      assert.equal(left.status, 303, "to sign out is refused to no one");
      assert(performance.now() - late > 290, "nor does a sign-out tell anything by its time");
    }
  },
});

/** Ways to probe a code through a page's URL or form; each counts as one failure if there is no game. */
const WALKS: readonly ((code: string) => Walk)[] = [
  (code) => [`/games/${code}`, null],
  (code) => [`/games/${code}`, "action=reveal"],
  (code) => [`/games/${code}`, "action=reveal", `participant_${code}=x`],
  (code) => [`/games/${code}`, "action=eraseMe", `participant_${code}=x`],
  (code) => [`/games/${code}`, "action=updateWish&wish=x"],
  (code) => [`/games/${code}`, "action=signIn&token=x"],
  (code) => [`/games/${code}`, "action=pick"],
  (code) => [`/games/${code}?participant=x`, null],
  (code) => [`/games/${code}/calendar.ics`, null],
  (code) => [`/games/${code}/my-data.json`, null],
  (code) => [`/games/${code}/join`, null],
  (code) => [`/games/${code}/organize?token=x`, null],
  ...PARTICIPANTS_PAGES,
  ...ORGANIZERS_PAGES.map((page) => (code: string): [string, null, string] => [
    `/games/${code}${page}`,
    null,
    `organizer_${code}=x`,
  ]),
];

Deno.test("codes cannot be walked through by any page or form", async () => {
  await using app = await startApp(LIMITED);
  const game = await app.client.createGame();
  const walker = "198.51.100.3";
  const ask = async (path: string, form: string | null, cookie = "") => {
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, {
        method: form === null ? "GET" : "POST",
        body: form,
        headers: {
          cookie,
          ...(form !== null && { "content-type": "application/x-www-form-urlencoded" }),
        },
      }),
      walker,
    );
    await answer.body?.cancel();
    return answer;
  };
  const codes = Array.from({ length: 300 }, (_, index) => String(100_000 + index))
    .filter((code) => code !== game.code);
  for (const [index, code] of codes.slice(0, 241).entries()) {
    const walk = WALKS[index % WALKS.length] ?? assert.fail();
    const { status } = await ask(...walk(code));
    assert([303, 404].includes(status), `${walk(code)}: ${status}`);
  }
  for (const code of [game.code, codes.at(-1) ?? ""]) {
    const statuses = await Promise.all(
      WALKS.map(async (walk) => (await ask(...walk(code))).status),
    );
    assert.deepEqual(statuses, WALKS.map(() => 429), code);
  }
});

Deno.test("POST /games/{code} for the gift does not reveal whether there is a game", async () => {
  await using app = await startApp();
  const games = [await app.client.createGame(), await app.client.createGame({ isProtected: true })];
  const free = ["100000", "100001", "100002"].find((code) =>
    games.every((game) => game.code !== code)
  );
  for (const code of [...games.map((game) => game.code), free]) {
    const answer = await app.fetch(
      new Request(`http://localhost/games/${code}`, {
        method: "POST",
        body: new URLSearchParams({ action: "reveal" }),
      }),
    );
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("location"), `/games/${code}`);
  }
});

testAppOnBoth(
  "failed look-ups of a day are counted across all instances, without storing an address",
  async (app) => {
    const { services } = app;
    const limited = { ...services, settings: { ...services.settings, rateLimit: 100_000 } };
    const [one, other] = [await serveInProcess(limited), await serveInProcess(limited)];
    const get = async (fetch: typeof one, code: string) => {
      const answer = await fetch(new Request(`http://localhost/api/games/${code}`), "198.51.100.7");
      await answer.body?.cancel();
      return answer.status;
    };
    const readCounts = () =>
      sql<{ key: string; count: number }>(
        services,
        "select key, count from rate_counts order by key",
      );
    const hour = Math.floor(Date.now() / 86_400_000) * 24;
    assert.equal(await get(one, "100000"), 404);
    let rows = await readCounts();
    while (rows.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      rows = await readCounts();
    }
    assert.deepEqual(rows.map(({ count }) => Number(count)), [1, 1]);
    const key = rows[1]?.key ?? "";
    assert.match(key, /^[\w-]{22}$/);
    await services.store.limits.addCounts([{ kind: "lookups", key, hour, add: 999 }]);
    assert.equal(await get(other, "100000"), 404);
    // An instance learns the counts of the others once it has reported its own first failure.
    for (let tries = 0; tries < 100 && await get(other, "100000") !== 429; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal(await get(other, "100000"), 429);
    const headers = { cookie: "lang=en" };
    const page = await other(
      new Request("http://localhost/games/100000", { headers }),
      "198.51.100.7",
    );
    assert.equal(page.status, 429);
    const isLong = Number(page.headers.get("retry-after")) > 120;
    assert.match(await page.text(), isLong ? /Please try again later\./ : /Give it a minute/);
    await services.store.limits.addCounts([{ kind: "lookups", key, hour: hour - 48, add: 1 }]);
    await forgetOldCounts(services, new Date());
    const old = await sql(services, `select key from rate_counts where hour < ${hour}`);
    assert.equal(old.length, 0);
  },
);
