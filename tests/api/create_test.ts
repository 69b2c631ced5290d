import assert from "node:assert/strict";
import { createdGameSchema } from "@/lib/http/answer_schemas.ts";
import { startApp, testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { TIME, UUID } from "../support/patterns.ts";
import { sql } from "../support/sql.ts";
import { assertValidDraw, named } from "../support/views.ts";

testAppOnBoth(
  "POST /api/games answers 201 with everything the contract names",
  async ({ client }) => {
    const game = await client.createGame({
      amount: "20",
      currency: "EUR",
      time: "18:30",
      location: "Home",
      organizerEmail: "o@example.org",
      exclusions: [["P1", "P2"]],
    });
    assert.match(game.id, UUID);
    assert.match(game.code, /^[1-9]\d{5}$/);
    assert.equal(game.name, "Winter party");
    assert.match(game.organizerToken, /^[\w-]{22,}$/);
    assert.equal(game.participants.length, 4);
    for (const one of game.participants) {
      assert.match(one.id, UUID);
      assert.match(one.token, /^[\w-]{22,}$/);
    }
    assertValidDraw(game);
    assert.deepEqual(game.exclusions, [[named(game, "P1").id, named(game, "P2").id]]);
    assert.deepEqual(game.emailResults, {
      organizerEmailSent: false,
      participantEmailsSent: 0,
      participantEmailsFailed: 0,
      participantEmailsQueued: 0,
    });
    assert.match(game.createdAt, TIME);
    assert.equal(game.isArchived, false);
  },
);

testAppOnBoth(
  "POST /api/games fills in the documented defaults",
  async ({ client }) => {
    const answer = await client.post("/api/games", {
      name: "  Trimmed  ",
      date: inDays(0),
      participants: [{ name: "Ana" }, { name: "Ben" }, { name: " Cy " }],
      unknown: "ignored",
    }, { "accept-language": "fr-CH, fr;q=0.9, en;q=0.8" });
    const game = succeeds(answer, createdGameSchema, 201);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const { name, amount, currency, time, location, generalNotes, organizerEmail, language } = game;
    assert.deepEqual(
      { name, amount, currency, time, location, generalNotes, organizerEmail, language },
      {
        name: "Trimmed",
        amount: "",
        currency: "USD",
        time: "",
        location: "",
        generalNotes: "",
        organizerEmail: "",
        language: "fr",
      },
    );
    assert.equal(game.isProtected, false);
    assert.equal(game.allowReassignment, true);
    assert.equal(game.participants[2]?.name, "Cy");
  },
);

for (const size of [3, 1000]) {
  testAppOnBoth(`a game of ${size} is created, read, changed and archived`, async ({ client }) => {
    const households = Array.from(
      { length: Math.floor(size / 5) },
      (_, index) => Array.from({ length: 5 }, (_, member) => `P${index * 5 + member + 1}`),
    );
    const game = await client.createGame({ participants: people(size), households });
    assertValidDraw(game);
    const { emailResults: _, ...view } = game;
    assert.deepEqual(await client.readAsOrganizer(game), view);
    const renamed = await client.manage(game, "updateGameDetails", { name: "New name" });
    assert.equal(renamed.name, "New name");
    const redrawn = await client.manage(game, "reassignAll", {});
    assertValidDraw(redrawn);
    const archived = await client.archive(game);
    assert.equal(archived.success, true);
    assert.equal(typeof archived.message, "string");
    assert.equal(archived.archivedCode, game.code);
    const after = await client.readAsOrganizer(game);
    assert.equal(after.isArchived, true);
    assert.match(after.archivedAt ?? "", TIME);
    assert.equal(after.participants.length, size);
  });
}

testAppOnBoth(
  "an answer is no larger than its game, however often a household is repeated",
  async ({ client }) => {
    const home = people(100).map(({ name }) => name);
    const households = Array.from(
      { length: 300 },
      (_, shift) => home.slice(shift % 3, 40 + shift % 2),
    );
    const game = await client.createGame({ participants: people(100), households });
    assertValidDraw(game);
    assert.deepEqual(
      game.households.map((ids) => ids.length).sort((one, other) => one - other),
      [41],
    );
    const { length } = JSON.stringify(game);
    const plain = await client.createGame({ participants: people(100) });
    assert.ok(length < JSON.stringify(plain).length + 41 * 50);
  },
);

testAppOnBoth(
  "an impossible draw answers 400, names the group and stores nothing",
  async ({ client, services }) => {
    const answer = await client.post("/api/games", {
      name: "X",
      date: inDays(1),
      participants: ["Ana", "Ben", "Cy", "Dee", "Eve"].map((name) => ({ name })),
      households: [["Ana", "Ben", "Cy"]],
    });
    const { error } = refuses(answer, 400, "DRAW_IMPOSSIBLE");
    assert.match(error, /Ana, Ben and Cy may only give to Dee and Eve/);
    assert.equal((await sql(services, "select id from games")).length, 0);
  },
);

testAppOnBoth("an event may be on the last representable day", async ({ client }) => {
  const date = "9999-12-31";
  for (const rest of [{}, { time: "23:30" }]) {
    const game = await client.createGame({ date, timeZone: "America/New_York", ...rest });
    assert.equal(game.date, date);
    const moved = await client.manage(game, "updateGameDetails", { date: inDays(9) });
    await client.readAsParticipant(game, { participantToken: named(game, "P1").token });
    assert.equal((await client.manage(game, "updateGameDetails", { date })).date, date);
    assert.equal(moved.date, inDays(9));
  }
});

Deno.test("POST /api/games accepts a key in the header or the body if creation needs one", async () => {
  await using app = await startApp({ CREATE_KEY: "new-key-1234, old-key-1234" });
  const create = (headers: Record<string, string>, createKey?: string) =>
    app.client.post("/api/games", {
      name: "Winter party",
      date: inDays(20),
      participants: people(3),
      ...createKey !== undefined && { createKey },
    }, headers);
  refuses(await create({}), 401, "CREATE_KEY_REQUIRED");
  refuses(await create({ "x-create-key": "wrong-key" }), 403, "INVALID_CREATE_KEY");
  refuses(await create({}, "new-key-123"), 403, "INVALID_CREATE_KEY");
  for (const key of ["new-key-1234", "old-key-1234"]) {
    assert.equal((await create({ "x-create-key": key })).status, 201);
    assert.equal((await create({}, key)).status, 201);
  }
});
