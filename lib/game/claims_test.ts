import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { endOfClaim, findClaim, findFormerHolder, mayBeClaimed, stateOfClaim } from "./claims.ts";
import { nextVersion } from "./link_versions.ts";
import { GameError } from "./errors.ts";
import type { Participant } from "./types.ts";

const ISSUED = "2026-11-01T10:00:00.000Z";
const LATER = "2026-11-02T10:00:00.000Z";

Deno.test("stateOfClaim() lets a claim be opened once within 30 days", () => {
  const at = (now: string, claimOpenedAt: string | null = null) =>
    stateOfClaim({ claimIssuedAt: ISSUED, claimOpenedAt }, new Date(now));
  assert.equal(endOfClaim(ISSUED), "2026-12-01T10:00:00.000Z");
  assert.deepEqual([
    at(ISSUED),
    at("2026-12-01T09:59:59.999Z"),
    at("2026-12-01T10:00:00.000Z"),
    at("2027-01-01T00:00:00.000Z", LATER),
    stateOfClaim({ claimIssuedAt: null, claimOpenedAt: null }, new Date(ISSUED)),
  ], ["open", "open", "expired", "opened", "none"]);
});

Deno.test("mayBeClaimed() recognizes a used claim, and earlier ones by their mark", () => {
  const of = (claimOpenedAt: string | null, keepersAllowedForTokenVersion: number | null) =>
    mayBeClaimed({ claimOpenedAt, keepersAllowedForTokenVersion });
  assert.deepEqual(
    [of(null, null), of(LATER, null), of(null, 0), of(null, 2), of(LATER, 0)],
    [false, true, true, true, true],
  );
});

Deno.test("findClaim() recognizes the latest claim, and says that earlier ones have ended", () => {
  const made = makeGame(3);
  const participants = made.participants.map((one) => ({
    ...one,
    claimVersion: one.number === 2 ? 6 : 1,
    claimIssuedAt: ISSUED,
  }));
  const game = { ...made, participants };
  const find = (number: number, claimVersion: number) => {
    const token = tokens.claim(game, { number, claimVersion });
    const { participant, state } = findClaim(game, token, tokens, new Date(LATER));
    return `${participant.number} ${state}`;
  };
  assert.deepEqual([find(1, 1), find(2, 6), find(2, 5), find(2, 3)], [
    "1 open",
    "2 open",
    "2 none",
    "2 none",
  ]);
  const erasedAt = LATER;
  const erased = { ...game, participants: participants.map((one) => ({ ...one, erasedAt })) };
  const [first = assert.fail()] = participants;
  const token = tokens.claim(game, first);
  assert.equal(findClaim(erased, token, tokens, new Date(LATER)).state, "none");
  const refusal = (given: string | undefined) => {
    try {
      findClaim(game, given, tokens, new Date(LATER));
    } catch (error) {
      return error instanceof GameError ? error.code : assert.fail();
    }
  };
  assert.equal(refusal(undefined), "TOKEN_REQUIRED");
  assert.equal(refusal(""), "TOKEN_REQUIRED");
  for (
    const given of [
      "wrong",
      tokens.claim(game, { number: 2, claimVersion: 2 }),
      tokens.claim(game, { number: 1, claimVersion: 2 }),
      tokens.claim(game, { number: 1, claimVersion: 0 }),
      tokens.claim({ ...game, id: "another" }, { number: 1, claimVersion: 1 }),
    ]
  ) assert.equal(refusal(given), "INVALID_TOKEN");
});

Deno.test("findFormerHolder() recognizes three former links, and the one that may agree", () => {
  const made = makeGame(3, { isSealed: true });
  const participants = made.participants.map((one) =>
    one.number === 2 ? { ...one, tokenVersion: 9, revealBlockedForTokenVersion: 2 } : one
  );
  const game = { ...made, participants };
  const find = (number: number, tokenVersion: number) => {
    const given = tokens.participant(game, { number, tokenVersion });
    const found = findFormerHolder(game, given, tokens);
    return found && [found.participant.number, found.isAsked];
  };
  assert.deepEqual(
    [9, 8, 6, 5, 2, 1].map((version) => find(2, version)),
    [null, [2, false], [2, false], null, [2, true], null],
  );
  assert.deepEqual([find(1, 1), find(1, 0)], [null, null]);
});

Deno.test("links and claims from before a restore are recognized again once it has skipped versions", () => {
  const made = { ...makeGame(3, { isSealed: true }), organizerTokenReserved: 10_001 };
  const version = nextVersion(made, 2);
  const participants = made.participants.map((one) => ({
    ...one,
    ...{ tokenVersion: version, claimVersion: version, claimIssuedAt: ISSUED },
  }));
  const game = { ...made, participants };
  const former = (tokenVersion: number) =>
    findFormerHolder(game, tokens.participant(game, { number: 2, tokenVersion }), tokens)?.version;
  const claim = (claimVersion: number) =>
    findClaim(game, tokens.claim(game, { number: 2, claimVersion }), tokens, new Date(LATER)).state;
  assert.deepEqual([version, former(2), former(1), former(version)], [10_001, 2, 1, undefined]);
  assert.deepEqual([claim(2), claim(version)], ["none", "open"]);
});

Deno.test("findFormerHolder() asks the person who entered address or list, unless another one has opened the gift", () => {
  const made = makeGame(3, { isSealed: true });
  const asked = (
    facts: Partial<Participant>,
    list: { version: number; count: number } | null = null,
  ) => {
    const [first = assert.fail(), ...others] = made.participants;
    const own = { ...first, tokenVersion: 9, ...facts };
    const wishLists = list ? [{ participant: 1, revision: 1, ...list }] : [];
    const game = { ...made, participants: [own, ...others], wishLists };
    return Array.from({ length: 10 }, (_, tokenVersion) => tokenVersion).filter((tokenVersion) => {
      const found = findFormerHolder(
        game,
        tokens.participant(game, { number: 1, tokenVersion }),
        tokens,
      );
      if (found) assert.deepEqual([found.participant, found.version], [own, tokenVersion]);
      return found?.isAsked;
    });
  };
  const addressed = { postalAddress: "sealed", addressTokenVersion: 2 };
  assert.deepEqual(asked({}), []);
  assert.deepEqual(asked(addressed), [2]);
  assert.deepEqual(asked(addressed, { version: 3, count: 1 }), [2, 3]);
  assert.deepEqual(asked({}, { version: 3, count: 0 }), [], "nothing is on the list");
  assert.deepEqual(asked({ ...addressed, addressTokenVersion: 0 }), [], "a keeper entered it");
  assert.deepEqual(asked({ ...addressed, addressTokenVersion: 9 }), [], "the current link did");
  const locked = { ...addressed, revealBlockedForTokenVersion: 4 };
  assert.deepEqual(asked(locked, { version: 3, count: 1 }), [4]);
  assert.deepEqual(asked({ ...locked, revealBlockedForTokenVersion: 0 }), [], "no one can agree");
});

Deno.test("links from before a restore are recognized as long as any of three links ago", () => {
  const made = makeGame(3, { isSealed: true });
  const known = (tokenVersion: number) => {
    const participants = made.participants.map((one) => ({ ...one, tokenVersion }));
    const game = { ...made, participants };
    return [1, 2, 3, 4].filter((version) => {
      const given = tokens.participant(game, { number: 2, tokenVersion: version });
      return findFormerHolder(game, given, tokens)?.version === version;
    });
  };
  assert.deepEqual([10_001, 10_003, 10_004].map(known), [[1, 2, 3], [1, 2, 3], []]);
});
