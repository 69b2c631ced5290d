import assert from "node:assert/strict";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW, SENT } from "@/tests/support/mail_samples.ts";
import {
  DRAW_PROBLEMS,
  type DrawProblemCode,
  type Game,
  MAIL_KINDS,
  type MailKind,
  ORGANIZER,
  type Participant,
} from "../game/types.ts";
import { capitalizeRole } from "../i18n/naming.ts";
import { translator } from "../i18n/translate.ts";
import { composeMail, type OutboxMail } from "./compose.tsx";
import { MAILS } from "./kinds.ts";

Deno.test("MAILS: only six kinds are sent about an archived game", () => {
  const game = { ...eventfulGame(), archivedAt: NOW.toISOString() };
  const told = MAIL_KINDS.filter((kind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW) !== null
  );
  assert.deepEqual(told, [
    "participantRemoved",
    "addressChanged",
    "gameArchived",
    "ownLinks",
    "claimIssued",
    "sealBroken",
  ]);
});

Deno.test("MAILS: inessential mails spare people who have ended reminders and notices", () => {
  const game = eventfulGame();
  const all = new Set(["organizer@example.org", "zoe@example.org", "p1@example.org"]);
  const sent = MAIL_KINDS.filter((kind) =>
    composeMail(LINKS, game, mailOf(kind, game), all, NOW) !== null
  );
  assert.deepEqual(sent.toSorted(), [
    "addressChanged",
    "assignment",
    "claimIssued",
    "drawFailed",
    "invitation",
    "joined",
    "keptChanged",
    "organizerLinkRenewed",
    "organizerRecovery",
    "organizerWelcome",
    "ownLinks",
    "participantLinkRenewed",
    "participantRecovery",
    "participantRemoved",
    "reassignmentApproved",
    "receiverChanged",
    "sealBroken",
  ]);
});

Deno.test("MAILS: ending the reminders of a mailbox ends them for everyone who shares it", () => {
  const game = eventfulGame();
  for (const one of game.participants.slice(0, 2)) one.email = "Home@example.org";
  const reminded = game.participants.filter(({ number }) =>
    composeMail(
      LINKS,
      game,
      { id: "7", recipient: number, kind: "reminder" },
      new Set(["home@example.org"]),
      NOW,
    )
  );
  assert.deepEqual(reminded.map(({ number }) => number), [3, 4]);
});

/** True if a mail offers to end all mails, given the addresses that have ended reminders. */
function endsAll(kind: MailKind, unsubscribed: ReadonlySet<string>): boolean | undefined {
  const game = eventfulGame();
  const url = composeMail(LINKS, game, mailOf(kind, game), unsubscribed, NOW)?.unsubscribeUrl;
  return url?.startsWith(`${LINKS.baseUrl}/unsubscribe?never=`);
}

Deno.test("MAILS: all but the last and the requested mails offer to end a game's reminders; these offer to end all mails", () => {
  const without = MAIL_KINDS.filter((kind) => endsAll(kind, NOBODY));
  assert.deepEqual(without.toSorted(), [
    "addressChanged",
    "gameArchived",
    "organizerRecovery",
    "ownLinks",
    "participantRecovery",
    "participantRemoved",
  ]);
});

Deno.test("MAILS: mails that still come without reminders offer to end all mails", () => {
  const all = new Set(["organizer@example.org", "zoe@example.org", "p1@example.org"]);
  for (const kind of MAIL_KINDS) assert.notEqual(endsAll(kind, all), false, kind);
});

Deno.test("MAILS: the event is attached to mails that announce it for the first time", () => {
  const game = eventfulGame();
  const withCalendar = MAIL_KINDS.filter((kind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW)?.calendar
  );
  assert.deepEqual(withCalendar, ["assignment", "invitation", "joined"]);
});

Deno.test("MAILS: facts that are no longer true are not mailed", () => {
  const game = eventfulGame();
  const isTold = (kind: MailKind, payload: OutboxMail["payload"] = {}) =>
    composeMail(LINKS, game, { ...mailOf(kind, game), payload }, NOBODY, NOW) !== null;
  assert.equal(
    isTold("detailsChanged", { before: { time: "18:30", location: "At Ana's" } }),
    false,
  );
  assert.equal(isTold("detailsChanged", { before: { time: "18:30", location: "" } }), true);
  const stranger = game.participants.find(({ number }) =>
    number !== 1 && number !== game.participants[0]?.receiver
  );
  assert.ok(stranger);
  assert.equal(isTold("wishChanged", { participant: stranger.number }), false);
  stranger.hasConfirmedAssignment = false;
  stranger.reassignmentRequestedAt = null;
  assert.equal(isTold("everyoneConfirmed"), false);
  assert.equal(isTold("assignmentConfirmed", { participant: stranger.number }), false);
  assert.equal(isTold("reassignmentRequested", { participant: stranger.number }), false);
  assert.equal(isTold("assignmentConfirmed", { participant: 9 }), false);
  for (const date of ["2026-12-19", "2026-12-24"]) {
    game.date = date;
    assert.equal(isTold("eventNear"), false, date);
  }
});

Deno.test("MAILS: a mail that another one joins contains everything the joining one would", () => {
  const game = eventfulGame();
  const textOf = (kind: MailKind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW)?.text ?? "";
  /** The blocks of a text except the kind's own greeting, sentence and button label. */
  const facts = (kind: MailKind) =>
    textOf(kind).split("\n\n").slice(2).map((block) => block.replace(/^.*:\n(?=https:)/, ""));
  for (const kind of MAIL_KINDS) {
    for (const other of MAILS[kind].joins ?? []) {
      const told = facts(other);
      for (const fact of facts(kind)) {
        assert.ok(told.includes(fact), `${kind} in ${other}: ${fact}`);
      }
    }
  }
});

Deno.test("MAILS.joined speaks of a draw to come only until it has taken place", () => {
  const drawn = eventfulGame();
  const gathering = {
    ...drawn,
    isGathering: true,
    participants: drawn.participants.map((one) => ({ ...one, receiver: null })),
  };
  const write = (kind: MailKind, game = drawn) => {
    const mail = composeMail(LINKS, game, mailOf(kind, drawn), NOBODY, NOW);
    assert.ok(mail);
    assert.ok(mail.text.includes(`${LINKS.baseUrl}/games/${game.code}?participant=`));
    return [mail.subject, mail.html, mail.text];
  };
  const [before, after, drawnMail] = [
    write("joined", gathering),
    write("joined"),
    write("assignment"),
  ];
  assert.match(before.join(), /As soon as the names are drawn/);
  assert.doesNotMatch(after.join(), /As soon as the names are drawn/);
  assert.match(after.join(), /The name you drew is wrapped up/);
  // A person who gets both reads two mails.
  for (const other of [before, after]) {
    drawnMail.forEach((part, index) => assert.notEqual(other[index], part));
  }
});

Deno.test("MAILS.eventNear counts the days in the event's time zone", () => {
  const game = { ...eventfulGame(), date: "2026-12-22" };
  const subject = (timeZone: string | null, now: string) =>
    composeMail(LINKS, { ...game, timeZone }, mailOf("eventNear", game), NOBODY, new Date(now))
      ?.subject.replace("\u00A0", " ");
  assert.equal(subject(null, "2026-12-21T12:00:00Z"), "Tomorrow – Christmas, Dec 22");
  assert.equal(subject("Pacific/Auckland", "2026-12-21T12:00:00Z"), "Today – Christmas, 22 Dec");
  assert.equal(
    subject("America/Los_Angeles", "2026-12-22T06:00:00Z"),
    "Tomorrow – Christmas, Dec 22",
  );
  assert.equal(subject("Pacific/Auckland", "2026-12-22T12:00:00Z"), undefined);
});

Deno.test("MAILS.eventNear asks for no present once the event or its finale has begun", () => {
  const game = { ...eventfulGame(), date: "2026-12-22", timeZone: "UTC" };
  const isTold = (now: string, rest: Partial<Game> = {}) => {
    const mail = mailOf("eventNear", game);
    return composeMail(LINKS, { ...game, ...rest }, mail, NOBODY, new Date(now)) !== null;
  };
  assert.equal(isTold("2026-12-22T18:29:00Z"), true);
  assert.equal(isTold("2026-12-22T18:30:00Z"), false);
  assert.equal(isTold("2026-12-22T18:29:00Z", { finaleStartedAt: "2026-12-22T18:00:00Z" }), false);
  assert.equal(isTold("2026-12-22T18:30:00Z", { time: "" }), true, "it lasts all day");
});

/** The English text of a mail. @param rest of the game @param payload of the mail */
function said(
  kind: MailKind,
  { rest = {}, payload, recipient, links = {} }: {
    rest?: Partial<Game>;
    payload?: OutboxMail["payload"];
    recipient?: number;
    links?: Partial<typeof LINKS>;
  } = {},
): { subject: string; text: string } | null {
  const game = { ...eventfulGame(), ...rest };
  const mail = {
    ...mailOf(kind, game),
    ...payload && { payload },
    ...recipient !== undefined && { recipient, address: null },
  };
  return composeMail({ ...LINKS, ...links }, game, mail, NOBODY, NOW);
}

const t = translator("en");

Deno.test("MAILS name the organizer to others, but to the organizer only their game", () => {
  const game = eventfulGame().name;
  for (
    const kind of [
      "reassignmentApproved",
      "reassignmentDeclined",
      "claimIssued",
      "finaleStarted",
    ] as const
  ) {
    const named = t(`mail.kinds.${kind}.text`, { game, organizer: "Olga", name: "" });
    const role = t(`mail.kinds.${kind}.text`, { game, organizer: "the organizer", name: "" });
    const plain = capitalizeRole(role, t);
    const isIn = (organizerName: string, text: string) =>
      said(kind, { rest: { organizerName } })?.text.includes(text);
    assert.deepEqual(
      [isIn("Olga", named), isIn("", plain), isIn("P1", plain)],
      [true, true, true],
      kind,
    );
  }
});

Deno.test("MAILS.drawFailed gives the reason, as long as it holds", () => {
  const mails = DRAW_PROBLEMS.map((drawProblem) => said("drawFailed", { rest: { drawProblem } }));
  const told = (problem: DrawProblemCode, reason: string) =>
    assert(mails[DRAW_PROBLEMS.indexOf(problem)]?.text.includes(reason), problem);
  told("TOO_FEW_PARTICIPANTS", t("errors.fewPeople", { min: 3 }));
  told("DRAW_IMPOSSIBLE", t("create.review.impossible"));
  told("RULES_TELL_PAIRS", t("errors.code.RULES_TELL_PAIRS"));
  told("EVENT_OVER", t("errors.eventPassed"));
  assert.equal(said("drawFailed", { rest: { drawProblem: null } }), null);
});

Deno.test("MAILS.sealBroken tells the organizer what they have done, and others who did it", () => {
  const heading = (rest: Partial<Game>, recipient: number) =>
    said("sealBroken", { rest, recipient })?.text ?? "";
  assert(
    heading({}, ORGANIZER).includes(
      t("mail.kinds.sealBroken.textOrganizer", { game: eventfulGame().name }),
    ),
  );
  const organizer = { organizerName: "Olga" };
  assert(heading(organizer, 1).includes("Olga"));
  assert(!heading({}, 1).includes("Olga"));
  assert(heading({}, 1).includes(t("sealed.addressesDeleted")), "what has gone with it");
});

Deno.test("MAILS with a link say who else has it only if someone entered the address in a sealed game", () => {
  const sealed = { isSealed: true, sealBrokenAt: null };
  const by = (facts: Partial<Participant>) => ({
    participants: eventfulGame().participants.map((one) => ({ ...one, ...facts })),
  });
  const entered = by({ isEmailProved: true, openedEmail: null });
  for (const kind of ["joined", "invitation", "assignment", "participantLinkRenewed"] as const) {
    const tells = (rest: Partial<Game>) => said(kind, { rest })?.text.includes(t("mail.ifNotYou"));
    assert.equal(tells({ ...sealed, ...entered }), true, kind);
    assert.equal(tells(entered), false, kind);
    assert.equal(tells({ ...sealed, ...by({ isEmailProved: false }) }), false, kind);
    const opened = eventfulGame().participants.map((one) => ({
      ...one,
      isEmailProved: true,
      openedEmail: one.email,
    }));
    assert.equal(tells({ ...sealed, participants: opened }), false, `${kind}: its reader knows it`);
  }
});

Deno.test("MAILS about a request are sent only while it exists", () => {
  const without = (field: "leaveRequestedAt" | "email" | "reassignmentRequestedAt") => ({
    participants: eventfulGame().participants.map((one) => ({ ...one, [field]: null })),
  });
  for (
    const [kind, field] of [
      ["leaveRequested", "leaveRequestedAt"],
      ["reassignmentRequested", "reassignmentRequestedAt"],
      ["mailBounced", "email"],
    ] as const
  ) {
    assert(said(kind)?.text.includes("P2"), kind);
    assert.equal(said(kind, { rest: without(field) }), null, kind);
    assert.equal(said(kind, { payload: { participant: 9 } }), null, kind);
  }
  const asking = eventfulGame().participants.map((one) => ({
    ...one,
    leaveRequestedAt: NOW.toISOString(),
  }));
  assert(said("leaveDeclined"));
  assert.equal(said("leaveDeclined", { rest: { participants: asking } }), null);
  assert(said("reassignmentDeclined"));
  const changed = asking.map((one) => ({ ...one, receiverChange: "redrawn" as const }));
  assert.equal(said("reassignmentDeclined", { rest: { participants: changed } }), null);
});

Deno.test("MAILS.messageWaiting respects muting, MAILS.keptChanged a keeper's view, MAILS.receiverChanged bought gifts", () => {
  const of = (fields: object) => ({
    participants: eventfulGame().participants.map((one) => ({ ...one, ...fields })),
  });
  const isTold = (from: "giver" | "receiver", fields: object) =>
    said("messageWaiting", { rest: of(fields), payload: { from } }) !== null;
  assert.deepEqual([
    isTold("giver", {}),
    isTold("giver", { mutesGiver: true }),
    isTold("giver", { mutesReceiver: true }),
    isTold("receiver", { mutesReceiver: true }),
    said("messageWaiting", { payload: {} }) !== null,
  ], [true, false, true, false, false]);
  assert(said("receiverChanged")?.text.includes("Already bought something?"));
  // To a reader of the new name "the previous name" would be the new one.
  const viewedAt = NOW.toISOString();
  assert.equal(said("receiverChanged", { rest: of({ viewedAt }) }), null);
  assert(said("receiverChanged", { rest: of({ viewedAt, receiverChange: "left" }) }));
  assert(said("keptChanged"));
  assert.equal(said("keptChanged", { rest: of({ keeps: [] }) }), null);
  // In a sealed game the holder of a keeper's later link sees no kept gift before the former one agrees.
  const sealed = { isSealed: true };
  const keeping = { email: null, claimOpenedAt: null, isEmailProved: false };
  const keptTold = (fields: object) => {
    const [first = assert.fail(), ...others] = of(keeping).participants;
    const keeper = { ...first, email: "p1@example.org", isEmailProved: true, ...fields };
    return said("keptChanged", { rest: { ...sealed, participants: [keeper, ...others] } });
  };
  assert(keptTold({}));
  assert.equal(keptTold({ revealBlockedForTokenVersion: 1 }), null);
  assert.equal(said("keptChanged", { payload: {} }), null);
});

Deno.test("MAILS about parcels are sent as long as they are true", () => {
  const parcels = (marks: object[], fields: object = {}) => ({
    participants: eventfulGame().participants.map((one) => ({
      ...one,
      parcels: marks.map((mark) => ({ ...SENT, giver: 3, ...mark })),
      ...fields,
    })),
  });
  const isTold = (kind: MailKind, rest: Partial<Game>) => {
    const game = { ...eventfulGame(), ...rest };
    const mail = { id: "7", recipient: 1, kind, payload: {} };
    return composeMail(LINKS, game, mail, NOBODY, NOW) !== null;
  };
  assert.equal(isTold("parcelSent", parcels([{}])), true);
  assert.equal(isTold("parcelSent", parcels([])), false);
  assert.equal(isTold("parcelSent", parcels([{}], { parcelArrivedAt: NOW.toISOString() })), false);
  const mine = { giver: 1 };
  assert.equal(isTold("parcelArrived", parcels([mine])), true);
  assert.equal(isTold("parcelArrived", parcels([{ ...mine, arrivalSeenFrom: null }])), false);
  assert.equal(isTold("sendSoon", parcels([])), true);
  assert.equal(isTold("sendSoon", parcels([mine])), false);
  assert.equal(isTold("sendSoon", { ...parcels([]), byPost: false }), false);
  const soon = (sendBy: string) => said("sendSoon", { rest: { sendBy } });
  assert(soon("2026-12-21")?.text.includes("December\u00A021"));
  assert(!soon("")?.text.includes("December\u00A021"));
  assert(!soon("2020-12-21")?.text.includes("December\u00A021"), "no day that has passed");
});

Deno.test("MAILS.organizerWelcome says whether names are drawn, and asks for a confirmation", () => {
  const round = {
    isGathering: true,
    participants: eventfulGame().participants.map((one) => ({ ...one, receiver: null })),
  };
  assert.notEqual(
    said("organizerWelcome")?.subject,
    said("organizerWelcome", { rest: round })?.subject,
  );
  const unproved = { provedEmail: null };
  const confirming = { links: { confirmsSenders: true } };
  const path = "/confirm";
  const text = (kind: MailKind, options: Parameters<typeof said>[1]) =>
    said(kind, options)?.text ?? "";
  assert(!text("organizerWelcome", {}).includes(path));
  assert(text("organizerWelcome", { rest: unproved }).includes(t("mail.confirm.optional")));
  assert(!text("organizerWelcome", { rest: unproved }).includes(t("mail.confirm.text")));
  assert(
    text("organizerWelcome", { rest: unproved, ...confirming }).includes(t("mail.confirm.text")),
  );
  assert(!text("organizerWelcome", confirming).includes(t("mail.confirm.text")));
  assert(
    text("leaveRequested", { rest: unproved, ...confirming }).includes(t("mail.confirm.button")),
  );
  assert(!text("leaveRequested", { rest: unproved }).includes(t("mail.confirm.optional")));
  assert(!text("assignment", { rest: unproved, ...confirming }).includes(t("mail.confirm.text")));
});

Deno.test("MAILS.wishChanged is for the present giver alone", () => {
  const { participants } = eventfulGame();
  const payload = { participant: participants[0]?.receiver ?? 0 };
  const isTold = (rest: Partial<Game>, recipient = 1) =>
    said("wishChanged", { rest: { participants, ...rest }, payload, recipient }) !== null;
  const blocked = participants.map((one) => ({ ...one, revealBlockedForTokenVersion: 1 }));
  assert.deepEqual(
    [isTold({}), isTold({}, ORGANIZER), isTold({ isSealed: true, participants: blocked })],
    [true, false, false],
  );
});
