import assert from "node:assert/strict";
import fc from "fast-check";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { viewProposals } from "../proposals.ts";
import type { Game } from "../types.ts";
import { acceptHousehold, declineHousehold, drawNames, drawWhenDue } from "./gather.ts";
import { leaveGame } from "./leave.ts";
import { addParticipant } from "./people.ts";

const DRAW_AT = "2099-12-01T18:00:00.000Z";
const at = (time: string) => ({ ...decisionContext, now: new Date(time) });
const gathering = (count: number): Game => ({
  ...makeGame(count, { draw: "later", drawAt: DRAW_AT }),
  date: "2099-12-24",
});

Deno.test("drawWhenDue() draws at its time and not before, once across all instances", () => {
  const game = gathering(5);
  assert.equal(drawWhenDue(game, at("2099-12-01T17:59:59.999Z")), null);
  const change = drawWhenDue(game, at(DRAW_AT));
  assert(change);
  assert.deepEqual(change.events, [{ type: "namesDrawn", isByItself: true }]);
  assert(change.game.participants.every(({ receiver }) => receiver !== null));
  assert.equal(drawWhenDue(change.game, at("2099-12-02T18:00:00Z")), null);
  assert.equal(drawWhenDue({ ...game, drawAt: null }, at("2099-12-02T18:00:00Z")), null);
});

Deno.test("drawWhenDue() draws no round that the service is about to archive after a long downtime", () => {
  const game = gathering(5);
  assert(drawWhenDue(game, at("2099-12-26T23:59:59Z")));
  assert.equal(drawWhenDue(game, at("2099-12-27T00:00:00Z")), null);
  assert(drawWhenDue({ ...game, date: "9999-12-31" }, at(DRAW_AT)), "the last day that is one");
});

Deno.test("drawWhenDue() leaves a round that cannot be drawn unchanged, and reports it once", () => {
  const game = gathering(2);
  const change = drawWhenDue(game, at(DRAW_AT));
  assert(change);
  assert.deepEqual(change.game, { ...game, drawProblem: "TOO_FEW_PARTICIPANTS" });
  assert.deepEqual(change.events, [{ type: "drawFailed" }]);
  assert.equal(drawWhenDue(change.game, at(DRAW_AT)), null);
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant("join" as const),
    livesWith: fc.array(fc.nat(12), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom("leave" as const, "accept" as const, "decline" as const),
    pick: fc.nat(),
  }),
);

Deno.test("a round that gathers has no pair after any action, and its rules only concern people who are in it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let game = gathering(0);
      for (const one of steps) {
        if (one.kind === "join") {
          game = addParticipant(game, {
            action: "joinInvitation",
            participantName: `P${game.nextNumber}`,
            participantEmail: "",
            desiredGift: "",
            wish: "",
            livesWith: one.livesWith.map((number) => `p${number}`),
          }, decisionContext).game;
        } else if (one.kind === "leave") {
          const leaver = game.participants[one.pick % Math.max(1, game.participants.length)];
          if (leaver) {
            const action = { action: "leaveGame", participantId: leaver.id } as const;
            game = leaveGame(game, action, decisionContext).game;
          }
        } else {
          const proposals = viewProposals(game);
          const proposal = proposals[one.pick % Math.max(1, proposals.length)];
          if (!proposal) continue;
          const proposalId = proposal.id;
          game = one.kind === "accept"
            ? acceptHousehold(game, { action: "acceptHousehold", proposalId }, decisionContext).game
            : declineHousehold(game, { action: "declineHousehold", proposalId }).game;
          assert(!viewProposals(game).some(({ id }) => id === proposalId), "an answer settles it");
        }
        assert(game.isGathering);
        assert(game.participants.every(({ receiver, viewedAt }) => receiver === null && !viewedAt));
        const numbers = new Set(game.participants.map(({ number }) => number));
        assert(game.households.flat().every((number) => numbers.has(number)));
      }
      if (game.participants.length >= 3 && game.households.length === 0) {
        const drawn = drawNames(game, { action: "drawNames" }, decisionContext).game;
        assert.equal(
          new Set(drawn.participants.map(({ receiver }) => receiver)).size,
          drawn.participants.length,
        );
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("drawNames() draws at once whatever time was set, and refuses if the finale has passed", () => {
  const game = { ...gathering(4), drawProblem: "TOO_FEW_PARTICIPANTS" as const };
  const draw = (before: Game) => drawNames(before, { action: "drawNames" }, decisionContext);
  const { game: drawn, events } = draw(game);
  assert.deepEqual([drawn.isGathering, drawn.drawAt, drawn.drawProblem], [false, null, null]);
  assert.deepEqual(events, [{ type: "namesDrawn", isByItself: false }]);
  assert.throws(() => draw(drawn), { code: "ALREADY_DRAWN" });
  assert.throws(() => draw(gathering(2)), { code: "TOO_FEW_PARTICIPANTS" });
  const passed: Game = { ...game, date: "2020-12-24", earliestEnd: null };
  assert.throws(() => draw({ ...passed, reveal: "afterEvent" }), { code: "EVENT_OVER" });
  assert.equal(draw(passed).game.isGathering, false, "without a finale nothing would be revealed");
});

Deno.test("drawWhenDue() reports problems that the organizer can fix, but no defects", () => {
  const game = gathering(4);
  const excluded: Game = { ...game, exclusions: [[1, 2], [1, 3], [1, 4]] };
  const over: Game = { ...game, reveal: "afterEvent", date: "2099-11-30", earliestEnd: null };
  for (const [one, problem] of [[excluded, "DRAW_IMPOSSIBLE"], [over, "EVENT_OVER"]] as const) {
    const change = drawWhenDue(one, at(DRAW_AT));
    assert.deepEqual(change, {
      game: { ...one, drawProblem: problem },
      events: [{ type: "drawFailed" }],
    });
  }
  const broken = { ...at(DRAW_AT), random: { below: () => assert.fail("no randomness") } };
  assert.throws(() => drawWhenDue(game, broken), { message: "no randomness" });
});

Deno.test("acceptHousehold() and declineHousehold() settle only proposals about people who are in the game", () => {
  const game = gathering(4);
  const saying = (number: number, livesWith: string[]): Game => ({
    ...game,
    exclusions: [[1, 4]],
    households: [[3, 4]],
    participants: game.participants.map((one) =>
      one.number === number ? { ...one, livesWith } : one
    ),
  });
  const settle = (before: Game, isAccepted: boolean) => {
    const proposalId = viewProposals(before)[0]?.id ?? "";
    const after = isAccepted
      ? acceptHousehold(before, { action: "acceptHousehold", proposalId }, decisionContext).game
      : declineHousehold(before, { action: "declineHousehold", proposalId }).game;
    return [after.households, after.exclusions, after.participants.map((one) => one.livesWith)];
  };
  const [none, all] = [[], saying(1, ["p2"])];
  assert.deepEqual(settle(all, true), [[[3, 4], [1, 2]], [[1, 4]], [none, none, none, none]]);
  assert.deepEqual(settle(all, false), [[[3, 4]], [[1, 4]], [none, none, none, none]]);
  const partly = saying(1, ["P2", "Later"]);
  const waiting = [["P2", "Later"], none, none, none];
  assert.deepEqual(settle(partly, true), [[[3, 4], [1, 2]], [[1, 4]], waiting]);
  assert.deepEqual(settle(partly, false), [[[3, 4]], [[1, 4]], [["Later"], none, none, none]]);
  const byFullName = saying(1, ["P2 Miller"]);
  assert.deepEqual(settle(byFullName, false)[2], [none, none, none, none], "not asked again");
});

Deno.test("declineHousehold() leaves the other people that a first name may mean", () => {
  const start = gathering(3);
  const names = ["Ana", "Ben Miller", "Ben Smith"];
  const game: Game = {
    ...start,
    participants: start.participants.map((one, index) => ({
      ...one,
      name: names[index] ?? "",
      livesWith: index === 0 ? ["Ben & Cleo"] : [],
    })),
  };
  const proposed = (of: Game) =>
    viewProposals(of).map(({ withParticipantIds }) =>
      withParticipantIds.map((id) => of.participants.find((one) => one.id === id)?.name).join()
    );
  const decline = (of: Game) => {
    const proposalId = viewProposals(of)[0]?.id ?? "";
    return declineHousehold(of, { action: "declineHousehold", proposalId }).game;
  };
  const join = (of: Game, name: string): Game => {
    const [one] = of.participants;
    assert(one);
    const joined = { ...one, name, number: of.nextNumber, id: crypto.randomUUID(), livesWith: [] };
    return { ...of, participants: [...of.participants, joined], nextNumber: of.nextNumber + 1 };
  };
  assert.deepEqual(proposed(game), ["Ben Miller", "Ben Smith"]);
  const declined = decline(game);
  assert.deepEqual(proposed(declined), ["Ben Smith"]);
  const neither = decline(declined);
  assert.deepEqual(proposed(neither), []);
  assert.deepEqual(proposed(join(neither, "Ben Lima")), [], "only the one who has no other name");
  assert.deepEqual(proposed(join(neither, "Ben")), ["Ben"]);
  assert.deepEqual(proposed(join(neither, "Cleo")), ["Cleo"], "they named two people");
  assert.deepEqual(proposed(decline(join(neither, "Ben"))), [], "not asked again");
});

Deno.test("settling who a first name means leaves those who are sure, and the others it may mean", () => {
  const start = gathering(5);
  const gather = (names: string[], said: string[][]): Game => ({
    ...start,
    participants: start.participants.map((one, index) => ({
      ...one,
      name: names[index] ?? "",
      livesWith: said[index] ?? [],
    })),
  });
  const namesIn = (of: Game) =>
    viewProposals(of).map(({ id, participantId, withParticipantIds }) => ({
      id,
      names: [participantId, ...withParticipantIds]
        .map((id) => of.participants.find((one) => one.id === id)?.name).join(),
    }));
  const proposed = (of: Game) => namesIn(of).map(({ names }) => names);
  const settle = (action: "acceptHousehold" | "declineHousehold") => (of: Game, names: string) => {
    const proposalId = namesIn(of).find((one) => one.names === names)?.id ?? "";
    return action === "acceptHousehold"
      ? acceptHousehold(of, { action, proposalId }, decisionContext).game
      : declineHousehold(of, { action, proposalId }).game;
  };
  const [accept, decline] = [settle("acceptHousehold"), settle("declineHousehold")];
  const toms = ["Ana", "Dan", "Tom M", "Tom S", "Eve"];
  const game = gather(toms, [["Dan", "Tom"]]);
  assert.deepEqual(proposed(game), ["Ana,Dan", "Ana,Dan,Tom M", "Ana,Dan,Tom S"]);
  assert.deepEqual(proposed(accept(game, "Ana,Dan,Tom M")), []);
  const sure = accept(game, "Ana,Dan");
  assert.deepEqual(proposed(sure), ["Ana,Dan,Tom M", "Ana,Dan,Tom S"]);
  assert.deepEqual(proposed(accept(sure, "Ana,Dan,Tom S")), [], "Dan and Tom live together, too");
  for (const  of of[game, sure]) {
    const declined = decline(of, "Ana,Dan,Tom M");
    const left = of === game ? ["Ana,Dan"] : [];
    assert.deepEqual(proposed(declined), [...left, "Ana,Dan,Tom S"], "one Tom is left");
    assert.deepEqual(declined.participants[0]?.livesWith, ["Dan", '"Tom" | "Tom S"']);
    assert.deepEqual(proposed(decline(declined, "Ana,Dan,Tom S")), left, "Dan was not declined");
  }
  assert.deepEqual(proposed(decline(game, "Ana,Dan")), ["Ana,Tom M", "Ana,Tom S"]);
  const mutual = gather(["Tom M", "Ana", "Dan", "Tom S", "Eve"], [["Ana", "Dan"], ["Dan", "Tom"]]);
  const without = decline(mutual, "Tom M,Ana,Dan");
  assert.deepEqual(proposed(without), ["Ana,Dan", "Ana,Dan,Tom S"], "not asked again, by either");
  const three = gather(["Ana", "Tom A", "Tom B", "Tom C", "Eve"], [["Tom"]]);
  assert.deepEqual(proposed(decline(three, "Ana,Tom A")), ["Ana,Tom B", "Ana,Tom C"]);
  const own = gather(["Tom", "Tom S", "Ana", "Dan", "Eve"], [["Tom", "Ana"]]);
  assert.deepEqual(proposed(own), ["Tom,Ana", "Tom,Ana,Tom S"]);
  assert.deepEqual(proposed(accept(own, "Tom,Ana")), ["Tom,Ana,Tom S"]);
  assert.deepEqual(proposed(decline(own, "Tom,Ana,Tom S")), ["Tom,Ana"], "not asked again");
  assert.deepEqual(proposed(accept(own, "Tom,Ana,Tom S")), []);
});
