import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { ORGANIZER } from "../types.ts";
import { updateGameDetails } from "./details.ts";

const body = { action: "updateGameDetails", renewLink: true } as const;

Deno.test("updateGameDetails() changes what comes, and tells what was before", () => {
  const game = makeGame(3, { location: "Home", amount: "20", currency: "EUR" });
  const { game: after, events } = updateGameDetails(
    game,
    { ...body, location: "Elsewhere", amount: "25", time: "18:30", allowReassignment: false },
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
    { ...body, name: game.name, currency: "CHF", organizerEmail: "o@example.org", language: "de" },
    decisionContext,
  );
  assert.deepEqual(change.events, [], "a currency without an amount is not read by anybody");
  assert.equal(change.game.organizerEmail, "o@example.org");
});

Deno.test('updateGameDetails() takes "" for none, and past dates', () => {
  const game = makeGame(3, { organizerEmail: "o@example.org", timeZone: "Europe/Berlin" });
  const { game: after } = updateGameDetails(
    game,
    { ...body, organizerEmail: "", timeZone: "", date: "2020-01-01" },
    decisionContext,
  );
  assert.deepEqual([after.organizerEmail, after.timeZone, after.date], [null, null, "2020-01-01"]);
});

Deno.test("updateGameDetails() renews all ids when protection is switched on, and only then", () => {
  const game = makeGame(3);
  const idsAfter = (isProtected: boolean, before = game) =>
    updateGameDetails(before, { ...body, isProtected }, decisionContext).game;
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

Deno.test("updateGameDetails() ends the organizer's link that was mailed to an address left, and tells it", () => {
  const game = {
    ...makeGame(3, { organizerEmail: "old@example.org" }),
    organizerTokenReserved: 4,
  };
  const move = (organizerEmail: string, renewLink = true, mailed = new Set([ORGANIZER])) =>
    updateGameDetails(game, { ...body, renewLink, organizerEmail }, { ...decisionContext, mailed });
  const told = { type: "addressChanged", name: null, email: "old@example.org", language: "en" };
  for (const address of ["new@example.org", ""]) {
    const { game: after, events } = move(address);
    assert.deepEqual([after.organizerTokenVersion, after.organizerTokenReserved], [5, 5]);
    assert.deepEqual(events, [told, { type: "organizerLinkRenewed" }]);
  }
  for (const kept of [move("new@example.org", false), move("new@example.org", true, new Set())]) {
    assert.equal(kept.game.organizerTokenVersion, game.organizerTokenVersion);
    assert.deepEqual(kept.events, [told]);
  }
  const same = move("OLD@example.org");
  assert.deepEqual(
    [same.events, same.game.organizerTokenVersion],
    [[], game.organizerTokenVersion],
    "the same mailbox",
  );
});
