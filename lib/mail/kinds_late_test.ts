import assert from "node:assert/strict";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW, SENT } from "@/tests/support/mail_samples.ts";
import { type Game, LANGUAGES, type MailKind, ORGANIZER, type Participant } from "../game/types.ts";
import { capitalizeRole } from "../i18n/naming.ts";
import { translator } from "../i18n/translate.ts";
import { composeMail, type OutboxMail } from "./compose.tsx";
import { mailsFor } from "./mails_for.ts";

/* Mails that are composed after their subject has changed. */

const AT = NOW.toISOString();
const t = translator("en");

function composed(
  kind: MailKind,
  rest: Partial<Game> = {},
  mail: Partial<OutboxMail> = {},
  now = NOW,
) {
  const game = { ...eventfulGame(), ...rest };
  return composeMail(LINKS, game, { ...mailOf(kind, game), ...mail }, NOBODY, now);
}

function everyone(fields: Partial<Participant>): Pick<Game, "participants"> {
  return { participants: eventfulGame().participants.map((one) => ({ ...one, ...fields })) };
}

Deno.test("MAILS.sealBroken reaches everyone, even if the game is archived at once", () => {
  const over = { isSealed: true, sealBrokenAt: AT, archivedAt: AT };
  const { text } = composed("sealBroken", over) ?? assert.fail();
  assert(!text.includes("participant="), "the link has ended with the game");
  const { text: own } = composed("sealBroken", over, { recipient: ORGANIZER }) ?? assert.fail();
  assert(own.includes(`${t("mail.button.organizer")}:\n`));
});

Deno.test("MAILS.reassignmentDeclined is not sent to the giver of another receiver", () => {
  const game = { ...eventfulGame(), sendEmails: true };
  const events = [{ type: "reassignmentDeclined", participant: 1 } as const];
  const [{ payload } = assert.fail()] = mailsFor({ game, events });
  const isTold = (fields: Partial<Participant>, payload: OutboxMail["payload"]) =>
    composed("reassignmentDeclined", {
      participants: game.participants.map((one) => one.number === 1 ? { ...one, ...fields } : one),
    }, { ...payload && { payload } }) !== null;
  const receiver =
    game.participants.find(({ number, receiver }) => number !== 1 && receiver !== 1)?.receiver ??
      assert.fail();
  assert.deepEqual(
    // They may have opened the new gift, so nothing marks it as changed.
    [
      isTold({}, payload),
      isTold({ receiver }, payload),
      isTold({ receiverChange: "left" }, payload),
    ],
    [true, false, false],
  );
  assert.deepEqual(
    [isTold({}, {}), isTold({ receiver }, {})],
    [true, true],
    "an earlier release's",
  );
});

Deno.test("MAILS.reminder does not announce an event that has taken place, but delivers a message", () => {
  const late = new Date("2026-12-24T12:00:00Z");
  for (const isGathering of [false, true]) {
    const write = (message: string, now: Date) =>
      composed("reminder", { isGathering }, { payload: { message } }, now);
    assert(write("", NOW));
    assert.equal(write("", late), null);
    const { subject, text } = write("Who left a scarf?", late) ?? assert.fail();
    assert(subject.startsWith(t("mail.notice")), subject);
    assert(text.includes("> Who left a scarf?"));
    const [own, gathering] = (["text", "textGathering"] as const).map((one) =>
      t(`mail.kinds.reminder.${one}`, { game: eventfulGame().name })
    );
    assert(own && gathering && !text.includes(own) && !text.includes(gathering), text);
    assert.doesNotMatch(text, /\n{3}/, "no empty paragraph");
  }
  for (const language of LANGUAGES) {
    const mail = { language, payload: { message: "Scarf" } };
    const { html } = composed("reminder", {}, mail, late) ?? assert.fail();
    assert.doesNotMatch(html, /<p[^>]*><\/p>/, language);
  }
});

Deno.test("MAILS.reminder says that a late message is left out for people who have opened no mail", () => {
  const late = new Date("2026-12-24T12:00:00Z");
  const mail = { payload: { message: "Who left a scarf?" } };
  const { text } = composed("reminder", { provedEmail: null }, mail, late) ?? assert.fail();
  const values = { game: eventfulGame().name, organizer: t("common.theOrganizer") };
  const said = capitalizeRole(t("mail.kinds.reminder.textLeftOut", values), t);
  assert(text.includes(said) && !text.includes("scarf"), text);
  assert.equal(composed("reminder", { provedEmail: null }, { payload: {} }, late), null);
});

Deno.test("MAILS.assignmentConfirmed does not tell the organizer of a sealed game who has not confirmed", () => {
  const isTold = (confirmed: number) =>
    composed("assignmentConfirmed", {
      isSealed: true,
      participants: eventfulGame().participants.map((one, index) => ({
        ...one,
        firstConfirmedAt: index < confirmed ? AT : null,
      })),
    }, { payload: {} }) !== null;
  assert.deepEqual([isTold(0), isTold(1)], [false, true]);
});

Deno.test("MAILS.addressChanged says that an address which is theirs again was not for a while", () => {
  // Meanwhile someone else may have had the link of that place.
  const name = "P1";
  const values = { game: eventfulGame().name, organizer: t("common.theOrganizer"), name };
  const back = t("mail.kinds.addressChanged.textBack", values);
  const rows: [payload: OutboxMail["payload"], text: "text" | "textOrganizer", Partial<Game>][] = [
    [{ name }, "text", everyone({ email: "Ana@example.org" })],
    [{ name: "Before", participant: 1 }, "text", everyone({ email: "Ana@example.org" })],
    [{}, "textOrganizer", { organizerEmail: "Ana@example.org" }],
  ];
  for (const [payload = {}, key, again] of rows) {
    const told = { ...values, name: payload.name ?? name };
    const [gone = "", ask = ""] = t(`mail.kinds.addressChanged.${key}`, told).split("\n\n");
    const mail = { address: "ana@example.org", payload };
    for (const rest of [{}, { organizerEmail: null }, again]) {
      const { text } = composed("addressChanged", rest, mail) ?? assert.fail();
      assert(text.includes(ask), text);
      assert.deepEqual([text.includes(gone), text.includes(back)], [
        rest !== again,
        rest === again,
      ]);
    }
  }
});

Deno.test("MAILS.participantRemoved is not sent to a person who is in again", () => {
  const isTold = (rest: Partial<Game>, name = "P1") =>
    composed("participantRemoved", rest, { address: "ana@example.org", payload: { name } }) !==
      null;
  const again = everyone({ email: "Ana@example.org" });
  assert.deepEqual([isTold({}), isTold(again), isTold(again, "Zoe")], [true, false, true]);
});

Deno.test("MAILS.participantRemoved is not sent to a person whom nothing of the game had reached", () => {
  const payload = { name: "Zoe", isUnheard: true } as const;
  assert.equal(composed("participantRemoved", {}, { address: "zoe@example.org", payload }), null);
});

Deno.test("MAILS.claimIssued promises no link of a closed game", () => {
  const values = { game: eventfulGame().name, organizer: t("common.theOrganizer") };
  const [open, over] = (["text", "textOver"] as const).map((key) =>
    capitalizeRole(t(`mail.kinds.claimIssued.${key}`, values), t).split("\n\n")[0]
  );
  const written = (archivedAt: string | null) => {
    const { text } = composed("claimIssued", { archivedAt }) ?? assert.fail();
    return [open, over].map((one) => text.includes(one ?? assert.fail()));
  };
  assert.deepEqual([written(null), written(AT)], [[true, false], [false, true]]);
  assert(composed("claimIssued", { archivedAt: AT })?.subject.startsWith(t("mail.notice")));
});

Deno.test("MAILS about parcels are not sent once presents no longer go by post", () => {
  const isTold = (kind: MailKind, byPost: boolean) => {
    const game = eventfulGame();
    const mail = { ...mailOf(kind, game), payload: {} };
    if (kind === "parcelSent") {
      for (const one of game.participants) one.parcels = [{ ...SENT, giver: 3 }];
    }
    return composeMail(LINKS, { ...game, byPost }, mail, NOBODY, NOW) !== null;
  };
  for (const kind of ["parcelSent", "parcelArrived", "sendSoon"] as const) {
    assert.deepEqual([isTold(kind, true), isTold(kind, false)], [true, false], kind);
  }
});
