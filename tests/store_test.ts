import assert from "node:assert/strict";
import { decide } from "@/lib/game/actions.ts";
import { cryptoRandom, type Random } from "@/lib/draw/random.ts";
import type { GameAction } from "@/lib/game/schemas.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Database } from "@/lib/store/database.ts";
import {
  changeGame,
  createGame,
  listExpiredGames,
  markViewed,
  readArchivedGames,
  readGame,
} from "@/lib/store/games.ts";
import { migrate } from "@/lib/store/migrations.ts";
import { testOnBoth } from "./support/databases.ts";
import { decisionContext, inDays, makeGame, tokens } from "./support/games.ts";

async function store(db: Database, game: Game, random: Random = cryptoRandom): Promise<Game> {
  return (await createGame(db, game, [], random)).game;
}

/** Carries out an action as the organizer, straight on the store. */
async function act(db: Database, code: string, action: GameAction): Promise<Game> {
  return await changeGame(db, code, (game) => {
    assert(game, "the game is there");
    const credential = { organizerToken: tokens.organizer(game) };
    const decision = decide(game, action, credential, tokens, decisionContext);
    return { game: decision.game, mails: [], result: decision.game };
  });
}

async function archive(db: Database, code: string): Promise<void> {
  await changeGame(db, code, (game) => ({
    game: game && { ...game, archivedAt: new Date().toISOString() },
    mails: [],
    result: undefined,
  }));
}

testOnBoth(
  "migrate() changes nothing the second time, nor from many instances at once",
  async (db) => {
    const game = await store(db, makeGame(3));
    await Promise.all([migrate(db), migrate(db), migrate(db)]);
    assert.deepEqual(await readGame(db, game.code), game);
  },
);

for (const size of [3, 1000]) {
  testOnBoth(`createGame() and readGame() keep a game of ${size} to the letter`, async (db) => {
    const game = makeGame(size, {
      name: 'Naïve "quotes" \\ and 日本語 🎁',
      generalNotes: "line one\nline two\ttab",
      exclusions: [["P1", "P2"]],
      households: size > 3 ? [["P4", "P5", "P6"], ["P7", "P8"]] : [],
      ...(size > 3 ? {} : { exclusions: [] }),
      organizerEmail: "o@example.org",
      timeZone: "Asia/Tokyo",
      time: "18:30",
    });
    assert.deepEqual(await readGame(db, (await store(db, game)).code), game);
  });
}

testOnBoth("readGame() is null for a code that was never given", async (db) => {
  assert.equal(await readGame(db, "123456"), null);
});

testOnBoth("changeGame() stores exactly what each action decides", async (db) => {
  const { code } = await store(db, makeGame(8, { households: [["P1", "P2"]] }));
  const idOf = async (name: string) => {
    const game = await readGame(db, code);
    const found = game?.participants.find((one) => one.name === name);
    assert(found, `${name} is in the game`);
    return found.id;
  };
  const actions: GameAction[] = [
    {
      action: "addParticipant",
      participantName: "New",
      participantEmail: "n@example.org",
      desiredGift: "",
      wish: "socks",
    },
    { action: "removeParticipant", participantId: await idOf("P3") },
    {
      action: "updateParticipantDetails",
      participantId: await idOf("P4"),
      name: "Renamed",
      email: "",
      wish: "w",
    },
    { action: "confirmAssignment", participantId: await idOf("P5") },
    { action: "requestReassignment", participantId: await idOf("P6") },
    { action: "approveReassignment", participantId: await idOf("P6") },
    { action: "setExclusions", exclusions: [["P5", "P6"]], households: [["P1", "P2", "P7"]] },
    { action: "regenerateToken", participantId: await idOf("P7") },
    {
      action: "updateGameDetails",
      name: "Other",
      date: "2031-02-03",
      isProtected: true,
      timeZone: "Europe/Berlin",
    },
    { action: "reassignAll" },
    { action: "regenerateInvitationToken" },
  ];
  for (const action of actions) {
    const after = await act(db, code, action);
    assert.deepEqual(await readGame(db, code), after, action.action);
  }
});

testOnBoth("changeGame() rolls everything back where the decision throws", async (db) => {
  const game = await store(db, makeGame(3));
  await assert.rejects(
    changeGame(db, game.code, () => {
      throw new Error("no");
    }),
    /no/,
  );
  assert.deepEqual(await readGame(db, game.code), game);
});

testOnBoth("changeGame() loses nothing of 50 concurrent changes to one game", async (db) => {
  const { code } = await store(db, makeGame(3));
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      act(db, code, {
        action: "addParticipant",
        participantName: `Late ${index}`,
        participantEmail: "",
        desiredGift: "",
        wish: "",
      })),
  );
  const game = await readGame(db, code);
  assert(game);
  assert.equal(game.participants.length, 53);
  assert.equal(new Set(game.participants.map((one) => one.number)).size, 53);
  assert.equal(new Set(game.participants.map((one) => one.receiver)).size, 53);
  for (let index = 0; index < 50; index++) {
    assert(game.participants.some((one) => one.name === `Late ${index}`), `Late ${index} is there`);
  }
});

testOnBoth("createGame() takes another code where the proposed one is in use", async (db) => {
  const first = await store(db, makeGame(3));
  const codes = [Number(first.code) - 100_000, 700_000];
  const second = await store(db, { ...makeGame(3), code: first.code }, {
    below: () => codes.shift() ?? 0,
  });
  assert.equal(second.code, "800000");
  assert.deepEqual(await readGame(db, first.code), first);
  assert.deepEqual(await readGame(db, second.code), second);
});

testOnBoth("readGame() prefers the active game of a code that is used again", async (db) => {
  const old = await store(db, makeGame(3));
  await archive(db, old.code);
  assert.equal((await readGame(db, old.code))?.id, old.id);
  const young = await store(db, { ...makeGame(4), code: old.code });
  assert.equal(young.code, old.code);
  assert.equal((await readGame(db, old.code))?.id, young.id);
  assert.deepEqual((await readArchivedGames(db, old.code)).map((game) => game.id), [old.id]);
});

testOnBoth(
  "markViewed() keeps the first time, and none of an assignment that has changed",
  async (db) => {
    const game = await store(db, makeGame(3));
    const [viewer, other] = game.participants;
    assert(viewer && other);
    const first = new Date("2026-01-02T03:04:05.678Z");
    await markViewed(db, game, viewer, first);
    await markViewed(db, game, viewer, new Date());
    await markViewed(db, game, { number: other.number, receiver: other.number }, first);
    const seen = (await readGame(db, game.code))?.participants.map((one) => one.viewedAt);
    assert.deepEqual(seen, [first.toISOString(), null, null]);
  },
);

testOnBoth("listExpiredGames() pages through active games up to a date", async (db) => {
  const expired = [];
  for (let index = 0; index < 5; index++) {
    expired.push(await store(db, { ...makeGame(3), date: "2020-01-01" }));
  }
  await store(db, { ...makeGame(3), date: inDays(1) });
  await archive(db, expired[0]?.code ?? "");
  const ids: string[] = [];
  for (let after: string | null = null;;) {
    const page: { id: string }[] = await listExpiredGames(db, "2020-01-01", after, 2);
    ids.push(...page.map((game) => game.id));
    after = page.at(-1)?.id ?? null;
    if (!after) break;
  }
  assert.deepEqual(ids.toSorted(), expired.slice(1).map((game) => game.id).toSorted());
});

testOnBoth("the tables refuse what no bug may store", async (db) => {
  const game = await store(db, makeGame(3));
  const [a, b, c] = game.participants;
  assert(a && b && c);
  const refused = async (what: string, sql: string, ...params: (string | number)[]) => {
    // SQLSTATE class 23: an integrity constraint.
    await assert.rejects(db.query(sql, params), { code: /^23/ }, what);
  };
  await refused(
    "a second active game with the code",
    `insert into games select (jsonb_populate_record(g, jsonb_build_object('id', $1::text))).* from games g`,
    crypto.randomUUID(),
  );
  await refused("a name twice", "update participants set name_key = 'p2' where number = 1");
  await refused(
    "an address twice",
    "update participants set email_key = 'p2@example.org' where number = 1",
  );
  await refused(
    "somebody giving to themselves",
    "update assignments set receiver = giver where giver = 1",
  );
  await refused(
    "a receiver twice",
    "update assignments set receiver = $1 where giver = $2",
    a.receiver,
    b.number,
  );
  await refused(
    "a second assignment of a giver",
    "insert into assignments values ($1::text::uuid, $2, $3)",
    game.id,
    a.number,
    b.receiver,
  );
  await refused(
    "a giver who is not in the game",
    "insert into assignments values ($1::text::uuid, 99, 98)",
    game.id,
  );
  await refused("a code with a leading zero", "update games set code = '012345'");
  assert.deepEqual(await readGame(db, game.code), game);
});
