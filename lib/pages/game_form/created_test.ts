import assert from "node:assert/strict";
import { amend, makeStored, operationTest, person, shownBy } from "@/tests/support/operations.ts";
import { pageOf } from "../pages_testing.ts";
import { carriedToken, inviterToken, leadToLinks } from "./created.ts";

operationTest(
  "leadToLinks() signs the organizer in, also as a participant if they have a token",
  async (services) => {
    const game = await makeStored(services);
    const { code } = game;
    const token = services.tokens.organizer(game);
    const lead = (isGathering: boolean, participantToken: string | null) => {
      const { headers, status } = leadToLinks(
        pageOf(services, game),
        { ...game, isGathering },
        participantToken,
      );
      const cookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
      return [status, headers.get("location"), ...cookies];
    };
    assert.deepEqual(lead(true, null), [
      303,
      `/games/${code}/created`,
      `organizer_${code}=${token}`,
    ]);
    assert.deepEqual(lead(false, "own"), [
      303,
      `/games/${code}/created?done=drawNames`,
      `organizer_${code}=${token}`,
      `participant_${code}=own`,
    ]);
  },
);

operationTest(
  "inviterToken() is the first person's, unless it is sealed or renewed",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services);
    const renewed = game.participants.map((one) => ({ ...one, tokenVersion: 2 }));
    assert.equal(inviterToken(game, tokens), tokens.participant(game, person(game, "P1")));
    assert.deepEqual([
      inviterToken({ ...game, isSealed: true }, tokens),
      inviterToken({ ...game, participants: renewed }, tokens),
      inviterToken({ ...game, participants: game.participants.slice(1) }, tokens),
    ], [null, null, null]);
  },
);

operationTest(
  "carriedToken() carries the signed-in person over into the next game",
  async (services) => {
    const { tokens } = services;
    const before = await makeStored(services);
    const next = await makeStored(services, {
      participants: ["Other", "p2", "P3"].map((name) => ({ name })),
    });
    const carry = (name: string | null, game = next) => {
      const cookies = name === null
        ? {}
        : { participant: shownBy(services, before, name).participantToken };
      return carriedToken(pageOf(services, before, { cookies }), before, game);
    };
    assert.equal(carry("P2"), tokens.participant(next, person(next, "p2")), "whatever the case");
    assert.deepEqual([carry("P1"), carry(null), carry("P2", { ...next, isSealed: true })], [
      null,
      null,
      null,
    ]);
    const participants = next.participants.map((one) => ({ ...one, tokenVersion: 2 }));
    assert.equal(carry("P2", await amend(services, next, { participants })), null);
  },
);
