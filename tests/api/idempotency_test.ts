import assert from "node:assert/strict";
import { newcomerViewSchema } from "@/lib/game/action_answers.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { createdGameSchema } from "@/lib/http/answer_schemas.ts";
import { startApp, type TestApp, testAppOnBoth } from "../support/app.ts";
import { Client, refuses, succeeds } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { mailTest, ORGANIZER } from "../support/mail_app.ts";
import { sql } from "../support/sql.ts";
import { assertValidDraw } from "../support/views.ts";
import { until } from "../support/until.ts";

const body = (rest: Record<string, unknown> = {}) => ({
  name: "Winter party",
  date: inDays(30),
  participants: people(4),
  ...rest,
});

function create(client: Client, key: string, game: unknown = body()) {
  return client.post("/api/games", game, { "idempotency-key": key });
}

async function countGames({ services }: TestApp): Promise<number> {
  return (await sql(services, "select id from games")).length;
}

testAppOnBoth("POST /api/games with the same key and body creates one game", async (app) => {
  const { client } = app;
  const key = crypto.randomUUID();
  const first = await create(client, key);
  const created = succeeds(first, createdGameSchema, 201);
  assertValidDraw(created);
  const again = await create(client, key);
  assert.equal(again.status, 201);
  assert.deepEqual(again.body, first.body);
  // Different spelling and a different client, but the same meaning.
  const spread = JSON.stringify({ unknown: 1, ...body() }, null, 2);
  assert.deepEqual((await create(client, key, spread)).body, first.body);
  const { databaseUrl } = app.services.settings;
  if (databaseUrl) {
    await using other = await startApp({ DATABASE_URL: databaseUrl });
    assert.deepEqual((await create(other.client, key)).body, first.body, "another instance");
  }
  refuses(await create(client, key, body({ name: "Other" })), 409, "KEY_REUSED");
  refuses(await create(client, key, body({ location: "x" })), 409, "KEY_REUSED");
  assert.equal(await countGames(app), 1);
  const fresh = succeeds(await create(client, crypto.randomUUID()), createdGameSchema, 201);
  assert.notEqual(fresh.code, created.code);
  assert.equal(await countGames(app), 2);
});

testAppOnBoth("a creation stored by an earlier release is recognized", async (app) => {
  const key = crypto.randomUUID();
  const game = body();
  const first = await create(app.client, key, game);
  const { byPost: _, sendBy: __, replyToOrganizer: ___, ...parsed } = createGameSchema.parse(game);
  const text = JSON.stringify(parsed);
  const [hash] = app.services.tokens.hashes("idempotency body", "create", key, text);
  await sql(app.services, "update idempotency_records set body_hash = $1", [hash]);
  assert.deepEqual((await create(app.client, key, game)).body, first.body);
  refuses(await create(app.client, key, body({ name: "Other" })), 409, "KEY_REUSED");
  assert.equal(await countGames(app), 1);
});

testAppOnBoth("erasing a game frees its key", async (app) => {
  const key = crypto.randomUUID();
  const game = body();
  const { code, organizerToken } = succeeds(
    await create(app.client, key, game),
    createdGameSchema,
    201,
  );
  const erased = await app.client.patchGame({ code }, {
    action: "eraseGame",
    organizerToken,
    confirmName: game.name,
  });
  assert.equal(erased.status, 200);
  const next = succeeds(await create(app.client, key, game), createdGameSchema, 201);
  assert.notEqual(next.organizerToken, organizerToken);
  assert.equal(await countGames(app), 1);
});

testAppOnBoth("concurrent requests with one key create one game", async (app) => {
  const key = "the same";
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => create(app.client, key)),
  );
  for (const { status, body } of answers) {
    assert.equal(status, 201);
    assert.deepEqual(body, answers[0]?.body);
  }
  assert.equal(await countGames(app), 1);
});

testAppOnBoth("a short key is its client's own, a long one works anywhere", async (app) => {
  const createFrom = async (address: string, key: string, game: unknown = body()) => {
    const client = new Client((request) => app.fetch(request, address));
    return await create(client, key, game);
  };
  const first = succeeds(await createFrom("192.0.2.1", "1"), createdGameSchema, 201);
  const other = succeeds(await createFrom("192.0.2.2", "1"), createdGameSchema, 201);
  assert.notEqual(other.code, first.code);
  assert.notEqual(other.organizerToken, first.organizerToken);
  const another = await createFrom("192.0.2.3", "1", body({ name: "Other" }));
  succeeds(another, createdGameSchema, 201);
  const again = succeeds(await createFrom("192.0.2.2", "1"), createdGameSchema, 201);
  assert.equal(again.code, other.code);
  refuses(await createFrom("192.0.2.2", "1", body({ name: "Other" })), 409, "KEY_REUSED");
  const key = "0123456789abcdef";
  const roaming = succeeds(await createFrom("192.0.2.1", key), createdGameSchema, 201);
  assert.deepEqual(
    succeeds(await createFrom("192.0.2.2", key), createdGameSchema, 201),
    roaming,
  );
});

testAppOnBoth("refusals are not stored, and a key is remembered for one day only", async (app) => {
  const key = crypto.randomUUID();
  refuses(await create(app.client, key, body({ date: "2020-01-01" })), 400, "DATE_IN_PAST");
  const { code } = succeeds(await create(app.client, key), createdGameSchema, 201);
  const age = async (seconds: number) => {
    const time = app.services.store.engine === "SQLite"
      ? `created_at - ${seconds * 1000}`
      : `created_at - interval '${seconds} seconds'`;
    await sql(app.services, `update idempotency_records set created_at = ${time}`);
  };
  await age(86_300);
  assert.equal(succeeds(await create(app.client, key), createdGameSchema, 201).code, code);
  await age(200);
  const next = succeeds(await create(app.client, key), createdGameSchema, 201);
  assert.notEqual(next.code, code);
  assert.equal(succeeds(await create(app.client, key), createdGameSchema, 201).code, next.code);

  await age(86_500);
  const secret = { "x-cleanup-secret": app.services.settings.cleanupSecret ?? "" };
  assert.equal((await app.client.post("/api/games/cleanup", undefined, secret)).status, 200);
  assert.equal((await sql(app.services, "select * from idempotency_records")).length, 0);
});

testAppOnBoth(
  "repeating a game with the same key returns the same one, whatever happened to the old game",
  async (app) => {
    const { client } = app;
    const old = succeeds(
      await client.post("/api/games", body({ draw: "later", participants: people(3) })),
      createdGameSchema,
      201,
    );
    const { organizerToken } = old;
    const headers = {
      "idempotency-key": crypto.randomUUID(),
      "x-organizer-token": organizerToken,
    };
    const repeat = (rest: object = {}, others: object = {}) =>
      client.post(
        `/api/games/${old.code}/again`,
        { date: inDays(40), ...rest },
        { ...headers, ...others },
      );
    const first = succeeds(await repeat(), createdGameSchema, 201);
    const participantId = old.participants[0]?.id ?? "";
    await client.manage(old, "removeParticipant", { participantId });
    refuses(
      await repeat({}, { "idempotency-key": crypto.randomUUID() }),
      400,
      "VALIDATION_FAILED",
    );
    const again = succeeds(await repeat(), createdGameSchema, 201);
    assert.deepEqual([again.code, again.organizerToken], [first.code, first.organizerToken]);
    refuses(await repeat({ location: "x" }), 409, "KEY_REUSED");
    refuses(await repeat({}, { "x-organizer-token": "wrong" }), 403, "INVALID_TOKEN");
    assert.equal(await countGames(app), 2);
  },
);

testAppOnBoth("the stored record of a request reveals nothing about it", async (app) => {
  await create(app.client, "my own key", body({ name: "Secret party" }));
  const rows = await sql(app.services, "select * from idempotency_records");
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify(rows), /my own key|Secret party|participants|example/);
});

Deno.test("an Idempotency-Key has 1 to 200 printable characters", async () => {
  await using app = await startApp();
  for (const key of ["", "x".repeat(201), "a\tb", "schlüssel"]) {
    const { details } = refuses(await create(app.client, key), 400, "VALIDATION_FAILED");
    assert.equal(details?.[0]?.path, "Idempotency-Key");
  }
  for (const key of ["x", "~".repeat(200), '"quoted", with spaces']) {
    assert.equal((await create(app.client, key)).status, 201, key);
  }
  const preflight = await app.client.send("OPTIONS", "/api/games", undefined, {
    origin: "https://elsewhere.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "idempotency-key",
  });
  const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
  assert.match(allowed, /idempotency-key.*x-purpose/i);
  const { headers } = await app.client.get("/api/config", { origin: "https://elsewhere.example" });
  assert.equal(headers.get("access-control-expose-headers"), "retry-after");
});

testAppOnBoth("a key does not reveal a link that replaced its answer's", async (app) => {
  const key = crypto.randomUUID();
  const { code } = succeeds(await create(app.client, key), createdGameSchema, 201);
  await sql(app.services, "update games set organizer_token_version = 2 where code = $1", [code]);
  refuses(await create(app.client, key), 403, "INVALID_TOKEN");
});

mailTest(
  "while the first request waits for its mails, a second one gets an in-progress error",
  async (app, server) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    server.behaviour.holds = held;
    const key = crypto.randomUUID();
    const mailed = body({ sendEmails: true, organizerEmail: ORGANIZER });
    const first = create(app.client, key, mailed);
    await until(async () => await countGames(app) > 0, "the game is stored");
    const early = await create(app.client, key, mailed);
    refuses(early, 409, "IN_PROGRESS");
    const wait = Number(early.headers.get("retry-after"));
    const { patience = 0 } = app.services.mail ?? {};
    assert(wait > 0 && wait <= patience / 1000 + 5, `${wait} s`);
    refuses(await create(app.client, key), 409, "KEY_REUSED");
    release();
    const { status, body: answer } = await first;
    assert.equal(status, 201);
    assert.deepEqual((await create(app.client, key, mailed)).body, answer);
    await server.waitFor(5);
    assert.equal(server.arrived.length, 5);

    // Its process died before it could answer: the key must not stay blocked.
    await sql(app.services, "update idempotency_records set running_until = $1", [Date.now() - 1]);
    assert.deepEqual((await create(app.client, key, mailed)).body, answer);
  },
);

testAppOnBoth("repeating the same join request returns the same newcomer", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isProtected: true });
  const { invitationToken } = game;
  const join = (key: string, participantName: string, token = invitationToken) =>
    client.send("PATCH", `/api/games/${game.code}`, {
      action: "joinInvitation",
      invitationToken: token,
      participantName,
    }, { "idempotency-key": key });
  const key = crypto.randomUUID();
  const answers = await Promise.all([join(key, "Late"), join(key, "Late"), join(key, "Late")]);
  const first = succeeds(answers[0], newcomerViewSchema);
  for (const { body } of answers) assert.deepEqual(body, first);
  assert.deepEqual((await join(key, "Late")).body, first);
  refuses(await join(key, "Later"), 409, "KEY_REUSED");
  refuses(await join(key, "Late", "wrong"), 403, "INVALID_TOKEN");
  refuses(await join(crypto.randomUUID(), "Late"), 400, "NAME_TAKEN");
  const view = await client.readAsOrganizer(game);
  assert.equal(view.participants.length, 5);
  const participantId = first.authenticatedParticipantId;
  await client.manage(game, "regenerateToken", { participantId });
  refuses(await join(key, "Late"), 403, "INVALID_TOKEN");
  await client.manage(game, "removeParticipant", { participantId });
  refuses(await join(key, "Late"), 404, "PARTICIPANT_NOT_FOUND");
});

testAppOnBoth("a newcomer's short key reveals their link to no one else", async (app) => {
  const { code, invitationToken } = await app.client.createGame({ isProtected: true });
  const join = (address: string, key: string, participantName: string) =>
    new Client((request) => app.fetch(request, address)).send(
      "PATCH",
      `/api/games/${code}`,
      { action: "joinInvitation", invitationToken, participantName },
      { "idempotency-key": key },
    );
  const first = succeeds(await join("192.0.2.1", "1", "Late"), newcomerViewSchema);
  const stranger = await join("192.0.2.2", "1", "Late");
  refuses(stranger, 400, "NAME_TAKEN");
  assert.doesNotMatch(JSON.stringify(stranger.body), /participantToken/);
  succeeds(await join("192.0.2.2", "1", "Later"), newcomerViewSchema);
  const again = succeeds(await join("192.0.2.1", "1", "Late"), newcomerViewSchema);
  assert.equal(again.participantToken, first.participantToken);
});
