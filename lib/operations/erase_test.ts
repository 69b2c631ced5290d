import assert from "node:assert/strict";
import { inDays } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import {
  amend,
  makeStored,
  operationTest,
  person,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import type { Game } from "../game/types.ts";
import { archiveGame } from "./change.ts";
import { eraseGame, eraseMe, eraseOldGames, findErasable } from "./erase.ts";
import { sendMessage } from "./messages.ts";

operationTest("eraseGame() removes a game whose name its organizer gives", async (services) => {
  const { store, tokens } = services;
  for (const isArchived of [false, true]) {
    const game = await makeStored(services, { name: "Winter party" });
    const token = tokens.organizer(game);
    if (isArchived) await archiveGame(services, game.code, token);
    const erase = (name: string, given?: string) => eraseGame(services, game.code, name, given);
    await refused(() => erase("Winter"), isArchived ? "GAME_NOT_FOUND" : "TOKEN_REQUIRED");
    const stranger = isArchived ? "GAME_NOT_FOUND" : "INVALID_TOKEN";
    await refused(() => erase("Winter party", "wrong"), stranger);
    await refused(() => erase("Another party", token), "NAME_MISMATCH");
    assert(await store.readGameById(game.id));
    await erase("WINTER party", token);
    assert.equal(await store.readGameById(game.id), null);
    await refused(() => erase("Winter party", token), "GAME_NOT_FOUND");
  }
});

operationTest("eraseMe() forgets one person from the day of the event on", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, { date: inDays(0), language: "de", sendEmails: true });
  const one = person(game, "P1");
  const participantToken = tokens.participant(game, one);
  await store.addMails(game.id, () => ({
    add: ["P1", "P2"].map((name) => ({
      recipient: null,
      address: `${name}-before@example.org`,
      kind: "addressChanged",
      payload: { name },
      delay: 3600,
    })),
    update: [],
  }));
  const erase = (credential: Parameters<typeof eraseMe>[2]) =>
    eraseMe(services, game.code, credential);
  await refused(() => erase({ participantId: one.id }), "TOKEN_REQUIRED");
  await refused(() => erase({ participantToken: "wrong" }), "INVALID_TOKEN");
  const later = await makeStored(services);
  await refused(
    () => eraseMe(services, later.code, shownBy(services, later, "P1")),
    "TOO_EARLY_TO_ERASE",
  );
  await erase({ participantToken });
  const { participants } = await reread(services, game);
  assert.deepEqual(
    participants.map(({ name, email }) => [name, email]),
    [
      ["Ehemaliges Mitglied 1", null],
      ...participants.slice(1).map(({ name, email }) => [name, email]),
    ],
  );
  assert(!JSON.stringify(participants).includes("p1@example.org"));
  let told: unknown[] = [];
  await store.addMails(game.id, (waiting) => {
    told = waiting.filter(({ kind }) => kind === "addressChanged").map(({ payload }) =>
      payload.name
    );
    return { add: [], update: [] };
  });
  assert.deepEqual(told, ["P2"], "no mail that waits names them");
  await refused(() => erase({ participantToken }), "INVALID_TOKEN");
});

operationTest("eraseMe() erases the messages that the person has sent", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, { date: inDays(0) });
  const one = person(game, "P1");
  const shown = { participantToken: tokens.participant(game, one) };
  const other = game.participants.find(({ number }) => number === one.receiver);
  assert(other);
  const ask = { action: "sendMessage", to: "receiver", text: "Which size?" } as const;
  const reply = { action: "sendMessage", to: "giver", text: "Large" } as const;
  await sendMessage(services, game.code, ask, shown, {});
  const replying = { participantToken: tokens.participant(game, other) };
  await sendMessage(services, game.code, reply, replying, {});
  await eraseMe(services, game.code, shown);
  const left = await store.readMessages(game.id, one.number);
  assert.deepEqual(left.map(({ isFromGiver }) => isFromGiver), [false]);
});

operationTest(
  "findErasable() finds people of archived games under their code",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services);
    const participantToken = tokens.participant(game, person(game, "P2"));
    await archiveGame(services, game.code, tokens.organizer(game));
    const next = await services.store.createGame({
      ...await reread(services, game),
      archivedAt: null,
      id: crypto.randomUUID(),
    }, []);
    assert.equal(next.game.code, game.code);
    const found = await findErasable(services, game.code, { participantToken });
    assert.deepEqual([found.game.id, found.participant.name], [game.id, "P2"]);
    await refused(() => findErasable(services, game.code, {}), "TOKEN_REQUIRED");
    await refused(
      () => findErasable(services, game.code, { participantToken: "x" }),
      "INVALID_TOKEN",
    );
    await eraseMe(services, game.code, { participantToken });
    assert((await reread(services, game)).participants[1]?.erasedAt);
    assert.equal((await reread(services, next.game)).participants[1]?.name, "P2");
  },
);

operationTest("eraseOldGames() erases games archived so many days ago", async (services) => {
  const { store } = services;
  const now = new Date("2027-03-31T12:00:00.000Z");
  const archived = ["2027-03-01T11:59:59.000Z", "2027-03-01T12:00:01.000Z", null];
  const games: Game[] = [];
  for (const archivedAt of archived) {
    games.push(await amend(services, await makeStored(services), { archivedAt }));
  }
  const left = async () =>
    (await Promise.all(games.map(({ id }) => store.readGameById(id)))).map((one) => one !== null);
  assert.equal(await eraseOldGames(services, now), 0, "kept for ever unless told otherwise");
  assert.deepEqual(await left(), [true, true, true]);
  const settings = { ...services.settings, retentionDays: 30 };
  assert.equal(await eraseOldGames({ ...services, settings }, now), 1);
  assert.deepEqual(await left(), [false, true, true]);
  assert.equal(await eraseOldGames({ ...services, settings }, now), 0);
});

operationTest(
  "eraseMe() removes their name from the waiting mails, and no other's",
  async (services) => {
    const { store, tokens } = services;
    const game = await makeStored(services);
    const one = person(game, "P1");
    await store.addMails(game.id, () => ({
      add: [
        ...["P1", "P2"].map((name) => ({
          recipient: null,
          address: "former@example.org",
          kind: "addressChanged" as const,
          topic: name,
          payload: { name },
          delay: 3600,
        })),
        {
          recipient: null,
          address: "former@example.org",
          kind: "addressChanged",
          payload: { name: "Before", participant: 1 },
          delay: 3600,
        },
        { recipient: 2, kind: "reminder", payload: { name: "P1" }, delay: 3600 },
      ],
      update: [],
    }));
    await amend(services, game, { date: new Date().toISOString().slice(0, 10) });
    await eraseMe(services, game.code, { participantToken: tokens.participant(game, one) });
    const kinds: string[] = [];
    await store.addMails(game.id, (waiting) => {
      kinds.push(...waiting.map(({ kind, payload }) => `${kind} ${payload.name}`));
      return { add: [], update: [] };
    });
    assert.deepEqual(kinds.toSorted(), ["addressChanged P2", "reminder P1"]);
  },
);

operationTest("people who show no token are looked for in no archived game", async (services) => {
  const { store, tokens } = services;
  const game = await makeStored(services, { date: inDays(0) });
  let overwritten = 0;
  store.overwriteErased = () => Promise.resolve(++overwritten > 0);
  store.readArchivedGames = () => assert.fail("looked for");
  await refused(() => findErasable(services, game.code, {}), "TOKEN_REQUIRED");
  await eraseMe(services, game.code, {
    participantToken: tokens.participant(game, person(game, "P1")),
  });
  assert.equal(overwritten, 1);
});

Deno.test("eraseOldGames() goes on if games fail, and overwrites erased data", async () => {
  const ids = ["a", "broken", "b"];
  const calls: string[] = [];
  const store = {
    listArchivedGames: (_before: Date, after: unknown) =>
      Promise.resolve(
        after ? [] : ids.map((id) => ({ id, archivedAt: "2027-01-01T00:00:00.000Z" })),
      ),
    eraseArchived(erased: readonly string[]) {
      if (erased.includes("broken")) return Promise.reject(new Error("a locked row"));
      calls.push(...erased);
      return Promise.resolve(erased.length);
    },
    overwriteErased() {
      calls.push("overwritten");
      return Promise.resolve(true);
    },
  };
  const services = { store, settings: { retentionDays: 1 }, ending: new AbortController() };
  using logs = captureLogs();
  assert.equal(await eraseOldGames(services, new Date()), 2);
  assert.deepEqual(calls, ["a", "b", "overwritten"]);
  const [failed = "", erased = "", ...others] = logs.lines;
  assert.match(failed, /erasure of one game failed.*"broken"/);
  assert.match(erased, /"event":"erasure","games":2/);
  assert.deepEqual(others, []);
  services.store.listArchivedGames = () => Promise.resolve([]);
  assert.equal(await eraseOldGames(services, new Date()), 0);
  assert.equal(calls.length, 3, "nothing to overwrite");
});

Deno.test("eraseOldGames() goes on after the last game of a batch, until the service ends", async () => {
  const after: (string | undefined)[] = [];
  const ending = new AbortController();
  const store = {
    listArchivedGames(_: Date, last: { id: string } | null) {
      after.push(last?.id);
      if (after.length === 3) ending.abort();
      const ids = [`a${after.length}`, `b${after.length}`];
      return Promise.resolve(ids.map((id) => ({ id, archivedAt: "2027-01-01T00:00:00.000Z" })));
    },
    eraseArchived: (erased: readonly string[]) => Promise.resolve(erased.length),
    overwriteErased: () => Promise.resolve(true),
  };
  const services = { store, settings: { retentionDays: 1 }, ending };
  assert.equal(await eraseOldGames(services, new Date()), 6);
  assert.deepEqual(after, [undefined, "b1", "b2"]);
});
