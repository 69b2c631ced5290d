import assert from "node:assert/strict";
import { GiftExchange, GiftExchangeError, type Problem } from "./mod.ts";

const GAME = { name: "Winter party", date: "2027-12-24", participants: [] };
const busy = () => refuse(503, "SERVICE_BUSY", { "retry-after": "0" });

function refuse(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: `It is ${code}`, code }, { status, headers });
}

/** A client that receives these answers in turn (the last one repeatedly), and the requests it has sent. */
function answered(...answers: (() => Response)[]) {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = [];
  const gifts = new GiftExchange("https://gifts.example.org/", {
    createKey: "house key",
    fetch(url, init) {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ url, init, headers: new Headers(init.headers) });
      return new Promise((resolve) => resolve(answer ? answer() : refuse(500, "INTERNAL")));
    },
  });
  return { gifts, sent };
}

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(() => null, (error: unknown) => error);
  assert(error instanceof GiftExchangeError, String(error));
  return error.problem;
}

const unreachable = () => {
  throw new TypeError("connection refused");
};

Deno.test("createGame() retries with the same key until the service answers", async () => {
  const { gifts, sent } = answered(
    busy,
    unreachable,
    () => refuse(409, "IN_PROGRESS", { "retry-after": "0" }),
    () => Response.json({ code: "123456" }, { status: 201 }),
  );
  assert.equal((await gifts.createGame(GAME)).code, "123456");
  const keys = new Set(sent.map(({ headers }) => headers.get("idempotency-key")));
  assert.equal(sent.length, 4);
  assert.match([...keys].join(), /^[0-9a-f]{32}$/);
  assert.equal(sent[0]?.url, "https://gifts.example.org/api/games");
  assert.equal(sent[0]?.headers.get("x-create-key"), "house key");
  const idempotencyKey = "a key of the caller";
  await gifts.createGame(GAME, { idempotencyKey });
  assert.equal(sent.at(-1)?.headers.get("idempotency-key"), idempotencyKey);
});

Deno.test("only requests that the service carries out once are sent again", async () => {
  const organizerToken = "token";
  const participantName = "Dee";
  const calls: [number, (gifts: GiftExchange) => Promise<unknown>][] = [
    [
      1,
      (gifts) => gifts.act("123456", { action: "addParticipant", organizerToken, participantName }),
    ],
    [
      1,
      (gifts) =>
        gifts.act("123456", {
          action: "updateParticipantEmail",
          participantId: "id",
          email: "a@b.example",
        }),
    ],
    [1, (gifts) => gifts.sendEmail({ code: "123456", type: "reminderAll", organizerToken })],
    [4, (gifts) => gifts.act("123456", { action: "joinInvitation", participantName })],
    [4, (gifts) => gifts.act("123456", { action: "claimPlace" })],
    [4, (gifts) => gifts.open("123456")],
  ];
  for (const [times, call] of calls) {
    const { gifts, sent } = answered(busy);
    assert.equal((await problemOf(call(gifts))).code, "SERVICE_BUSY");
    assert.equal(sent.length, times);
    const keyed = sent.filter(({ headers, init: { method } }) =>
      headers.has("idempotency-key") === (times > 1 && method !== "GET")
    );
    assert.equal(keyed.length, times);
  }
});

Deno.test("sendEmail() returns the result if every mail has failed", async () => {
  const result = { success: false, message: "1 failed", sent: 0, failed: 1, queued: 0 };
  const { gifts, sent } = answered(
    () => Response.json(result, { status: 503, headers: { "retry-after": "0" } }),
  );
  const email = { code: "123456", type: "reminder", organizerToken: "token" } as const;
  assert.deepEqual(await gifts.sendEmail({ ...email, participantId: "id" }), result);
  assert.equal(sent.length, 1);
});

Deno.test("a proxy's 503 is not taken for a result", async () => {
  const { gifts, sent } = answered(
    () => Response.json({ success: false }, { status: 503, headers: { "retry-after": "0" } }),
  );
  const email = { code: "123456", type: "reminder", organizerToken: "token" } as const;
  for (
    const [ask, attempts] of [
      [() => gifts.createGame(GAME), 4],
      [() => gifts.open("123456"), 4],
      [() => gifts.sendEmail(email), 1],
    ] as const
  ) {
    sent.length = 0;
    assert.equal((await problemOf(ask())).code, "UNEXPECTED_ANSWER");
    assert.equal(sent.length, attempts);
  }
});

Deno.test("a refusal because of a stale list carries the present list", async () => {
  const present = { wishes: [], wishesRevision: 3 };
  const { gifts } = answered(() =>
    Response.json({ error: "Stale", code: "STALE_WISHES", ...present }, { status: 409 })
  );
  const problem = await problemOf(
    gifts.act("123456", {
      action: "setWishes",
      participantToken: "token",
      revision: 1,
      wishes: [],
    }),
  );
  assert(problem.code === "STALE_WISHES");
  assert.deepEqual({ wishes: problem.wishes, wishesRevision: problem.wishesRevision }, present);
});

Deno.test("a refusal, and a wait of more than a minute, is for the caller", async () => {
  const long = { "retry-after": "3600" };
  const { gifts, sent } = answered(
    () => refuse(404, "GAME_NOT_FOUND"),
    () => refuse(429, "TOO_MANY_REQUESTS", long),
    () => new Response("<h1>Moved</h1>", { status: 302 }),
    () => new Response("<h1>Hello</h1>"),
  );
  assert.deepEqual(await problemOf(gifts.open("123456")), {
    code: "GAME_NOT_FOUND",
    status: 404,
    message: "It is GAME_NOT_FOUND",
  });
  const limited = await problemOf(gifts.open("123456"));
  assert(limited.code === "TOO_MANY_REQUESTS" && limited.retryAfter === 3600);
  assert.equal((await problemOf(gifts.open("123456"))).code, "UNEXPECTED_ANSWER");
  assert.equal((await problemOf(gifts.open("123456"))).code, "UNEXPECTED_ANSWER");
  assert.equal(sent.length, 4);
  assert(sent.every(({ init }) => init.redirect === "manual"));
});

Deno.test("a request that cannot be sent is an error of its caller, and is not tried", async () => {
  const { gifts, sent } = answered(() => Response.json({}));
  const watch = async (organizerToken: string) => {
    for await (const _ of gifts.watch("123456", { organizerToken })) break;
  };
  const size: unknown = 1n;
  for (
    const call of [
      () => gifts.open("123456", { organizerToken: "abc…" }),
      () => gifts.open("123456", { participantToken: "abc\ndef" }),
      () => watch("abc…"),
      () => gifts.createGame(GAME, { idempotencyKey: "costs 10 €, or more" }),
      () => gifts.createGame({ ...GAME, ...{ size } }),
    ]
  ) await assert.rejects(call, TypeError);
  assert.equal(sent.length, 0);
  for (const url of ["gifts.example.org", "localhost:8000", "/api", ""]) {
    assert.throws(() => new GiftExchange(url), TypeError, url);
  }
});

Deno.test("open() keeps tokens out of the URL, and escapes the code in its path", async () => {
  const { gifts, sent } = answered(() => Response.json({ view: "participant" }));
  await gifts.open("../config", { participantToken: "secret", participantId: "7" });
  assert.equal(
    sent[0]?.url,
    "https://gifts.example.org/api/games/..%2Fconfig?participantId=7",
  );
  assert.equal(sent[0]?.headers.get("x-participant-token"), "secret");
  assert(!sent[0]?.headers.has("x-purpose"));
});

Deno.test("watch() yields changes, survives an outage, and ends with the game", async () => {
  const view = (name: string, isArchived = false) => () =>
    Response.json({ view: "public", name, isArchived });
  const { gifts, sent } = answered(
    ...[view("A"), view("A"), ...Array(5).fill(busy), view("B"), view("B", true)],
  );
  const names: string[] = [];
  for await (const { name } of gifts.watch("123456", {}, { interval: 0 })) names.push(name);
  assert.deepEqual(names, ["A", "B", "B"]);
  assert.equal(sent.length, 9);
  assert(sent.every(({ headers }) => headers.get("x-purpose") === "prefetch"));
  const gone = answered(view("A"), () => refuse(404, "GAME_NOT_FOUND")).gifts
    .watch("123456", {}, { interval: 0 });
  await gone.next();
  assert.equal((await problemOf(gone.next())).code, "GAME_NOT_FOUND");
});

Deno.test("watch() ends once another game has the code", async () => {
  const view = (id: string) => () => Response.json({ view: "public", id, isArchived: false });
  const { gifts } = answered(view("1"), view("2"));
  const watched = gifts.watch("123456", {}, { interval: 0 });
  await watched.next();
  assert.equal((await problemOf(watched.next())).code, "GAME_NOT_FOUND");
});

Deno.test("an aborted signal ends waits and requests", async () => {
  const reason = new Error("enough");
  const controller = new AbortController();
  const { signal } = controller;
  const { gifts, sent } = answered(() => Response.json({ view: "public" }));
  const watched = gifts.watch("123456", {}, { interval: 3_600_000, signal });
  await watched.next();
  const next = watched.next();
  controller.abort(reason);
  await assert.rejects(next, reason);
  const hanging = new GiftExchange("https://gifts.example.org", {
    fetch: (_, { signal }) =>
      new Promise((_, reject) => {
        signal?.throwIfAborted();
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  await assert.rejects(hanging.open("123456", {}, { signal }), reason);
  assert.equal(sent.length, 1);
});
