import assert from "node:assert/strict";
import { decide } from "../game/actions/decide.ts";
import type { GameAction } from "../game/operations.ts";
import type { Game } from "../game/types.ts";
import { DatabaseUnavailable, type NewMail, type Store } from "./store.ts";
import { SetClock } from "@/tests/support/clock.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { archive, keep } from "@/tests/support/store.ts";

/** Carries out an action as the organizer, directly on the store. */
async function act(store: Store, code: string, action: GameAction): Promise<Game> {
  return await store.changeGame(code, (game) => {
    assert(game, "the game is there");
    const credential = { organizerToken: tokens.organizer(game) };
    const decision = decide(game, action, credential, tokens, decisionContext);
    return { game: decision.game, outbox: null, result: decision.game };
  });
}

/** The action that lets a person in. */
function join(name: string) {
  return {
    action: "addParticipant" as const,
    participantName: name,
    participantEmail: "",
    desiredGift: "",
    wish: "",
  };
}

for (const size of [3, 1000]) {
  testOnEach(
    `createGame() and readGame() keep a game of ${size} to the letter`,
    async ({ store }) => {
      const game = makeGame(size, {
        name: 'Naïve "quotes" \\ and 日本語 🎁',
        generalNotes: "line one\nline two\ttab",
        exclusions: size > 3 ? [["P1", "P2"]] : [],
        households: size > 3 ? [["P4", "P5", "P6"], ["P7", "P8"]] : [],
        organizerEmail: "o@example.org",
        timeZone: "Asia/Tokyo",
        time: "18:30",
      });
      const kept = await keep(store, game);
      assert.deepEqual(await store.readGame(kept.code), game);
      assert.deepEqual(await store.readGameById(game.id), game);
    },
  );
}

testOnEach("readGame() is null for an unknown code", async ({ store }) => {
  assert.equal(await store.readGame("123456"), null);
  assert.equal(await store.readGame("12345678"), null);
  assert.equal(await store.readGameWithEmails("123456"), null);
  assert.equal(await store.readGameById(crypto.randomUUID()), null);
  assert.deepEqual(await store.readArchivedGames("123456"), []);
});

testOnEach("createGame() keeps several people with one address", async ({ store }) => {
  const email = "family@example.org";
  const game = makeGame(3);
  const shared = { ...game, participants: game.participants.map((one) => ({ ...one, email })) };
  const { code } = await keep(store, shared);
  assert.deepEqual(await store.readGame(code), shared);
});

testOnEach("createGame() keeps nothing of a game that a constraint refuses", async ({ store }) => {
  const game = makeGame(3);
  const twins = game.participants.map((one) => ({ ...one, name: "Same" }));
  await assert.rejects(keep(store, { ...game, participants: twins }));
  assert.equal(await store.readGame(game.code), null);
  assert.deepEqual(await store.readGame((await keep(store, game)).code), game);
});

testOnEach("changeGame() stores exactly the decision of each action", async ({ store }) => {
  const { code } = await keep(store, makeGame(8, { households: [["P1", "P2"]] }));
  const idOf = async (name: string) => {
    const game = await store.readGame(code);
    const found = game?.participants.find((one) => one.name === name);
    assert(found, `${name} is in the game`);
    return found.id;
  };
  const actions: GameAction[] = [
    { ...join("New"), participantEmail: "n@example.org", wish: "socks" },
    { action: "removeParticipant", participantId: await idOf("P3") },
    {
      action: "updateParticipantDetails",
      renewLink: true,
      participantId: await idOf("P4"),
      name: "Renamed",
      email: "",
      wish: "w",
    },
    { action: "confirmAssignment", participantId: await idOf("P5") },
    { action: "requestReassignment", participantId: await idOf("P6") },
    { action: "approveReassignment", participantId: await idOf("P6") },
    { action: "setExclusions", exclusions: [["P5", "P6"]], households: [["P1", "P2", "P7"]] },
    { action: "setExclusions", exclusions: [["P6", "P7"]], households: [["P1", "P7"]] },
    { action: "removeParticipant", participantId: await idOf("P7") },
    { action: "regenerateToken", participantId: await idOf("P8") },
    {
      action: "updateGameDetails",
      renewLink: true,
      name: "Other",
      date: "2031-02-03",
      isProtected: true,
      timeZone: "Europe/Berlin",
    },
    { action: "reassignAll" },
    { action: "regenerateInvitationToken" },
  ];
  for (const action of actions) {
    const after = await act(store, code, action);
    assert.deepEqual(await store.readGame(code), after, action.action);
  }
});

testOnEach("changeGame() changes nothing if the decision throws", async ({ store }) => {
  const game = await keep(store, makeGame(3));
  await assert.rejects(
    store.changeGame(game.code, () => {
      throw new Error("no");
    }),
    /^Error: no$/,
  );
  await assert.rejects(
    store.changeGame(game.code, (before) => ({
      game: before && { ...before, name: "Other" },
      outbox: () => {
        throw new Error("no mails");
      },
      result: undefined,
    })),
    /^Error: no mails$/,
  );
  assert.deepEqual(await store.readGame(game.code), game);
});

testOnEach("changeGame() stores nothing of a change that is refused", async ({ store }) => {
  const game = await keep(store, makeGame(3));
  await assert.rejects(store.changeGame(game.code, (before) => ({
    game: before && {
      ...before,
      name: "Other",
      participants: before.participants.map((one) => ({ ...one, name: "Same" })),
    },
    outbox: () => ({ add: [{ recipient: 1, kind: "reminder" }], update: [] }),
    result: undefined,
  })));
  assert.deepEqual(await store.readGame(game.code), game);
  assert.equal(await store.nextMailIn(), null);
});

testOnEach("changeGame() passes null if no game is active", async ({ store }) => {
  const game = await keep(store, makeGame(3));
  await archive(store, game.code);
  for (const code of [game.code, "999999"]) {
    const given = await store.changeGame(code, (before) => ({
      game: before,
      outbox: () => ({ add: [{ recipient: 1, kind: "reminder" }], update: [] }),
      result: before,
    }));
    assert.equal(given, null);
  }
  assert.equal(await store.nextMailIn(), null);
});

testOnEach("changeGame() loses nothing of 50 concurrent changes to one game", async ({ store }) => {
  const { code } = await keep(store, makeGame(3));
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => act(store, code, join(`Late ${index}`))),
  );
  const game = await store.readGame(code);
  assert(game);
  assert.equal(game.participants.length, 53);
  assert.equal(new Set(game.participants.map((one) => one.number)).size, 53);
  assert.equal(new Set(game.participants.map((one) => one.receiver)).size, 53);
  for (let index = 0; index < 50; index++) {
    assert(game.participants.some((one) => one.name === `Late ${index}`), `Late ${index} is there`);
  }
});

testOnEach("changeGame() loses nothing of the changes of two processes at once", async (db) => {
  const { code, id } = await keep(db.store, makeGame(3));
  const other = await db.openAnother();
  try {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const store = index % 2 === 0 ? db.store : other;
        await act(store, code, join(`Late ${index}`));
        await store.addMails(id, () => ({ add: [mailAbout(index)], update: [] }));
      }),
    );
    const [one, same] = [await db.store.readGame(code), await other.readGame(code)];
    assert.deepEqual(one, same);
    assert.equal(one?.participants.length, 33);
    assert.equal((await db.store.readMailTraffic(id)).queued, 30);
  } finally {
    await other.close();
  }
});

function mailAbout(index: number): NewMail {
  return { recipient: 1, kind: "reassignmentRequested", topic: String(index) };
}

testOnEach("changeGame() keeps 200 changes over 10 games apart", async ({ store }) => {
  const games = await Promise.all(Array.from({ length: 10 }, () => keep(store, makeGame(3))));
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const game = games[index % 10];
      assert(game);
      return act(store, game.code, join(`Late ${index}`));
    }),
  );
  for (const [index, { code }] of games.entries()) {
    const names = (await store.readGame(code))?.participants.slice(3).map((one) => one.name);
    const expected = Array.from({ length: 20 }, (_, round) => `Late ${round * 10 + index}`);
    assert.deepEqual(names?.toSorted(), expected.toSorted());
  }
});

testOnEach("readGame() prefers the active game of a code that is used again", async ({ store }) => {
  const old = await keep(store, makeGame(3));
  await archive(store, old.code);
  assert.equal((await store.readGame(old.code))?.id, old.id);
  const young = await keep(store, { ...makeGame(4), code: old.code });
  assert.equal(young.code, old.code);
  assert.equal((await store.readGame(old.code))?.id, young.id);
  assert.deepEqual((await store.readArchivedGames(old.code)).map((game) => game.id), [old.id]);
});

testOnEach("readArchivedGames() has the latest first", async ({ store }) => {
  const ids: string[] = [];
  const { code } = makeGame(3);
  for (let round = 0; round < 3; round++) {
    const game = await keep(store, { ...makeGame(3), code });
    assert.equal(game.code, code);
    await archive(store, code);
    ids.unshift(game.id);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.deepEqual((await store.readArchivedGames(code)).map(({ id }) => id), ids);
  assert.equal((await store.readGame(code))?.id, ids[0]);
});

testOnEach(
  "markViewed() keeps the first time, and none of an assignment that has changed",
  async ({ store }) => {
    const game = await keep(store, makeGame(3));
    const [viewer, other] = game.participants;
    assert(viewer && other);
    const first = new Date("2026-01-02T03:04:05.678Z");
    await store.markViewed(game, viewer, first);
    await store.markViewed(game, viewer, new Date());
    await store.markViewed(game, { ...other, receiver: other.number }, first);
    const seen = (await store.readGame(game.code))?.participants.map((one) => one.viewedAt);
    assert.deepEqual(seen, [first.toISOString(), null, null]);
  },
);

testOnEach("markViewed() is not undone by a change at the same time", async ({ store }) => {
  const game = await keep(store, makeGame(3));
  const at = new Date("2026-01-02T03:04:05.678Z");
  for (const viewer of game.participants) {
    await Promise.all([
      act(store, game.code, {
        action: "updateParticipantDetails",
        renewLink: false,
        participantId: viewer.id,
        wish: "socks",
      }),
      store.markViewed(game, viewer, at),
    ]);
  }
  const people = (await store.readGame(game.code))?.participants ?? [];
  assert.deepEqual(people.map((one) => one.viewedAt), Array(3).fill(at.toISOString()));
  assert.deepEqual(people.map((one) => one.wish), Array(3).fill("socks"));
});

testOnEach("678 verbs that change one game at once are all carried out", async ({ store }) => {
  const { game } = await store.createGame(makeGame(226), []);
  const { game: other } = await store.createGame(makeGame(3), []);
  await Promise.all(game.participants.flatMap((person) => [
    store.changeGame(game.code, (found) => ({
      game: found && {
        ...found,
        participants: found.participants.map((one) =>
          one.number === person.number ? { ...one, wish: `of ${one.name}` } : one
        ),
      },
      outbox: null,
      result: undefined,
    })),
    store.markViewed(game, person, new Date()),
    store.addMails(game.id, () => ({
      add: [{ recipient: person.number, kind: "reminder" }],
      update: [],
    })),
  ]));
  const { participants = [] } = await store.readGame(game.code) ?? {};
  assert(participants.every(({ name, wish, viewedAt }) => wish === `of ${name}` && viewedAt));
  assert.equal((await store.readMailTraffic(game.id)).queued, 226);
  assert.deepEqual(await store.readGame(other.code), other);
});

testOnEach("keepKeyFingerprint() keeps the first", async ({ store }) => {
  assert.equal(await store.readKeyFingerprint(), null);
  assert.equal(await store.keepKeyFingerprint("one"), "one");
  assert.equal(await store.keepKeyFingerprint("two"), "one");
  assert.equal(await store.readKeyFingerprint(), "one");
});

testOnEach("ping() answers", async ({ store }) => {
  await store.ping();
});

testOnEach("readClock() reads the database's clock", async ({ store }) => {
  using clock = new SetClock();
  const before = Date.now();
  clock.move(240);
  const read = Date.parse(await store.readClock());
  const isOwn = store.engine === "SQLite";
  const hours = (read - before) / 3_600_000;
  assert.equal(Math.round(hours), isOwn ? 240 : 0, "SQLite has this machine's");
});

testOnEach("the tables refuse rows that no bug may store", async ({ store, execute }) => {
  const game = await keep(store, makeGame(4, { exclusions: [["P1", "P2"]] }));
  const refused = async (what: string, sql: string) => {
    await assert.rejects(execute(sql), /constraint|violates/i, what);
    assert.deepEqual(await store.readGame(game.code), game, what);
  };
  await refused("a name twice", "update participants set name_key = 'p2' where number = 1");
  await refused("an id twice", `update participants set id = '${game.participants[0]?.id}'`);
  await refused("a giver to themselves", "update assignments set receiver = giver");
  await refused("a receiver twice", "update assignments set receiver = 1 where giver > 1");
  await refused("a giver twice", "update assignments set giver = 1");
  await refused("a giver not in the game", "update assignments set giver = 99 where giver = 1");
  await refused("a receiver who is not", "update assignments set receiver = 99 where giver = 1");
  await refused("a member who has pairs", "delete from participants where number = 1");
  await refused("an exclusion the wrong way", "update exclusions set a = 3");
  await refused("an exclusion of nobody", "update exclusions set b = 99");
  await refused("a code with a leading zero", "update games set code = '012345'");
  await refused("a code of seven digits", "update games set code = '1234567'");
  await refused("a code with a letter", "update games set code = '12345x'");
  const second = await keep(store, makeGame(3));
  await refused("an active code twice", `update games set code = '${second.code}'`);
});

testOnEach("a closed store reports that it is unavailable", async ({ store }) => {
  const game = await keep(store, makeGame(3));
  await store.close();
  const asked = {
    read: () => store.readGame(game.code),
    create: () => store.createGame(makeGame(3), []),
    change: () => store.changeGame(game.code, (game) => ({ game, outbox: null, result: null })),
    ping: () => store.ping(),
  };
  for (const [verb, ask] of Object.entries(asked)) {
    await assert.rejects(ask(), DatabaseUnavailable, verb);
  }
});
