/** How other requests fare during many heavy ones, counted in turns of the event loop rather than by a clock. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";

/** Number of simultaneous heavy requests. */
const CROWD = 40;
/** Number of them that may be answered in one turn: those in progress, and one that was refused. */
const IN_ONE_TURN = 5;

const FORM = { name: "x", date: "", currency: "EUR", language: "en" };

function form(app: TestApp, fields: Record<string, string>, client: string): Promise<Response> {
  const body = new URLSearchParams({ ...FORM, ...fields });
  const headers = { "sec-fetch-site": "same-origin" };
  return app.fetch(
    new Request("http://localhost/create", { method: "POST", headers, body }),
    client,
  );
}

/** Counts the turns in which the heavy requests are answered, and how many of them precede the light one. */
async function watch(requests: (() => Promise<Response>)[], light: () => Promise<Response>) {
  let turn = 0;
  let isDone = false;
  const turns = (async () => {
    for (; !isDone; turn++) await new Promise((resolve) => setTimeout(resolve));
  })();
  const answeredIn: number[] = [];
  const statuses: number[] = [];
  const crowd = requests.map(async (request) => {
    const answer = await request();
    await answer.body?.cancel();
    answeredIn.push(turn);
    statuses.push(answer.status);
  });
  await new Promise((resolve) => setTimeout(resolve));
  const answer = await light();
  await answer.body?.cancel();
  const before = answeredIn.length;
  await Promise.all(crowd);
  isDone = true;
  await turns;
  const inTurn = Map.groupBy(answeredIn, (one) => one);
  return {
    before,
    together: Math.max(...[...inTurn.values()].map(({ length }) => length)),
    statuses,
    light: answer.status,
  };
}

/** Makes a form long, with little work. */
const NOTES = { generalNotes: "x".repeat(20_000) };

const people = (count: number) => Array.from({ length: count }, (_, i) => `Person number ${i}`);

Deno.test("40 long forms at once are processed one by one, with a light request in between", async () => {
  await using app = await startApp({ RATE_LIMIT: "1000" });
  const game = await app.client.createGame();
  const seen = await watch(
    Array.from(
      { length: CROWD },
      (_, i) => () => form(app, { ...NOTES, people: people(200).join("\n") }, `198.51.100.${i}`),
    ),
    () => app.fetch(new Request(`http://localhost/api/games/${game.code}`)),
  );
  assert.deepEqual([...new Set(seen.statuses)], [400]);
  assert.equal(seen.light, 200);
  assert.ok(seen.together <= IN_ONE_TURN, `${seen.together} were answered in one turn`);
  assert.ok(seen.before <= CROWD / 2, `${seen.before} were answered before something small`);
});

Deno.test("40 bodies of a hundred people at once are parsed one by one", async () => {
  await using app = await startApp({ RATE_LIMIT: "1000" });
  const game = await app.client.createGame();
  const participants = Array.from({ length: 100 }, () => ({ name: "", email: "none" }));
  const body = JSON.stringify({ name: "x", participants });
  const seen = await watch(
    Array.from({ length: CROWD }, (_, i) => () =>
      app.fetch(
        new Request("http://localhost/api/games", { method: "POST", body }),
        `198.51.100.${i}`,
      )),
    () => app.fetch(new Request(`http://localhost/api/games/${game.code}`)),
  );
  assert.deepEqual([...new Set(seen.statuses)], [400]);
  assert.equal(seen.light, 200);
  assert.ok(seen.together <= IN_ONE_TURN, `${seen.together} were answered in one turn`);
});

Deno.test("40 participants' pages of a large game at once are answered one by one", async () => {
  await using app = await startApp({ RATE_LIMIT: "1000" });
  const small = await app.client.createGame();
  const large = await app.client.createGame({
    participants: people(320).map((name) => ({ name })),
  });
  const seen = await watch(
    large.participants.slice(0, CROWD).map(({ token }, i) => () =>
      app.fetch(
        new Request(`http://localhost/games/${large.code}`, {
          headers: { cookie: `participant_${large.code}=${token}` },
        }),
        `198.51.100.${i}`,
      )
    ),
    () => app.fetch(new Request(`http://localhost/api/games/${small.code}`)),
  );
  assert.deepEqual([...new Set(seen.statuses)], [200]);
  assert.equal(seen.light, 200);
  assert.ok(seen.together <= IN_ONE_TURN, `${seen.together} were answered in one turn`);
  assert.ok(seen.before <= CROWD / 2, `${seen.before} were answered before something small`);
});

Deno.test("heavy requests that exceed the queue are told to retry, with a message and a time", async () => {
  await using app = await startApp({ RATE_LIMIT: "1000" });
  const answers = await Promise.all(
    Array.from(
      { length: 130 },
      (_, i) => form(app, NOTES, `198.51.100.${i}`),
    ),
  );
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length >= 20, `${refused.length} were refused`);
  for (const { headers } of refused) assert.ok(Number(headers.get("retry-after")) > 0);
  const [first, ...others] = refused;
  assert.match(await first?.text() ?? "", /It’s very busy here right now/);
  await Promise.all([...others, ...answers.filter((one) => !refused.includes(one))]
    .map(({ body }) => body?.cancel()));
});

Deno.test("a list that no game can have is refused before it is read, and not shown again", async () => {
  await using app = await startApp();
  for (
    const [fields, status, words] of [
      [{ people: "a\n".repeat(60_000) }, 413, /too much at once/],
      [{ people: "a,".repeat(60_000) }, 413, /too much at once/],
      [{ people: `"a,""b\n`.repeat(15_000) }, 413, /too much at once/],
      [{ households: "a,b\n".repeat(30_000) }, 413, /too much at once/],
      [{ exclusions: "a,b\n".repeat(40_000) }, 413, /too much at once/],
    ] as const
  ) {
    const answer = await form(app, fields, "198.51.100.1");
    assert.equal(answer.status, status);
    const page = await answer.text();
    assert.match(page, words);
    assert.ok(page.length < 50_000, `${page.length}`);
  }
  const near = await form(app, { people: people(1_200).join("\n") }, "198.51.100.1");
  const page = await near.text();
  assert.equal(near.status, 400);
  assert.match(page, /Person number 1199/, "what was typed is shown again");
});

Deno.test("a wish list far over the limit is refused, and not shown again", async () => {
  await using app = await startApp();
  const { code, participants: [ana] } = await app.client.createGame();
  const send = (count: number) => {
    const headers = {
      "sec-fetch-site": "same-origin",
      cookie: `participant_${code}=${ana?.token}`,
    };
    const body = new URLSearchParams({ revision: "0", act: "save" });
    for (let index = 0; index < count; index++) body.append("wish-id", "");
    const url = `http://localhost/games/${code}/wishes`;
    return app.fetch(new Request(url, { method: "POST", headers, body }), "198.51.100.1");
  };
  const refused = await send(20_000);
  assert.equal(refused.status, 413);
  const page = await refused.text();
  assert.match(page, /too much at once/);
  assert.ok(page.length < 50_000, `${page.length}`);
  const near = await send(40);
  assert.equal(near.status, 400);
  const shown = [...(await near.text()).matchAll(/name="wish-title"/g)].length;
  assert.equal(shown, 40, "what was typed is shown again");
});

Deno.test("a body costs its client by its length, accepted or not", async () => {
  await using app = await startApp({ RATE_LIMIT: "100" });
  const ask = async (client: string) => {
    const answer = await app.fetch(
      new Request("http://localhost/api/games", { method: "POST", body: "[".repeat(256 * 1024) }),
      client,
    );
    await answer.body?.cancel();
    return answer.status;
  };
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++) statuses.push(await ask("198.51.100.1"));
  assert.deepEqual(statuses, [400, 400, 400, 429, 429, 429]);
});

Deno.test("a long body that never arrives costs its client the announced length", async () => {
  await using app = await startApp({ RATE_LIMIT: "100" });
  const stalled: AbortController[] = [];
  const ask = (client: string) => {
    const stop = new AbortController();
    stalled.push(stop);
    const body = new ReadableStream<Uint8Array>({
      start(sent) {
        sent.enqueue(new Uint8Array(17 * 1024));
        stop.signal.onabort = () => sent.error(stop.signal.reason);
      },
    });
    const headers = { "content-length": String(256 * 1024) };
    return app.fetch(
      new Request("http://localhost/api/games", { method: "POST", headers, body }),
      client,
    );
  };
  const waiting = Array.from({ length: 3 }, () => ask("198.51.100.1"));
  const refused = await ask("198.51.100.1");
  assert.equal(refused.status, 429, "before its body has come");
  await refused.body?.cancel();
  for (const stop of stalled) stop.abort();
  for (const answer of await Promise.all(waiting)) {
    assert.equal(answer.status, 400);
    await answer.body?.cancel();
  }
});

Deno.test("a participant is served despite other clients behind the same address", async () => {
  await using app = await startApp({ RATE_LIMIT: "30" });
  const office = "198.51.100.1";
  const { code, participants } = await app.client.createGame({
    participants: people(320).map((name) => ({ name })),
  });
  const status = async (path: string, cookie = "") => {
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, { headers: { cookie } }),
      office,
    );
    await answer.body?.cancel();
    return answer.status;
  };
  for (let index = 0; index < 30; index++) await status("/api/config");
  assert.equal(await status("/api/config"), 429);
  for (const { token } of participants.slice(0, 10)) {
    assert.equal(await status(`/games/${code}`, `participant_${code}=${token}`), 200);
    assert.equal(await status(`/api/games/${code}?participantToken=${token}`), 200);
  }
});

Deno.test("a cookie with many wrong tokens of a large game costs its client", async () => {
  await using app = await startApp({ RATE_LIMIT: "100" });
  const participants = people(1_000).map((name) => ({ name }));
  const hidden = await app.client.createGame({ isProtected: true, participants });
  const over = await app.client.createGame({ isProtected: true, participants });
  await app.client.archive(over);
  const others = Array.from({ length: 50 }, (_, index) => String(index).padStart(22, "x"))
    .join("~");
  const ask = async (
    client: string,
    { code, cookies = {}, form }: {
      code: string;
      cookies?: Record<string, string>;
      form?: Record<string, string>;
    },
  ) => {
    const cookie = Object.entries({ ...cookies, others })
      .map(([name, value]) => `${name}_${code}=${value}`).join("; ");
    const answer = await app.fetch(
      new Request(`http://localhost/games/${code}`, {
        headers: { cookie },
        ...form && { method: "POST", body: new URLSearchParams(form) },
      }),
      client,
    );
    await answer.body?.cancel();
    return answer.status;
  };
  const rows = [
    [200, { code: hidden.code }],
    [404, { code: over.code }],
    [303, { code: hidden.code, cookies: { devices: "x" }, form: { action: "signOut" } }],
  ] as const;
  for (const [index, [status, asked]] of rows.entries()) {
    const client = `198.51.100.${index}`;
    const statuses = [await ask(client, asked), await ask(client, asked), await ask(client, asked)];
    assert.deepEqual(statuses, [status, status, 429], `${index}`);
  }
  // A participant can still open their own page.
  const own = { code: hidden.code, cookies: { participant: hidden.participants[0]?.token ?? "" } };
  for (let time = 1; time <= 4; time++) assert.equal(await ask("198.51.100.9", own), 200);
});
