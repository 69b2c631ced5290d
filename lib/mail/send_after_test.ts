import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { ORGANIZER } from "../game/types.ts";
import {
  after,
  secondsUntilSeen,
  toAll,
  toFormerAddress,
  toOrganizerAbout,
  toParticipant,
} from "./send_after.ts";

const change = { game: makeGame(3), events: [] };

Deno.test("after() sends after events of its type alone", () => {
  const send = after("assignmentConfirmed", toParticipant);
  assert.deepEqual(send({ type: "assignmentConfirmed", participant: 2 }, change), [
    { recipient: 2 },
  ]);
  assert.deepEqual(send({ type: "reassignmentRequested", participant: 2 }, change), []);
});

Deno.test("toAll() sends to everyone who takes part, with their news", () => {
  const numbers = change.game.participants.map(({ number }) => number);
  assert.deepEqual(toAll(change.game), numbers.map((recipient) => ({ recipient })));
  const payload = { participant: 2 };
  assert.deepEqual(
    toAll(change.game, payload),
    numbers.map((recipient) => ({ recipient, payload })),
  );
});

Deno.test("toOrganizerAbout() makes a mail of its own for each person: two of them never join", () => {
  const [one, other] = [2, 12].map((participant) => toOrganizerAbout({ participant })[0]);
  assert.deepEqual(one, { recipient: ORGANIZER, payload: { participant: 2 }, topic: "2" });
  assert.notEqual(one?.topic, other?.topic);
});

Deno.test("secondsUntilSeen() has mails about parcels wait for the morning that their topic begins with", () => {
  const topic = "2026-12-10T07:00:00.000Z";
  const at = (time: string, mail: Partial<Parameters<typeof secondsUntilSeen>[0]> = {}) =>
    secondsUntilSeen({ kind: "parcelSent", topic, ...mail }, new Date(`2026-12-${time}Z`));
  assert.equal(at("10T06:00"), 3660);
  assert.equal(at("10T06:00", { kind: "parcelArrived", topic: `${topic} 3` }), 3660);
  assert.equal(at("10T06:58"), 0, "clocks of different machines differ");
  assert.equal(at("11T06:00"), 0);
  assert.equal(at("10T06:00", { kind: "sendSoon" }), 0);
});

Deno.test("toFormerAddress() notifies the previous address, and does not hold mails to one who had proved it", () => {
  const changed = {
    type: "addressChanged",
    participant: 3,
    name: "Zoe",
    email: "zoe@example.org",
    language: "de",
  } as const;
  const mail = { recipient: null, address: "zoe@example.org", language: "de" };
  assert.deepEqual(toFormerAddress(changed), [{
    ...mail,
    payload: { name: "Zoe", participant: 3 },
  }]);
  assert.deepEqual(toFormerAddress({ ...changed, name: null, wasProved: true }), [
    { ...mail, payload: {}, isHeld: false },
  ]);
});
