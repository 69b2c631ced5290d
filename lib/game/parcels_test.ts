import assert from "node:assert/strict";
import fc from "fast-check";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { confirmArrived, setParcel } from "./actions/post.ts";
import { countParcels, nextMorning, notSentYet, viewParcels, withCountHidden } from "./parcels.ts";
import type { Game } from "./types.ts";
import { participantView } from "./views.ts";

/** A day with a clock change in Berlin is in between. */
const NOW = new Date("2026-10-20T15:00:00Z");
const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

/** A game with these receivers, by position. */
function gameOf(to: readonly number[], body: Record<string, unknown> = {}): Game {
  const game = makeGame(to.length, { byPost: true, ...body });
  return {
    ...game,
    participants: game.participants.map((one, place) => ({
      ...one,
      receiver: (to[place] ?? 0) + 1,
    })),
  };
}

const ring = (size: number) => Array.from({ length: size }, (_, place) => (place + 1) % size);

/** Changes the receivers to those of the list, as a change of pairs does. */
function rearrange(game: Game, to: readonly number[]): Game {
  const participants = game.participants.map((one, place) => ({
    ...one,
    receiver: (to[place] ?? 0) + 1,
  }));
  return { ...game, participants };
}

function person(game: Game, place: number) {
  const one = game.participants[place];
  assert(one);
  return one;
}

function send(game: Game, place: number, now: Date, sent = true): Game {
  const participantId = person(game, place).id;
  return setParcel(game, { action: "setParcel", participantId, sent }, {
    ...decisionContext,
    now,
  }).game;
}

function receive(game: Game, place: number, now: Date): Game {
  const participantId = person(game, place).id;
  return confirmArrived(game, { action: "confirmArrived", participantId }, {
    ...decisionContext,
    now,
  }).game;
}

/** What a person sees at a moment. */
function seen(game: Game, place: number, now: Date) {
  const one = person(game, place);
  return viewParcels(one, person(game, (one.receiver ?? 0) - 1), now);
}

Deno.test("nextMorning() is 07:00 of the next day in the game's time zone", () => {
  const at = (now: string, timeZone: string | null) => nextMorning({ timeZone }, new Date(now));
  assert.equal(at("2026-12-01T12:00:00Z", null), "2026-12-02T07:00:00.000Z");
  assert.equal(at("2026-12-01T12:00:00Z", "Europe/Berlin"), "2026-12-02T06:00:00.000Z");
  assert.equal(at("2026-12-01T23:30:00Z", "Europe/Berlin"), "2026-12-03T06:00:00.000Z");
  // The clocks go back in the night before.
  assert.equal(at("2026-10-24T12:00:00Z", "Europe/Berlin"), "2026-10-25T06:00:00.000Z");
  assert.equal(at("2026-03-28T12:00:00Z", "Europe/Berlin"), "2026-03-29T05:00:00.000Z");
  assert.equal(at("2026-12-01T12:00:00Z", "Pacific/Auckland"), "2026-12-02T18:00:00.000Z");
});

Deno.test("a parcel is visible from the next morning on, in the zone of the time when it was sent", () => {
  let game = gameOf(ring(4), { timeZone: "Europe/Berlin" });
  game = send(game, 0, new Date("2026-12-01T12:00:00Z"));
  assert.deepEqual(seen(game, 0, new Date("2026-12-01T12:00:01Z")).toReceiver, {
    isSent: true,
    hasArrived: false,
  });
  // An organizer who moves the game to the far west or east brings no morning forward.
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", null]) {
    const moved = { ...game, timeZone };
    assert.equal(seen(moved, 1, new Date("2026-12-02T05:59:59Z")).toMe, "none");
    assert.equal(seen(moved, 1, new Date("2026-12-02T06:00:00Z")).toMe, "onItsWay");
  }
});

Deno.test("a parcel that the receiver has seen stays, and one that they have not seen can be taken back", () => {
  const sent = send(gameOf(ring(4)), 0, NOW);
  const early = send(sent, 0, NOW, false);
  assert.equal(seen(early, 1, inDays(2)).toMe, "none");
  assert.deepEqual(notSentYet(early), [1, 2, 3, 4]);
  const late = send(sent, 0, inDays(2), false);
  assert.equal(seen(late, 1, inDays(2)).toMe, "onItsWay");
  assert.equal(seen(late, 0, inDays(2)).toReceiver.isSent, false);
  assert.deepEqual(notSentYet(late), [1, 2, 3, 4]);
  assert.equal(seen(send(late, 0, inDays(3)), 1, inDays(3)).toMe, "onItsWay");
});

Deno.test("marks reveal nothing of a closed gift of a sealed game", () => {
  const sent = send(gameOf(ring(4), { isSealed: true }), 0, NOW);
  const opened = (game: Game): Game => ({
    ...game,
    participants: game.participants.map((one) => ({ ...one, viewedAt: game.createdAt })),
  });
  assert.deepEqual(notSentYet(opened(sent)), [2, 3, 4]);
  assert.deepEqual(notSentYet(sent), [1, 2, 3, 4]);
  const isSent = (game: Game, seesAssignment: boolean) => {
    const [participant] = game.participants;
    assert(participant);
    const access = { role: "participant", hasToken: true, participant, seesAssignment } as const;
    return participantView(game, access, tokens, inDays(2)).parcels?.toReceiver.isSent;
  };
  assert.deepEqual([isSent(opened(sent), true), isSent(opened(sent), false)], [true, false]);
});

Deno.test("an arrival is shown only to the sender, the next morning", () => {
  const sent = receive(send(gameOf(ring(4)), 0, NOW), 1, NOW);
  assert.equal(seen(sent, 1, NOW).toMe, "arrived", "who says it sees it at once");
  assert.equal(seen(sent, 0, NOW).toReceiver.hasArrived, false);
  assert.equal(seen(sent, 0, inDays(1)).toReceiver.hasArrived, true);
  // A person who marks a gift as sent only later does not learn what arrived before.
  const late = send(receive(gameOf(ring(4)), 1, NOW), 0, NOW);
  assert.equal(seen(late, 0, inDays(9)).toReceiver.hasArrived, false);
  // Nor does their present giver, whether or not they send.
  const other = rearrange(sent, [2, 3, 1, 0]);
  assert.deepEqual(seen(other, 2, inDays(9)).toReceiver, { isSent: false, hasArrived: false });
  assert.equal(seen(send(other, 2, inDays(2)), 2, inDays(9)).toReceiver.hasArrived, false);
});

Deno.test("after a change of pairs the old giver sees nothing, the new one not sent, and the receiver what was", () => {
  const sent = send(gameOf(ring(4)), 0, NOW);
  const after = rearrange(sent, [2, 3, 1, 0]);
  assert.deepEqual(seen(after, 0, inDays(2)).toReceiver, { isSent: false, hasArrived: false });
  assert.deepEqual(seen(after, 2, inDays(2)).toReceiver, { isSent: false, hasArrived: false });
  assert.equal(seen(after, 1, inDays(2)).toMe, "onItsWay");
  const again = send(after, 2, inDays(2));
  assert.deepEqual(person(again, 1).parcels.map(({ giver }) => giver), [1, 3]);
  assert.equal(seen(again, 1, inDays(2)).toMe, "onItsWay");
});

Deno.test("countParcels() gives a number only if at least three are on either side, from their morning on", () => {
  let game = gameOf(ring(8));
  const counts: unknown[] = [countParcels(game, inDays(1))];
  for (let place = 0; place < 8; place++) {
    game = send(game, place, NOW);
    assert.equal(countParcels(game, NOW), "none", "not before the morning");
    counts.push(countParcels(game, inDays(1)));
  }
  assert.deepEqual(counts, ["none", "some", "some", 3, 4, 5, "some", "some", "all"]);
  assert.equal(countParcels({ ...game, isSealed: true }, inDays(1)), null);
  assert.equal(
    countParcels({ ...game, isSealed: true, sealBrokenAt: NOW.toISOString() }, inDays(1)),
    null,
    "a broken seal shows none",
  );
  assert.equal(countParcels({ ...game, byPost: false }, inDays(1)), null);
});

Deno.test("countParcels() stays the same after a counted person has gone", () => {
  for (let senders = 0; senders <= 8; senders++) {
    let game = gameOf(ring(8));
    for (let place = 0; place < senders; place++) game = send(game, place, NOW);
    const shown = game.participants.map((gone) => {
      const participants = game.participants.filter((one) => one !== gone);
      const after = withCountHidden(game, { ...game, participants }, inDays(1));
      return countParcels(after, inDays(1));
    });
    assert.deepEqual([...new Set(shown)], [senders === 0 ? "none" : "some"]);
  }
});

Deno.test("countParcels() is the same before and after any change of pairs", () => {
  const size = 8;
  const draw = fc.shuffledSubarray([...ring(size).keys()], { minLength: size, maxLength: size })
    .filter((to) => to.every((receiver, giver) => receiver !== giver));
  fc.assert(fc.property(
    draw,
    draw,
    fc.subarray([...ring(size).keys()]),
    fc.subarray([...ring(size).keys()]),
    (first, second, senders, receivers) => {
      let game = gameOf(first);
      for (const place of senders) game = send(game, place, NOW);
      for (const place of receivers) game = receive(game, place, NOW);
      const after = rearrange(game, second);
      assert.equal(countParcels(after, inDays(1)), countParcels(game, inDays(1)));
      for (const place of ring(size).keys()) {
        assert.equal(seen(after, place, inDays(1)).toMe, seen(game, place, inDays(1)).toMe);
      }
    },
  ));
});

Deno.test("notSentYet() asks no one who was erased or gives to them, whose gift is locked, or who has sent", () => {
  const game = gameOf(ring(4));
  assert.deepEqual(notSentYet(game), [1, 2, 3, 4]);
  const change = (fields: Partial<Game["participants"][number]>) => ({
    ...game,
    participants: game.participants.map((one) => one.number === 2 ? { ...one, ...fields } : one),
  });
  const erased = change({ erasedAt: NOW.toISOString() });
  assert.deepEqual(notSentYet(erased), [3, 4]);
  // Otherwise an unopened gift would tell the next link in whose place no one is.
  assert.deepEqual(notSentYet({ ...erased, isSealed: true }), [1, 3, 4]);
  const locked = change({ revealBlockedForTokenVersion: 1 });
  assert.deepEqual(notSentYet({ ...locked, isSealed: true }), [1, 3, 4]);
  assert.deepEqual(notSentYet(locked), [1, 2, 3, 4]);
  assert.deepEqual(notSentYet(send(game, 0, NOW)), [2, 3, 4]);
  assert.deepEqual(notSentYet(send(send(game, 0, NOW), 0, NOW, false)), [1, 2, 3, 4]);
  assert.deepEqual(notSentYet({ ...game, byPost: false }), []);
  assert.deepEqual(notSentYet({ ...game, isGathering: true }), []);
});

Deno.test("a person who takes back that they have sent, and sends again, does not learn that it has already arrived", () => {
  const later = (days: number, game: Game) =>
    viewParcels(person(game, 0), person(game, 1), inDays(days)).toReceiver;
  const sent = send(gameOf(ring(3)), 0, NOW);
  const back = send(sent, 0, inDays(2), false);
  const arrived = receive(back, 1, inDays(2));
  const again = send(arrived, 0, inDays(3));
  assert.deepEqual(later(5, again), { isSent: true, hasArrived: false });
  assert.deepEqual(later(5, arrived), { isSent: false, hasArrived: false });
});
