import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import {
  countConfirmed,
  isMailHidden,
  isRevealBlocked,
  MAILS_ABOUT_PAIRS,
  mayHearOfReceiver,
  mayMail,
  ownsAddress,
  provesAddress,
} from "./seal.ts";
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

Deno.test("mayMail() sends nothing that depends on a pair to an unproved address of a sealed game", () => {
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

Deno.test("isMailHidden() hides mails that reveal recipients from every organizer, and those that reveal pairs in a sealed game", () => {
  const { game } = sealed();
  const hidden = (of: typeof game) =>
    MAIL_KINDS.filter((kind) => isMailHidden(of, kind)).toSorted();
  const never = [
    ...["keptChanged", "messageWaiting", "organizerRecovery", "ownLinks", "parcelArrived"],
    ...["parcelSent", "participantRecovery", "reassignmentApproved", "receiverChanged"],
    ...["sendSoon", "wishChanged"],
  ];
  assert.deepEqual(hidden({ ...game, isSealed: false }), never);
  assert.deepEqual(hidden({ ...game, sealBrokenAt: AT }), never);
  const more = hidden(game);
  assert.deepEqual(more.filter((kind) => never.some((one) => one === kind)), never);
  for (const kind of ["reassignmentDeclined", "leaveDeclined", "drawFailed"] as const) {
    assert(more.includes(kind), kind);
  }
  for (const kind of ["assignment", "reminder", "sealBroken", "claimIssued"] as const) {
    assert(!more.includes(kind), kind);
  }
});

Deno.test("countConfirmed() in a sealed game counts everyone who ever confirmed", () => {
  const { game, one } = sealed();
  const participants = [
    { ...one, hasConfirmedAssignment: true, firstConfirmedAt: AT },
    { ...one, number: 2, firstConfirmedAt: AT },
    { ...one, number: 3 },
  ];
  assert.equal(countConfirmed({ ...game, participants }), 2);
  assert.equal(countConfirmed({ ...game, participants, isSealed: false }), 1);
  assert.equal(countConfirmed({ ...game, participants, sealBrokenAt: AT }), 1);
});

Deno.test("isRevealBlocked() is true for an opened gift of a sealed game until its seal is broken", () => {
  const { game, one } = sealed();
  const blocked = { ...one, revealBlockedForTokenVersion: 0 };
  assert.equal(isRevealBlocked(game, blocked), true);
  assert.equal(isRevealBlocked(game, one), false);
  assert.equal(isRevealBlocked({ ...game, sealBrokenAt: AT }, blocked), false);
  assert.equal(isRevealBlocked({ ...game, isSealed: false }, blocked), false);
});

Deno.test("mayMail() sends no news of another receiver past a lock", () => {
  const game = makeGame(3, { isSealed: true });
  const [one] = game.participants;
  assert(one);
  for (const kind of MAILS_ABOUT_PAIRS) {
    const mails = (patch: Partial<Participant>): boolean =>
      mayMail(game, { ...one, isEmailProved: true, ...patch }, kind);
    assert.deepEqual([mails({}), mails({ revealBlockedForTokenVersion: 1 })], [true, false], kind);
  }
});

Deno.test("mayHearOfReceiver() in a sealed game is false until the gift is opened, and if it is locked", () => {
  const hears = (isSealed: boolean, patch: Partial<Participant>) => {
    const game = makeGame(3, { isSealed });
    const [one] = game.participants;
    assert(one);
    return mayHearOfReceiver(game, { ...one, ...patch });
  };
  const opened = { viewedAt: "2026-12-01T10:00:00.000Z" };
  for (
    const [patch, isHeard] of [
      [{}, false],
      [opened, true],
      [{ ...opened, receiverChange: "redrawn" }, false],
      [{ ...opened, revealBlockedForTokenVersion: 1 }, false],
    ] as const
  ) {
    assert.deepEqual([hears(true, patch), hears(false, patch)], [isHeard, true]);
  }
});

Deno.test("mayMail() sends nothing about what needs a token to an address that was set with an id alone", () => {
  const game = makeGame(3);
  const [one] = game.participants;
  assert(one);
  const kept = MAIL_KINDS.filter((kind) => !mayMail(game, { ...one, isEmailSetById: true }, kind));
  assert.deepEqual(kept, [
    ...["participantLinkRenewed", "messageWaiting", "parcelSent", "parcelArrived", "sendSoon"],
  ]);
});
