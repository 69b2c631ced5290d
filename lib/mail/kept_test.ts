import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import type { GameEvent } from "../game/types.ts";
import { toKeepers } from "./kept.ts";

Deno.test("toKeepers() notifies a keeper of another mailbox that the kept gift has changed", () => {
  const game = makeGame(5, { keepers: [["P1", "P2"], ["P3", "P2"], ["P4", "P2"], ["P1", "P5"]] });
  const addresses = ["P2@Example.org", "p2@example.org", "p3@example.org", null, "p5@example.org"];
  game.participants.forEach((one, index) => one.email = addresses[index] ?? null);
  const notified = (event: GameEvent) => toKeepers(event, { game, events: [event] });
  // Without an address, the fourth is notified in their browsers.
  const others = [3, 4].map((recipient) => ({
    recipient,
    payload: { participant: 2 },
    topic: "2",
  }));
  assert.deepEqual(notified({ type: "receiverChanged", participant: 2 }), others);
  assert.deepEqual(notified({ type: "reassignmentApproved", participant: 2 }), others);
  const first = [{ recipient: 1, payload: { participant: 5 }, topic: "5" }];
  assert.deepEqual(notified({ type: "receiverChanged", participant: 5 }), first);
  assert.deepEqual(notified({ type: "receiverChanged", participant: 1 }), []);
  assert.deepEqual(notified({ type: "reassignmentDeclined", participant: 2 }), []);
});
