import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { validDraws } from "@/tests/support/draws.ts";
import { filtersOf } from "../browser/people_filter.ts";
import { eraseParticipant } from "./actions/erase.ts";
import { issueClaim } from "./actions/seal.ts";
import { nextSteps } from "./next_steps.ts";
import { progressOf } from "./progress.ts";
import { type EmailStatus, type EmailStatuses, type Game, ORGANIZER } from "./types.ts";
import { organizerView } from "./views.ts";

const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Each step with the people it concerns. */
function stepsOf(game: Game, emails: EmailStatuses = new Map(), hasMail = true): string[] {
  return nextSteps(game, organizerView(game, tokens, new Date(), emails), hasMail, now).map((
    step,
  ) => "people" in step ? `${step.kind}: ${step.people.map(({ name }) => name)}` : step.kind);
}

/** The latest mail to everyone in a game, or to some people by number. */
function mails(patch: Partial<EmailStatus>, numbers = [1, 2, 3, 4]): EmailStatuses {
  const status = { status: "sent", kind: "assignment", at: ago(3), reason: null } as const;
  return new Map(numbers.map((number) => [number, { ...status, ...patch }]));
}

/** A game in which these people have opened their gift. */
function opened(numbers: number[], patch: Partial<Game> = {}): Game {
  const game = { ...makeGame(4), ...patch };
  for (const one of game.participants) {
    if (!numbers.includes(one.number)) continue;
    one.viewedAt = one.firstViewedAt = ago(1);
  }
  return game;
}

Deno.test("nextSteps() is never empty, and names people who have no way to their gift", () => {
  assert.deepEqual(stepsOf(makeGame(4)), ["needsLink: P1,P2,P3,P4"]);
  const wishing = opened([1, 2, 3, 4]);
  for (const one of wishing.participants) one.wish = "Tea";
  assert.deepEqual(stepsOf(wishing), ["none"]);
  assert.deepEqual(stepsOf(opened([1, 2, 3]))[0], "needsLink: P4");
});

Deno.test("nextSteps() puts people who await an answer before mails, and mails before links and nudges", () => {
  const game = opened([1, 2, 3], { organizerEmail: "o@example.org" });
  const [ana, ben, cy] = game.participants;
  assert(ana && ben && cy);
  ana.leaveRequestedAt = ago(1);
  ben.reassignmentRequestedAt = ago(1);
  const failed = {
    status: "failed",
    kind: "reminder",
    at: ago(1),
    reason: "addressRefused",
  } as const;
  const emails = new Map([[3, failed], [ORGANIZER, failed]]);
  assert.deepEqual(stepsOf(game, emails), [
    "leaving: P1",
    "asking: P2",
    "ownMail",
    "mailFailed: P3",
    "needsLink: P4",
    "noWish: P1,P2,P3",
  ]);
  // Once the day is over no one is nudged any more, but requests still wait.
  assert.deepEqual(stepsOf({ ...game, date: inDays(-2) }, emails), [
    "leaving: P1",
    "asking: P2",
    "ownMail",
    "again",
  ]);
});

Deno.test("nextSteps() waits two days after a mail before it suggests to nudge", () => {
  const game = makeGame(4);
  assert.deepEqual(stepsOf(game, mails({})), ["unopened: P1,P2,P3,P4"]);
  assert.deepEqual(stepsOf(game, mails({ at: ago(1) })), ["none"]);
  const wishless = opened([1, 2]);
  assert.deepEqual(stepsOf(wishless, mails({ at: ago(1) })), ["noWish: P1,P2"]);
  assert.deepEqual(stepsOf(wishless, mails({ at: ago(1), kind: "reminder" })), ["none"]);
});

Deno.test("nextSteps() names people who must be told of a new name if no mail does", () => {
  const game = opened([1, 2, 3, 4]);
  const [ana, ben, cy, dee] = game.participants;
  assert(ana && ben && cy && dee);
  for (const one of [ana, ben, cy]) Object.assign(one, { viewedAt: null, receiverChange: "left" });
  const first = (patch: Partial<Game>, emails?: EmailStatuses, hasMail?: boolean) =>
    stepsOf({ ...game, ...patch }, emails, hasMail)[0];
  assert.equal(first({}), "changed: P1,P2,P3");
  assert.equal(first({ organizerName: "P2" }), "changed: P1,P3", "nobody tells themself");
  assert.equal(first({ sendEmails: true }, undefined, false), "changed: P1,P2,P3");
  cy.email = null;
  assert.equal(first({ sendEmails: true }), "changed: P3");
  assert.equal(first({ sendEmails: true }, mails({ status: "failed" }, [1])), "changed: P1,P3");
  dee.keeps = [3];
  assert.equal(
    first({ sendEmails: true }),
    "unopened: P1,P2,P3",
    "a mail tells who keeps the gift",
  );
  assert.equal(first({ date: inDays(-1) }), "again");
  assert.equal(first({ isSealed: true }), "noWish: P1,P2,P3,P4", "who was moved stays hidden");
});

Deno.test("nextSteps() of a round is to invite until enough people are in, then to draw", () => {
  const round = { ...makeGame(3), isGathering: true };
  for (const one of round.participants) one.receiver = null;
  assert.deepEqual(stepsOf(round), ["draw"]);
  assert.deepEqual(stepsOf({ ...round, participants: round.participants.slice(1) }), ["invite"]);
  assert.deepEqual(stepsOf({ ...round, drawProblem: "DRAW_IMPOSSIBLE" }), ["drawProblem", "draw"]);
  assert.deepEqual(stepsOf({ ...makeGame(3), archivedAt: ago(1) }), ["again"]);
});

Deno.test("progressOf() counts no one as needing a link once the day is over or the game is closed", () => {
  const linksOf = (patch: Partial<Game>) => {
    const game = { ...makeGame(4), ...patch };
    const view = organizerView(game, tokens, now);
    return new Set(progressOf(game, view, true, now).map(({ link }) => link));
  };
  assert.deepEqual(linksOf({ date: inDays(0) }), new Set(["needed"]));
  for (const over of [{ date: inDays(-1) }, { archivedAt: ago(0) }]) {
    assert.deepEqual(linksOf(over), new Set(["used"]));
    assert.deepEqual(linksOf({ ...over, isSealed: true }), new Set(["used"]));
  }
});

Deno.test("progressOf() of a sealed game follows who has a link to hand over, and not the pairs", () => {
  const game = makeGame(4, {
    isSealed: true,
    participants: [
      { name: "P1", email: "p1@example.org" },
      ...["P2", "P3", "P4"].map((name) => ({ name })),
    ],
    sendEmails: true,
  });
  const link = (of: Game, hasMail = true) =>
    progressOf(of, organizerView(of, tokens, new Date()), hasMail, now).map((one) => one.link).join(
      " ",
    );
  assert.equal(link(game), "sent needed needed needed");
  assert.equal(link(game, false), "needed needed needed needed");
  const participantId = game.participants[1]?.id ?? "";
  const body = { action: "issueClaim", organizerToken: "", participantId } as const;
  const made = issueClaim(game, body, { ...decisionContext, now }).game;
  assert.equal(link(made), "sent made needed needed");
  const [, , cy] = made.participants;
  assert(cy);
  cy.claimIssuedAt = cy.claimOpenedAt = ago(1);
  assert.equal(link(made), "sent made taken needed");
  const told = new Set(
    validDraws({ size: 4, exclusions: [], households: [] }).map((draw) => {
      for (const [giver, one] of made.participants.entries()) {
        one.receiver = (draw[giver] ?? 0) + 1;
        one.hasConfirmedAssignment = one.receiver === 1;
        one.viewedAt = one.receiver === 2 ? ago(1) : null;
      }
      return JSON.stringify([
        progressOf(made, organizerView(made, tokens, new Date()), true, now),
        stepsOf(made),
      ]);
    }),
  );
  assert.equal(told.size, 1);
});

Deno.test("nextSteps() leaves out erased people, sealed or not", () => {
  for (const isSealed of [false, true]) {
    const game = {
      ...opened([2, 3, 4], { isSealed, date: inDays(0), sendEmails: true }),
      ...{ earliestStart: null, earliestEnd: null },
    };
    for (const one of game.participants) one.wish = "Tea";
    const [first] = game.participants;
    assert(first);
    assert.deepEqual(stepsOf(game)[0], isSealed ? "unopened: P1" : "needsLink: P1");
    const erased = eraseParticipant(game, first, (number) => `Nobody ${number}`, decisionContext);
    for (const status of ["sent", "failed"] as const) {
      assert.deepEqual(stepsOf(erased, mails({ status }, [1])), ["again"]);
    }
    assert.deepEqual(stepsOf(erased), ["again"]);
    const [gone] = progressOf(erased, organizerView(erased, tokens, now), true, now);
    assert(gone);
    const filters = filtersOf(gone);
    assert(!filters.includes("needsLink") && !filters.includes("noNews"));
  }
});

Deno.test("nextSteps() has this order, and nudges no one after the day", () => {
  const game = { ...makeGame(7, { organizerEmail: "o@example.org" }), sendEmails: true };
  const [leaving, asking, changed, failed, linkless, unreached, unopened] = game.participants;
  assert(leaving && asking && changed && failed && linkless && unreached && unopened);
  for (const one of [leaving, asking]) {
    Object.assign(one, { viewedAt: ago(1), firstViewedAt: ago(1), wish: "Tea" });
  }
  leaving.leaveRequestedAt = ago(1);
  asking.reassignmentRequestedAt = ago(1);
  Object.assign(changed, { receiverChange: "left", firstViewedAt: ago(9), email: null });
  Object.assign(unreached, { email: null, firstViewedAt: ago(9) });
  const emails = new Map([
    ...mails({ status: "failed" }, [4]),
    ...mails({}, [7]),
    ...mails({ status: "failed" }, [ORGANIZER]),
  ]);
  assert.deepEqual(stepsOf(game, emails), [
    "leaving: P1",
    "asking: P2",
    "ownMail",
    "changed: P3",
    "mailFailed: P4",
    "needsLink: P5",
    "unreached: P6",
    "unopened: P7",
  ]);
  const finale = { ...game, reveal: "afterEvent" as const, date: inDays(0) };
  const steps = stepsOf({ ...finale, earliestStart: null, earliestEnd: null }, emails);
  assert.deepEqual([steps[0], steps.at(-1)], ["finale", "again"]);
  const passed: Game = { ...game, date: inDays(-1), reveal: "afterEvent", earliestEnd: null };
  assert.deepEqual(stepsOf(passed, emails), ["leaving: P1", "asking: P2", "ownMail", "again"]);
});

Deno.test("nextSteps() of a round lists first why it was not drawn, then bounced mails, then proposed households", () => {
  const round = makeGame(3, { draw: "later", organizerEmail: "o@example.org" });
  const [first] = round.participants;
  assert(first);
  first.livesWith = ["P2"];
  const failed = mails({ status: "failed" }, [ORGANIZER]);
  assert.deepEqual(stepsOf({ ...round, drawProblem: "DRAW_IMPOSSIBLE" }, failed), [
    ...["drawProblem", "ownMail", "proposals", "draw"],
  ]);
});
