import assert from "node:assert/strict";
import { MAIL_KINDS, type MailKind } from "../game/types.ts";
import { composeMail, type OutboxMail } from "./compose.tsx";
import { MAILS } from "./kinds.ts";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "./mail_testing.ts";

Deno.test("MAILS: of an archived game three kinds alone are told", () => {
  const game = { ...eventfulGame(), archivedAt: NOW.toISOString() };
  const told = MAIL_KINDS.filter((kind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW) !== null
  );
  assert.deepEqual(told, ["participantRemoved", "gameArchived", "ownLinks"]);
});

Deno.test("MAILS: what is not essential spares who has ended reminders and notices", () => {
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

Deno.test("MAILS: who ends the reminders of a mailbox ends them for all who share it", () => {
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

/** Whether what a mail offers, where these have ended reminders, is the end of all mails. */
function endsAll(kind: MailKind, unsubscribed: ReadonlySet<string>): boolean | undefined {
  const game = eventfulGame();
  const url = composeMail(LINKS, game, mailOf(kind, game), unsubscribed, NOW)?.unsubscribeUrl;
  return url?.startsWith(`${LINKS.baseUrl}/unsubscribe?never=`);
}

Deno.test("MAILS: all but the last and the asked-for mails offer the end of a game's reminders, those of all mails", () => {
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

Deno.test("MAILS: what still comes without reminders offers the end of all mails", () => {
  const all = new Set(["organizer@example.org", "zoe@example.org", "p1@example.org"]);
  for (const kind of MAIL_KINDS) assert.notEqual(endsAll(kind, all), false, kind);
});

Deno.test("MAILS: the event is attached to what tells it for the first time", () => {
  const game = eventfulGame();
  const withCalendar = MAIL_KINDS.filter((kind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW)?.calendar
  );
  assert.deepEqual(withCalendar, ["assignment", "invitation", "joined"]);
});

Deno.test("MAILS: what is no longer so is not told", () => {
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

Deno.test("MAILS: a mail that is joined tells all that the joining one would", () => {
  const game = eventfulGame();
  const textOf = (kind: MailKind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW)?.text ?? "";
  /** The blocks of a text that are not the kind's own greeting, sentence and name of its button. */
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

Deno.test("MAILS.joined speaks of a draw to come only until it has come", () => {
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
  assert.match(after.join(), /Inside your gift is the name/);
  // Whoever gets both reads two mails.
  for (const other of [before, after]) {
    drawnMail.forEach((part, index) => assert.notEqual(other[index], part));
  }
});

Deno.test("MAILS.eventNear counts the days to an event where it is", () => {
  const game = { ...eventfulGame(), date: "2026-12-22" };
  const subject = (timeZone: string | null, now: string) =>
    composeMail(LINKS, { ...game, timeZone }, mailOf("eventNear", game), NOBODY, new Date(now))
      ?.subject;
  assert.equal(subject(null, "2026-12-21T12:00:00Z"), "Tomorrow – Christmas, Dec 22");
  assert.equal(subject("Pacific/Auckland", "2026-12-21T12:00:00Z"), "Today – Christmas, 22 Dec");
  assert.equal(
    subject("America/Los_Angeles", "2026-12-22T06:00:00Z"),
    "Tomorrow – Christmas, Dec 22",
  );
  assert.equal(subject("Pacific/Auckland", "2026-12-22T12:00:00Z"), undefined);
});
