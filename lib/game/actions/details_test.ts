import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame } from "@/tests/support/games.ts";
import { GameError } from "../errors.ts";
import { ORGANIZER } from "../types.ts";
import { updateGameDetails } from "./details.ts";

const body = { action: "updateGameDetails", renewLink: true } as const;

Deno.test("updateGameDetails() changes the fields it is given, and reports their old values", () => {
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

Deno.test("updateGameDetails() reports nothing if no detail that people read has changed", () => {
  const game = makeGame(3);
  const change = updateGameDetails(
    game,
    { ...body, name: game.name, currency: "CHF", organizerEmail: "o@example.org", language: "de" },
    decisionContext,
  );
  assert.deepEqual(change.events, [], "a currency without an amount is not read by anybody");
  assert.equal(change.game.organizerEmail, "o@example.org");
});

Deno.test('updateGameDetails() reads "" as no value, and accepts past dates', () => {
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

Deno.test("updateGameDetails() ends the organizer's link that was mailed to a former address, and notifies that address", () => {
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
  const proved = { ...game, provedEmail: "old@example.org" };
  const moved = { ...body, organizerEmail: "new@example.org" };
  assert.deepEqual(updateGameDetails(proved, moved, decisionContext).events, [
    { ...told, wasProved: true },
  ]);
  const same = move("OLD@example.org");
  assert.deepEqual(
    [same.events, same.game.organizerTokenVersion],
    [[], game.organizerTokenVersion],
    "the same mailbox",
  );
});

/** The refusal of a change; undefined if it is allowed. */
function refusalOf(...[game, fields, context]: Parameters<typeof updateGameDetails>) {
  try {
    updateGameDetails(game, fields, context);
  } catch (error) {
    return error instanceof GameError ? error.code : String(error);
  }
}

Deno.test("updateGameDetails() refuses changes that break a promise or a rule", () => {
  const drawn = makeGame(3, { byPost: true });
  const handed = makeGame(3);
  const sealed = makeGame(3, { isSealed: true });
  const gathering = makeGame(3, { draw: "later" });
  const fromNow = (ms: number) => new Date(decisionContext.now.getTime() + ms).toISOString();
  for (
    const [game, fields, code] of [
      [drawn, { isSealed: true }, "CANNOT_SEAL"],
      [sealed, { isSealed: false }, "USE_BREAK_SEAL"],
      [sealed, { isProtected: false }, "SEAL_NEEDS_PROTECTION"],
      [drawn, { isProtected: false }, undefined],
      [drawn, { drawAt: fromNow(60_000) }, "ALREADY_DRAWN"],
      [gathering, { drawAt: fromNow(-60_000) }, "DRAW_AT_IN_PAST"],
      [gathering, { drawAt: fromNow(60_000) }, undefined],
      [drawn, { sendBy: inDays(-2) }, "SEND_BY_OUT_OF_RANGE"],
      [drawn, { sendBy: inDays(31) }, "SEND_BY_OUT_OF_RANGE"],
      [drawn, { sendBy: inDays(30) }, undefined],
      [{ ...drawn, sendBy: inDays(20) }, { date: inDays(19) }, "SEND_BY_OUT_OF_RANGE"],
      [{ ...drawn, sendBy: inDays(20) }, { date: inDays(20) }, undefined],
      [{ ...handed, sendBy: inDays(20) }, { date: inDays(19) }, undefined],
      [{ ...drawn, sendBy: inDays(20) }, { date: inDays(19), byPost: false }, undefined],
      [{ ...handed, sendBy: inDays(31) }, { byPost: true }, "SEND_BY_OUT_OF_RANGE"],
      [{ ...handed, sendBy: inDays(31) }, { byPost: true, sendBy: "" }, undefined],
      [{ ...handed, sendBy: inDays(30) }, { byPost: true }, undefined],
    ] as const
  ) {
    const refusal = refusalOf(game, { ...body, ...fields }, decisionContext);
    assert.equal(refusal, code, JSON.stringify(fields));
  }
  assert.equal(
    refusalOf(drawn, { ...body, organizerEmail: "o@example.org" }, {
      ...decisionContext,
      isSenderBlocked: true,
    }),
    "SENDER_BLOCKED",
  );
});

Deno.test("updateGameDetails() keeps addresses only as long as gifts go by post", () => {
  const game = makeGame(3, { byPost: true });
  const participants = game.participants.map((one) => ({ ...one, postalAddress: "sealed" }));
  const addresses = (fields: Record<string, unknown>) =>
    updateGameDetails({ ...game, participants }, { ...body, ...fields }, decisionContext).game
      .participants.filter(({ postalAddress }) => postalAddress !== null).length;
  assert.deepEqual([addresses({ location: "Here" }), addresses({ byPost: false })], [3, 0]);
});

Deno.test("updateGameDetails() lets a failed draw be tried again at another time", () => {
  const drawAt = new Date(Date.now() + 3_600_000).toISOString();
  const game = {
    ...makeGame(3, { draw: "later" }),
    drawAt,
    drawProblem: "DRAW_IMPOSSIBLE" as const,
  };
  const after = (fields: Record<string, unknown>) =>
    updateGameDetails(game, { ...body, ...fields }, decisionContext).game.drawProblem;
  assert.equal(after({ drawAt }), "DRAW_IMPOSSIBLE");
  assert.equal(after({ drawAt: new Date(Date.now() + 7_200_000).toISOString() }), null);
});

Deno.test("updateGameDetails() removes addresses that may be strangers' from a game it protects", () => {
  const made = makeGame(3);
  const participants = made.participants.map((one) => ({
    ...one,
    isEmailSetById: one.number !== 1,
    language: one.number === 2 ? "de" as const : null,
  }));
  const { game, events } = updateGameDetails(
    { ...made, participants },
    { ...body, isProtected: true },
    { ...decisionContext, mailed: new Set([2]) },
  );
  assert.deepEqual(
    game.participants.map(({ email, isEmailSetById, tokenVersion }) => [
      email,
      isEmailSetById,
      tokenVersion,
    ]),
    [["p1@example.org", false, 1], [null, false, 2], [null, false, 1]],
  );
  assert.deepEqual(events, [
    { type: "addressChanged", participant: 2, name: "P2", email: "p2@example.org", language: "de" },
    { type: "addressChanged", participant: 3, name: "P3", email: "p3@example.org", language: "en" },
  ]);
});

Deno.test("updateGameDetails() keeps the proof of an address only if just its spelling changes", () => {
  const proved = "o@example.org";
  const game = { ...makeGame(3, { organizerEmail: proved }), provedEmail: proved };
  const after = (organizerEmail: string, before = game) =>
    updateGameDetails(before, { ...body, organizerEmail }, decisionContext).game.provedEmail;
  assert.equal(after("O@example.org"), "O@example.org");
  assert.equal(after("other@example.org"), null);
  assert.equal(after("O@example.org", { ...game, provedEmail: "x@example.org" }), null);
});
