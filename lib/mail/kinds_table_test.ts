import assert from "node:assert/strict";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import {
  DRAW_PROBLEMS,
  type DrawProblemCode,
  type Game,
  type GameEvent,
  MAIL_KINDS,
  type MailKind,
  ORGANIZER,
} from "../game/types.ts";
import { MAILS_ABOUT_PAIRS } from "../game/seal.ts";
import { translator } from "../i18n/translate.ts";
import { RINGS_FOR_PAIR } from "../store/records.ts";
import { composeMail, type OutboxMail } from "./compose.tsx";
import { MAILS } from "./kinds.ts";
import { mailsFor } from "./mails_for.ts";

const t = translator("en");
const AT = NOW.toISOString();
const MORNING = "2026-12-21T07:00:00.000Z";

/** P1 gives to P2, P2 to P3, P3 to P4, P4 to P1; P1 keeps P3, who has no address. */
function ring(rest: Partial<Game> = {}): Game {
  const game = { ...eventfulGame(), sendEmails: true };
  const participants = game.participants.map((one) => ({
    ...one,
    receiver: one.number % 4 + 1,
    email: one.number === 3 ? null : one.email,
    keeps: one.number === 1 ? [3] : [],
    parcels: [],
  }));
  return { ...game, participants, ...rest };
}

const about = (participant: number) => ({ participant });
const parcel = { seenFrom: MORNING, now: NOW };
const gone = { name: "Zoe", language: "en", email: "zoe@example.org" } as const;

/** Mails of each event by recipient, "o" the organizer; "!": also if the game sends no mails by itself. */
const EVENTS: [GameEvent, ...string[]][] = [
  [{ type: "gameCreated" }, "o organizerWelcome", "1 assignment", "2 assignment", "4 assignment"],
  [
    { type: "namesDrawn", isByItself: true },
    ...["o organizerWelcome", "1 assignment", "2 assignment", "4 assignment"],
  ],
  [{ type: "namesDrawn", isByItself: false }, "1 assignment", "2 assignment", "4 assignment"],
  [{ type: "drawFailed" }, "o drawFailed!"],
  [{ type: "participantAdded", ...about(2) }, "2 invitation"],
  [{ type: "participantAdded", ...about(2), wasMailed: true }, "2 invitation!"],
  [{ type: "participantRemoved", ...gone }, "zoe@example.org participantRemoved"],
  [{ type: "receiverChanged", ...about(2) }, "2 receiverChanged"],
  [{ type: "receiverChanged", ...about(3) }, "1 keptChanged"],
  [
    { type: "detailsChanged", before: { time: "17:00" } },
    ...["1 detailsChanged", "2 detailsChanged", "4 detailsChanged"],
  ],
  [{ type: "wishChanged", ...about(2), day: "2026-12-20" }, "1 wishChanged"],
  [{ type: "reassignmentRequested", ...about(2) }, "o reassignmentRequested"],
  [{ type: "reassignmentApproved", ...about(2) }, "2 reassignmentApproved"],
  [{ type: "reassignmentApproved", ...about(3) }, "1 keptChanged"],
  [{ type: "reassignmentDeclined", ...about(2) }, "2 reassignmentDeclined"],
  [{ type: "leaveRequested", ...about(2) }, "o leaveRequested"],
  [{ type: "leaveDeclined", ...about(2) }, "2 leaveDeclined"],
  [{ type: "assignmentConfirmed", ...about(2) }, "o assignmentConfirmed"],
  [{ type: "everyoneConfirmed" }, "o everyoneConfirmed"],
  [{ type: "participantLinkRenewed", ...about(2) }, "2 participantLinkRenewed"],
  [{ type: "organizerLinkRenewed" }, "o organizerLinkRenewed!"],
  [{ type: "addressChanged", ...gone }, "zoe@example.org addressChanged!"],
  [
    { type: "gameArchived" },
    ...["o gameArchived", "1 gameArchived", "2 gameArchived", "4 gameArchived"],
  ],
  [{ type: "claimIssued", ...about(2) }, "2 claimIssued!"],
  [{ type: "sealBroken" }, "o sealBroken!", "1 sealBroken!", "2 sealBroken!", "4 sealBroken!"],
  [{ type: "finaleStarted" }, "1 finaleStarted!", "2 finaleStarted!", "4 finaleStarted!"],
  [{ type: "messageSent", ...about(2), from: "giver" }, "2 messageWaiting"],
  [{ type: "parcelSent", ...about(2), ...parcel }, "2 parcelSent"],
  [{ type: "parcelSent", ...about(3), ...parcel }, "1 parcelSent"],
  [{ type: "parcelArrived", ...about(2), ...parcel }, "2 parcelArrived"],
  [
    { type: "sendingUrged", day: "2026-12-20" },
    ...["1 sendSoon!", "2 sendSoon!", "1 sendSoon!", "4 sendSoon!"],
  ],
];

Deno.test("MAILS: each event is mailed to the people concerned, and in a game without mails only essential news", () => {
  const archived = { archivedAt: "2026-12-20T10:00:00.000Z" };
  for (const [event, ...expected] of EVENTS) {
    const told = (sendEmails: boolean) =>
      mailsFor({
        game: ring({ sendEmails, ...event.type === "gameArchived" && archived }),
        events: [event],
      }).map(({ recipient, address, kind }) =>
        `${recipient === ORGANIZER ? "o" : recipient ?? address} ${kind}`
      );
    assert.deepEqual(
      told(true),
      expected.map((one) => one.replace("!", "")),
      JSON.stringify(event),
    );
    assert.deepEqual(
      told(false),
      expected.filter((one) => one.endsWith("!")).map((one) => one.replace("!", "")),
      `without mails: ${JSON.stringify(event)}`,
    );
  }
});

Deno.test("MAILS: while a game gathers, people who join are told how to get in, and no one about a pair", () => {
  const game = ring({ isGathering: true });
  const told = (event: GameEvent) =>
    mailsFor({ game, events: [event] }).map(({ recipient, kind }) => `${recipient} ${kind}`);
  assert.deepEqual(told({ type: "gameCreated" }), [
    ...[`${ORGANIZER} organizerWelcome`, "1 joined", "2 joined", "4 joined"],
  ]);
  assert.deepEqual(told({ type: "participantAdded", participant: 2 }), ["2 joined"]);
});

Deno.test("MAILS: in a sealed game a giver is told of changes once a day, and of parcels in the morning", () => {
  const mailOfEvent = (event: GameEvent, rest: Partial<Game> = {}) =>
    mailsFor({ game: ring(rest), events: [event] })[0];
  const wish: GameEvent = { type: "wishChanged", participant: 2, day: "2026-12-20" };
  const open = mailOfEvent(wish);
  assert.deepEqual([open?.topic, open?.isOnce, open?.payload], ["2", undefined, {
    participant: 2,
  }]);
  const opened = { isEmailProved: true, viewedAt: MORNING };
  const proved = ring().participants.map((one) => ({ ...one, ...opened }));
  const sealed = mailOfEvent(wish, { isSealed: true, participants: proved });
  assert.deepEqual([sealed?.topic, sealed?.isOnce], ["2026-12-20", true]);
  const blocked = proved.map((one) => ({ ...one, revealBlockedForTokenVersion: 1 }));
  assert.equal(mailOfEvent(wish, { isSealed: true, participants: blocked }), undefined);
  const sent = mailOfEvent({ type: "parcelSent", participant: 2, ...parcel });
  assert.equal(sent?.delay, (Date.parse(MORNING) - NOW.getTime()) / 1000 + 60);
  assert.deepEqual([sent?.topic, sent?.isOnce], [MORNING, true]);
  const message = mailOfEvent({ type: "messageSent", participant: 2, from: "receiver" });
  assert.deepEqual([message?.topic, message?.payload], ["receiver", { from: "receiver" }]);
  const urged = mailOfEvent({ type: "sendingUrged", day: "2026-12-20" });
  assert.deepEqual([urged?.topic, urged?.isOnce], ["2026-12-20", true]);
});

/** The label of each mail's button, if it is not just for one's page; null: it has none. */
const BUTTONS: Partial<Record<MailKind, string | null>> = {
  organizerWelcome: t("mail.button.organizer"),
  assignment: t("mail.button.gift"),
  invitation: t("mail.button.gift"),
  joined: t("mail.button.gift"),
  drawFailed: t("gather.status.inviteMore"),
  receiverChanged: t("mail.button.gift"),
  wishChanged: t("mail.button.participant"),
  reassignmentRequested: t("mail.button.answer", { name: "P2" }),
  reassignmentApproved: t("mail.button.gift"),
  assignmentConfirmed: t("mail.button.organizer"),
  everyoneConfirmed: t("mail.button.organizer"),
  participantRemoved: null,
  addressChanged: null,
  gameArchived: null,
  organizerLinkRenewed: t("mail.button.organizer"),
  organizerRecovery: t("mail.button.organizer"),
  mailBounced: t("organize.mailProblems.fix"),
  leaveRequested: t("mail.button.answer", { name: "P2" }),
  ownLinks: null,
  finaleStarted: t("finale.all"),
  messageWaiting: t("whisper.card.open"),
};

function composed(kind: MailKind, rest: Partial<Game> = {}, mail: Partial<OutboxMail> = {}) {
  const game = { ...eventfulGame(), ...rest };
  return composeMail(LINKS, game, { ...mailOf(kind, game), ...mail }, NOBODY, NOW);
}

Deno.test("MAILS: each kind's button says what it is for", () => {
  const kept = eventfulGame().participants[0]?.keeps[0] ?? 0;
  const name = eventfulGame().participants.find(({ number }) => number === kept)?.name ?? "";
  const labels: typeof BUTTONS = { ...BUTTONS, keptChanged: t("finale.open", { name }) };
  for (const kind of MAIL_KINDS) {
    const { text = "" } = composed(kind) ?? assert.fail(kind);
    const label = labels[kind] === undefined ? t("mail.button.participant") : labels[kind];
    if (label) assert(text.includes(`${label}:\nhttps://`), `${kind}: ${label}`);
    else assert.doesNotMatch(text, /\/games\/\d+\?(participant|organizer)=\S+\n\nOnly/, kind);
  }
});

Deno.test("MAILS.drawFailed has a button that names what helps", () => {
  const label = (drawProblem: DrawProblemCode) =>
    /\n(.*):\nhttps:\S+\/organize/.exec(composed("drawFailed", { drawProblem })?.text ?? "")?.[1];
  assert.deepEqual(DRAW_PROBLEMS.map((problem) => [problem, label(problem)]), [
    ["TOO_FEW_PARTICIPANTS", t("gather.status.inviteMore")],
    ["DRAW_IMPOSSIBLE", t("mail.button.rules")],
    ["RULES_TELL_PAIRS", t("mail.button.rules")],
    ["EVENT_OVER", t("organize.event.edit")],
  ]);
});

Deno.test("MAILS: before the draw a button leads to the wish, until there is one", () => {
  const gathering = (wish: string, desiredGift = "") => ({
    isGathering: true,
    participants: eventfulGame().participants.map((one) => ({
      ...one,
      receiver: null,
      wish,
      desiredGift,
    })),
  });
  for (const kind of ["joined", "reminder"] as const) {
    const has = (rest: Partial<Game>, label: string) =>
      composed(kind, rest)?.text.includes(`${label}:\n`);
    assert.equal(has(gathering(""), t("game.wish.add")), true, kind);
    for (const rest of [gathering("Tea"), gathering("", "A hat")]) {
      assert.equal(has(rest, t("mail.button.participant")), true, kind);
    }
  }
});

Deno.test("MAILS: requested mails are counted separately, and those that reveal a pair are hidden from the organizer", () => {
  const asked = MAIL_KINDS.filter((kind) => composed(kind)?.isAskedFor);
  assert.deepEqual(asked.toSorted(), [
    ...["organizerLinkRenewed", "organizerRecovery", "ownLinks", "participantRecovery"],
  ]);
  const hidden = MAIL_KINDS.filter((kind) => composed(kind)?.isHidden);
  assert.deepEqual(hidden.toSorted(), [
    ...["keptChanged", "messageWaiting", "organizerRecovery", "ownLinks", "parcelArrived"],
    ...["parcelSent", "participantRecovery", "reassignmentApproved", "receiverChanged"],
    ...["sendSoon", "wishChanged"],
  ]);
});

Deno.test("MAILS: a waiting mail with the link includes news of the same gift", () => {
  const joining = MAIL_KINDS.filter((kind) => MAILS[kind].joins);
  assert.deepEqual(joining.map((kind) => [kind, ...MAILS[kind].joins ?? []].join(" ")), [
    "wishChanged assignment invitation",
    "participantLinkRenewed assignment invitation joined",
  ]);
});

Deno.test("MAILS.reminder shows the organizer's message first, and in the preview", () => {
  const mail = composed("reminder", {}, { payload: { message: "Please look" } });
  assert.match(mail?.text ?? "", /> Please look|Please look/);
  assert(mail?.html.indexOf("Please look") !== mail?.html.lastIndexOf("Please look"));
  assert(!composed("reminder", {}, { payload: {} })?.html.includes("Please look"));
});

Deno.test("MAILS.gameArchived confirms to the organizer that it is done, and tells others only before the event", () => {
  const archivedAt = AT;
  const told = (date: string) =>
    mailsFor({ game: ring({ archivedAt, date }), events: [{ type: "gameArchived" }] }).length;
  assert.deepEqual([told("2026-12-22"), told("2026-12-10")], [4, 1]);
  const game = eventfulGame().name;
  const organizer = composed("gameArchived", { archivedAt }, { recipient: ORGANIZER });
  assert(organizer?.text.includes(t("mail.kinds.gameArchived.textOrganizer", { game })));
  assert(organizer?.text.includes(`${t("mail.button.participant")}:\n`));
});

Deno.test("mails that answer a request speak for the organizer, and those about pairs for the service", () => {
  const from = (kind: MailKind) => composed(kind, { organizerName: "Olga" })?.from ?? "";
  const organizers = MAIL_KINDS.filter((kind) => from(kind).includes("Olga"));
  for (const kind of ["reassignmentDeclined", "assignment", "reminder", "finaleStarted"] as const) {
    assert(organizers.includes(kind), kind);
  }
  for (
    const kind of ["wishChanged", "messageWaiting", "participantRecovery", "sendSoon"] as const
  ) {
    assert(!organizers.includes(kind), kind);
  }
});

Deno.test("replies go to an organizer who wants them, from mails without a personal link", () => {
  const wanted = { replyToOrganizer: true };
  const answered = (rest: Partial<Game>) =>
    MAIL_KINDS.filter((kind) => composed(kind, rest)?.replyTo === "organizer@example.org");
  assert.deepEqual(answered(wanted), ["participantRemoved", "gameArchived"]);
  assert.deepEqual(answered({}), []);
  assert.deepEqual(answered({ ...wanted, isSealed: true }), []);
});

Deno.test("released mails wait as long as the table would have made them wait", () => {
  const waiting = MAIL_KINDS.filter((kind) =>
    MAILS[kind].isDelayed || MAILS_ABOUT_PAIRS.includes(kind)
  );
  const released = [...RINGS_FOR_PAIR.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  assert.deepEqual(released.toSorted(), waiting.toSorted());
});
