import assert from "node:assert/strict";
import { inDays } from "@/tests/support/games.ts";
import { CLIENT, makeStored, operationTest, refused } from "@/tests/support/operations.ts";
import { playAgainSchema } from "../game/again.ts";
import type { Game } from "../game/types.ts";
import { playAgain } from "./again.ts";

operationTest("playAgain() repeats one game once for each key", async (services) => {
  const first = await makeStored(services, { name: "First" });
  const second = await makeStored(services, { name: "Second" });
  const body = playAgainSchema.parse({ date: inDays(300) });
  const repeat = async (game: Game, organizerToken?: string) => {
    const { game: { id, name } } = await playAgain(services, game.code, body, {
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
  assert.equal((await repeat(second, services.tokens.organizer(second))).name, "Second");
  await refused(() => repeat(first), "TOKEN_REQUIRED");
  await refused(() => repeat(first, services.tokens.organizer(second)), "INVALID_TOKEN");
});
