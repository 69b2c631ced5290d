import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { groupsOf } from "./apart_groups.ts";
import { organizerView } from "../../game/views.ts";

Deno.test("groupsOf() shows households whole, and pairs that no household covers", () => {
  const game = makeGame(8, {
    households: [["P1", "P2", "P3"]],
    exclusions: [["P1", "P2"], ["P4", "P1"]],
  });
  const view = organizerView(game, tokens, new Date());
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  assert.deepEqual(
    groupsOf(view).map((group) => group.map((id) => names.get(id))),
    [["P1", "P2", "P3"], ["P1", "P4"]],
  );
});
