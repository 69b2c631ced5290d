import assert from "node:assert/strict";
import fc from "fast-check";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { authorizeReader, type Credential, type ParticipantAccess } from "./access.ts";
import type { Game, Participant } from "./types.ts";
import {
  type GameView,
  organizerViewSchema,
  participantViewSchema,
  publicViewSchema,
} from "./view_schemas.ts";
import { organizerView, participantView, viewGame, viewUnserved } from "./views.ts";

/** A game whose every fact about a person can be told apart from all others. */
/** Access of a participant, with their token if they see their pair. */
function by(participant: Participant, seesAssignment: boolean): ParticipantAccess {
  return { role: "participant", participant, seesAssignment, hasToken: seesAssignment };
}

function gameOf(size: number, isProtected: boolean, isArchived = false, label = "a"): Game {
  const game = makeGame(size, {
    isProtected,
    organizerEmail: `organizer@${label}.example`,
    participants: Array.from({ length: size }, (_, index) => ({
      name: `Name-${index}`,
      email: `email-${index}@${label}.example`,
      wish: `wish-${index}-${label}`,
      desiredGift: `gift-${index}-${label}`,
    })),
  });
  return isArchived ? { ...game, archivedAt: game.createdAt } : game;
}

/** Facts that only some may read, with their readers: "organizer", a participant's name, or their giver. */
function secretsOf(game: Game): { text: string; owners: string[] }[] {
  return [
    ...[game.organizerEmail ?? "", tokens.organizer(game), tokens.invitation(game)]
      .map((text) => ({ text, owners: ["organizer"] })),
    ...game.participants.flatMap((one) => {
      const giver = game.participants.find(({ receiver }) => receiver === one.number)?.name ?? "";
      const own = ["organizer", one.name];
      return [
        { text: tokens.participant(game, one), owners: ["organizer"] },
        { text: one.email ?? "", owners: own },
        ...[one.wish, one.desiredGift].map((text) => ({ text, owners: [...own, giver, "public"] })),
        ...(game.isProtected ? [{ text: one.id, owners: own }] : []),
      ];
    }),
  ];
}

function viewFor(game: Game, credential: Credential): GameView | null {
  try {
    return viewGame(game, authorizeReader(game, credential, tokens), tokens, new Date());
  } catch {
    return null;
  }
}

/** The reader of a view, as the owners of secrets are called. */
function askerOf(game: Game, view: GameView): string {
  if (view.view !== "participant") return view.view;
  return game.participants.find(({ id }) => id === view.authenticatedParticipantId)?.name ?? "";
}

Deno.test("viewGame() shows no one another person's secrets, with any credential", () => {
  const games = (label: string) =>
    fc.record({
      size: fc.integer({ min: 3, max: 7 }),
      isProtected: fc.boolean(),
      isArchived: fc.boolean(),
    }).map(({ size, isProtected, isArchived }) => gameOf(size, isProtected, isArchived, label));
  const credentials = fc.record({
    organizerToken: fc.constantFrom("", "own", "other", "participant"),
    participantToken: fc.constantFrom("", "own", "other", "organizer"),
    participantId: fc.constantFrom("", "own", "other", "alias"),
    who: fc.nat(),
  });
  let shown = 0;
  fc.assert(
    fc.property(games("a"), games("b"), credentials, (game, other, given) => {
      const pick = (of: Game): Participant => {
        const one = of.participants[given.who % of.participants.length];
        assert(one);
        return one;
      };
      const [one, next] = [pick(game), game.participants[0]];
      assert(next);
      const words: Record<string, Record<string, string>> = {
        organizerToken: {
          own: tokens.organizer(game),
          other: tokens.organizer(other),
          participant: tokens.participant(game, one),
        },
        participantToken: {
          own: tokens.participant(game, one),
          other: tokens.participant(other, pick(other)),
          organizer: tokens.organizer(game),
        },
        participantId: { own: one.id, other: pick(other).id, alias: tokens.alias(game, next, one) },
      };
      const credential = {
        organizerToken: words.organizerToken?.[given.organizerToken],
        participantToken: words.participantToken?.[given.participantToken],
        participantId: words.participantId?.[given.participantId],
      };
      const view = viewFor(game, credential);
      if (!view) return;
      shown++;
      const text = JSON.stringify(view);
      const asker = askerOf(game, view);
      for (const secret of secretsOf(game)) {
        if (secret.owners.includes(asker)) continue;
        assert(!text.includes(secret.text), `${asker} reads ${secret.text}`);
      }
      for (const { text: secret } of secretsOf(other)) {
        assert(!text.includes(secret), `${asker} reads ${secret} of another game`);
      }
      const pairs = view.assignments.length;
      const most = { organizer: game.participants.length, participant: 1, public: 0 };
      assert(pairs <= most[view.view]);
    }),
    { numRuns: 500 },
  );
  assert(shown > 100, "many were shown something");
});

Deno.test("viewGame() keeps to the schemas that describe it, and to nothing more", () => {
  for (const isProtected of [true, false]) {
    const game = gameOf(4, isProtected);
    const [first] = game.participants;
    assert(first);
    first.reassignmentRequestedAt = game.createdAt;
    const views = [
      organizerViewSchema.parse(organizerView(game, tokens, new Date())),
      participantViewSchema.parse(participantView(game, by(first, true), tokens, new Date())),
      participantViewSchema.parse(participantView(game, by(first, false), tokens, new Date())),
      publicViewSchema.parse(viewGame(game, { role: "public" }, tokens, new Date())),
    ];
    assert.deepEqual(views, [
      organizerView(game, tokens, new Date()),
      participantView(game, by(first, true), tokens, new Date()),
      participantView(game, by(first, false), tokens, new Date()),
      viewGame(game, { role: "public" }, tokens, new Date()),
    ]);
  }
});

Deno.test("organizerView() contains the organizer's own token, and requesters by name", () => {
  const game = gameOf(4, true);
  const [first] = game.participants;
  assert(first);
  first.reassignmentRequestedAt = game.createdAt;
  const view = organizerView(game, tokens, new Date());
  assert.equal(view.organizerToken, tokens.organizer(game));
  assert.deepEqual(view.reassignmentRequests, [
    {
      participantId: first.id,
      kind: "reassign",
      participantName: "Name-0",
      requestedAt: game.createdAt,
    },
  ]);
});

Deno.test("organizerView() grows with people and sent lists, never with the pairs of a household", () => {
  const weigh = (size: number) => {
    const half = Array.from({ length: size / 2 }, (_, index) => `P${index + 1}`);
    return JSON.stringify(organizerView(makeGame(size, { households: [half] }), tokens, new Date()))
      .length;
  };
  assert(weigh(400) < 2.2 * weigh(200));
});

Deno.test("participantView() shows the wishes of one's receiver twice, and of no one else", () => {
  for (const isProtected of [true, false]) {
    const game = gameOf(5, isProtected);
    const [viewer] = game.participants;
    assert(viewer);
    const view = participantView(game, by(viewer, true), tokens, new Date());
    const others = view.participants.filter((one) => one.id !== viewer.id);
    assert.deepEqual(others.filter((one) => "wish" in one), [view.receiver]);
    const blind = participantView(game, by(viewer, false), tokens, new Date());
    assert.deepEqual([blind.receiver, blind.assignments], [null, []]);
    assert(blind.participants.every((one) => one.id === viewer.id || !("wish" in one)));
  }
});

Deno.test("participantView() gives the others aliases in a protected game, stable for one viewer alone", () => {
  const game = gameOf(4, true);
  const [ana, ben] = game.participants;
  assert(ana && ben);
  const idsFor = (viewer: Participant) =>
    participantView(game, by(viewer, true), tokens, new Date()).participants.map(({ id }) => id);
  assert.deepEqual(idsFor(ana), idsFor(ana));
  const known = game.participants.map(({ id }) => id);
  assert.deepEqual(idsFor(ana).filter((id) => known.includes(id)), [ana.id]);
  assert.deepEqual(idsFor(ana).slice(2).filter((id) => idsFor(ben).includes(id)), []);
});

Deno.test("participantView() tells a keeper that a kept gift has changed only if it shows the gift", () => {
  const game = makeGame(4, { keepers: [["P1", "P2"]] });
  const [keeper = assert.fail(), kept = assert.fail()] = game.participants;
  kept.receiverChange = "redrawn";
  const changes = [true, false].map((seesAssignment) => {
    const { keeping } = participantView(game, by(keeper, seesAssignment), tokens, new Date());
    return keeping.map(({ receiver, receiverChange }) => [receiver !== null, receiverChange]);
  });
  assert.deepEqual(changes, [[[true, "redrawn"]], [[false, null]]]);
});

Deno.test("viewUnserved() says who and why, but not their receivers", () => {
  const game = gameOf(4, true);
  const [one] = viewUnserved(game, [{ participant: 2, reason: "NO_OTHER_PERSON" }]);
  assert.deepEqual(
    [one?.participantId, one?.participantName, one?.code],
    [game.participants[1]?.id, "Name-1", "NO_OTHER_PERSON"],
  );
  assert.match(one?.reason ?? "", /^The exclusions leave nobody else for Name-1/);
});
