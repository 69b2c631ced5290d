/** The pairs of a sealed game are remembered by at most one further game. */
import assert from "node:assert/strict";
import { createdGameSchema } from "@/lib/http/answer_schemas.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import { type CreatedGame, refuses, succeeds } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";

async function stored({ services }: TestApp, { code }: { code: string }) {
  const game = await services.store.readGame(code);
  assert(game);
  return game;
}

/** Pairs by number. */
async function pairs(app: TestApp, game: { code: string }): Promise<string[]> {
  const { participants } = await stored(app, game);
  return participants.map(({ number, receiver }) => `${number} ${receiver}`);
}

function sealed({ client }: TestApp): Promise<CreatedGame> {
  return client.createGame({ isSealed: true, participants: people(8) });
}

function repeat(
  { client }: TestApp,
  game: CreatedGame,
  rest: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const { organizerToken } = game;
  return client.repeatGame(game, { date: inDays(300), organizerToken, ...rest }, headers);
}

testAppOnBoth("a refused again does not use up the memory", async (app) => {
  const first = await sealed(app);
  for (
    const [rest, code] of [
      [{ date: inDays(-2) }, "DATE_IN_PAST"],
      [{ households: [["P1", "P2", "P3", "P4", "P5"]] }, "DRAW_IMPOSSIBLE"],
      [{ exclusions: people(7).slice(1).map(({ name }) => ["P1", name]) }, "RULES_TELL_PAIRS"],
      [{ keepersMayDraw: true }, "KEEPERS_ARE_SEALED"],
    ] as const
  ) refuses(await repeat(app, first, rest), 400, code);
  assert.equal((await stored(app, first)).isRemembered, false);
  const old = new Set(await pairs(app, first));
  const next = succeeds(await repeat(app, first), createdGameSchema, 201);
  assert.equal((await stored(app, first)).isRemembered, true);
  assert.deepEqual((await pairs(app, next)).filter((pair) => old.has(pair)), []);
});

testAppOnBoth("of several games repeated at once, one remembers the pairs", async (app) => {
  const first = await sealed(app);
  const answers = await Promise.all(Array.from({ length: 5 }, () => repeat(app, first)));
  const games = await Promise.all(
    answers.map((answer) => stored(app, succeeds(answer, createdGameSchema, 201))),
  );
  assert.deepEqual(games.map(({ memory }) => memory.length).toSorted(), [0, 0, 0, 0, 1]);
  const later = succeeds(await repeat(app, first), createdGameSchema, 201);
  assert.deepEqual((await stored(app, later)).memory, []);
});

testAppOnBoth("one again, sent several times with its key, remembers once", async (app) => {
  const first = await sealed(app);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => repeat(app, first, {}, headers)),
  );
  for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body);
  const game = succeeds(await repeat(app, first, {}, headers), createdGameSchema, 201);
  assert.equal((await stored(app, game)).memory.length, 1);
  const another = succeeds(
    await repeat(app, first, {}, { "idempotency-key": crypto.randomUUID() }),
    createdGameSchema,
    201,
  );
  assert.deepEqual((await stored(app, another)).memory, []);
});

testAppOnBoth(
  "repeating a game with other people leaves the memory for the original ones",
  async (app) => {
    const first = await sealed(app);
    const strangers = people(8).map(({ name }) => ({ name }));
    for (const rest of [{ participants: strangers }, { isSealed: false }]) {
      const next = succeeds(await repeat(app, first, rest), createdGameSchema, 201);
      assert.deepEqual((await stored(app, next)).memory, []);
    }
    assert.equal((await stored(app, first)).isRemembered, false);
    const same = succeeds(await repeat(app, first), createdGameSchema, 201);
    assert.equal((await stored(app, same)).memory.length, 1);
  },
);

testAppOnBoth(
  "in a chain of undrawn games, the first one remembers the sealed game",
  async (app) => {
    const first = await sealed(app);
    const again = async (game: CreatedGame, rest = {}) =>
      succeeds(await repeat(app, game, rest), createdGameSchema, 201);
    const gathering = await again(first, { draw: "later" });
    assert.equal((await stored(app, gathering)).memory.length, 1);
    const further = await again(gathering, { draw: "later" });
    assert.deepEqual((await stored(app, further)).memory, []);
    assert.deepEqual((await stored(app, await again(first))).memory, []);
    assert.equal((await stored(app, gathering)).isRemembered, false, "nothing of it is used up");
  },
);

testAppOnBoth("opening in the room ends the memory before it opens a gift", async (app) => {
  const { client, services: { store } } = app;
  const first = await sealed(app);
  const next = succeeds(await repeat(app, first), createdGameSchema, 201);
  // As an earlier release left it: it remembers pairs, and gifts can be opened in the room.
  await store.changeGame(next.code, (game) => ({
    game: game &&
      { ...game, participants: game.participants.map((one) => ({ ...one, email: null })) },
    outbox: null,
    result: undefined,
  }));
  const { participants } = await client.readAsOrganizer(next);
  const opened = await client.patchGame(next, {
    action: "openInRoom",
    organizerToken: next.organizerToken,
    participantId: participants[0]?.id,
  });
  assert.equal(opened.status, 200, opened.text);
  assert.deepEqual((await stored(app, next)).memory, []);
});
