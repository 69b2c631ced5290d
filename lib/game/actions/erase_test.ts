import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame } from "@/tests/support/games.ts";
import { eraseParticipant } from "./erase.ts";

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

Deno.test("eraseParticipant() waits for the day of the event", () => {
  const game = makeGame(4, { date: inDays(2) });
  const [first] = game.participants;
  assert(first);
  const erase = () => eraseParticipant(game, first, neutralName, decisionContext);
  assert.throws(erase, { code: "TOO_EARLY_TO_ERASE" });
  game.archivedAt = decisionContext.now.toISOString();
  assert.equal(erase().participants.length, 4);
});
