import assert from "node:assert/strict";
import { makeGame, tokens, wishItem } from "@/tests/support/games.ts";
import { ownDataSchema, viewOwnData } from "./own_data.ts";
import type { Game, Participant } from "./types.ts";
import type { Wish } from "./wishes.ts";

const AT = "2026-12-01T10:00:00.000Z";
const NOW = new Date(AT);
const DEVICE = "7b9f6a34-1a55-4f0e-8f0b-3f1d6c2b9a10";

/** The own data of P1, who gives to P2, without data of anyone else. */
function exported(game: Game, facts: Partial<Participant> = {}) {
  const one = { ...game.participants[0] ?? assert.fail(), receiver: 2, ...facts };
  const participants = [one, ...game.participants.slice(1)];
  const [mine, theirs] = [wishItem("Tea"), wishItem("A lamp")];
  const list = (participant: number, wishes: Wish[]) => ({
    participant,
    wishes,
    revision: 1,
    version: 1,
  });
  const mark = { giver: 1, receiver: 2, wishId: theirs.id, item: JSON.stringify(theirs) };
  const data = viewOwnData(
    { ...game, participants },
    { role: "participant", participant: one, seesAssignment: true, hasToken: true },
    {
      messages: {
        toReceiver: [],
        toGiver: [{ id: "1", mine: true, text: "Hi", at: AT }],
        earlier: [],
        thanks: null,
        muted: { receiver: true, giver: false },
      },
      ownThanks: { text: "Thank you", at: AT },
      isUnsubscribed: true,
      email: { status: "sent", kind: "assignment", at: AT, reason: null },
      wishes: { lists: [list(1, [mine]), list(2, [theirs])], marks: [{ ...mark, markedAt: AT }] },
      photos: ["3f0b0c5e-5d0e-4b43-9b7f-0b5f0e6f3b11"],
      hosts: new Map([[DEVICE, "fcm.googleapis.com"]]),
    },
    tokens,
    NOW,
  );
  return { data, mine, theirs };
}

Deno.test("viewOwnData() contains everything about one person, in the shape of its schema", () => {
  const devices = [DEVICE, crypto.randomUUID()];
  const game = {
    ...makeGame(4, { byPost: true, location: "Here", timeZone: "UTC" }),
    devices: devices.map((id) => ({ id, recipient: 1, version: 1, since: AT })),
  };
  const { data, mine, theirs } = exported(game, { livesWith: ["P3"], wish: "Tea, please" });
  assert.deepEqual(ownDataSchema.parse(data), data);
  assert.deepEqual(data.game, {
    code: game.code,
    name: game.name,
    date: game.date,
    time: "",
    timeZone: "UTC",
    location: "Here",
    createdAt: game.createdAt,
  });
  assert.deepEqual(
    [data.participant.name, data.participant.email, data.participant.wish],
    ["P1", "p1@example.org", "Tea, please"],
  );
  assert.deepEqual(data.receiver, { name: "P2", desiredGift: "", wish: "" });
  assert.deepEqual([data.wishes.map(({ id }) => id), data.photos.length], [[mine.id], 1]);
  assert.deepEqual(data.markedWishes.map(({ id }) => id), [theirs.id]);
  assert.deepEqual([data.messages.toGiver.length, data.ownThanks?.text], [1, "Thank you"]);
  assert.deepEqual(data.parcels, {
    toReceiver: { isSent: false, hasArrived: false },
    toMe: "none",
  });
  assert.deepEqual([data.livesWith, data.isUnsubscribed], [["P3"], true]);
  assert.deepEqual(data.devices.map(({ host }) => host), ["fcm.googleapis.com", ""]);
  assert.equal(data.emailStatus.status, "sent");
  const text = JSON.stringify(data);
  for (const other of game.participants.slice(1)) {
    assert(!text.includes(other.id) && !text.includes(String(other.email)));
  }
});

Deno.test("viewOwnData() shows no locked gift, and no address or parcel if nothing is posted", () => {
  const locked = exported(makeGame(4, { isSealed: true, byPost: true }), {
    revealBlockedForTokenVersion: 1,
    tokenVersion: 2,
  }).data;
  assert.deepEqual([locked.receiver, locked.markedWishes, locked.parcels, locked.wishes], [
    null,
    [],
    null,
    [],
  ]);
  const handed = exported(makeGame(4)).data;
  assert.deepEqual([handed.postalAddress, handed.parcels], [null, null]);
});
