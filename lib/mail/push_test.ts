import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { type Change, type Game, ORGANIZER } from "../game/types.ts";
import type { NewMail, NewNotice } from "../store/store.ts";
import { toDevices } from "./notices.ts";
import { newsOf, wake } from "./push.ts";

const NOON = new Date("2026-12-10T12:00:00Z");

/** P1 has two browsers, P2 one whose link has ended, the organizer one. */
function withDevices(): Game {
  const device = (id: string, recipient: number, version = 1) => ({
    id,
    recipient,
    version,
    since: "2026-12-01T00:00:00.000Z",
  });
  return {
    ...makeGame(3, { timeZone: "UTC" }),
    devices: [device("a", 1), device("b", 1), device("c", 2, 9), device("o", ORGANIZER)],
  };
}

Deno.test("toDevices() notifies each browser of a recipient, and of a pair at a time that reveals nothing", () => {
  const game = withDevices();
  const to = (kind: Parameters<typeof toDevices>[1], mail: Omit<NewMail, "kind">) =>
    toDevices(game, kind, [mail], NOON, () => 60);
  const facts = { payload: { message: "Hi" }, topic: "x", isOnce: true, delay: 5 };
  assert.deepEqual(
    to("reminder", { recipient: 1, ...facts }),
    ["a", "b"].map((device) => ({
      recipient: 1,
      device,
      kind: "reminder",
      ...facts,
    })),
  );
  assert.deepEqual(to("reminder", { recipient: 2 }), []);
  assert.deepEqual(to("participantRemoved", { recipient: null, address: "x@example.org" }), []);
  assert.deepEqual(to("reminder", { recipient: ORGANIZER }), [
    { recipient: ORGANIZER, device: "o", kind: "reminder", topic: "", delay: 0 },
  ]);
  // In the next window of two hours, at 14:00, a minute after its start.
  const [first] = to("wishChanged", { recipient: 1, delay: 5 });
  assert.equal(first?.delay, 5 + 7200 - 5 + 60);
  const [own] = to("leaveRequested", { recipient: ORGANIZER });
  assert.equal(own?.delay, 0, "the organizer's news depend on no pair");
});

Deno.test("newsOf() puts mails and notices of a change in the outbox, and is null without any", () => {
  const change: Change = { game: withDevices(), events: [] };
  const mail: NewMail = { recipient: 1, kind: "reminder" };
  const notice: NewNotice = { recipient: 1, device: "a", kind: "reminder", topic: "", delay: 0 };
  const of = (mails: NewMail[] | null, notices: NewNotice[]) =>
    newsOf({
      mail: mails && { mailsFor: () => mails },
      push: { noticesFor: () => notices },
    }, change);
  assert.equal(of([], []), null);
  assert.equal(of(null, []), null);
  assert.deepEqual(of([mail], [notice])?.([]), { add: [mail], notices: [notice], update: [] });
  assert.deepEqual(of(null, [notice])?.([]), { add: [], notices: [notice], update: [] });
});

Deno.test("wake() wakes mail and push, and push alone without a mail server", () => {
  const woken: string[] = [];
  const one = (name: string) => ({ wake: () => void woken.push(name) });
  wake({ mail: one("mail"), push: one("push") });
  wake({ mail: null, push: one("push") });
  assert.deepEqual(woken, ["mail", "push", "push"]);
});
