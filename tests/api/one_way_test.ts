import assert from "node:assert/strict";
import { type OrganizerView, organizerViewSchema } from "@/lib/game/view_schemas.ts";
import { testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { people } from "../support/games.ts";
import { byName, named, pairsOf } from "../support/views.ts";

testAppOnBoth("setExclusions replaces only the lists that are sent", async ({ client }) => {
  const game = await client.createGame({
    participants: people(7),
    exclusions: [["P1", "P2"]],
    oneWayExclusions: [["P3", "P4"]],
    households: [["P5", "P6"]],
  });
  const lists = (view: OrganizerView) => [
    byName(view, view.exclusions),
    byName(view, view.oneWayExclusions),
    byName(view, view.households),
  ];
  assert.deepEqual(lists(game), [["P1 P2"], ["P3 P4"], ["P5 P6"]]);
  const { organizerToken } = game;
  const set = async (fields: Record<string, string[][]>) => {
    const answer = await client.patchGame(game, {
      action: "setExclusions",
      organizerToken,
      ...fields,
    });
    return lists(succeeds(answer, organizerViewSchema));
  };
  assert.deepEqual(await set({}), [["P1 P2"], ["P3 P4"], ["P5 P6"]]);
  assert.deepEqual(await set({ exclusions: [] }), [[], ["P3 P4"], ["P5 P6"]]);
  assert.deepEqual(await set({ households: [["P1", "P7"]] }), [[], ["P3 P4"], ["P1 P7"]]);
  assert.deepEqual(
    await set({ oneWayExclusions: [["P4", "P3"], ["p4", named(game, "P3").id], ["P1", "P7"]] }),
    [[], ["P1 P7", "P4 P3"], ["P1 P7"]],
    "each once, and kept where a household says the same",
  );
  const removed = await client.manage(game, "removeParticipant", {
    participantId: named(game, "P3").id,
  });
  assert.deepEqual(byName(removed, removed.oneWayExclusions), ["P1 P7"]);
});

testAppOnBoth("a one-way exclusion holds in that direction only", async ({ client }) => {
  const game = await client.createGame({
    participants: people(4),
    oneWayExclusions: [["P1", "P2"], ["P1", "P3"]],
  });
  const seen = new Set<string>();
  for (let draw = 0; draw < 25; draw++) {
    const pairs = pairsOf(await client.manage(game, "reassignAll", {}));
    assert(pairs.includes("P1>P4"));
    pairs.forEach((pair) => seen.add(pair));
  }
  assert(seen.has("P2>P1") && seen.has("P3>P1"));
  const { organizerToken } = game;
  const set = (oneWayExclusions: string[][]) =>
    client.patchGame(game, { action: "setExclusions", organizerToken, oneWayExclusions });
  const refused = refuses(
    await set([["P1", "P2"], ["P1", "P3"], ["P2", "P1"], ["P2", "P3"]]),
    400,
    "DRAW_IMPOSSIBLE",
  );
  assert.match(refused.error, /P1 and P2 may only give to P4/);
  const many = Array.from({ length: 20_001 }, () => ["P1", "P2"]);
  refuses(await set(many), 400, "VALIDATION_FAILED");
});
