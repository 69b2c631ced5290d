import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { endOfClaim, findClaim, findFormerHolder, stateOfClaim } from "../claims.ts";
import { MAIL_KINDS } from "../types.ts";
import { countConfirmed, MAILS_VISIBLE_WHEN_SEALED } from "../seal.ts";
import { approveAllReassignments, reassignAll } from "./reassignment.ts";
import { confirmAssignment } from "./requests.ts";
import {
  agreeHandover,
  blockedForNewcomer,
  breakSeal,
  changeAddressSealed,
  claimPlace,
  issueClaim,
  lacksLink,
  renewLinkSealed,
} from "./seal.ts";

const VIEWED = "2026-12-01T10:00:00.000Z";
const CLAIMED = "2026-12-01T10:00:00.001Z";

function sealed(count = 4) {
  const game = makeGame(count, { isSealed: true });
  const [first] = game.participants;
  assert(first);
  return { game, first };
}

Deno.test("blockedForNewcomer() leaves no one who could agree, in a sealed game alone", () => {
  const { game, first } = sealed();
  assert.equal(blockedForNewcomer(game, first), null);
  const opened = { ...first, viewedAt: VIEWED };
  assert.equal(blockedForNewcomer(game, opened), 0);
  assert.equal(blockedForNewcomer({ ...game, sealBrokenAt: VIEWED }, opened), null);
});

Deno.test("a claim is valid once, for 30 days, and recognized again after it has ended", () => {
  const { game, first } = sealed();
  const { now } = decisionContext;
  const body = { action: "issueClaim" as const, participantId: first.id };
  const issued = issueClaim(game, body, decisionContext).game;
  const [one] = issued.participants;
  assert(one?.claimIssuedAt);
  const token = tokens.claim(issued, one);
  const end = new Date(endOfClaim(one.claimIssuedAt));
  assert.equal(end.getTime() - now.getTime(), 30 * 86_400_000);
  assert.equal(findClaim(issued, token, tokens, new Date(end.getTime() - 1)).state, "open");
  assert.equal(findClaim(issued, token, tokens, end).state, "expired");
  const again = issueClaim(issued, body, decisionContext).game;
  assert.equal(findClaim(again, token, tokens, now).state, "none");
  const taken = claimPlace(issued, one, decisionContext).game.participants[0];
  assert(taken);
  assert.deepEqual([stateOfClaim(taken, now), taken.tokenVersion], ["opened", 2]);
});

Deno.test("issueClaim() counts an address as a way only if mails go to it", () => {
  const made = makeGame(4, { isSealed: true });
  const participants = made.participants.map((one, index) => ({
    ...one,
    email: index === 0 ? "first@example.org" : null,
  }));
  for (
    const [sendEmails, hasMail, count] of [
      [true, true, 3],
      [true, undefined, 3],
      [false, true, 4],
      [true, false, 4],
    ] as const
  ) {
    const game = { ...made, participants, sendEmails };
    const context = { ...decisionContext, ...(hasMail !== undefined && { hasMail }) };
    const { events } = issueClaim(game, { action: "issueClaim" }, context);
    assert.equal(events.length, count, `${sendEmails} ${hasMail}`);
  }
});

Deno.test("lacksLink() counts people whose link has ended and whose next one was sent to no one", () => {
  const { first } = sealed();
  const lacks = (fields: Partial<typeof first>, sendsMails = true) =>
    lacksLink(
      { ...first, email: null, firstViewedAt: VIEWED, ...fields },
      sendsMails,
      new Date(VIEWED),
    );
  const ended = { tokenVersion: 2 };
  const issued = { ...ended, claimVersion: 1, claimIssuedAt: VIEWED };
  assert.equal(lacks({}), true, "only a keeper can have opened it, who may be gone");
  assert.equal(lacks({ openedInRoomAt: VIEWED }), false);
  assert.equal(lacks(ended), true);
  assert.equal(lacks({ ...ended, firstViewedAt: null }), true);
  assert.equal(lacks(issued), false, "an open claim");
  assert.equal(lacks({ ...issued, claimOpenedAt: VIEWED }), false);
  const again = { ...issued, claimVersion: 2, claimIssuedAt: "2020-01-01T00:00:00.000Z" };
  assert.equal(lacks(again), true, "no claim was used");
  assert.equal(lacks({ ...again, keepersAllowedForTokenVersion: 0 }), false, "the first was");
  assert.equal(lacks({ ...ended, isEmailProved: true }), false);
  assert.equal(lacks({ ...ended, erasedAt: VIEWED }), false);
  for (const sendsMails of [true, false]) {
    assert.equal(lacks({ ...ended, email: "p1@example.org" }, sendsMails), false);
  }
});

Deno.test("issueClaim() includes people whose gift only a keeper has opened", () => {
  const made = sealed().game;
  const opened = { email: null, viewedAt: VIEWED, firstViewedAt: VIEWED };
  // The keeper of the fourth is gone.
  const facts = [opened, { keeps: [1, 3] }, { ...opened, openedInRoomAt: VIEWED }, opened];
  const participants = made.participants.map((one, index) => ({ ...one, ...facts[index] }));
  const game = { ...made, participants, sendEmails: true };
  const { events } = issueClaim(game, { action: "issueClaim" }, decisionContext);
  assert.deepEqual(events.map((event) => "participant" in event && event.participant), [1, 4]);
});

Deno.test("findFormerHolder() knows who opened the gift, however often their link was renewed since", () => {
  const { game, first } = sealed();
  const renewed = { ...first, tokenVersion: 9, revealBlockedForTokenVersion: 2 };
  const after = { ...game, participants: [renewed, ...game.participants.slice(1)] };
  const askedOf = (tokenVersion: number) =>
    findFormerHolder(after, tokens.participant(game, { ...first, tokenVersion }), tokens)?.isAsked;
  assert.deepEqual([1, 2, 8, 9].map(askedOf), [undefined, true, false, undefined]);
});

Deno.test("no one gets a link to the place of a person who has erased their data", () => {
  const { game } = sealed();
  const one = { ...game.participants[0] ?? assert.fail(), email: null, erasedAt: VIEWED };
  const erased = { ...game, participants: game.participants.with(0, one) };
  const refusal = { code: "PARTICIPANT_NOT_FOUND" };
  const body = { action: "issueClaim" as const, participantId: one.id };
  assert.throws(() => issueClaim(erased, body, decisionContext), refusal);
  assert.throws(() => renewLinkSealed(erased, one), refusal);
  assert.throws(() => changeAddressSealed(erased, one, "new@example.org"), refusal);
  assert.deepEqual(changeAddressSealed(erased, one, "").game, erased, "a form that only renames");
});

Deno.test("in a sealed game consent counts once, even after receivers have changed", () => {
  const { game, first } = sealed();
  const body = { action: "confirmAssignment" as const, participantId: first.id };
  const confirmed = confirmAssignment(game, body, decisionContext);
  assert.deepEqual(confirmed.events.map(({ type }) => type), ["assignmentConfirmed"]);
  const moved = {
    ...confirmed.game,
    participants: confirmed.game.participants.map((one) => ({
      ...one,
      hasConfirmedAssignment: false,
    })),
  };
  assert.equal(countConfirmed(moved), 1);
  assert.deepEqual(confirmAssignment(moved, body, decisionContext).events, []);
  const action = "reassignAll" as const;
  assert.equal(countConfirmed(reassignAll(moved, { action }, decisionContext).game), 0);
});

Deno.test("in a sealed game no request remains that only the pairs leave unserved", () => {
  const { game } = sealed(4);
  const asking = {
    ...game,
    exclusions: [[1, 2] as [number, number]],
    participants: game.participants.map((one) => ({ ...one, reassignmentRequestedAt: VIEWED })),
  };
  const action = "approveAllReassignments" as const;
  const { game: after, unserved } = approveAllReassignments(asking, { action }, decisionContext);
  assert.deepEqual(unserved?.filter(({ reason }) => reason === "NOT_ALL_AT_ONCE"), []);
  const open = after.participants.filter((one) => one.reassignmentRequestedAt);
  assert.deepEqual(open.map(({ number }) => number), unserved?.map((one) => one.participant));
});

Deno.test("breakSeal() ends all withholding, and works once", () => {
  const { game } = sealed();
  const withheld = {
    ...game,
    participants: game.participants.map((one) => ({ ...one, revealBlockedForTokenVersion: 1 })),
  };
  const broken = breakSeal(withheld, { action: "breakSeal" }, decisionContext);
  assert.deepEqual(broken.events, [{ type: "sealBroken" }]);
  assert(broken.game.participants.every((one) => one.revealBlockedForTokenVersion === null));
  const again = breakSeal(broken.game, { action: "breakSeal" }, decisionContext);
  assert.deepEqual(again, { game: broken.game, events: [] });
});

Deno.test("MAILS_VISIBLE_WHEN_SEALED has no kind of mail whose recipients depend on the pairs", () => {
  const hidden = MAIL_KINDS.filter((kind) => !MAILS_VISIBLE_WHEN_SEALED.includes(kind));
  for (
    const kind of [
      "receiverChanged",
      "wishChanged",
      "reassignmentApproved",
      "reassignmentDeclined",
    ] as const
  ) assert(hidden.includes(kind), kind);
});

Deno.test("renewLinkSealed() mails the link to a person with an address, and locks an opened gift", () => {
  const { game, first } = sealed();
  const opened = { ...first, viewedAt: VIEWED, firstViewedAt: VIEWED, isEmailProved: true };
  const renew = (one: typeof first) => {
    const { game: after, events } = renewLinkSealed(game, one);
    const { tokenVersion, revealBlockedForTokenVersion, isEmailProved } = after.participants[0] ??
      assert.fail();
    return [tokenVersion, revealBlockedForTokenVersion, isEmailProved, events];
  };
  const mailed = [{ type: "participantLinkRenewed", participant: 1, wasMailed: true }];
  assert.deepEqual(renew(first), [2, null, false, mailed]);
  assert.deepEqual(renew(opened), [2, 1, false, mailed]);
  assert.deepEqual(renew({ ...first, email: null }), [2, null, false, []]);
});

Deno.test("changeAddressSealed() ends the link, notifies the old address, and mails the new one", () => {
  const { game, first } = sealed();
  const change = (email: string | undefined, one = first) => {
    const { game: after, events } = changeAddressSealed(game, one, email);
    const changed = after.participants[0] ?? assert.fail();
    return [changed.email, changed.tokenVersion, events];
  };
  const told = { type: "addressChanged", participant: 1, name: "P1", email: "p1@example.org" };
  const mailed = { type: "participantLinkRenewed", participant: 1, wasMailed: true };
  assert.deepEqual(change(undefined), ["p1@example.org", 1, []]);
  assert.deepEqual(change("P1@example.org"), ["P1@example.org", 1, []], "another spelling");
  const atFirm = { ...first, email: "p1@firma.example" };
  assert.equal(change("p1@fırma.example", atFirm)[1], 2, "a domain that looks alike is another");
  assert.deepEqual(change("new@example.org"), [
    "new@example.org",
    2,
    [{ ...told, language: "en" }, mailed],
  ]);
  assert.deepEqual(change("new@example.org", { ...first, language: "fr" }), [
    "new@example.org",
    2,
    [{ ...told, language: "fr" }, mailed],
  ]);
  assert.deepEqual(change(""), [null, 2, [{ ...told, language: "en" }]]);
  const without = { ...first, email: null };
  // Their first link replaces none.
  const entered = { type: "addressEntered", participant: 1, wasMailed: true };
  assert.deepEqual(change("new@example.org", without), ["new@example.org", 2, [entered]]);
  for (const own of [{ tokenVersion: 2 }, { isEmailProved: true }]) {
    const [, , events] = change("new@example.org", { ...without, ...own });
    assert.deepEqual(events, [mailed], JSON.stringify(own));
  }
  assert.deepEqual(change("", without), [null, 1, []]);
});

Deno.test("claimPlace() removes the address, and an opened gift unless only a keeper opened it", () => {
  const { game, first } = sealed();
  const context = { ...decisionContext, now: new Date(CLAIMED) };
  const claim = (fields: Partial<typeof first>, keeps: number[] = []) => {
    const one = { ...first, ...fields };
    const participants = game.participants.map((other) =>
      other.number === 1 ? one : other.number === 2 ? { ...other, keeps } : other
    );
    const { game: after, events } = claimPlace({ ...game, participants }, one, context);
    const claimed = after.participants[0] ?? assert.fail();
    assert.deepEqual([claimed.email, claimed.claimOpenedAt], [null, CLAIMED]);
    return [claimed.tokenVersion, claimed.revealBlockedForTokenVersion, claimed.viewedAt, events];
  };
  const told = {
    type: "addressChanged",
    participant: 1,
    name: "P1",
    email: "p1@example.org",
    language: "en",
  };
  const opened = { viewedAt: VIEWED, firstViewedAt: VIEWED };
  assert.deepEqual(claim({}), [2, null, null, [told]]);
  assert.deepEqual(claim({ email: null }), [2, null, null, []]);
  assert.deepEqual(claim({ ...opened, email: null }), [2, 0, VIEWED, []], "a keeper who is gone");
  assert.deepEqual(claim({ ...opened, email: null }, [1]), [2, null, null, []]);
  const moved = { ...first, ...opened, email: null, receiverChange: "left" as const };
  const keeper = game.participants.map((one) =>
    one.number === 1 ? moved : one.number === 2 ? { ...one, keeps: [1] } : one
  );
  const { game: taken } = claimPlace({ ...game, participants: keeper }, moved, context);
  assert.equal(taken.participants[0]?.receiverChange, null, "it would tell whose place was taken");
  for (
    const [own, lockedFor] of [
      // No link opened these, so no one can agree.
      [{ tokenVersion: 2 }, 0],
      [{ openedInRoomAt: VIEWED }, 0],
      [{ firstConfirmedAt: VIEWED }, 0],
      [{ isEmailProved: true }, 1],
      [{ email: "p1@example.org" }, 1],
    ] as const
  ) {
    const [, blocked, viewedAt] = claim({ ...opened, email: null, ...own }, [1]);
    assert.deepEqual([blocked, viewedAt], [lockedFor, VIEWED], JSON.stringify(own));
  }
  const roomBefore = { ...opened, email: null, openedInRoomAt: "2026-11-30T10:00:00.000Z" };
  assert.deepEqual(claim(roomBefore, [1]).slice(1, 3), [null, null], "another gift, drawn before");
});

Deno.test("claimPlace() stores a later time than an opening or a draw that a faster clock has stored", () => {
  const { game, first } = sealed();
  const own = { ...first, viewedAt: VIEWED, firstViewedAt: VIEWED };
  const before = { ...game, participants: game.participants.with(0, own) };
  for (const late of [30_000, 0]) {
    const context = { ...decisionContext, now: new Date(Date.parse(VIEWED) - late) };
    const claimed = claimPlace(before, own, context).game.participants[0] ?? assert.fail();
    assert.equal(claimed.firstViewedAt, VIEWED);
    assert((claimed.claimOpenedAt ?? "") > VIEWED, "it warns of that opening");
    const drawn = { ...game, lastDrawnAt: VIEWED };
    const after = claimPlace(drawn, first, context).game.participants[0] ?? assert.fail();
    assert((after.claimOpenedAt ?? "") > VIEWED, "that draw mends nothing");
  }
});

Deno.test("claimPlace() keeps everything a keeper sees at their first link, except what claims have ended", () => {
  const { game, first } = sealed(5);
  const keeper = { ...first, email: null, keeps: [2, 3, 4] };
  const facts: Record<number, Partial<typeof first>> = {
    1: keeper,
    2: { viewedAt: VIEWED, firstViewedAt: VIEWED },
    3: { keepersAllowedForTokenVersion: 1 },
  };
  const participants = game.participants.map((one) => ({ ...one, ...facts[one.number] }));
  const keeps = (one: typeof first) =>
    claimPlace({ ...game, participants }, one, decisionContext).game.participants[0]?.keeps;
  assert.deepEqual(keeps(keeper), [2, 4]);
  for (const own of [{ tokenVersion: 2 }, { isEmailProved: true }, { email: "p1@example.org" }]) {
    assert.deepEqual(keeps({ ...keeper, ...own }), [4], JSON.stringify(own));
  }
});

Deno.test("claimPlace() of a game whose seal is broken removes nothing but the former link", () => {
  const made = sealed();
  const own = {
    ...made.first,
    isEmailProved: true,
    viewedAt: VIEWED,
    firstViewedAt: VIEWED,
    keeps: [2],
  };
  const second = { ...made.game.participants[1] ?? assert.fail(), viewedAt: VIEWED };
  const game = {
    ...made.game,
    sealBrokenAt: VIEWED,
    participants: [own, second, ...made.game.participants.slice(2)],
  };
  const context = { ...decisionContext, now: new Date(CLAIMED) };
  const claimed = (one: typeof own) => claimPlace(game, one, context);
  assert.deepEqual(claimed(own), {
    game: {
      ...game,
      participants: [
        { ...own, tokenVersion: 2, claimOpenedAt: CLAIMED },
        ...game.participants.slice(1),
      ],
    },
    events: [{ type: "participantLinkRenewed", participant: 1, wasMailed: true }],
  });
  assert.deepEqual(claimed({ ...own, email: null }).events, []);
});

Deno.test("issueClaim() renews requested claims, in a sealed game alone", () => {
  const { game, first } = sealed();
  const context = { ...decisionContext, now: new Date(VIEWED) };
  const { game: after, events, issued } = issueClaim(
    game,
    { action: "issueClaim", participantId: first.id },
    context,
  );
  const facts = after.participants.map((
    one,
  ) => [
    one.claimVersion - (game.participants[one.number - 1]?.claimVersion ?? 0),
    one.claimIssuedAt,
  ]);
  assert.deepEqual(facts, [[1, VIEWED], [0, null], [0, null], [0, null]]);
  assert.deepEqual(events, [{ type: "claimIssued", participant: 1 }]);
  assert.deepEqual(issued, { participantId: first.id });
  const open = { action: "issueClaim" as const, participantId: first.id };
  assert.throws(
    () => issueClaim(makeGame(3), open, context),
    (error) =>
      error instanceof Error && "code" in error &&
      ["NOT_SEALED", "PARTICIPANT_NOT_FOUND"].includes(String(error.code)),
  );
  assert.throws(() => issueClaim({ ...game, sealBrokenAt: VIEWED }, open, context), {
    code: "NOT_SEALED",
  });
});

Deno.test("agreeHandover() unlocks the gift, and the address that the same link entered", () => {
  const { game, first } = sealed();
  const agree = (addressTokenVersion: number) => {
    const blocked = { ...first, tokenVersion: 4, revealBlockedForTokenVersion: 2 };
    const participants = game.participants.map((one) =>
      one.number === first.number ? { ...blocked, addressTokenVersion } : one
    );
    const [before = assert.fail()] = participants;
    const [after, other] = agreeHandover({ ...game, participants }, before, 2).participants;
    assert.equal(other?.addressTokenVersion, 0);
    assert.equal(after?.revealBlockedForTokenVersion, null);
    return after?.addressTokenVersion;
  };
  assert.equal(agree(2), 4);
  assert.equal(agree(1), 1, "entered by a still earlier link");
  assert.equal(agree(3), 3, "entered by a link between the two");
  assert.equal(agree(0), 0, "entered by a keeper, or none");
});
