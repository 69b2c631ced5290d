import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { GameError } from "../errors.ts";
import type { Game, Participant } from "../types.ts";
import { archiveGame } from "./archive.ts";
import { confirmArrived, remindToSend, setParcel, updateAddress } from "./post.ts";

const NOW = new Date("2026-12-01T15:00:00Z");
const context = { ...decisionContext, now: NOW };
const HOME = { lines: ["Road 1"], country: "", hint: "" };

/** P1 gives to P2, P2 to P3, P3 to P1. */
function ring(body: Record<string, unknown> = {}): Game {
  const game = makeGame(3, { byPost: true, timeZone: "UTC", ...body });
  const participants = game.participants.map((one) => ({ ...one, receiver: one.number % 3 + 1 }));
  return { ...game, participants };
}

const person = (game: Game, number: number): Participant =>
  game.participants.find((one) => one.number === number) ?? assert.fail();
const send = (game: Game, number: number, sent: boolean, now = NOW) =>
  setParcel(game, { action: "setParcel", participantId: person(game, number).id, sent }, {
    ...context,
    now,
  });
const receive = (game: Game, number: number) =>
  confirmArrived(
    game,
    { action: "confirmArrived", participantId: person(game, number).id },
    context,
  );
const move = (game: Game, address: typeof HOME, isKeeper = false) =>
  updateAddress(
    game,
    { action: "updateAddress", participantId: person(game, 1).id, ...address },
    { ...context, isKeeper },
  ).game;

function refusalOf(decide: () => unknown) {
  try {
    decide();
  } catch (error) {
    return error instanceof GameError ? error.code : String(error);
  }
}

Deno.test("updateAddress() lets a keeper replace only their own entry", () => {
  const game = ring();
  const byKeeper = move(game, HOME, true);
  assert.equal(person(byKeeper, 1).addressTokenVersion, 0);
  assert(person(byKeeper, 1).postalAddress);
  assert.notEqual(
    person(move(byKeeper, HOME, true), 1).postalAddress,
    person(byKeeper, 1).postalAddress,
  );
  const byOwner = move(byKeeper, HOME);
  assert.equal(person(byOwner, 1).addressTokenVersion, 1);
  assert.equal(refusalOf(() => move(byOwner, HOME, true)), "ADDRESS_BY_OWNER");
  assert.equal(person(move(byOwner, { ...HOME, lines: [] }), 1).postalAddress, null);
  assert.equal(person(byOwner, 2).postalAddress, null);
});

Deno.test("setParcel() notifies the receiver once, from the next morning on", () => {
  const game = ring();
  const { game: sent, events } = send(game, 1, true);
  const [event] = events;
  assert(event?.type === "parcelSent");
  assert.equal(event.participant, 2);
  assert.equal(event.seenFrom, person(sent, 2).parcels[0]?.seenFrom);
  assert(event.seenFrom.startsWith("2026-12-02"));
  assert.deepEqual(person(sent, 2).parcels.map(({ giver }) => giver), [1]);
  assert.deepEqual([person(sent, 1).parcels, person(sent, 3).parcels], [[], []]);
  assert.deepEqual(send(sent, 1, true), { game: sent, events: [] });
  assert.deepEqual(send(game, 1, false), { game, events: [] });
  const takenBack = send(sent, 1, false);
  assert.deepEqual([takenBack.events, person(takenBack.game, 2).parcels], [[], []]);
  const later = new Date("2026-12-05T15:00:00Z");
  const known = send(send(sent, 1, false, later).game, 1, true, later);
  assert.deepEqual(known.events, [], "the receiver has read of it before");
});

Deno.test("confirmArrived() notifies the sender, and refuses no one", () => {
  const game = ring();
  const early = receive(game, 2);
  assert.deepEqual([early.events, person(early.game, 2).parcelArrivedAt], [[], NOW.toISOString()]);
  assert.deepEqual(send(early.game, 1, true).events, [], "it is there already");
  const arrived = receive(send(game, 1, true).game, 2);
  const [event] = arrived.events;
  assert(event?.type === "parcelArrived" && event.participant === 1);
  assert.equal(person(arrived.game, 2).parcelArrivedAt, NOW.toISOString());
  assert.equal(person(arrived.game, 1).parcelArrivedAt, null);
  assert.deepEqual(receive(arrived.game, 2), { game: arrived.game, events: [] });
});

Deno.test("parcels are only for games by post, and for gifts that are not locked", () => {
  const others = ring({ byPost: false });
  const locked = ring({ isSealed: true });
  locked.participants.forEach((one) => one.revealBlockedForTokenVersion = 1);
  for (const [game, code] of [[others, "NOT_BY_POST"], [locked, "GIFT_WITHHELD"]] as const) {
    assert.equal(refusalOf(() => send(game, 1, true)), code);
    assert.equal(refusalOf(() => receive(game, 1)), code);
  }
  assert.equal(refusalOf(() => move(others, HOME)), "NOT_BY_POST");
  assert.equal(refusalOf(() => remindToSend(others, {}, context)), "NOT_BY_POST");
  assert.deepEqual(remindToSend(ring(), {}, context).events, [
    { type: "sendingUrged", day: "2026-12-01" },
  ]);
});

Deno.test("remindToSend() reminds once a day in the game's time zone", () => {
  const daysOf = (timeZone: string) =>
    ["2026-12-01T23:00:00Z", "2026-12-02T01:00:00Z"].map((at) => {
      const [event] =
        remindToSend(ring({ timeZone }), {}, { ...context, now: new Date(at) }).events;
      return event?.type === "sendingUrged" ? event.day : "";
    });
  assert.deepEqual(daysOf("America/New_York"), ["2026-12-01", "2026-12-01"]);
  assert.deepEqual(daysOf("Asia/Tokyo"), ["2026-12-02", "2026-12-02"]);
  assert.deepEqual(daysOf("UTC"), ["2026-12-01", "2026-12-02"]);
});

Deno.test("archiveGame() keeps no address, and reports that the game has ended", () => {
  const { game, events } = archiveGame(move(ring(), HOME), NOW);
  assert.equal(game.archivedAt, NOW.toISOString());
  assert.deepEqual(game.participants.map(({ postalAddress }) => postalAddress), [null, null, null]);
  assert.deepEqual(events, [{ type: "gameArchived" }]);
});
