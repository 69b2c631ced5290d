import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { updateGameDetails } from "./details.ts";

const action = "updateGameDetails" as const;

Deno.test("updateGameDetails() changes what comes, and tells what was before", () => {
  const game = makeGame(3, { location: "Home", amount: "20", currency: "EUR" });
  const { game: after, events } = updateGameDetails(
    game,
    { action, location: "Elsewhere", amount: "25", time: "18:30", allowReassignment: false },
    decisionContext,
  );
  assert.deepEqual(
    [after.name, after.location, after.amount, after.time, after.allowReassignment],
    [game.name, "Elsewhere", "25", "18:30", false],
  );
  assert.deepEqual(events, [
    { type: "detailsChanged", before: { time: "", location: "Home", amount: "20 EUR" } },
  ]);
});

Deno.test("updateGameDetails() tells nothing where nothing that people read is new", () => {
  const game = makeGame(3);
  const change = updateGameDetails(
    game,
    { action, name: game.name, currency: "CHF", organizerEmail: "o@example.org", language: "de" },
    decisionContext,
  );
  assert.deepEqual(change.events, [], "a currency without an amount is not read by anybody");
  assert.equal(change.game.organizerEmail, "o@example.org");
});

Deno.test('updateGameDetails() takes "" for none, and past dates', () => {
  const game = makeGame(3, { organizerEmail: "o@example.org", timeZone: "Europe/Berlin" });
  const { game: after } = updateGameDetails(
    game,
    { action, organizerEmail: "", timeZone: "", date: "2020-01-01" },
    decisionContext,
  );
  assert.deepEqual([after.organizerEmail, after.timeZone, after.date], [null, null, "2020-01-01"]);
});

Deno.test("updateGameDetails() renews all ids when protection is switched on, and only then", () => {
  const game = makeGame(3);
  const idsAfter = (isProtected: boolean, before = game) =>
    updateGameDetails(before, { action, isProtected }, decisionContext).game;
  const closed = idsAfter(true);
  const known = new Set(game.participants.map(({ id }) => id));
  assert(closed.participants.every(({ id }) => !known.has(id)));
  assert.deepEqual(
    closed.participants.map(({ id: _, ...rest }) => rest),
    game.participants.map(({ id: _, ...rest }) => rest),
    "links stay good: they know people by number",
  );
  assert.deepEqual(idsAfter(true, closed).participants, closed.participants);
  assert.deepEqual(idsAfter(false, closed).participants, closed.participants);
});
