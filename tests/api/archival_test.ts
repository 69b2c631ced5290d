import assert from "node:assert/strict";
import { startApp, testAppOnBoth } from "../support/app.ts";
import { refuses } from "../support/client.ts";
import { inDays, makeGame } from "../support/games.ts";
import { PHOTOS } from "../support/photos.ts";
import { pairInRing, readWithTokens } from "../support/sealed_games.ts";
import { sql } from "../support/sql.ts";
import { named } from "../support/views.ts";

const CLEANUP = "/api/games/cleanup";
const SECRET = { "x-cleanup-secret": "cleanup secret of the tests" };

/** SQL that makes the database refuse every change of one game, and SQL that allows changes again. */
const REFUSE_CHANGE = {
  sqlite: [
    (id?: string) =>
      `create trigger refuse before update on games when old.id = '${id}'
        begin select raise(abort, 'no'); end`,
    "drop trigger refuse",
  ],
  postgres: [
    (id?: string) =>
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before update on games for each row
        when (old.id = '${id}') execute function refuse()`,
    "drop trigger refuse on games",
  ],
} as const;

testAppOnBoth("an archived game is 404 for all but its organizer", async ({ client }) => {
  const game = await client.createGame();
  const remove = (headers: Record<string, string>) => client.deleteGame(game, headers);
  assert.equal((await remove({})).status, 401);
  assert.equal((await remove({ "x-organizer-token": "wrong" })).status, 403);
  const unknown = await client.deleteGame({ code: "999999" }, { "x-organizer-token": "x" });
  assert.equal(unknown.status, 404);
  await client.archive(game);
  const again = await remove({ "x-organizer-token": game.organizerToken });
  refuses(again, 409, "ALREADY_ARCHIVED");
  assert.equal((await remove({ "x-organizer-token": "wrong" })).status, 409);
  assert.equal((await remove({})).status, 401);

  const { id: participantId, token: participantToken } = named(game, "P1");
  assert.equal((await client.getGame(game)).status, 404);
  assert.equal((await client.getGame(game, { organizerToken: "wrong" })).status, 404);
  assert.equal((await client.getGame(game, { participantToken })).status, 404);
  assert.equal((await client.readAsOrganizer(game)).isArchived, true);
  for (
    const body of [
      { action: "reassignAll", organizerToken: game.organizerToken },
      { action: "updateWish", participantId, wish: "x" },
      { action: "joinInvitation", invitationToken: game.invitationToken, participantName: "L" },
    ]
  ) {
    refuses(await client.patchGame(game, body), 404, "GAME_NOT_FOUND", body.action);
  }
  const mail = await client.post("/api/email/send", {
    code: game.code,
    type: "reminder",
    organizerToken: game.organizerToken,
  });
  assert.equal(mail.status, 404);
});

Deno.test("DELETE /api/games/{code} accepts the token in the query or in the header", async () => {
  await using app = await startApp();
  const { code, organizerToken } = await app.client.createGame();
  const path = `/api/games/${code}?organizerToken=${organizerToken}`;
  assert.equal((await app.client.send("DELETE", path)).status, 200);
});

testAppOnBoth(
  "an archived game stays open to its organizer after its code is reused",
  async ({ client, services }) => {
    const old = await client.createGame();
    await client.archive(old);
    const young = await client.createGame({ name: "Young" });
    await sql(services, `update games set code = '${old.code}' where id = '${young.id}'`);
    assert.equal((await client.readAsOrganizer(old)).id, old.id);
    assert.equal((await client.readAsOrganizer({ ...young, code: old.code })).id, young.id);
    assert.equal((await client.readPublic(old)).name, "Young");
    const archive = (organizerToken: string) =>
      client.deleteGame(old, { "x-organizer-token": organizerToken });
    refuses(await archive(old.organizerToken), 409, "ALREADY_ARCHIVED");
    refuses(await archive("wrong"), 403, "INVALID_TOKEN");
    assert.equal((await client.readPublic(old)).name, "Young", "it is active");
    assert.equal((await archive(young.organizerToken)).status, 200);
  },
);

testAppOnBoth(
  "POST /api/games/cleanup archives games three days past, and counts failures",
  async ({ client, services }) => {
    const games = [];
    for (const days of [-10, -3, -2, 5]) {
      const game = await client.createGame();
      await sql(services, `update games set date = '${inDays(days)}' where id = '${game.id}'`);
      games.push(game);
    }
    const missing = await client.post(CLEANUP);
    assert.equal(refuses(missing, 401, "UNAUTHORIZED").error, "Unauthorized");
    const wrong = await client.post(CLEANUP, undefined, { "x-cleanup-secret": "wrong" });
    assert.equal(refuses(wrong, 401, "UNAUTHORIZED").error, "Unauthorized");

    // A game that cannot be changed, as if its row were damaged.
    const [refuse, allow] = services.settings.databaseUrl
      ? REFUSE_CHANGE.postgres
      : REFUSE_CHANGE.sqlite;
    await sql(services, refuse(games[0]?.id));
    const partial = await client.post(CLEANUP, undefined, SECRET);
    assert.equal(partial.status, 200);
    assert.deepEqual(partial.body, { archivedCount: 1, failedCount: 1, totalFound: 2 });
    await sql(services, allow);
    const rest = await client.post(CLEANUP, undefined, SECRET);
    assert.deepEqual(rest.body, { archivedCount: 1, failedCount: 0, totalFound: 1 });
    const states = [];
    for (const game of games) states.push((await client.readAsOrganizer(game)).isArchived);
    assert.deepEqual(states, [true, true, false, false]);
  },
);

testAppOnBoth("POST /api/games/cleanup erases loose photos and old addresses", async (app) => {
  const { client, services } = app;
  const game = await client.createGame({ byPost: true, isProtected: true });
  await pairInRing(app, game);
  const participantToken = named(await readWithTokens(app, game, "P1"), "P1").token;
  await client.act(game, "updateAddress", {
    participantToken,
    lines: ["Birkenweg 7", "20095 Hamburg"],
    country: "DE",
    hint: "",
  });
  const [photo] = PHOTOS.values();
  const added = await app.fetch(
    new Request(`http://localhost/api/games/${game.code}/photos`, {
      method: "POST",
      headers: { "x-participant-token": participantToken },
      body: photo ?? null,
    }),
  );
  assert.equal(added.status, 201, await added.text());
  const kept = async () => [
    (await sql(services, "select id from photos")).length,
    (await sql(services, "select 1 from participants where postal_address is not null")).length,
  ];
  assert.deepEqual(await kept(), [1, 1]);

  const twoDaysAgo = services.settings.databaseUrl
    ? "now() - interval '2 days'"
    : String(Date.now() - 2 * 86_400_000);
  await sql(services, `update photos set since = ${twoDaysAgo}`);
  // A game archived by a release that did not know addresses.
  const archived = `archived_at = '2026-01-01T00:00:00.000Z', date = '${inDays(-21)}'`;
  await sql(services, `update games set ${archived} where id = '${game.id}'`);
  const answer = await client.post(CLEANUP, undefined, SECRET);
  assert.deepEqual(answer.body, { archivedCount: 0, failedCount: 0, totalFound: 0 });
  assert.deepEqual(await kept(), [0, 0]);
});

Deno.test("POST /api/games/cleanup handles more games than fit in one batch", async () => {
  await using app = await startApp();
  const { store } = app.services;
  const past = Array.from({ length: 450 }, () => ({ ...makeGame(3), date: "2020-01-01" }));
  await Promise.all(past.map((game) => store.createGame(game, [])));
  const { code } = await app.client.createGame();
  const answer = await app.client.post(CLEANUP, undefined, SECRET);
  assert.deepEqual(answer.body, { archivedCount: 450, failedCount: 0, totalFound: 450 });
  assert.equal((await app.client.getGame({ code })).status, 200);
});

Deno.test("POST /api/games/cleanup answers 500 if the setting is missing", async () => {
  await using app = await startApp({ CLEANUP_SECRET: "" });
  const answer = await app.client.post(CLEANUP, undefined, { "x-cleanup-secret": "" });
  assert.equal(
    refuses(answer, 500, "CLEANUP_NOT_CONFIGURED").error,
    "Server configuration error",
  );
});
