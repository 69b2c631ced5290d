import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import type { CreatedGame } from "../support/client.ts";
import { people } from "../support/games.ts";
import { assertRefused, readTables } from "../support/refusals.ts";
import { named } from "../support/views.ts";

/** PATCH bodies sent by an organizer or for the first participant, whose credentials are filled in. */
const ACTIONS: [what: string, body: (game: CreatedGame) => unknown, status: number][] = [
  ["no JSON", () => "action", 400],
  ["an array", () => [], 400],
  ["no action", () => ({}), 400],
  ["an unknown action", () => ({ action: "explode" }), 400],
  ["an action that is a number", () => ({ action: 1 }), 400],
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
    (action): [string, () => unknown, number] => [`the action ${action}`, () => ({ action }), 400],
  ),
  ["a wish without a participant", () => ({ action: "updateWish", wish: "x" }), 400],
  ["a wish without a wish", (game) => ({ action: "updateWish", participantId: idOf(game) }), 400],
  ["a wish for nobody", () => ({ action: "updateWish", participantId: "x", wish: "x" }), 404],
  [
    "a wish for an id that is a number",
    () => ({ action: "updateWish", participantId: 1, wish: "" }),
    400,
  ],
  [
    "a wish too long",
    (game) => ({ action: "updateWish", participantId: idOf(game), wish: "x".repeat(1001) }),
    400,
  ],
  [
    "an address with a header",
    (game) => ({
      action: "updateParticipantEmail",
      participantId: idOf(game),
      email: "a@b.co\nBcc: x@y.co",
    }),
    400,
  ],
  ["no address", (game) => ({ action: "updateParticipantEmail", participantId: idOf(game) }), 400],
  ["a token that is a number", () => ({ action: "reassignAll", organizerToken: 5 }), 400],
  ["no token", () => ({ action: "reassignAll" }), 401],
  ["an empty token", () => ({ action: "reassignAll", organizerToken: "" }), 401],
  ["a wrong token", () => ({ action: "reassignAll", organizerToken: "x" }), 403],
  [
    "a participant's token",
    (game) => ({ action: "reassignAll", organizerToken: named(game, "P1").token }),
    403,
  ],
  ["a very long token", () => ({ action: "reassignAll", organizerToken: "x".repeat(10_000) }), 400],
  [
    "an impossible date",
    (game) => organizer(game, "updateGameDetails", { date: "2030-02-31" }),
    400,
  ],
  ["an empty game name", (game) => organizer(game, "updateGameDetails", { name: " " }), 400],
  ["a currency of two", (game) => organizer(game, "updateGameDetails", { currency: "EU" }), 400],
  ["a flag in words", (game) => organizer(game, "updateGameDetails", { isProtected: "no" }), 400],
  [
    "a taken name",
    (game) =>
      organizer(game, "updateParticipantDetails", { participantId: idOf(game), name: "P3" }),
    400,
  ],
  [
    "an empty participant name",
    (game) => organizer(game, "updateParticipantDetails", { participantId: idOf(game), name: "" }),
    400,
  ],
  [
    "details of nobody",
    (game) => organizer(game, "updateParticipantDetails", { participantId: "nobody" }),
    404,
  ],
  ["a newcomer without a name", (game) => organizer(game, "addParticipant", {}), 400],
  [
    "a newcomer with a taken name",
    (game) => organizer(game, "addParticipant", { participantName: "p1" }),
    400,
  ],
  [
    "removing nobody",
    (game) => organizer(game, "removeParticipant", { participantId: "nobody" }),
    404,
  ],
  [
    "removing one of three",
    (game) => organizer(game, "removeParticipant", { participantId: idOf(game) }),
    400,
  ],
  [
    "approving what nobody asked",
    (game) => organizer(game, "approveReassignment", { participantId: idOf(game) }),
    400,
  ],
  [
    "exclusions that leave no draw",
    (game) => organizer(game, "setExclusions", { households: [["P1", "P2", "P3"]] }),
    400,
  ],
  [
    "exclusions of a stranger",
    (game) => organizer(game, "setExclusions", { exclusions: [["P1", "Zoe"]] }),
    400,
  ],
  [
    "renewing a link of nobody",
    (game) => organizer(game, "regenerateToken", { participantId: "nobody" }),
    404,
  ],
  [
    "joining without an invitation",
    () => ({ action: "joinInvitation", participantName: "N" }),
    401,
  ],
  [
    "joining with a wrong invitation",
    () => ({ action: "joinInvitation", participantName: "N", invitationToken: "x" }),
    403,
  ],
  [
    "joining with a taken name",
    (game) => ({
      action: "joinInvitation",
      participantName: "P1",
      invitationToken: game.invitationToken,
    }),
    400,
  ],
  [
    "joining without a name",
    (game) => ({ action: "joinInvitation", invitationToken: game.invitationToken }),
    400,
  ],
];

/** POST /api/email/send bodies. */
const MAILS: [what: string, body: (game: CreatedGame) => unknown, status: number][] = [
  ["nothing", () => "", 400],
  ["no code", () => ({ type: "reminder" }), 400],
  ["an unknown type", (game) => ({ code: game.code, type: "spam" }), 400],
  ["a code that is a number", (game) => ({ code: Number(game.code), type: "reminder" }), 400],
  ["an unknown code", () => ({ code: "000000", type: "reminder" }), 404],
  ["no token", (game) => ({ code: game.code, type: "reminder" }), 401],
  ["a wrong token", (game) => ({ code: game.code, type: "reminder", organizerToken: "x" }), 403],
  [
    "a participant who is nobody",
    (game) => ({
      code: game.code,
      type: "participant",
      participantId: "x",
      organizerToken: game.organizerToken,
    }),
    404,
  ],
  [
    "a participant missing",
    (game) => ({ code: game.code, type: "participant", organizerToken: game.organizerToken }),
    400,
  ],
  [
    "a message too long",
    (game) => ({
      code: game.code,
      type: "reminder",
      customMessage: "x".repeat(2001),
      organizerToken: game.organizerToken,
    }),
    400,
  ],
  [
    "a recovery without an address",
    (game) => ({ code: game.code, type: "recoverOrganizerLink" }),
    400,
  ],
  [
    "a recovery with a bad address",
    (game) => ({ code: game.code, type: "recoverParticipantLink", email: "x" }),
    400,
  ],
];

function idOf(game: CreatedGame): string {
  return named(game, "P1").id;
}

function organizer(game: CreatedGame, action: string, body: Record<string, unknown>): unknown {
  return { action, organizerToken: game.organizerToken, ...body };
}

Deno.test("bad bodies of PATCH and mail requests are refused with an explanation, and change nothing", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ participants: people(3) });
  const before = await readTables(app);
  for (const [what, body, status] of ACTIONS) {
    assertRefused(what, await client.patchGame(game, body(game)), status);
  }
  for (const [what, body, status] of MAILS) {
    assertRefused(what, await client.post("/api/email/send", body(game)), status);
  }
  assert.deepEqual(await readTables(app), before);
});
