import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { findClaim } from "../claims.ts";
import { GameError } from "../errors.ts";
import { assertErasable, authorizeErasure, eraseParticipant } from "./erase.ts";

const neutralName = (number: number) => `Former member ${number}`;

Deno.test("eraseParticipant() removes a participant from what is stored about the others", () => {
  const game = makeGame(4, { date: inDays(0) });
  const [first, second, third] = game.participants;
  assert(first && second && third);
  Object.assign(first, { wish: "Tea", keeps: [2], earlierReceivers: [3] });
  Object.assign(second, { earlierReceivers: [1, 3], livesWith: ["P1", "P3"] });
  third.name = neutralName(1);
  const erased = eraseParticipant(game, first, neutralName, decisionContext);
  const [gone, ...others] = erased.participants;
  assert(gone);
  assert.deepEqual([gone.number, gone.receiver], [first.number, first.receiver]);
  assert.deepEqual(
    [gone.name, gone.email, gone.wish, gone.keeps, gone.earlierReceivers],
    [neutralName(2), null, "", [], []],
  );
  assert.notEqual(gone.id, first.id);
  assert.equal(gone.tokenVersion, first.tokenVersion + 1);
  const forgotten = { ...second, earlierReceivers: [3], livesWith: ["P3"] };
  assert.deepEqual(others, [forgotten, ...game.participants.slice(2)]);
});

Deno.test("eraseParticipant() erases the organizer's name if the organizer takes part", () => {
  for (const fields of [{}, { draw: "later" }]) {
    const game = { ...makeGame(4, { organizerName: "p1", ...fields }), date: inDays(0) };
    const namesAfter = game.participants.slice(0, 2).map((one) =>
      eraseParticipant(game, one, neutralName, decisionContext).organizerName
    );
    assert.deepEqual(namesAfter, ["", "p1"]);
  }
});

Deno.test("eraseParticipant() waits for the day of the event", () => {
  const game = makeGame(4, { date: inDays(2) });
  const [first] = game.participants;
  assert(first);
  const erase = () => eraseParticipant(game, first, neutralName, decisionContext);
  assert.throws(erase, { code: "TOO_EARLY_TO_ERASE" });
  game.archivedAt = decisionContext.now.toISOString();
  assert.equal(erase().participants.length, 4);
});

Deno.test("assertErasable() and authorizeErasure() show an archived game only to its own people", () => {
  const game = makeGame(4, { name: "Winter party" });
  const [first, second] = game.participants;
  assert(first && second);
  const organizerToken = tokens.organizer(game);
  const participantToken = tokens.participant(game, first);
  const archived = { ...game, archivedAt: decisionContext.now.toISOString() };
  const refusal = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      return error instanceof GameError ? error.code : String(error);
    }
  };
  const ask = (given: string | undefined, name = "Winter party", of = game) =>
    refusal(() => assertErasable(of, { organizerToken: given }, name, tokens));
  assert.deepEqual(
    [undefined, "wrong", participantToken, organizerToken].map((given) => ask(given)),
    ["TOKEN_REQUIRED", "INVALID_TOKEN", "INVALID_TOKEN", undefined],
  );
  for (const given of [undefined, "wrong", participantToken]) {
    assert.equal(ask(given, "Winter party", archived), "GAME_NOT_FOUND");
  }
  assert.equal(ask(organizerToken, " winter PARTY "), undefined);
  const spaced = { ...game, name: "Winter  party" };
  assert.equal(ask(organizerToken, "Winter party", spaced), undefined, "as a page shows it");
  const isolated = { ...game, name: "חג" };
  assert.equal(ask(organizerToken, "\u2068חג\u2069", isolated), undefined, "as it is copied");
  for (const name of ["", "Winter", "Another"]) {
    assert.equal(ask(organizerToken, name), "NAME_MISMATCH");
    assert.equal(ask(organizerToken, name, archived), "NAME_MISMATCH");
  }

  const own = (credential: Parameters<typeof authorizeErasure>[1], of = game) =>
    refusal(() => assert.equal(authorizeErasure(of, credential, tokens).number, 1));
  for (
    const [credential, code] of [
      [{}, "TOKEN_REQUIRED"],
      [{ participantId: first.id }, "TOKEN_REQUIRED"],
      [{ participantToken: "wrong" }, "INVALID_TOKEN"],
      [{ participantToken, participantId: second.id }, "INVALID_TOKEN"],
    ] as const
  ) {
    assert.equal(own(credential), code);
    assert.equal(own(credential, archived), "GAME_NOT_FOUND");
  }
  for (const  of of[game, archived]) assert.equal(own({ participantToken }, of), undefined);
});

Deno.test("eraseParticipant() removes a place while the game gathers, and everything others said about it", () => {
  const game = { ...makeGame(4, { draw: "later" }), date: inDays(0) };
  const [first, second] = game.participants;
  assert(first && second);
  second.livesWith = ["p1", '"P" | "P1" | "P3"', "P3"];
  second.keeps = [1];
  const erased = eraseParticipant(game, first, neutralName, decisionContext);
  assert.deepEqual(erased.participants.map(({ name }) => name), ["P2", "P3", "P4"]);
  assert.deepEqual(
    [erased.participants[0]?.livesWith, erased.participants[0]?.keeps],
    [['"P" | "P3"', "P3"], []],
  );
});

Deno.test("eraseParticipant() leaves a parcel on its way without its sender, keeps what the present giver sent, and locks a sealed gift", () => {
  for (const isSealed of [false, true]) {
    const game = { ...makeGame(4, { byPost: true, isSealed }), date: inDays(0) };
    const [first, second] = game.participants;
    assert(first && second);
    const giver = game.participants.find(({ receiver }) => receiver === first.number)?.number;
    assert(giver);
    const mark = {
      seenFrom: "2026-12-01T07:00:00.000Z",
      isTakenBack: false,
      arrivalSeenFrom: null,
    };
    second.parcels = [{ ...mark, giver: 1 }, { ...mark, giver: 3 }];
    Object.assign(first, {
      postalAddress: "sealed",
      parcels: [{ ...mark, giver: 0 }, { ...mark, giver }, { ...mark, giver: 9 }],
      parcelArrivedAt: mark.seenFrom,
      viewedAt: mark.seenFrom,
      desiredGift: "Tea",
      language: "de",
      openedEmail: "p1@example.org",
    });
    const [gone, other] = eraseParticipant(game, first, neutralName, decisionContext).participants;
    assert.deepEqual(other?.parcels.map(({ giver }) => giver), [0, 3]);
    assert.deepEqual(
      [gone?.postalAddress, gone?.parcels, gone?.parcelArrivedAt, gone?.viewedAt],
      [null, [{ ...mark, giver }], null, null],
    );
    assert.deepEqual(
      [gone?.desiredGift, gone?.language, gone?.openedEmail],
      ["", null, null],
    );
    assert.equal(gone?.erasedAt, decisionContext.now.toISOString());
    assert.equal(gone?.revealBlockedForTokenVersion, isSealed ? 0 : null);
  }
});

Deno.test("eraseParticipant() lets no earlier claim open the place again", () => {
  const game = { ...makeGame(4, { isSealed: true }), date: inDays(0) };
  const [first] = game.participants;
  assert(first);
  first.claimVersion = 1;
  const earlier = tokens.claim(game, first);
  const { now } = decisionContext;
  const erased = eraseParticipant(game, first, neutralName, decisionContext);
  const participants = erased.participants.map((one) => ({
    ...one,
    claimVersion: one.claimVersion + 1,
    claimIssuedAt: now.toISOString(),
  }));
  assert.equal(findClaim({ ...erased, participants }, earlier, tokens, now).state, "none");
});
