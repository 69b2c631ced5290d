import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import {
  actsFor,
  apartAfterClaim,
  isKeptBy,
  keepersOf,
  keepersToAllow,
  keptApart,
  keptBy,
  keptGifts,
  namedKeepers,
  requireSealedKeepers,
  resolveKeepers,
  withoutEndedKeepers,
} from "./keepers.ts";
import { resolverOf } from "./references.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/** A sealed game in which P1 keeps the gifts of this many people without their own link. */
function keeping(count: number): Game {
  const game = makeGame(8, { isSealed: true });
  for (const one of game.participants.slice(1)) one.email = null;
  const [keeper] = game.participants;
  assert(keeper);
  keeper.keeps = Array.from({ length: count }, (_, index) => index + 2);
  return game;
}

const refused = { code: "KEEPERS_ARE_SEALED" };

Deno.test("requireSealedKeepers() allows few kept people, and none with their own link", () => {
  requireSealedKeepers(keeping(LIMITS.keptSealed));
  const many = keeping(LIMITS.keptSealed + 1);
  assert.throws(() => requireSealedKeepers(many), refused);
  requireSealedKeepers({ ...many, isSealed: false });
  const drawing = { ...keeping(1), keepersMayDraw: true };
  assert.throws(() => requireSealedKeepers(drawing), refused);
  const issued = "2026-12-01T12:00:00.000Z";
  const again = { claimVersion: 2, claimIssuedAt: issued, claimOpenedAt: null, tokenVersion: 2 };
  const links = [
    { email: "p2@example.org" },
    { isEmailProved: true },
    { claimOpenedAt: issued },
  ];
  for (const link of links) {
    const game = keeping(2);
    Object.assign(game.participants[1] ?? {}, link);
    assert.throws(() => requireSealedKeepers(game), refused);
    const [keeper] = withoutEndedKeepers(game).participants;
    assert.deepEqual(keeper?.keeps, [3]);
  }
  const issuedAgain = (facts: Partial<Participant>) => {
    const game = keeping(2);
    Object.assign(game.participants[1] ?? {}, again, facts);
    assert.equal(withoutEndedKeepers(game), game);
    return game;
  };
  requireSealedKeepers(issuedAgain({}));
  const used = issuedAgain({ keepersAllowedForTokenVersion: 0 });
  assert.throws(() => requireSealedKeepers(used), refused);
});

Deno.test("keptBy() shows a keeper no gift that is locked, nor one of someone with a link", () => {
  const kept = (number = 0, change: Partial<Participant> = {}) => {
    const game = keeping(2);
    const participants = game.participants.map((one) =>
      one.number === number ? { ...one, ...change } : one
    );
    const [keeper] = participants;
    assert(keeper);
    return keptBy({ ...game, participants }, keeper).map((one) => one.number);
  };
  assert.deepEqual(kept(), [2, 3]);
  assert.deepEqual(kept(2, { email: "p2@example.org" }), [3]);
  assert.deepEqual(kept(3, { revealBlockedForTokenVersion: 1 }), [2]);
  assert.deepEqual(kept(1, { revealBlockedForTokenVersion: 1 }), []);
});

Deno.test("keptBy() follows what a person who has claimed their place allows with their present link", () => {
  const { game, kid, keeper } = claimed();
  const seen = (facts: Partial<Participant>) => {
    const participants = game.participants.map((one) => one === kid ? { ...one, ...facts } : one);
    const state = { ...game, participants };
    const [, after = assert.fail()] = participants;
    const names = keptBy(state, keeper).map((one) => one.name);
    assert.deepEqual(keepersOf(state, after), names.length > 0 ? [keeper.name] : []);
    assert.equal(isKeptBy(state, keeper, kid.number), names.length > 0);
    return [names.length > 0, keepersToAllow(state, after)?.areAllowed];
  };
  assert.deepEqual(seen({}), [false, false]);
  assert.deepEqual(seen({ claimOpenedAt: null }), [false, false], "a new claim that is not used");
  assert.deepEqual(seen({ keepersAllowedForTokenVersion: kid.tokenVersion }), [true, true]);
  assert.deepEqual(
    seen({ keepersAllowedForTokenVersion: kid.tokenVersion, tokenVersion: 9 }),
    [false, false],
  );
  const locked = { revealBlockedForTokenVersion: 1 };
  assert.equal(seen({ ...locked })[1], undefined);
});

Deno.test("requireSealedKeepers() adds no new keeper for a person who has allowed the former one", () => {
  const { game, kid } = claimed();
  const participants = game.participants.map((one) =>
    one === kid ? { ...one, keepersAllowedForTokenVersion: one.tokenVersion } : one
  );
  const before = { ...game, participants };
  requireSealedKeepers(before, participants);
  assert.throws(() => requireSealedKeepers(before), refused);
  const more = participants.map((one) => one.number === 3 ? { ...one, keeps: [2] } : one);
  assert.throws(
    () => requireSealedKeepers({ ...before, participants: more }, participants),
    refused,
  );
});

/** A sealed game in which the first person keeps the second, who has claimed their place. */
function claimed() {
  const made = keeping(1);
  const participants = made.participants.map((one) =>
    one.number === 2
      ? {
        ...one,
        email: null,
        claimOpenedAt: "2026-12-01T10:00:00.000Z",
        tokenVersion: 2,
        keepersAllowedForTokenVersion: 0,
      }
      : one
  );
  const [keeper = assert.fail(), kid = assert.fail()] = participants;
  return { game: { ...made, participants }, keeper, kid };
}

Deno.test("actsFor() lets a keeper act for people they keep, as long as the gift is not withheld", () => {
  const game = keeping(2);
  const find = (number: number) => game.participants.find((one) => one.number === number);
  const [keeper, kept, other] = [find(1), find(2), find(4)];
  assert(keeper && kept && other);
  const alias = (one: Participant) => tokens.alias(game, keeper, one);
  assert.equal(actsFor(game, keeper, undefined, tokens), keeper);
  assert.equal(actsFor(game, keeper, "", tokens), keeper);
  assert.equal(actsFor(game, keeper, alias(kept), tokens), kept);
  for (const id of [alias(other), kept.id, keeper.id, "x"]) {
    assert.throws(() => actsFor(game, keeper, id, tokens), { code: "NOT_KEPT" });
  }
  const locked = { ...keeper, revealBlockedForTokenVersion: 1 };
  assert.throws(() => actsFor(game, locked, alias(kept), tokens), { code: "GIFT_WITHHELD" });
  const open = { ...game, isSealed: false, isProtected: false };
  assert.equal(actsFor(open, locked, kept.id, tokens), kept);
});

Deno.test("keptApart() keeps keeper and kept from drawing each other, unless they may", () => {
  const game = keeping(2);
  const [first, second, third] = game.participants;
  assert(first && second && third);
  third.keeps = [1, 2];
  assert.deepEqual(keptApart(game), [[1, 2], [1, 3], [1, 3], [2, 3]]);
  assert.deepEqual(keptApart({ ...game, keepersMayDraw: true }), []);
  assert.deepEqual(namedKeepers(game), [["P1", "P2"], ["P1", "P3"], ["P3", "P1"], ["P3", "P2"]]);
});

Deno.test("apartAfterClaim() names the pairs that a claim has ended, until its holder allows them again", () => {
  const apart = (claimed: Partial<Participant>, change: Partial<Game> = {}) => {
    const game = keeping(2);
    Object.assign(game.participants[1] ?? {}, { tokenVersion: 3, ...claimed });
    return apartAfterClaim({ ...game, ...change });
  };
  assert.deepEqual(apart({}), []);
  assert.deepEqual(apart({ keepersAllowedForTokenVersion: 0 }), [[1, 2]]);
  assert.deepEqual(apart({ keepersAllowedForTokenVersion: 3 }), []);
  assert.deepEqual(apart({ keepersAllowedForTokenVersion: 0 }, { isSealed: false }), []);
});

Deno.test("keptGifts() shows the receiver of a kept gift only with the keeper's own pair", () => {
  const game = keeping(2);
  const participant = game.participants[0] ?? assert.fail();
  const gifts = (seesAssignment: boolean, of = game) =>
    keptGifts(of, { participant, seesAssignment }).map(({ kept, receiver }) => [
      kept.number,
      receiver?.number ?? null,
    ]);
  const receiverOf = (number: number) =>
    game.participants.find((one) => one.number === number)?.receiver;
  assert.deepEqual(gifts(true), [[2, receiverOf(2)], [3, receiverOf(3)]]);
  assert.deepEqual(gifts(false), [[2, null], [3, null]]);
  assert.deepEqual(
    keptGifts(game, { participant: { ...participant, keeps: [] }, seesAssignment: true }),
    [],
  );
});

Deno.test("withoutEndedKeepers() and resolveKeepers() leave valid keepers alone, and count each once", () => {
  const game = keeping(2);
  assert.equal(withoutEndedKeepers(game), game);
  const open = { ...keeping(0), isSealed: false };
  const keeper = open.participants[0] ?? assert.fail();
  keeper.keeps = [2];
  Object.assign(open.participants[1] ?? {}, { email: "p2@example.org" });
  assert.equal(withoutEndedKeepers(open), open);
  const resolve = (pairs: [string, string][]) => [...resolveKeepers(pairs, resolverOf(game))];
  assert.deepEqual(resolve([["P1", "P2"], ["p1", "P2"], ["P1", "P3"], ["P4", "P2"]]), [
    [1, [2, 3]],
    [4, [2]],
  ]);
  assert.throws(() => resolve([["P1", "P1"]]), { code: "VALIDATION_FAILED" });
});
