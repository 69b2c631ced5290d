import assert from "node:assert/strict";
import { inDays, people } from "@/tests/support/games.ts";
import {
  amend,
  CLIENT,
  creation,
  makeStored,
  operationTest,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import { playAgainSchema } from "../game/again.ts";
import type { CreateGame } from "../game/schemas.ts";
import type { Game } from "../game/types.ts";
import { playAgain } from "./again.ts";

operationTest("playAgain() repeats one game once for each key", async (services) => {
  const first = await makeStored(services, { name: "First" });
  const second = await makeStored(services, { name: "Second" });
  const body = playAgainSchema.parse({ date: inDays(300) });
  const repeat = async (game: Game, organizerToken?: string, inBody = "") => {
    const asked = { ...body, ...inBody && { organizerToken: inBody } };
    const { game: { id, name } } = await playAgain(services, game.code, asked, {
      credential: { organizerToken },
      client: CLIENT,
      key: { key: "a-key-that-is-hard-to-guess" },
      beforeDrawing: () => Promise.resolve(),
    });
    return { id, name };
  };
  const again = await repeat(first, services.tokens.organizer(first));
  assert.equal(again.name, "First");
  assert.deepEqual(await repeat(first, services.tokens.organizer(first)), again);
  const token = services.tokens.organizer(first);
  assert.deepEqual(await repeat(first, token, token), again, "wherever the token stands");
  assert.equal((await repeat(second, services.tokens.organizer(second))).name, "Second");
  await refused(() => repeat(first), "TOKEN_REQUIRED");
  await refused(() => repeat(first, services.tokens.organizer(second)), "INVALID_TOKEN");
});

operationTest(
  "playAgain() previews a game before the draw, with its refusals",
  async (services) => {
    const game = await makeStored(services, { name: "First" });
    const repeat = (beforeDrawing: (body: CreateGame) => Promise<void>) =>
      playAgain(
        services,
        game.code,
        playAgainSchema.parse({ date: inDays(300), location: "Here" }),
        {
          credential: { organizerToken: services.tokens.organizer(game) },
          client: CLIENT,
          beforeDrawing,
        },
      );
    const stop = ({ name, location, date, participants }: CreateGame) => {
      assert.deepEqual([name, location, date, participants.length], [
        "First",
        "Here",
        inDays(300),
        4,
      ]);
      return Promise.reject(new Error("too much"));
    };
    await assert.rejects(repeat(stop), /too much/);
    assert.equal((await services.store.listExpiredGames("9999-12-31", null, 9)).length, 1);
    await amend(services, game, {
      participants: game.participants.map((one, index) => ({
        ...one,
        ...index > 1 && { name: `${index}`.repeat(200) },
      })),
    });
    const { details = [] } = await refused(
      () => repeat(() => Promise.resolve()),
      "VALIDATION_FAILED",
    );
    assert.deepEqual(details.map(({ path }) => path), [
      "participants.2.name",
      "participants.3.name",
    ]);
    assert(details.every(({ message }) => message.length > 0));
  },
);

operationTest(
  "of two games that continue a sealed one, one remembers its pairs",
  async (services) => {
    const { store } = services;
    const first = await makeStored(services, {
      ...creation(),
      isSealed: true,
      sendEmails: true,
      organizerEmail: "olga@example.org",
    });
    const counted: number[] = [];
    services.mail.limits.mails = (_, count) => void counted.push(count);
    const continued: unknown[] = [];
    const watched = Object.assign(Object.create(store), {
      createGameOnce(...args: Parameters<typeof store.createGameOnce>) {
        continued.push(args[3]);
        return store.createGameOnce(...args);
      },
    });
    const repeat = async () => {
      const body = playAgainSchema.parse({ date: inDays(300) });
      const { game } = await playAgain({ ...services, store: watched }, first.code, body, {
        credential: { organizerToken: services.tokens.organizer(first) },
        client: CLIENT,
        // Meanwhile another one continues it.
        beforeDrawing: async () => {
          if (continued.length > 0) await amend(services, first, { isRemembered: true });
        },
      });
      return game.memory.length;
    };
    assert.equal(await repeat(), 1);
    assert.equal((await reread(services, first)).isRemembered, true);
    await amend(services, first, { isRemembered: false });
    assert.equal(await repeat(), 0);
    assert.deepEqual(continued, [first.id, first.id]);
    assert.deepEqual(counted, [5, 5], "each is counted once");
  },
);

operationTest("playAgain() names at most fifty mistakes in a game", async (services) => {
  const game = await makeStored(services, { participants: people(60) });
  const participants = game.participants.map((one, index) => ({
    ...one,
    name: `${index} `.padEnd(200, "x"),
  }));
  await amend(services, game, { participants });
  const { details = [] } = await refused(
    () =>
      playAgain(services, game.code, playAgainSchema.parse({ date: inDays(300) }), {
        credential: { organizerToken: services.tokens.organizer(game) },
        client: CLIENT,
        beforeDrawing: () => Promise.resolve(),
      }),
    "VALIDATION_FAILED",
  );
  assert.equal(details.length, 50);
});

operationTest(
  "a sealed game that was continued without a seal may still be continued with its pairs",
  async (services) => {
    const first = await makeStored(services, { ...creation(), isSealed: true });
    const repeat = async (fields: Record<string, unknown>) => {
      const body = playAgainSchema.parse({ date: inDays(300), ...fields });
      const { game } = await playAgain(services, first.code, body, {
        credential: { organizerToken: services.tokens.organizer(first) },
        client: CLIENT,
        beforeDrawing: () => Promise.resolve(),
      });
      return game.memory.length;
    };
    assert.equal(await repeat({ isSealed: false }), 0);
    assert.equal((await reread(services, first)).isRemembered, false);
    assert.equal(await repeat({}), 1);
  },
);
