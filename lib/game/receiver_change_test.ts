import assert from "node:assert/strict";
import fc from "fast-check";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { gameActionSchema } from "./operations.ts";
import { decide } from "./actions/decide.ts";
import { hasOpened, hasUnopenedGift } from "./assignments.ts";
import { changeParticipant } from "./changes.ts";
import { GameError } from "./errors.ts";
import type { Game, ReceiverChange } from "./types.ts";
import { organizerView } from "./views.ts";

/** The reason that people with a different receiver are told, by the action that moves them. */
const REASONS = {
  addParticipant: "joined",
  removeParticipant: "left",
  replaceParticipant: "left",
  approveReassignment: "asked",
  approveAllReassignments: "asked",
  forceReassignParticipant: "asked",
  setExclusions: "rules",
  setKeepers: "rules",
  reassignAll: "redrawn",
} as const satisfies Record<string, ReceiverChange>;

/** An action, with people by their positions. */
interface Step {
  act: keyof typeof REASONS | "open" | "confirmAssignment" | "requestReassignment";
  one: number;
  other: number;
}

const ACTS: Step["act"][] = [
  "open",
  "open",
  "confirmAssignment",
  "requestReassignment",
  "addParticipant",
  "removeParticipant",
  "replaceParticipant",
  "approveReassignment",
  "approveAllReassignments",
  "forceReassignParticipant",
  "setExclusions",
  "setKeepers",
  "reassignAll",
];

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS),
    one: fc.nat({ max: 5 }),
    other: fc.nat({ max: 5 }),
  }),
  { minLength: 1, maxLength: 14 },
);

function reasonOf(act: Step["act"]): ReceiverChange | null {
  return new Map<string, ReceiverChange>(Object.entries(REASONS)).get(act) ?? null;
}

/** The game after a step, or the same game if a rule refuses it. */
function take(game: Game, { act, one, other }: Step, place: number): Game {
  const person = (index: number) => game.participants[index % game.participants.length];
  const [a, b] = [person(one), person(other)];
  assert(a && b);
  // As `markViewed` stores it.
  if (act === "open") {
    const at = new Date().toISOString();
    const viewedAt = a.viewedAt ?? at;
    return changeParticipant(game, a, { viewedAt, receiverChange: null }).game;
  }
  const body = {
    action: act,
    organizerToken: tokens.organizer(game),
    participantId: a.id,
    participantName: `New${place}`,
    // Without a link, they could not open their gift.
    participantEmail: `new${place}@example.org`,
    ...act === "setExclusions" && { exclusions: a === b ? [] : [[a.id, b.id]] },
    ...act === "setKeepers" && { keepers: a === b ? [] : [[a.id, b.id]] },
  };
  const isOwn = act === "confirmAssignment" || act === "requestReassignment";
  const participantToken = tokens.participant(game, a);
  const credential = isOwn ? { participantToken } : {};
  const { organizerToken: _, ...own } = body;
  try {
    const action = gameActionSchema.parse(isOwn ? own : body);
    return decide(game, action, credential, tokens, decisionContext).game;
  } catch (error) {
    if (error instanceof GameError && error.status === 400) return game;
    throw error;
  }
}

Deno.test("everyone who had opened and has a different receiver is told why, and no one else", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(steps, fc.boolean(), (taken, isSealed) => {
      let game = makeGame(5, { isSealed });
      for (const [place, step] of taken.entries()) {
        const before = game;
        game = take(before, step, place);
        const reason = reasonOf(step.act);
        for (const one of game.participants) {
          const was = before.participants.find(({ number }) => number === one.number);
          const isOther = was !== undefined && was.receiver !== one.receiver;
          const isOpened = step.act === "open" && was !== undefined &&
            one.viewedAt !== null && one !== was;
          const expected = isOpened
            ? null
            : was?.receiverChange ?? (isOther && hasOpened(was) ? reason : null);
          assert.equal(one.receiverChange, expected, `${step.act} as ${one.name}`);
          // A gift with such a reason is there to be opened.
          if (one.receiverChange) assert(hasUnopenedGift(one));
          if (one.receiverChange) seen.set(step.act, (seen.get(step.act) ?? 0) + 1);
        }
        const view = organizerView(game, tokens, new Date());
        assert.deepEqual(
          view.participants.map(({ receiverChange }) => receiverChange),
          game.participants.map(({ receiverChange }) => isSealed ? null : receiverChange),
        );
      }
    }),
    // By chance a rare action may move no one in so few games.
    { numRuns: 60, seed: 1 },
  );
  for (const act of Object.keys(REASONS)) assert(seen.get(act), `${act} moved nobody`);
});

Deno.test("who was moved and has not looked gets nobody they had if someone joins", () => {
  const act = (game: Game, act: Step["act"]) => take(game, { act, one: 0, other: 0 }, 0);
  for (const size of [6, 9]) {
    for (let round = 0; round < 40; round++) {
      const start = makeGame(size);
      for (const one of start.participants) one.viewedAt = start.createdAt;
      const approved = act(act(start, "requestReassignment"), "approveReassignment");
      const joined = act(approved, "addParticipant");
      assert.equal(joined.participants.length, size + 1);
      for (const one of joined.participants.filter(({ receiverChange }) => receiverChange)) {
        assert.notEqual(one.receiver, start.participants[one.number - 1]?.receiver, one.name);
      }
    }
  }
});
