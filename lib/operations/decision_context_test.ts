import assert from "node:assert/strict";
import { tokens } from "@/tests/support/games.ts";
import { decisionContext } from "./decision_context.ts";

Deno.test("decisionContext() has the present time, and new ids that sort like those of games", () => {
  const before = Date.now();
  const { now, newId, newGameId, personKeys, sealAddress } = decisionContext(tokens);
  assert(now.getTime() >= before && now.getTime() <= Date.now());
  assert.equal(new Set([newId(), newId(), newGameId(), newGameId()]).size, 4);
  const games = Array.from({ length: 20 }, newGameId);
  assert.deepEqual(games, games.toSorted(), "so that new rows are next to each other");
  assert.deepEqual(personKeys("Ana"), personKeys("ANA"));
  const place = { gameId: games[0] ?? "", participant: 1 };
  const sealed = [sealAddress("Road 1", place), sealAddress("Road 1", place)];
  assert.equal(new Set(sealed).size, 2, "no two look alike");
  for (const one of sealed) assert.equal(tokens.addresses.open(one, place), "Road 1");
});
