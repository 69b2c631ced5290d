import assert from "node:assert/strict";
import { removeParticipant } from "../game/actions/people.ts";
import { replaceParticipant } from "../game/actions/replace.ts";
import { type Game, type GameEvent, ORGANIZER } from "../game/types.ts";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { mailsAmong, mailsFor, nearEventNews, sendSoonNews } from "./mails_for.ts";

/** Four people, the last without an address; each gives to the next. */
function fourPeople(rest: Partial<Game> = {}): Game {
  const game = makeGame(4, { organizerEmail: "organizer@example.org", sendEmails: true });
  game.participants.forEach((one, index) => one.receiver = index === 3 ? 1 : index + 2);
  const last = game.participants.at(-1);
  assert.ok(last);
  last.email = null;
  return { ...game, ...rest };
}

/** "kind recipient" for each mail that events cause. */
function told(events: GameEvent[], game = fourPeople()): string[] {
  return mailsFor({ game, events }).map(({ kind, recipient, address }) =>
    `${kind} to ${recipient === ORGANIZER ? "organizer" : recipient ?? address}`
  );
}

const all = (kind: string) => [1, 2, 3].map((number) => `${kind} to ${number}`);

Deno.test("mailsFor() mails each event to the people it concerns, if they have an address", () => {
  assert.deepEqual(told([{ type: "gameCreated" }]), [
    "organizerWelcome to organizer",
    ...all("assignment"),
  ]);
  assert.deepEqual(told([{ type: "participantAdded", participant: 3 }]), ["invitation to 3"]);
  assert.deepEqual(told([{ type: "participantAdded", participant: 4 }]), []);
  assert.deepEqual(told([{ type: "receiverChanged", participant: 2 }]), ["receiverChanged to 2"]);
  assert.deepEqual(told([{ type: "detailsChanged", before: {} }]), all("detailsChanged"));
  assert.deepEqual(told([{ type: "wishChanged", participant: 2, day: "2026-12-01" }]), [
    "wishChanged to 1",
  ]);
  assert.deepEqual(
    told([{ type: "wishChanged", participant: 1, day: "2026-12-01" }]),
    [],
    "4 has no address",
  );
  for (
    const type of [
      "reassignmentApproved",
      "reassignmentDeclined",
      "participantLinkRenewed",
    ] as const
  ) {
    assert.deepEqual(told([{ type, participant: 1 }]), [`${type} to 1`]);
  }
  for (const type of ["reassignmentRequested", "assignmentConfirmed"] as const) {
    assert.deepEqual(told([{ type, participant: 4 }]), [`${type} to organizer`]);
  }
});

Deno.test("mailsFor() notifies people who have left at the address they had", () => {
  const leaver = { type: "participantRemoved", name: "Zoe", language: "de" } as const;
  assert.deepEqual(told([{ ...leaver, email: "zoe@example.org" }]), [
    "participantRemoved to zoe@example.org",
  ]);
  assert.deepEqual(told([{ ...leaver, email: null }]), []);
});

Deno.test("mailsFor() notifies people added to or removed from a sealed game, even if it sends no mails", () => {
  const sealed = fourPeople({ sendEmails: false, isSealed: true, isProtected: true });
  const [first] = sealed.participants;
  assert.ok(first);
  const body = {
    participantId: first.id,
    participantName: "New",
    participantEmail: "n@example.org",
  };
  const kinds = (game: Game) =>
    [
      replaceParticipant(
        game,
        { action: "replaceParticipant", keepRules: true, ...body },
        decisionContext,
      ),
      removeParticipant(
        game,
        { action: "removeParticipant", participantId: first.id },
        decisionContext,
      ),
    ].map((change) => told(change.events, change.game));
  const out = `participantRemoved to ${first.email}`;
  assert.deepEqual(kinds(sealed), [["invitation to 5", out], [out]]);
  const round = {
    ...sealed,
    isGathering: true,
    participants: sealed.participants.map((one) => ({ ...one, receiver: null })),
  };
  assert.deepEqual(kinds(round), [["joined to 5", out], [out]]);
  assert.deepEqual(kinds({ ...sealed, isSealed: false }), [[], []]);
});

Deno.test("mailsFor() notifies a replaced address, even if a game sends no mails", () => {
  const change = {
    type: "addressChanged",
    name: "Zoe",
    email: "zoe@example.org",
    language: "de",
  } as const;
  const renewed = { type: "participantLinkRenewed", participant: 1 } as const;
  assert.deepEqual(told([change, renewed]), [
    "addressChanged to zoe@example.org",
    "participantLinkRenewed to 1",
  ]);
  assert.deepEqual(told([change, renewed], fourPeople({ sendEmails: false })), [
    "addressChanged to zoe@example.org",
  ]);
  const mailed: GameEvent[] = [
    { ...renewed, wasMailed: true },
    { type: "organizerLinkRenewed" },
  ];
  assert.deepEqual(told(mailed, fourPeople({ sendEmails: false })), [
    "participantLinkRenewed to 1",
    "organizerLinkRenewed to organizer",
  ]);
  const unreachable = fourPeople({ sendEmails: false, organizerEmail: null });
  unreachable.participants.splice(0, 1);
  assert.deepEqual(told(mailed, unreachable), []);
});

Deno.test("mailsFor() reports that everyone has confirmed instead of the last confirmation", () => {
  assert.deepEqual(
    told([{ type: "assignmentConfirmed", participant: 2 }, { type: "everyoneConfirmed" }]),
    ["everyoneConfirmed to organizer"],
  );
});

Deno.test("mailsFor() leaves the organizer's address room in a large game: only small ones mail each confirmation", () => {
  const event: GameEvent = { type: "assignmentConfirmed", participant: 1 };
  const organizer = { organizerEmail: "o@example.org", sendEmails: true };
  const told = (size: number, isSealed: boolean, ...events: GameEvent[]) =>
    mailsFor({ game: makeGame(size, { ...organizer, isSealed }), events: [event, ...events] })
      .map(({ kind }) => kind);
  for (const isSealed of [false, true]) {
    assert.deepEqual(told(20, isSealed), ["assignmentConfirmed"]);
    assert.deepEqual(told(21, isSealed), []);
    assert.deepEqual(told(21, isSealed, { type: "everyoneConfirmed" }), ["everyoneConfirmed"]);
  }
});

Deno.test("mailsFor() does not tell the organizer of a sealed game who has confirmed", () => {
  const confirmed: GameEvent[] = [{ type: "assignmentConfirmed", participant: 2 }];
  const mails = (rest: Partial<Game>) => mailsFor({ game: fourPeople(rest), events: confirmed });
  const kind = "assignmentConfirmed";
  const named = [{ recipient: ORGANIZER, payload: { participant: 2 }, topic: "2", kind }];
  assert.deepEqual(mails({ isSealed: true }), [{ recipient: ORGANIZER, kind }]);
  assert.deepEqual(mails({ isSealed: true, sealBrokenAt: "2026-12-01T12:00:00Z" }), named);
  assert.deepEqual(mails({}), named);
});

Deno.test("mailsFor() keeps news of different people apart", () => {
  const mails = mailsFor({
    game: fourPeople(),
    events: [
      { type: "reassignmentRequested", participant: 1 },
      { type: "reassignmentRequested", participant: 2 },
    ],
  });
  assert.deepEqual(mails.map(({ topic, payload }) => [topic, payload]), [
    ["1", { participant: 1 }],
    ["2", { participant: 2 }],
  ]);
});

Deno.test("mailsFor() is empty if a game sends no mails, and without an organizer's address", () => {
  assert.deepEqual(told([{ type: "gameCreated" }], fourPeople({ sendEmails: false })), []);
  assert.deepEqual(
    told([{ type: "gameCreated" }], fourPeople({ organizerEmail: null })),
    all("assignment"),
  );
});

Deno.test("mailsFor() tells participants of the end until the event's day is over in its time zone", () => {
  const archived = (timeZone: string | null, archivedAt: string) =>
    told([{ type: "gameArchived" }], fourPeople({ date: "2026-12-24", timeZone, archivedAt }));
  const everybody = ["gameArchived to organizer", ...all("gameArchived")];
  assert.deepEqual(archived(null, "2026-12-24T23:59:00Z"), everybody);
  assert.deepEqual(archived(null, "2026-12-25T00:01:00Z"), ["gameArchived to organizer"]);
  assert.deepEqual(archived("America/Los_Angeles", "2026-12-25T07:59:00Z"), everybody);
  assert.deepEqual(archived("Asia/Tokyo", "2026-12-24T15:01:00Z"), ["gameArchived to organizer"]);
});

/** A game created long before its event. */
function nearGame(rest: Partial<Game>): Game {
  return fourPeople({ createdAt: "2026-11-01T12:00:00Z", date: "2026-12-24", ...rest });
}

const nearEventMails = (game: Game, now: Date) => mailsAmong(game, nearEventNews(game, now));
const sendSoonMails = (game: Game, now: Date) => mailsAmong(game, sendSoonNews(game, now));
const isNear = (game: Game, now: string) => nearEventMails(game, new Date(now)).length > 0;

Deno.test("nearEventNews() reminds everyone with an address, once for each date", () => {
  assert.deepEqual(
    nearEventMails(nearGame({}), new Date("2026-12-21T00:00:00Z")),
    [1, 2, 3].map(
      (recipient) => ({ recipient, kind: "eventNear", topic: "2026-12-24", isOnce: true }),
    ),
  );
});

Deno.test("nearEventNews() begins three days before the event, in its time zone, and ends with its day", () => {
  const game = nearGame({});
  assert.equal(isNear(game, "2026-12-20T23:59:00Z"), false);
  assert.equal(isNear(game, "2026-12-21T00:00:00Z"), true);
  assert.equal(isNear(game, "2026-12-24T23:59:00Z"), true);
  assert.equal(isNear(game, "2026-12-25T00:00:00Z"), false);
  const tokyo = nearGame({ timeZone: "Asia/Tokyo" });
  assert.equal(isNear(tokyo, "2026-12-20T14:59:00Z"), false);
  assert.equal(isNear(tokyo, "2026-12-20T15:00:00Z"), true);
  assert.equal(isNear(tokyo, "2026-12-24T15:00:00Z"), false);
  const losAngeles = nearGame({ timeZone: "America/Los_Angeles" });
  assert.equal(isNear(losAngeles, "2026-12-21T07:59:00Z"), false);
  assert.equal(isNear(losAngeles, "2026-12-21T08:00:00Z"), true);
  assert.equal(isNear(losAngeles, "2026-12-25T07:59:00Z"), true);
});

Deno.test("nearEventNews() is empty once the event or its finale has begun", () => {
  const evening = nearGame({ time: "18:00" });
  assert.equal(isNear(evening, "2026-12-24T17:59:00Z"), true);
  assert.equal(isNear(evening, "2026-12-24T18:00:00Z"), false);
  // The game ends no earlier than it once would have, but its event is over.
  const earliestEnd = "2026-12-27T00:00:00.000Z";
  assert.equal(isNear({ ...evening, earliestEnd }, "2026-12-24T19:00:00Z"), false);
  const inFinale = { ...evening, finaleStartedAt: "2026-12-24T15:00:00.000Z" };
  assert.equal(isNear(inFinale, "2026-12-24T15:01:00Z"), false);
});

Deno.test("nearEventNews() reminds again of an event that was put off", () => {
  const game = nearGame({ date: "2027-01-06" });
  assert.equal(isNear(game, "2026-12-24T12:00:00Z"), false);
  assert.equal(nearEventMails(game, new Date("2027-01-03T12:00:00Z"))[0]?.topic, "2027-01-06");
});

Deno.test("nearEventNews() is empty for a game that is archived, silent, or was created that near", () => {
  const now = "2026-12-22T12:00:00Z";
  assert.equal(isNear(nearGame({}), now), true);
  assert.equal(isNear(nearGame({ archivedAt: "2026-12-22T11:00:00Z" }), now), false);
  assert.equal(isNear(nearGame({ sendEmails: false }), now), false);
  assert.equal(isNear(nearGame({ createdAt: "2026-12-21T00:00:00Z" }), now), false);
  const inTokyo = { timeZone: "Asia/Tokyo", createdAt: "2026-12-20T15:00:00Z" };
  assert.equal(isNear(nearGame(inTokyo), now), false, "There it was the 21st already");
  assert.equal(isNear(nearGame({ ...inTokyo, timeZone: null }), now), true);
});

Deno.test("mailsFor() knows the recipients of every event, before the draw, after it and by post", () => {
  const now = new Date("2026-12-01T15:00:00Z");
  const seenFrom = "2026-12-02T07:00:00.000Z";
  const organizer = "organizer";
  const round: Partial<Game> = { isGathering: true };
  const sealed: Partial<Game> = { isSealed: true, isProtected: true };
  for (
    const [event, expected, rest] of [
      [{ type: "gameCreated" }, ["organizerWelcome to organizer", ...all("joined")], round],
      [{ type: "participantAdded", participant: 2 }, ["joined to 2"], round],
      [{ type: "namesDrawn", isByItself: true }, [
        `organizerWelcome to ${organizer}`,
        ...all("assignment"),
      ]],
      [{ type: "namesDrawn", isByItself: false }, all("assignment")],
      [{ type: "drawFailed" }, ["drawFailed to organizer"]],
      [{ type: "leaveRequested", participant: 2 }, ["leaveRequested to organizer"]],
      [{ type: "leaveDeclined", participant: 2 }, ["leaveDeclined to 2"]],
      [{ type: "reassignmentDeclined", participant: 2 }, ["reassignmentDeclined to 2"]],
      [{ type: "organizerLinkRenewed" }, ["organizerLinkRenewed to organizer"]],
      [{ type: "claimIssued", participant: 2 }, ["claimIssued to 2"], sealed],
      [{ type: "sealBroken" }, ["sealBroken to organizer", ...all("sealBroken")], sealed],
      [{ type: "finaleStarted" }, all("finaleStarted")],
      [{ type: "messageSent", participant: 2, from: "giver" }, ["messageWaiting to 2"]],
      [{ type: "messageSent", participant: 4, from: "receiver" }, []],
      [{ type: "parcelSent", participant: 2, seenFrom, now }, ["parcelSent to 2"]],
      [{ type: "parcelArrived", participant: 1, seenFrom, now }, ["parcelArrived to 1"]],
      [{ type: "parcelSent", participant: 4, seenFrom, now }, []],
      [{ type: "sendingUrged", day: "2026-12-01" }, all("sendSoon"), { byPost: true }],
      [{ type: "sendingUrged", day: "2026-12-01" }, []],
    ] satisfies [GameEvent, string[], Partial<Game>?][]
  ) assert.deepEqual(told([event], fourPeople(rest)), expected, JSON.stringify(event));
});

Deno.test("mailsFor() reports some things even if a game sends no mails by itself", () => {
  const silent = fourPeople({ sendEmails: false });
  for (
    const [event, isTold] of [
      [{ type: "drawFailed" }, true],
      [{ type: "sealBroken" }, true],
      [{ type: "claimIssued", participant: 2 }, true],
      [{ type: "finaleStarted" }, true],
      [{ type: "organizerLinkRenewed" }, true],
      [{ type: "participantAdded", participant: 2 }, false],
      [{ type: "participantAdded", participant: 2, wasMailed: true }, true],
      [{ type: "receiverChanged", participant: 2 }, false],
      [{ type: "messageSent", participant: 2, from: "giver" }, false],
      [{ type: "gameArchived" }, false],
    ] satisfies [GameEvent, boolean][]
  ) assert.equal(told([event], silent).length > 0, isTold, JSON.stringify(event));
});

Deno.test("mailsFor() sends the news of a parcel on its morning, also to keepers of people without an address", () => {
  const game = fourPeople({ byPost: true });
  const [first] = game.participants;
  assert.ok(first);
  first.keeps = [4];
  const now = new Date("2026-12-01T15:00:00Z");
  const seenFrom = "2026-12-02T07:00:00.000Z";
  const mails = (participant: number) =>
    mailsFor({ game, events: [{ type: "parcelSent", participant, seenFrom, now }] });
  const kind = "parcelSent";
  const morning = { isOnce: true, delay: 16 * 3600 + 60, kind };
  assert.deepEqual(mails(2), [{ recipient: 2, topic: seenFrom, ...morning }]);
  assert.deepEqual(mails(4), [
    { recipient: 1, payload: { participant: 4 }, topic: `${seenFrom} 4`, ...morning },
  ]);
});

Deno.test("mailsFor() in a sealed game tells a giver of a wish once a day, unless their gift is locked", () => {
  const wish: GameEvent[] = [{ type: "wishChanged", participant: 2, day: "2026-12-01" }];
  const mails = (rest: Partial<Game>) => mailsFor({ game: fourPeople(rest), events: wish });
  const kind = "wishChanged";
  const payload = { participant: 2 };
  assert.deepEqual(mails({}), [{ recipient: 1, payload, topic: "2", kind }]);
  assert.deepEqual(mails({ isSealed: true }), [], "an unopened gift may pass to another link");
  const game = fourPeople({ isSealed: true });
  game.participants.forEach((one) => one.viewedAt = game.createdAt);
  assert.deepEqual(mailsFor({ game, events: wish }), [
    { recipient: 1, payload, topic: "2026-12-01", isOnce: true, kind, isAlone: true },
  ]);
  game.participants.forEach((one) => one.receiverChange = "redrawn");
  assert.deepEqual(mailsFor({ game, events: wish }), [], "the new gift is unopened");
  game.participants.forEach((one) => one.receiverChange = null);
  game.participants.forEach((one) => one.revealBlockedForTokenVersion = 1);
  assert.deepEqual(mailsFor({ game, events: wish }), []);
});

Deno.test("sendSoonNews() reminds a week and two days before the day, but not for a game created that late", () => {
  const game = fourPeople({
    byPost: true,
    sendBy: "2026-12-20",
    createdAt: "2026-11-01T12:00:00Z",
    timeZone: "UTC",
  });
  const topics = (day: string, rest: Partial<Game> = {}) =>
    [
      ...new Set(
        sendSoonMails({ ...game, ...rest }, new Date(`${day}T12:00:00Z`))
          .map(({ topic }) => topic),
      ),
    ].join();
  assert.deepEqual(
    ["2026-12-12", "2026-12-13", "2026-12-17", "2026-12-18", "2026-12-20", "2026-12-21"]
      .map((day) => topics(day)),
    ["", "2026-12-20 7", "2026-12-20 7", "2026-12-20 2", "2026-12-20 2", ""],
  );
  assert.equal(topics("2026-12-18", { sendEmails: false }), "");
  assert.equal(topics("2026-12-18", { sendBy: "" }), "");
  assert.equal(topics("2026-12-18", { byPost: false }), "");
  assert.equal(topics("2026-12-18", { archivedAt: "2026-12-01T12:00:00Z" }), "");
  const late = { createdAt: "2026-12-14T12:00:00Z" };
  assert.equal(topics("2026-12-15", late), "");
  assert.equal(topics("2026-12-18", late), "2026-12-20 2");
  const weekAhead = { createdAt: "2026-12-13T12:00:00Z" };
  assert.equal(topics("2026-12-13", weekAhead), "", "its organizer has just said the day");
});
