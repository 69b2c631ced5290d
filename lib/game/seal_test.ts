import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { mayMail, ownsAddress, provesAddress } from "./seal.ts";
import { MAIL_KINDS, type Participant } from "./types.ts";

const AT = "2026-12-01T12:00:00.000Z";

function sealed() {
  const game = makeGame(4, { isSealed: true });
  const [one] = game.participants;
  assert(one);
  const allowed = (person: Participant, shown = game) =>
    MAIL_KINDS.filter((kind) => mayMail(shown, person, kind));
  return { game, one, allowed };
}

Deno.test("mayMail() sends to an unproved address of a sealed game nothing that depends on a pair", () => {
  const { game, one, allowed } = sealed();
  const kinds = allowed(one);
  for (const kind of ["assignment", "reminder", "participantRecovery"] as const) {
    assert(kinds.includes(kind), kind);
  }
  for (const kind of ["receiverChanged", "wishChanged", "messageWaiting"] as const) {
    assert(!kinds.includes(kind), kind);
  }
  assert.deepEqual(allowed({ ...one, isEmailProved: true }), [...MAIL_KINDS]);
  assert.deepEqual(allowed(one, { ...game, sealBrokenAt: AT }), [...MAIL_KINDS]);
});

Deno.test("a claimed place of a sealed game gets only its renewed link, until its address is proved", () => {
  const { game, one, allowed } = sealed();
  const claimed = { ...one, claimOpenedAt: AT };
  assert.deepEqual(allowed(claimed), ["participantLinkRenewed"]);
  assert.deepEqual(allowed({ ...claimed, isEmailProved: true }), [...MAIL_KINDS]);
  assert.deepEqual([ownsAddress(game, one), ownsAddress(game, claimed)], [true, false]);
  const proves = (participant: Participant, hasToken = true) =>
    provesAddress(game, { participant, hasToken });
  assert.deepEqual([proves(one), proves(one, false), proves(claimed)], [true, false, false]);
  assert.equal(proves({ ...one, email: null }), false);
});
