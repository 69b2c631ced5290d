import assert from "node:assert/strict";
import { ownDataSchema } from "@/lib/game/own_data.ts";
import { eraseOldGames } from "@/lib/operations/erase.ts";
import { openSubscription } from "@/lib/operations/subscriptions.ts";
import { parseSettings } from "@/lib/settings.ts";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import { type CreatedGame, type NewGame, refuses, succeeds } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { createMailedGame, mailTest } from "./support/mail_app.ts";
import { readWithTokens } from "./support/sealed_games.ts";
import { sql } from "./support/sql.ts";
import { named, receiverOf } from "./support/views.ts";

const DAY = 86_400_000;

/** A game whose day is today at its location. */
function createTodaysGame(
  { client }: Pick<TestApp, "client">,
  body: Partial<NewGame> = {},
): Promise<CreatedGame> {
  return client.createGame({ date: inDays(0), isProtected: true, ...body });
}

testAppOnBoth(
  "eraseGame takes a game out for everyone, once its name is typed",
  async ({ client }) => {
    const game = await client.createGame({ name: "Großes Fest", isProtected: true });
    const { organizerToken } = game;
    const erase = (fields: Record<string, unknown>) =>
      client.patchGame(game, { action: "eraseGame", ...fields });
    refuses(await erase({ organizerToken }), 400, "VALIDATION_FAILED");
    refuses(await erase({ confirmName: "Großes Fest" }), 401, "TOKEN_REQUIRED");
    refuses(
      await erase({ confirmName: "Großes Fest", organizerToken: "x" }),
      403,
      "INVALID_TOKEN",
    );
    refuses(await erase({ confirmName: "", organizerToken }), 400, "NAME_MISMATCH");
    refuses(await erase({ confirmName: "Großes", organizerToken }), 400, "NAME_MISMATCH");
    assert.equal((await client.readAsOrganizer(game)).name, "Großes Fest");
    assert.deepEqual(Object.keys(await client.erase({ ...game, name: " GROSSES FEST " })), [
      "success",
      "message",
    ]);
    for (const shown of [{}, { organizerToken }, { participantToken: named(game, "P1").token }]) {
      refuses(await client.getGame(game, shown), 404, "GAME_NOT_FOUND");
    }
    refuses(
      await client.deleteGame(game, { "x-organizer-token": organizerToken }),
      404,
      "GAME_NOT_FOUND",
    );
    refuses(await erase({ confirmName: "Großes Fest", organizerToken }), 404, "GAME_NOT_FOUND");
  },
);

testAppOnBoth("eraseGame erases an archived game, for its organizer only", async (app) => {
  const { client, services } = app;
  const game = await client.createGame();
  const stays = await client.createGame();
  await client.archive(game);
  await client.archive(stays);
  const erase = (fields: Record<string, unknown>) =>
    client.patchGame(game, { action: "eraseGame", confirmName: game.name, ...fields });
  refuses(await erase({}), 404, "GAME_NOT_FOUND");
  refuses(await erase({ organizerToken: stays.organizerToken }), 404, "GAME_NOT_FOUND");
  await client.erase(game);
  const { organizerToken } = game;
  refuses(await client.getGame(game, { organizerToken }), 404, "GAME_NOT_FOUND");
  assert.equal((await client.readAsOrganizer(stays)).isArchived, true);
  const counts = await sql<{ people: number; games: number }>(
    services,
    "select people, games from erased_games",
  );
  assert.deepEqual(counts.map((row) => ({ ...row })), [{ people: 4, games: 1 }]);
});

mailTest("waiting mails are deleted with an erased game", async (app, server) => {
  const game = await createMailedGame(app);
  const another = await createMailedGame(app, { name: "Another party" });
  const { mail, store } = app.services;
  // From here on, mails wait.
  await mail?.close();
  const add = [
    { recipient: 1, kind: "reminder", payload: { message: "too late" } },
    { recipient: null, address: "gone@example.org", kind: "participantRemoved" },
  ] as const;
  for (const { id } of [game, another]) await store.addMails(id, () => ({ add, update: [] }));
  const before = server.arrived.length;
  await app.client.erase(game);
  const waiting = await store.claimMails(10, 60);
  assert.deepEqual(new Set(waiting.map(({ gameId }) => gameId)), new Set([another.id]));
  assert.equal(server.arrived.length, before);
});

testAppOnBoth("games are erased RETENTION_DAYS after they were archived", async (app) => {
  const { client, services } = app;
  const old = await client.createGame({ participants: people(5) });
  const young = await client.createGame();
  const active = await client.createGame();
  await client.archive(old);
  await client.archive(young);
  const now = Date.now();
  const { store, ending } = services;
  await store.changeGameById(old.id, (game) => ({
    game: game && { ...game, archivedAt: new Date(now - 2 * DAY).toISOString() },
    outbox: null,
    result: null,
  }));
  const run = (days: string, at = now) =>
    eraseOldGames(
      { store, settings: parseSettings({ RETENTION_DAYS: days }), ending },
      new Date(at),
    );
  assert.equal(await run("0", now + 1000 * DAY), 0);
  assert.equal(await run("3"), 0);
  assert.equal(await run("2", now + 1000), 1);
  assert.equal(await run("2", now + 1000), 0);
  assert.equal(await store.readGameById(old.id), null);
  assert.equal((await client.readAsOrganizer(young)).isArchived, true);
  assert.equal(await run("365", now + 366 * DAY), 1);
  assert.equal((await client.readAsOrganizer(active)).isArchived, false);
});

testAppOnBoth(
  "one run erases many games, and two runs do not disturb each other",
  async (app) => {
    const { client, services: { store, ending } } = app;
    const games = await Promise.all(Array.from({ length: 230 }, () => client.createGame()));
    await Promise.all(games.map((game) => client.archive(game)));
    const settings = parseSettings({ RETENTION_DAYS: "1" });
    const later = new Date(Date.now() + 2 * DAY);
    const counts = await Promise.all(
      [1, 2].map(() => eraseOldGames({ store, settings, ending }, later)),
    );
    assert.equal(counts.reduce((sum, count) => sum + count), 230);
    assert.deepEqual(await store.listArchivedGames(later, null, 10), []);
  },
);

Deno.test("eraseOldGames() erases the other games of a batch if one fails", async () => {
  const left = new Set(["a", "b", "c"]);
  const store = {
    listArchivedGames: (_: Date, after: unknown) =>
      Promise.resolve(after ? [] : [...left].map((id) => ({ id, archivedAt: "2020-01-01" }))),
    eraseArchived(ids: readonly string[]) {
      if (ids.includes("b")) return Promise.reject(new Error("a locked row"));
      for (const id of ids) left.delete(id);
      return Promise.resolve(ids.length);
    },
    overwriteErased: () => Promise.resolve(true),
  };
  const settings = parseSettings({ RETENTION_DAYS: "1" });
  const ending = new AbortController();
  assert.equal(await eraseOldGames({ store, settings, ending }, new Date()), 2);
  assert.deepEqual([...left], ["b"]);
});

testAppOnBoth("my-data is one's own record and pair, for one's own token alone", async (app) => {
  const { client } = app;
  for (const isProtected of [true, false]) {
    const game = await client.createGame({
      isProtected,
      participants: people(4).map((one) => ({ ...one, wish: `wish of ${one.name}` })),
    });
    const me = named(game, "P1");
    refuses(await client.getOwnData(game), 401, "TOKEN_REQUIRED");
    refuses(
      await client.get(`/api/games/${game.code}/my-data?participantId=${me.id}`),
      401,
      "TOKEN_REQUIRED",
    );
    for (const token of ["x", game.organizerToken, game.invitationToken]) {
      refuses(
        await client.getOwnData(game, { "x-participant-token": token }),
        403,
        "INVALID_TOKEN",
      );
    }
    const shown = { "x-participant-token": me.token };
    refuses(
      await client.get(
        `/api/games/${game.code}/my-data?participantId=${named(game, "P2").id}`,
        shown,
      ),
      403,
      "INVALID_TOKEN",
    );
    refuses(await client.getOwnData({ code: "999999" }, shown), 404, "GAME_NOT_FOUND");
    const data = succeeds(await client.getOwnData(game, shown), ownDataSchema);
    const receiver = game.participants.find(({ id }) => id === receiverOf(game, me.id));
    assert.equal(data.participant.email, "p1@example.org");
    assert.equal(data.participant.id, me.id);
    assert.deepEqual(data.receiver, {
      name: receiver?.name,
      desiredGift: "",
      wish: `wish of ${receiver?.name}`,
    });
    // The answer has revealed the receiver.
    const seen = named(await client.readAsOrganizer(game), "P1").viewedAt;
    assert.equal(data.participant.viewedAt, seen);
    assert(seen);
    await client.archive(game);
    refuses(await client.getOwnData(game, shown), 404, "GAME_NOT_FOUND");
  }
});

testAppOnBoth("eraseMe waits for the day of the event", async ({ client }) => {
  const game = await client.createGame({ date: inDays(2) });
  const { token: participantToken } = named(game, "P1");
  const refused = await client.patchGame(game, { action: "eraseMe", participantToken });
  refuses(refused, 400, "TOO_EARLY_TO_ERASE");
  assert.equal(named(await client.readAsOrganizer(game), "P1").email, "p1@example.org");
  // Once the game is archived, there is nothing left to wait for.
  await client.archive(game);
  await client.eraseMe(game, participantToken);
});

for (const isProtected of [true, false]) {
  testAppOnBoth(
    `eraseMe forgets all but the pair (${isProtected ? "protected" : "open"})`,
    async ({ client, services }) => {
      const game = await createTodaysGame({ client }, {
        isProtected,
        language: "de",
        participants: [
          { name: "Ana", email: "ana@secret.example", wish: "w-ana", desiredGift: "g-ana" },
          { name: "Ben", email: "ben@secret.example" },
          { name: "Ehemaliges Mitglied 1" },
          { name: "Dee", email: "ana@secret.example" },
        ],
      });
      const ana = named(game, "Ana");
      const ben = named(game, "Ben");
      await services.store.setUnsubscribed(game.id, "ana@secret.example", true);
      await services.store.setUnsubscribed(game.id, "ben@secret.example", true);
      const act = (fields: Record<string, unknown>) =>
        client.patchGame(game, { action: "eraseMe", ...fields });
      refuses(await act({}), 401, "TOKEN_REQUIRED");
      refuses(await act({ participantId: ana.id }), 401, "TOKEN_REQUIRED");
      refuses(await act({ participantToken: "x" }), 403, "INVALID_TOKEN");
      refuses(
        await act({ participantToken: ana.token, participantId: ben.id }),
        403,
        "INVALID_TOKEN",
      );
      await client.eraseMe(game, ana.token);
      await client.eraseMe(game, ben.token);
      const view = await client.readAsOrganizer(game);
      const { token, ...forgotten } = named(view, "Ehemaliges Mitglied 2");
      const id = forgotten.id;
      assert.deepEqual(forgotten, {
        id,
        name: "Ehemaliges Mitglied 2",
        email: "",
        desiredGift: "",
        wish: "",
        language: null,
        hasConfirmedAssignment: false,
        hasDevice: false,
        hasPendingReassignmentRequest: false,
        hasPostalAddress: false,
        hasWishes: false,
        openedInRoomAt: null,
        receiverChange: null,
        hasAskedToLeave: false,
        viewedAt: null,
        claim: null,
        emailStatus: { status: "none", kind: null, at: null, reason: null },
      });
      assert.notEqual(id, ana.id);
      assert.notEqual(token, ana.token);
      // The pair stays: a giver still gives to them.
      const numberOf = (game: Pick<CreatedGame, "participants">, id: string) =>
        game.participants.findIndex((one) => one.id === id);
      assert.equal(
        numberOf(view, receiverOf(view, id)),
        numberOf(game, receiverOf(game, ana.id)),
      );
      refuses(await client.getGame(game, { participantToken: ana.token }), 403, "INVALID_TOKEN");
      refuses(await act({ participantToken: ana.token }), 403, "INVALID_TOKEN");
      // Dee has the same mailbox as Ana, and has also opted out of its mails.
      assert.deepEqual(
        await services.store.readUnsubscribed(game.id),
        new Set(["ana@secret.example"]),
      );
    },
  );
}

testAppOnBoth("eraseMe forgets former addresses and former pairs", async (app) => {
  const { client, services: { store } } = app;
  const game = await createTodaysGame(app);
  const { id: gameId } = await store.readGame(game.code) ?? {};
  assert(gameId);
  const { token } = named(game, "P1");
  await store.changeGameById(gameId, (now) => ({
    game: now && {
      ...now,
      participants: now.participants.map((one) => ({
        ...one,
        ...one.number === 1 && { email: null },
        earlierReceivers: [1, 2, 3].filter((number) => number !== one.number),
      })),
    },
    outbox: null,
    result: undefined,
  }));
  const told = (name: string, address: string) => ({
    recipient: null,
    address,
    kind: "addressChanged" as const,
    payload: { name },
  });
  const add = [told("P1", "former@example.org"), told("P2", "other@example.org")];
  await store.addMails(gameId, () => ({ add, update: [] }));
  await store.setUnsubscribed(gameId, "former@example.org", true);
  await client.eraseMe(game, token);
  assert.deepEqual(await store.readUnsubscribed(gameId), new Set());
  const waiting = await store.claimMails(100, 60);
  assert.deepEqual(
    waiting.filter((mail) => mail.gameId === gameId && mail.address)
      .map(({ address }) => address),
    ["other@example.org"],
  );
  const erased = await store.readGameById(gameId);
  assert.deepEqual(
    erased?.participants.map(({ earlierReceivers }) => earlierReceivers).slice(0, 3),
    [[], [3], [2]],
  );
});

testAppOnBoth(
  "an opt-out holds for its address as long as the game exists, even if the address is entered again",
  async ({ client, services }) => {
    const { store, tokens } = services;
    const game = await client.createGame({ date: inDays(20), participants: people(6) });
    const token = tokens.unsubscribe(game, "p1@example.org");
    const open = (change?: { isUnsubscribed: boolean }) =>
      openSubscription(services, game.id, token, change);
    const remove = (name: string) =>
      client.manage(game, "removeParticipant", { participantId: named(game, name).id });
    await open({ isUnsubscribed: true });
    await remove("P1");
    assert.equal(await open(), null);
    const kept = [...await store.readUnsubscribed(game.id)];
    assert.deepEqual([kept.length, kept.join().includes("@")], [1, false], "no address in clear");
    const entered = { participantName: "Pia", participantEmail: "P1@example.org" };
    const pia = named(await client.manage(game, "addParticipant", entered), "Pia");
    assert.equal((await open())?.isUnsubscribed, true);
    const setEmail = (email: string) =>
      client.manage(game, "updateParticipantDetails", { participantId: pia.id, email });
    await setEmail("");
    await remove("P2");
    await setEmail("p1@example.org");
    assert.equal((await open())?.isUnsubscribed, true);
    assert.equal((await open({ isUnsubscribed: false }))?.isUnsubscribed, false);
    assert.deepEqual(await store.readUnsubscribed(game.id), new Set());
  },
);

testAppOnBoth("eraseMe promises no new link to another device", async (app) => {
  const { client } = app;
  const game = await createTodaysGame(app, { isSealed: true });
  const { token } = named(await readWithTokens(app, game, "P1"), "P1");
  await client.eraseMe(game, token);
  const url = `http://localhost/games/${game.code}`;
  const headers = { cookie: `participant_${game.code}=${token}; lang=en` };
  const page = await app.fetch(new Request(url, { headers }));
  const text = await page.text();
  assert.match(page.headers.get("set-cookie") ?? "", /^participant_\d+=;/);
  assert.doesNotMatch(text, /new link for you|Former member/);
  refuses(
    await client.patchGame(game, { action: "agreeHandover", participantToken: token }),
    403,
    "INVALID_TOKEN",
  );
});

testAppOnBoth("eraseMe changes nothing if it cannot be stored", async (app) => {
  const { client, services: { store } } = app;
  const game = await createTodaysGame(app);
  const { id: gameId } = await store.readGame(game.code) ?? {};
  assert(gameId);
  await store.setUnsubscribed(gameId, "p1@example.org", true);
  const { changeGameById } = store;
  store.changeGameById = () => Promise.reject(new DatabaseUnavailable("The disk is full"));
  const participantToken = named(game, "P1").token;
  const refused = await client.patchGame(game, { action: "eraseMe", participantToken });
  assert.equal(refused.status, 503);
  store.changeGameById = changeGameById;
  assert.deepEqual(await store.readUnsubscribed(gameId), new Set(["p1@example.org"]));
});

testAppOnBoth("eraseMe works in an archived game, whose code is in use again", async (app) => {
  const { client, services } = app;
  const game = await createTodaysGame(app);
  const { token: participantToken } = named(game, "P1");
  const wrong = named(await createTodaysGame(app), "P1").token;
  await client.archive(game);
  const act = (fields: Record<string, unknown>) =>
    client.patchGame(game, { action: "eraseMe", ...fields });
  refuses(await act({}), 404, "GAME_NOT_FOUND");
  refuses(await act({ participantToken: wrong }), 404, "GAME_NOT_FOUND");
  const next = await createTodaysGame(app);
  await sql(services, `update games set code = '${game.code}' where id = '${next.id}'`);
  refuses(await act({ participantToken: wrong }), 403, "INVALID_TOKEN");
  await client.eraseMe(game, participantToken);
  const old = await services.store.readGameById(game.id);
  assert.deepEqual(old?.participants.map(({ name, email }) => [name, email]).at(0), [
    "Former participant 1",
    null,
  ]);
  assert.equal(old?.archivedAt !== null, true);
  refuses(await act({ participantToken }), 403, "INVALID_TOKEN");
});
