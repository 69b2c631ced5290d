import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import type { Participant } from "../types.ts";
import { canOpenInRoom, openInRoom } from "./room.ts";

const AT = "2026-12-01T12:00:00.000Z";

Deno.test("canOpenInRoom() allows one opening, and in a sealed game only without an address", () => {
  const game = makeGame(4, { isSealed: true });
  const [first] = game.participants;
  assert(first);
  const one = { ...first, email: null };
  const may = (change: Partial<Participant>, shown = game) =>
    canOpenInRoom(shown, { ...one, ...change });
  assert.equal(may({}), true);
  assert.equal(may({ openedInRoomAt: AT }), true, "all names were drawn again since");
  const refused: Partial<Participant>[] = [
    { email: "p1@example.org" },
    { erasedAt: AT },
    { receiver: null },
    { revealBlockedForTokenVersion: 1 },
    { firstViewedAt: AT },
    { viewedAt: AT },
    { hasConfirmedAssignment: true },
  ];
  for (const change of refused) assert.equal(may(change), false, JSON.stringify(change));
  assert.equal(may({ email: "p1@example.org" }, { ...game, isSealed: false }), true);
});

Deno.test("openInRoom() counts as any other opening", () => {
  const game = makeGame(4);
  const [first] = game.participants;
  assert(first);
  const now = new Date(AT);
  const { game: after, receiver } = openInRoom(game, first.id, { ...decisionContext, now });
  assert.equal(receiver.number, first.receiver);
  const { openedInRoomAt, viewedAt, firstViewedAt } = after.participants[0] ?? first;
  assert.deepEqual([openedInRoomAt, viewedAt, firstViewedAt], [AT, AT, AT]);
  const again = () => openInRoom(after, first.id, { now });
  assert.throws(again, { code: "ALREADY_OPENED_IN_ROOM" });
});

Deno.test("openInRoom() after a draw of all names clears the reason why the receiver is another", () => {
  const game = makeGame(4, { isSealed: true });
  const [first = assert.fail()] = game.participants;
  const moved = { ...first, email: null, openedInRoomAt: AT, receiverChange: "joined" as const };
  const before = { ...game, participants: game.participants.with(0, moved) };
  const { game: after } = openInRoom(before, first.id, decisionContext);
  assert.equal(after.participants[0]?.receiverChange, null);
});

Deno.test("openInRoom() says before the draw that there is nothing to open yet", () => {
  const game = makeGame(4, { draw: "later" });
  const [first] = game.participants;
  assert(first);
  assert.throws(() => openInRoom(game, first.id, decisionContext), { code: "NOT_DRAWN_YET" });
  assert.throws(() => openInRoom(game, crypto.randomUUID(), decisionContext), {
    code: "PARTICIPANT_NOT_FOUND",
  });
});

Deno.test("openInRoom() stores no time before the place was claimed, whatever the clock", () => {
  const game = makeGame(4);
  const [first = assert.fail()] = game.participants;
  const claimOpenedAt = "2026-12-01T12:00:30.000Z";
  const claimed = { ...game, participants: game.participants.with(0, { ...first, claimOpenedAt }) };
  const opened = openInRoom(claimed, first.id, { now: new Date(AT) }).game.participants[0];
  assert.deepEqual([opened?.openedInRoomAt, opened?.firstViewedAt], [claimOpenedAt, claimOpenedAt]);
});
