import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { canBeReminded, hasPassed, isOutOfReach, progressOf } from "./progress.ts";
import type { EmailStatus, Game, Participant } from "./types.ts";
import { organizerView } from "./views.ts";

const NOW = new Date();
const AT = "2026-01-02T03:04:05.000Z";

function mailed(status: EmailStatus["status"], kind: EmailStatus["kind"]): EmailStatus {
  return { status, kind, reason: null, at: AT };
}

/** The progress of the first of four people. */
function progress(
  { email, person = {}, game: fields = {}, hasMail = true }: {
    email?: EmailStatus;
    person?: Partial<Participant>;
    game?: Partial<Game>;
    hasMail?: boolean;
  },
) {
  const game: Game = { ...makeGame(4, { sendEmails: true }), ...fields };
  const [first] = game.participants;
  assert(first);
  Object.assign(first, person);
  const view = organizerView(game, tokens, NOW, new Map(email ? [[1, email]] : []));
  const [own] = progressOf(game, view, hasMail, NOW);
  assert(own);
  return own;
}

Deno.test("progressOf() says how a link gets to its owner", () => {
  const sealed = { isSealed: true, isProtected: true };
  const claimed = { claimVersion: 1, claimIssuedAt: NOW.toISOString() };
  for (
    const [what, given, link, toldAt] of [
      ["a mail that waits", { email: mailed("queued", "assignment") }, "queued", AT],
      ["a mail that went", { email: mailed("sent", "assignment") }, "sent", AT],
      ["a mail that came back", { email: mailed("failed", "assignment") }, "failed", undefined],
      ["no mail", {}, "needed", undefined],
      ["they have looked", { person: { viewedAt: AT, firstViewedAt: AT } }, "used", undefined],
      ["they ask to leave, unopened", { person: { leaveRequestedAt: AT } }, "used", undefined],
      ["they had looked", { person: { firstViewedAt: AT } }, "used", undefined],
      [
        "a mail waits for one who has looked",
        { email: mailed("queued", "reminder"), person: { viewedAt: AT, firstViewedAt: AT } },
        "queued",
        AT,
      ],
      ["the game is closed", { game: { archivedAt: AT } }, "used", undefined],
      ["the organizer's own", { game: { organizerName: "p1" } }, "used", undefined],
      ["sealed, by mail", { game: sealed }, "sent", undefined],
      ["sealed, no mails here", { game: sealed, hasMail: false }, "needed", undefined],
      ["sealed, no address", { game: sealed, person: { email: null } }, "needed", undefined],
      [
        "a claim",
        { game: sealed, person: { email: null, ...claimed } },
        "made",
        claimed.claimIssuedAt,
      ],
      [
        "a claim that was taken",
        { game: sealed, person: { email: null, ...claimed, claimOpenedAt: AT } },
        "taken",
        undefined,
      ],
    ] as const
  ) {
    const own = progress(given);
    assert.deepEqual([own.link, own.told?.at], [link, toldAt], what);
  }
});

Deno.test("progressOf() forgets the mail to a removed address", () => {
  const taken = { email: null, claimVersion: 1, claimIssuedAt: AT, claimOpenedAt: AT };
  for (const status of ["failed", "queued", "sent"] as const) {
    const email = mailed(status, "assignment");
    const emptied = progress({ email, person: { email: null } });
    assert.deepEqual([emptied.link, emptied.told], ["needed", null], status);
    assert.equal(progress({ email, person: taken, game: { isSealed: true } }).link, "taken");
  }
});

Deno.test("progressOf() counts a bounced mail as reaching no one", () => {
  assert.equal(progress({ email: mailed("sent", "assignment") }).reach, "mail");
  assert.equal(progress({ email: mailed("failed", "assignment") }).reach, "none");
});

Deno.test("progressOf() says whether the latest mail was a reminder, and how far the gift is", () => {
  for (const kind of ["reminder", "assignment"] as const) {
    assert.equal(progress({ email: mailed("queued", kind) }).told?.isReminder, kind === "reminder");
  }
  for (
    const [person, gift] of [
      [{}, "unopened"],
      [{ viewedAt: AT }, "opened"],
      [{ viewedAt: AT, hasConfirmedAssignment: true }, "confirmed"],
    ] as const
  ) {
    assert.equal(progress({ person }).gift, gift);
  }
});

Deno.test("progressOf() counts a keeper's people as reached, and a browser without any mail", () => {
  const told = { person: { receiverChange: "left", viewedAt: null } } as const;
  const rows: [string, Parameters<typeof progress>[0], string, string | null][] = [
    ["an address", told, "mail", "mailed"],
    ["no mails here", { ...told, hasMail: false }, "none", "untold"],
    ["no mails of this game", { ...told, game: { sendEmails: false } }, "none", "untold"],
    ["no address", { person: { ...told.person, email: null } }, "none", "untold"],
    ["came back", { ...told, email: mailed("failed", "reminder") }, "none", "untold"],
    ["nothing new", {}, "mail", null],
  ];
  for (const [what, given, reach, newName] of rows) {
    const own = progress(given);
    assert.deepEqual([own.reach, own.newName], [reach, newName], what);
  }
});

Deno.test("progressOf() counts no keeper whose keeping a claim has ended", () => {
  const reach = (allowed: number) => {
    const game: Game = { ...makeGame(4, { sendEmails: true }), isSealed: true };
    const [kept, keeper] = game.participants;
    assert(kept && keeper);
    const claimed = { email: null, claimOpenedAt: AT, firstViewedAt: AT };
    Object.assign(kept, claimed, { keepersAllowedForTokenVersion: allowed });
    keeper.keeps = [1];
    return progressOf(game, organizerView(game, tokens, NOW), true, NOW)[0]?.reach;
  };
  assert.deepEqual([reach(0), reach(1)], ["none", "mail"]);
});

Deno.test("progressOf() recognizes a wish in words, a wished-for gift, and a list", () => {
  const has = (person: Partial<Participant>, game: Partial<Game> = {}) =>
    progress({ person, game }).hasWish;
  const wishLists = [{ participant: 1, count: 1, version: 1, revision: 1 }];
  assert.deepEqual(
    [has({}), has({ wish: "Tea" }), has({ desiredGift: "Cup" }), has({}, { wishLists })],
    [false, true, true, true],
  );
  const { asksToLeave, asksForOther } = progress({
    person: { leaveRequestedAt: AT, reassignmentRequestedAt: AT },
  });
  assert.deepEqual([asksToLeave, asksForOther], [true, true]);
});

Deno.test("progressOf() assumes that a person who joined has their link, until it is renewed", () => {
  const link = (person: Partial<Participant>) => progress({ person }).link;
  assert.equal(link({ isEmailProved: true }), "used");
  assert.equal(link({ isEmailProved: true, tokenVersion: 2 }), "needed");
  const without = { isEmailProved: true, tokenVersion: 3, email: null };
  const sealed = (person: Partial<Participant>) => progress({ person, game: { isSealed: true } });
  assert.equal(sealed(without).link, "used", "the last to renew it were they themselves");
  assert.equal(sealed({ ...without, isEmailProved: false }).link, "needed");
  assert.equal(link(without), "needed", "here the organizer may have");
});

Deno.test("progressOf() reports a link that ended in a sealed game if the next one was sent to no one", () => {
  const opened = { email: null, viewedAt: AT, firstViewedAt: AT, tokenVersion: 2 };
  const link = (person: Partial<Participant> = {}, game: Partial<Game> = { isSealed: true }) =>
    progress({ person: { ...opened, ...person }, game }).link;
  const issued = { claimVersion: 1, claimIssuedAt: NOW.toISOString() };
  assert.equal(link(), "needed");
  assert.equal(link({ leaveRequestedAt: AT }), "needed");
  assert.equal(link(issued), "made");
  assert.equal(link({ ...issued, claimOpenedAt: AT }), "used");
  const lapsed = { claimVersion: 2, claimIssuedAt: "2020-01-01T00:00:00.000Z" };
  assert.equal(link({ ...lapsed, keepersAllowedForTokenVersion: 0 }), "used", "by the first claim");
  assert.equal(link({ isEmailProved: true }), "used", "they renewed it themselves");
  const first = { tokenVersion: 1 };
  assert.equal(link(first), "needed", "only a keeper can have opened it, who is gone");
  assert.equal(link({ ...first, openedInRoomAt: AT }), "used");
  const participants = makeGame(4).participants.with(1, {
    ...makeGame(4).participants[1] ?? assert.fail(),
    keeps: [1],
  });
  assert.equal(link(first, { isSealed: true, participants }), "used", "their keeper has it");
  assert.equal(link({ email: "p1@example.org" }), "used");
  const device = { id: crypto.randomUUID(), recipient: 1, version: 2, since: AT };
  assert.equal(link({}, { isSealed: true, devices: [device] }), "used", "of the present link");
  assert.equal(link({}, { isSealed: false }), "used", "the organizer has their link");
});

Deno.test("isOutOfReach() and canBeReminded() depend on how news get to a person", () => {
  assert.equal(isOutOfReach({ reach: "none", link: "used" }), true);
  assert.equal(isOutOfReach({ reach: "none", link: "needed" }), false);
  assert.equal(isOutOfReach({ reach: "mail", link: "used" }), false);
  const rows = [
    [true, "mail", true, true],
    [true, "none", true, true],
    [true, "mail", false, false],
    [false, "none", true, false],
    [false, "device", false, true],
    [true, "both", false, true],
  ] as const;
  for (const [hasAddress, reach, hasMail, can] of rows) {
    assert.equal(canBeReminded({ hasAddress, reach }, hasMail), can, `${hasAddress} ${reach}`);
  }
});

Deno.test("hasPassed() is true once the day is over in the event's time zone, or the game is closed", () => {
  const event = { archivedAt: null, date: "2026-12-24", timeZone: "Asia/Tokyo" };
  const at = (time: string, rest = {}) => hasPassed({ ...event, ...rest }, new Date(time));
  assert.equal(at("2026-12-24T14:59:00Z"), false);
  assert.equal(at("2026-12-24T15:00:00Z"), true);
  assert.equal(at("2026-12-01T00:00:00Z", { archivedAt: AT }), true);
});
