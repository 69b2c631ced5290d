import assert from "node:assert/strict";
import fc from "fast-check";
import { makeGame } from "@/tests/support/games.ts";
import { eventfulGame, NOW } from "@/tests/support/mail_samples.ts";
import { type GameEvent, MAIL_KINDS, ORGANIZER } from "../game/types.ts";
import { rowsOf, toClaimedNotices } from "../store/notices.ts";
import type { WaitingMail } from "../store/store.ts";
import { composeNotice } from "./compose_notice.ts";
import { mailsFor } from "./mails_for.ts";
import { type Below, dependsOnPair, drawPairDelay, noticesFor, secondsOfNight } from "./notices.ts";
import { addToOutbox } from "./outbox.ts";

const below: Below = (n) => Math.floor(Math.random() * n);
const MINUTE = 60_000;

function device(id: string, recipient: number, version = 1) {
  return { id, recipient, version, since: "2026-12-01T00:00:00.000Z" };
}

Deno.test("noticesFor() goes to every browser whose link is valid, with an address or without", () => {
  const game = makeGame(3, { participants: [{ name: "Ana" }, { name: "Ben" }, { name: "Cy" }] });
  const devices = [device("a", 1), device("b", 1), device("c", 2, 9), device("d", ORGANIZER)];
  const change = {
    game: { ...game, devices },
    events: [{ type: "namesDrawn", isByItself: true } as const],
  };
  const told = noticesFor(change, new Date(), below);
  assert.deepEqual(told.map((one) => [one.device, one.kind]), [
    ["d", "organizerWelcome"],
    ["a", "assignment"],
    ["b", "assignment"],
  ]);
  assert.deepEqual(told.map(({ delay }) => delay), [0, 0, 0]);
  const archived = { ...change, game: { ...change.game, archivedAt: "2026-12-30T00:00:00.000Z" } };
  assert.deepEqual(noticesFor(archived, new Date(), below), []);
  const entered = { type: "addressEntered", participant: 1, wasMailed: true } as const;
  assert.deepEqual(noticesFor({ ...change, events: [entered] }, new Date(), below), []);
});

Deno.test("a keeper without an address is notified in their browser of a changed kept gift, and gets no mail", () => {
  const game = makeGame(4, { keepers: [["P1", "P2"]], sendEmails: true });
  const participants = game.participants.map((one) => ({ ...one, email: null }));
  const change = {
    game: { ...game, participants, devices: [device("a", 1)] },
    events: [{ type: "receiverChanged", participant: 2 } as const],
  };
  assert.deepEqual(noticesFor(change, new Date(), below).map((one) => [one.device, one.kind]), [
    ["a", "keptChanged"],
  ]);
  assert.deepEqual(mailsFor(change), []);
});

Deno.test("a keeper with the same mailbox gets no second mail, but a notice on their device", () => {
  const game = makeGame(4, { keepers: [["P1", "P2"]] });
  const participants = game.participants.map((one) => ({ ...one, email: "family@example.org" }));
  const event = { type: "receiverChanged", participant: 2 } as const;
  const told = (sendEmails: boolean) => {
    const present = {
      ...game,
      sendEmails,
      participants,
      devices: [device("a", 1), device("b", 2)],
    };
    const change = { game: present, events: [event] };
    return [mailsFor(change), noticesFor(change, new Date(), below)]
      .map((news) => news.map(({ recipient, kind }) => `${recipient} ${kind}`));
  };
  const notices = ["2 receiverChanged", "1 keptChanged"];
  assert.deepEqual(told(true), [["2 receiverChanged"], notices]);
  assert.deepEqual(told(false), [[], notices]);
});

Deno.test("news of a receiver are sent even if a notice about the previous one waits", () => {
  const waiting: WaitingMail[] = [];
  const tell = (receiver: number, event: (receiver: number) => GameEvent) => {
    const made = eventfulGame();
    const participants = made.participants.map((one) =>
      one.number === 1 ? { ...one, receiver } : one
    );
    const game = { ...made, participants, devices: [device("a", 1)] };
    const notices = noticesFor({ game, events: [event(receiver)] }, NOW, below);
    const rows = rowsOf(addToOutbox([], notices)(waiting));
    for (const { recipient, kind, topic = "", payload = {} } of rows) {
      waiting.push({ id: String(waiting.length), recipient, address: null, kind, topic, payload });
    }
    const sent = { gameId: game.id, language: null, revision: 0, attempts: 1, age: 0 };
    const claimed = waiting.map((row) => ({ ...row, kind: "assignment" as const, ...sent }));
    return toClaimedNotices(claimed).filter((one) => composeNotice(game, one, null, NOW)).length;
  };
  const events: ((receiver: number) => GameEvent)[] = [
    () => ({ type: "reassignmentDeclined", participant: 1 }),
    (participant) => ({ type: "wishChanged", participant, day: "2026-12-20" }),
  ];
  for (const event of events) {
    waiting.length = 0;
    assert.deepEqual([tell(2, event), tell(2, event), tell(3, event)], [1, 1, 1]);
  }
});

Deno.test("dependsOnPair() recognizes events that only the two of a pair cause", () => {
  const dependent = MAIL_KINDS.filter((kind) => dependsOnPair(kind, 1));
  for (const kind of ["wishChanged", "messageWaiting", "parcelSent", "receiverChanged"] as const) {
    assert(dependent.includes(kind), kind);
  }
  for (const kind of ["assignment", "reminder", "eventNear", "detailsChanged"] as const) {
    assert(!dependent.includes(kind), kind);
  }
  assert(!dependsOnPair("leaveRequested", ORGANIZER));
});

Deno.test("drawPairDelay() is within the next two hours by the clock, and at night between eight and ten", () => {
  const zones = fc.constantFrom(null, "Europe/Berlin", "America/New_York", "Asia/Kathmandu");
  // Days of clock changes are among them.
  const times = fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2027-12-31"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, times, (timeZone, now) => {
      const delay = drawPairDelay(timeZone, now, below);
      assert(delay > 0 && delay < 17 * 3600, `${delay} s`);
      const at = new Date(now.getTime() + delay * 1000);
      assert.equal(secondsOfNight(timeZone, at), 0, at.toISOString());
      const hour = Temporal.Instant.fromEpochMilliseconds(at.getTime())
        .toZonedDateTimeISO(timeZone ?? "UTC").hour;
      assert(hour >= 8 && hour < 20);
      if (delay > 5 * 3600) assert(hour < 10, "in the morning");
    }),
    { numRuns: 2_000 },
  );
});

const NOON = Date.parse("2026-12-10T12:00:00Z");
const WINDOW = 120 * MINUTE;

/**
 * Plays an afternoon on which someone writes, and up to twenty phones light up.
 *
 * @param quiet true if no one else has written before, and all who do write within two hours
 */
function playEvening(quiet: boolean) {
  const wroteAt = NOON + (180 + below(180)) * MINUTE;
  const target = below(20);
  const lit = Array.from({ length: 20 }, (_, phone): number | null => {
    // Some of the others get messages, too.
    const isWrittenTo = phone === target || below(2) === 0;
    const others = quiet ? wroteAt + below(120) * MINUTE : NOON + below(480) * MINUTE;
    const at = phone === target ? wroteAt : others;
    return isWrittenTo ? at + drawPairDelay(null, new Date(at), below) * 1000 : null;
  });
  return { wroteAt, target, lit };
}

/** Guesses of an author who knows when they wrote, and saw every phone light up. */
const GUESSES: Readonly<Record<string, (delay: number) => number>> = {
  "the first": (delay) => delay,
  "the last": (delay) => -delay,
  "the one in the middle": (delay) => Math.abs(delay - 60 * MINUTE),
  "the one after ten minutes": (delay) => Math.abs(delay - 10 * MINUTE),
};

for (const quiet of [false, true]) {
  const evenings = quiet ? "quiet evenings" : "evenings";
  Deno.test(`the time at which phones light up reveals no more than chance: ${evenings}`, () => {
    const EVENINGS = 2_000;
    const right = new Map(Object.keys(GUESSES).map((name) => [name, 0]));
    let byChance = 0;
    let variance = 0;
    for (let evening = 0; evening < EVENINGS; evening++) {
      const { wroteAt, target, lit } = playEvening(quiet);
      // Those that can be the receiver's light up in the window after the one in which they wrote.
      const start = Math.floor(wroteAt / WINDOW + 1) * WINDOW;
      const possible = lit.flatMap((at, phone) =>
        at !== null && at >= start && at < start + WINDOW ? [{ phone, delay: at - start }] : []
      );
      const chance = 1 / possible.length;
      byChance += chance;
      variance += chance * (1 - chance);
      for (const [name, rank] of Object.entries(GUESSES)) {
        const [named] = possible.toSorted((a, b) => rank(a.delay) - rank(b.delay));
        if (named?.phone === target) right.set(name, (right.get(name) ?? 0) + 1);
      }
    }
    for (const [name, count] of right) {
      assert(
        count <= byChance + 4 * Math.sqrt(variance),
        `${name}: ${count} of ${EVENINGS}, by chance ${byChance.toFixed(0)}`,
      );
    }
  });
}
