import assert from "node:assert/strict";
import fc from "fast-check";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { decide } from "./actions/decide.ts";
import { updateGameDetails } from "./actions/details.ts";
import { GameError } from "./errors.ts";
import {
  closesBeforeFinale,
  endOfEvent,
  finaleFrom,
  finaleHindrance,
  hasEnded,
  hasTakenPlace,
  isDrawnAfterEvent,
  isOver,
  isRevealed,
  isTimeToThank,
  isTooLateToDraw,
  mayStartFinale,
  overAt,
  requireMayReveal,
  startOfEvent,
  willReveal,
} from "./finale.ts";
import type { Game } from "./types.ts";
import { organizerView, participantView } from "./views.ts";

const ZONES = [
  null,
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  // Its clocks were put forward at midnight.
  "Africa/Cairo",
  "Asia/Beirut",
];

const day = fc.date({
  min: new Date("2026-01-01"),
  max: new Date("2032-12-31"),
  noInvalidDate: true,
}).map((date) => date.toISOString().slice(0, 10));
const time = fc.oneof(
  fc.constant(""),
  fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) =>
    `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
  ),
);
const event = fc.record({ date: day, time, timeZone: fc.constantFrom(...ZONES) });

/** The time that the clocks of a zone show, as "2026-12-24 18:30". */
function clockAt(ms: number, timeZone: string | null): string {
  return CLOCKS.get(timeZone)?.format(ms) ?? assert.fail(`${timeZone}`);
}

/** Reused, because making one takes a hundred times as long as using it. */
const CLOCKS = new Map(ZONES.map((timeZone) => [
  timeZone,
  new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: timeZone ?? "UTC",
  }),
]));

Deno.test("endOfEvent() is when the local clocks show its time, or when the next day begins", () => {
  fc.assert(
    fc.property(event, (one) => {
      const end = endOfEvent(one);
      const before = clockAt(end - 1, one.timeZone);
      const at = clockAt(end, one.timeZone);
      if (one.time === "") {
        assert(before.startsWith(one.date), `${before} is on ${one.date}`);
        assert(at.slice(0, 10) > one.date, `${at} is behind ${one.date}`);
        return;
      }
      const wanted = `${one.date} ${one.time}`;
      // Never early, not even if the clocks go through that time twice.
      assert(at >= wanted, `${at} is ${wanted}`);
      for (let later = 1; later <= 180; later++) {
        assert.notEqual(clockAt(end + later * 60_000, one.timeZone), wanted, "not twice");
      }
      // A time that the clocks skip is late by at most the time they are put forward.
      assert(at === wanted || clockAt(end - 61 * 60_000, one.timeZone) < wanted);
    }),
    { numRuns: 300 },
  );
});

Deno.test("endOfEvent() and startOfEvent() are moments of four-digit years up to the last valid day", () => {
  const last = "9999-12-31T23:59:59.999Z";
  const momentsOf = (time: string, timeZone: string | null) =>
    [startOfEvent, endOfEvent].map((moment) =>
      new Date(moment({ date: "9999-12-31", time, timeZone })).toISOString()
    );
  assert.deepEqual(momentsOf("", null), ["9999-12-31T00:00:00.000Z", last]);
  assert.deepEqual(momentsOf("20:00", "America/New_York"), [last, last]);
  const berlin = "9999-12-31T19:00:00.000Z";
  assert.deepEqual(momentsOf("20:00", "Europe/Berlin"), [berlin, berlin]);
});

Deno.test("a game is never over before its first end, nor before the latest end since a gift was opened", () => {
  const step = fc.oneof(
    event.map((details) => ({ kind: "details" as const, details })),
    fc.constant({ kind: "open" as const }),
  );
  fc.assert(
    fc.property(event, fc.array(step, { maxLength: 8 }), (first, steps) => {
      let game: Game = { ...makeGame(3), ...first };
      game.earliestEnd = new Date(endOfEvent(first)).toISOString();
      game.earliestStart = new Date(startOfEvent(first)).toISOString();
      let isOpened = false;
      let least = endOfEvent(first);
      let earliest = startOfEvent(first);
      for (const one of steps) {
        if (one.kind === "open") {
          isOpened = true;
          const [person, ...others] = game.participants;
          assert(person);
          const viewed = { ...person, viewedAt: "x", firstViewedAt: "x" };
          game = { ...game, participants: [viewed, ...others] };
        } else {
          const { date, time, timeZone } = one.details;
          game = updateGameDetails(game, {
            action: "updateGameDetails",
            date,
            time,
            timeZone: timeZone ?? "",
            renewLink: true,
          }, decisionContext).game;
        }
        if (isOpened) {
          least = Math.max(least, endOfEvent(game));
          earliest = Math.max(earliest, startOfEvent(game));
        }
        assert.equal(overAt(game), Math.max(least, endOfEvent(game)));
        assert.equal(finaleFrom(game), Math.max(earliest, startOfEvent(game)));
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("views contain all pairs exactly from the end on", () => {
  fc.assert(
    fc.property(event, fc.boolean(), fc.boolean(), (one, isSealed, isGathering) => {
      const game: Game = {
        ...makeGame(4, { isSealed, draw: isGathering ? "later" : "now" }),
        ...one,
        earliestEnd: null,
        reveal: "afterEvent",
      };
      const [person] = game.participants;
      assert(person);
      const access = { role: "participant", participant: person, seesAssignment: true } as const;
      const at = (ms: number) => [
        organizerView(game, tokens, new Date(ms)).revealed,
        participantView(game, { ...access, hasToken: true }, tokens, new Date(ms))
          .revealed,
      ];
      const end = endOfEvent(one);
      for (const revealed of at(end - 1)) assert.equal(revealed, undefined);
      for (const revealed of at(end)) assert.equal(revealed?.length, isGathering ? undefined : 4);
      const byId = { ...access, hasToken: false };
      assert.equal(
        participantView(game, byId, tokens, new Date(end)).revealed,
        undefined,
      );
      assert(!isRevealed({ ...game, reveal: "never" }, new Date(end)));
    }),
    { numRuns: 60 },
  );
});

Deno.test("revealed pairs are never hidden again, nor replaced", () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.nat(40).map((days) => ({ wait: days * 12 * 3_600_000 })) },
    {
      weight: 6,
      arbitrary: fc.record({
        action: fc.constant("updateGameDetails" as const),
        date: fc.option(day, { nil: undefined }),
        time: fc.option(time, { nil: undefined }),
        timeZone: fc.option(fc.constantFrom("", "Pacific/Kiritimati", "Pacific/Pago_Pago"), {
          nil: undefined,
        }),
        reveal: fc.option(fc.constantFrom("never" as const, "afterEvent" as const), {
          nil: undefined,
        }),
        renewLink: fc.constant(true),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ action: "drawNames" as const }) },
    { weight: 1, arbitrary: fc.constant({ action: "reassignAll" as const }) },
    { weight: 2, arbitrary: fc.constant({ action: "startFinale" as const }) },
    { weight: 1, arbitrary: fc.constant({ archive: true as const }) },
  );
  let revelations = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), (steps, isLater) => {
      let now = decisionContext.now.getTime();
      let game = makeGame(4, {
        date: new Date(now + 5 * 86_400_000).toISOString().slice(0, 10),
        reveal: "afterEvent",
        ...isLater && { draw: "later" },
      });
      let shown: unknown;
      for (const one of steps) {
        if ("wait" in one) now += one.wait;
        else if ("archive" in one) game = { ...game, archivedAt: new Date(now).toISOString() };
        else if (game.archivedAt === null) {
          const credential = { organizerToken: tokens.organizer(game) };
          try {
            const context = { ...decisionContext, now: new Date(now) };
            game = decide(game, one, credential, tokens, context).game;
          } catch (error) {
            if (!(error instanceof GameError)) throw error;
          }
        }
        const { revealed } = organizerView(game, tokens, new Date(now));
        if (shown !== undefined) assert.deepEqual(revealed, shown);
        else if (revealed) revelations++;
        shown ??= revealed;
      }
    }),
    { numRuns: 200 },
  );
  assert(revelations > 20, `${revelations} games came to their end`);
});

Deno.test("finaleFrom() is the start of the event's day, or its time, in the event's time zone", () => {
  fc.assert(
    fc.property(event, (one) => {
      const start = startOfEvent(one);
      if (one.time !== "") return assert.equal(start, endOfEvent(one));
      assert(clockAt(start, one.timeZone).startsWith(one.date));
      assert(!clockAt(start - 1, one.timeZone).startsWith(one.date));
    }),
    { numRuns: 200 },
  );
  // For a game of an earlier release whose date was brought forward, only the latest end is known.
  const event24 = { date: "2026-12-24", time: "", timeZone: "UTC" };
  const end = "2026-12-25T00:00:00.000Z";
  const kept = { earliestStart: null, earliestEnd: end };
  assert.equal(finaleFrom({ ...event24, ...kept }), Date.parse("2026-12-24T00:00:00Z"));
  assert.equal(finaleFrom({ ...event24, ...kept, date: "2026-12-20" }), Date.parse(end));
});

Deno.test("closesBeforeFinale() is true for a kept end from the closing day on, if there is a finale", () => {
  const game = makeGame(3, { reveal: "afterEvent" });
  const closes = (earliest: string, fields: Partial<Game> = {}) => {
    const kept = { earliestStart: earliest, earliestEnd: earliest };
    return closesBeforeFinale({ ...game, ...{ date: "2030-12-07", ...kept, ...fields } });
  };
  assert.equal(closes("2030-12-10T00:00:00.000Z"), false, "it begins before the daily work");
  assert.equal(closes("2030-12-10T08:00:00.000Z"), true);
  assert.equal(closes("2030-12-10T08:00:00.000Z", { date: "2030-12-08" }), false);
  assert.equal(closes("2030-12-17T00:00:00.000Z", { reveal: "never" }), false);
});

Deno.test("willReveal() is true until the end, if there is a finale and the game stays open for it", () => {
  const day = { date: "2026-12-24", time: "", timeZone: "UTC" };
  const kept = { earliestStart: null, earliestEnd: null };
  const game: Game = { ...makeGame(4), ...day, ...kept, reveal: "afterEvent" };
  const will = (patch: Partial<Game>, at = "2026-12-24T19:00:00Z") =>
    willReveal({ ...game, ...patch }, new Date(at));
  assert(will({}));
  assert(will({ isGathering: true }));
  const late = "2026-12-25T00:00:00Z";
  assert(!will({}, late), "they are revealed");
  assert(!will({ isGathering: true }, late), "it is too late to draw");
  assert(!will({ reveal: "never" }));
  assert(!will({ finaleStartedAt: game.createdAt }));
  assert(!will({ earliestEnd: "2027-01-07T00:00:00.000Z" }), "it closes before");
});

Deno.test("mayStartFinale() is true on the day, if there is a finale to come", () => {
  const day = { date: "2026-12-24", time: "", timeZone: "UTC" };
  const kept = { earliestStart: null, earliestEnd: null };
  const game: Game = { ...makeGame(4), ...day, ...kept, reveal: "afterEvent" };
  const may = (patch: Partial<Game>, at = "2026-12-24T19:00:00Z") =>
    mayStartFinale({ ...game, ...patch }, new Date(at));
  assert(may({}));
  assert(!may({}, "2026-12-23T23:59:59Z"));
  assert(!may({}, "2026-12-25T00:00:00Z"), "it is over by itself");
  const others: Partial<Game>[] = [
    { reveal: "never" },
    { isGathering: true },
    { archivedAt: game.createdAt },
    { finaleStartedAt: game.createdAt },
    { time: "20:00" },
    { earliestStart: "2026-12-25T00:00:00.000Z" },
  ];
  for (const patch of others) assert(!may(patch), JSON.stringify(patch));
});

Deno.test("requireMayReveal() keeps the promise that was made to people who have opened", () => {
  const game = makeGame(3);
  const now = new Date();
  const change = (before: Game, reveal: Game["reveal"]) =>
    requireMayReveal(before, { ...before, reveal }, now);
  change(game, "afterEvent");
  const [first, ...others] = game.participants;
  assert(first);
  const signs = [
    { firstViewedAt: game.createdAt },
    { revealBlockedForTokenVersion: 0 },
    { erasedAt: game.createdAt },
    { openedInRoomAt: game.createdAt },
  ];
  for (const opened of signs) {
    const after = { ...game, participants: [{ ...first, ...opened }, ...others] };
    assert.throws(() => change(after, "afterEvent"), { code: "CANNOT_REVEAL" });
    change(after, "never");
    change({ ...after, reveal: "afterEvent" }, "never");
    change({ ...after, reveal: "afterEvent" }, "afterEvent");
  }
  const late = new Date(overAt(game));
  const revealing: Game = { ...game, reveal: "afterEvent" };
  assert.throws(() => requireMayReveal(game, revealing, late), { code: "EVENT_OVER" });
  // With a later date in the same request it is not over.
  requireMayReveal(game, { ...revealing, date: "2999-01-01" }, late);
});

Deno.test("finaleHindrance() says why a game can no longer have a finale", () => {
  const game: Game = { ...makeGame(3), date: "2026-12-24", earliestEnd: null };
  const before = new Date("2026-12-20T12:00:00Z");
  const after = new Date("2026-12-25T12:00:00Z");
  assert.equal(finaleHindrance(game, before), null);
  assert.equal(finaleHindrance(game, after), "errors.eventPassed");
  const [first, ...others] = game.participants;
  assert(first);
  const opened = { ...game, participants: [{ ...first, viewedAt: game.createdAt }, ...others] };
  assert.equal(finaleHindrance(opened, before), "errors.code.CANNOT_REVEAL");
  assert.equal(finaleHindrance({ ...opened, reveal: "afterEvent" }, after), null);
});

Deno.test("isDrawnAfterEvent() is true after the day of the event, and after its end if that reveals all pairs", () => {
  const now = new Date("2030-12-01T12:00:00Z");
  const game = {
    ...makeGame(3, { draw: "later" }),
    ...{ date: "2030-12-07", time: "18:30", timeZone: "Europe/Berlin", earliestEnd: null },
  };
  const withFinale = { ...game, reveal: "afterEvent" as const };
  const isLate = (one: Game, drawAt: string | null) => isDrawnAfterEvent({ ...one, drawAt }, now);
  assert.deepEqual(
    ["2030-12-07T22:59:59.000Z", "2030-12-07T23:00:00.000Z"].map((at) => isLate(game, at)),
    [false, true],
  );
  assert.deepEqual(
    ["2030-12-07T17:29:59.000Z", "2030-12-07T17:30:00.000Z"].map((at) => isLate(withFinale, at)),
    [false, true],
  );
  assert.equal(isLate(game, null), false);
  assert.equal(isLate({ ...game, isGathering: false }, "2030-12-08T12:00:00.000Z"), false);
  const past = { ...game, date: "2030-11-07" };
  assert.equal(isLate(past, "2030-11-20T12:00:00.000Z"), false, "it was not drawn then");
});

Deno.test("isTimeToThank() depends only on the present date, or on the start of the finale", () => {
  const game = makeGame(3, { reveal: "afterEvent", timeZone: "Europe/Berlin" });
  const moved = { ...game, date: "2030-12-07", earliestEnd: "2030-12-17T17:30:00.000Z" };
  const early = new Date("2030-12-07T22:59:59Z");
  const end = new Date("2030-12-07T23:00:00Z");
  assert.deepEqual([early, end].map((now) => isTimeToThank(moved, now)), [false, true]);
  assert.equal(isTimeToThank({ ...moved, isGathering: true }, end), false);
  assert.equal(isTimeToThank({ ...moved, finaleStartedAt: early.toISOString() }, early), true);
});

Deno.test("hasEnded(), hasTakenPlace() and isOver() are true from the end or the finale on, but not for an early archive", () => {
  const game: Game = { ...makeGame(3), date: "2026-12-24", timeZone: "UTC", earliestEnd: null };
  const ended = (rest: Partial<Game>, at: string) => hasEnded({ ...game, ...rest }, new Date(at));
  assert.equal(ended({}, "2026-12-24T23:59:59.999Z"), false);
  assert.equal(ended({}, "2026-12-25T00:00:00Z"), true);
  assert.equal(ended({ finaleStartedAt: "x" }, "2026-12-24T10:00:00Z"), true);
  assert.equal(ended({ archivedAt: "2026-12-20T00:00:00Z" }, "2027-01-01T00:00:00Z"), false);
  assert.equal(ended({ archivedAt: "2026-12-26T00:00:00Z" }, "2027-01-01T00:00:00Z"), true);
  const broughtForward = { ...game, earliestEnd: "2026-12-27T00:00:00.000Z" };
  const dayAfter = new Date("2026-12-25T00:00:00Z");
  assert.deepEqual(
    [hasEnded(broughtForward, dayAfter), hasTakenPlace(broughtForward, dayAfter)],
    [false, true],
  );
  const late = new Date("2027-01-01T00:00:00Z");
  assert.deepEqual([isOver(game, late), isOver({ ...game, isGathering: true }, late)], [
    true,
    false,
  ]);
  const revealing: Game = { ...game, reveal: "afterEvent" };
  assert.deepEqual([isTooLateToDraw(revealing, late), isTooLateToDraw(game, late)], [true, false]);
});
