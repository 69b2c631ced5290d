import assert from "node:assert/strict";
import { type Game, LANGUAGES, MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import { tokens } from "@/tests/support/games.ts";
import { linksIn } from "@/tests/support/links_in.ts";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import { languageName } from "../browser/format.ts";
import { calledOrganizer } from "../i18n/naming.ts";
import { translator } from "../i18n/translate.ts";
import { composeMail, messageIdOf, type OutboxMail } from "./compose.tsx";
import { asSentence } from "./lay_out.ts";
import type { MailLinks } from "./mail_links.ts";

const t = translator("en");

/** The text and other parts of a mail. */
function write(
  kind: MailKind,
  { rest = {}, mail = {}, links = {} }: {
    rest?: Partial<Game>;
    mail?: Partial<OutboxMail>;
    links?: Partial<MailLinks>;
  } = {},
) {
  const game = { ...eventfulGame(), ...rest };
  const order = { ...mailOf(kind, game), ...mail };
  return composeMail({ ...LINKS, ...links }, game, order, NOBODY, NOW) ?? assert.fail(kind);
}

/** A game with these facts for everyone. */
const everyone = (fields: object) => ({
  participants: eventfulGame().participants.map((one) => ({ ...one, ...fields })),
});

Deno.test("a mail's footer says who runs the service, and how to reach them", () => {
  const operator = {
    name: "Ana",
    contact: { text: "ana@example.org", url: "mailto:ana@example.org" },
    imprintUrl: "https://example.org/imprint",
  };
  const named = write("assignment", { links: { operator } }).text;
  for (
    const part of [
      ...[t("common.operatedBy", { name: "Ana" }), "ana@example.org", operator.imprintUrl],
      `${LINKS.baseUrl}/en/privacy`,
    ]
  ) assert(named.includes(part), part);
  const unnamed = write("assignment").text;
  assert(!unnamed.includes(t("common.imprint")) && !unnamed.includes(t("common.contact")));
  assert(unnamed.includes("/privacy"));
});

Deno.test("a mail's report link is for that mail and its reader alone", () => {
  const game = eventfulGame();
  const reportOf = (mail: OutboxMail) => {
    const text = composeMail(LINKS, game, mail, NOBODY, NOW)?.text ?? "";
    return new URL(/https:\S+\/report\?\S+/.exec(text)?.[0] ?? assert.fail(text)).searchParams;
  };
  const order = mailOf("assignment", game);
  const [numbered, named] = [reportOf(order), reportOf({ ...order, id: "organizer-2" })];
  assert.equal(numbered.get("mail"), tokens.mailName("7"), "a number says nothing of other mails");
  assert.equal(named.get("mail"), "organizer-2");
  assert.equal(named.get("game"), game.id);
  const token = named.get("token") ?? "";
  const [hash] = tokens.reportHashes(game, "p1@example.org");
  assert.equal(tokens.reportedHash(game, "organizer-2", token), hash);
  assert.equal(tokens.reportedHash(game, "organizer-3", token), null);
});

Deno.test("the link of a mail to a participant marks the address that it was opened from", () => {
  const game = eventfulGame();
  const text = composeMail(LINKS, game, mailOf("assignment", game), NOBODY, NOW)?.text ?? "";
  const one = game.participants[0] ?? assert.fail();
  assert(text.includes(tokens.participant(game, one)));
  assert(text.includes(tokens.mailMark(game, "p1@example.org")));
});

Deno.test("the link of a mail that a sealed game hides from its organizer is not marked", () => {
  const { id } = eventfulGame();
  const seen = everyone({ isEmailProved: true, viewedAt: NOW.toISOString() });
  const changed = everyone({ isEmailProved: true, receiverChange: "redrawn" });
  const isMarked = (kind: MailKind, rest: Partial<Game>) =>
    write(kind, { rest: { ...kind === "receiverChanged" ? changed : seen, ...rest, id } }).text
      .includes(tokens.mailMark({ id }, "p1@example.org"));
  const broken = { isSealed: true, sealBrokenAt: NOW.toISOString() };
  for (const kind of ["wishChanged", "receiverChanged", "messageWaiting"] as const) {
    assert.deepEqual(
      [{}, { isSealed: true }, broken].map((rest) => isMarked(kind, rest)),
      [true, false, true],
      kind,
    );
  }
  for (const kind of ["assignment", "reminder", "participantRecovery", "ownLinks"] as const) {
    assert(isMarked(kind, { isSealed: true }), kind);
  }
});

Deno.test("a first mail offers the other languages, unless its reader has opened one or chose theirs", () => {
  const others = LANGUAGES.filter((one) => one !== "en").map((one) => languageName(one));
  const offered = (rest: Partial<Game>, kind: MailKind = "assignment", mail = {}) =>
    others.filter((name) => write(kind, { rest, mail }).html.includes(name)).length;
  assert.equal(offered({}), others.length);
  assert.equal(offered(everyone({ openedEmail: "p1@example.org" })), 0);
  assert.equal(offered(everyone({ language: "en" })), 0);
  assert.equal(offered({}, "organizerWelcome"), 0);
});

Deno.test("a mail greets its reader, or names the organizer in its heading", () => {
  const olga = { organizerName: "Olga" };
  const greeted = write("reassignmentDeclined").text;
  assert(greeted.includes(t("mail.greeting", { name: "P1" })));
  assert(write("drawFailed").text.includes(t("mail.greetingOrganizer")));
  const invited = write("assignment", { rest: olga });
  assert(!invited.text.includes(t("mail.greeting", { name: "P1" })));
  assert(invited.html.includes(t("gather.join.invites", { name: "Olga" })));
  assert(!write("assignment").html.includes(t("gather.join.invites", { name: "" }).trim()));
});

Deno.test("a mail to a shared mailbox begins with its reader's name", () => {
  const said = t("family.mailFor", { name: "P1" });
  assert(write("reminder", { rest: everyone({ email: "home@example.org" }) }).text.includes(said));
  assert(!write("reminder").text.includes(said));
});

Deno.test("a quotation names its author", () => {
  const quoting = (rest: Partial<Game>) =>
    write("reminder", { rest, mail: { payload: { message: "Hello" } } }).html;
  for (const organizerName of ["Olga", ""]) {
    const label = t("mail.quoteLabel", { organizer: calledOrganizer(t, organizerName) });
    assert(quoting({ organizerName }).includes(label), label);
  }
});

Deno.test("the organizer is asked to confirm an address until they have, but not at the end", () => {
  const asked = (rest: Partial<Game>, links: Partial<MailLinks> = {}) =>
    write("organizerWelcome", { rest, links }).text.includes("/confirm");
  assert.deepEqual(
    [asked({}), asked({ provedEmail: null }), asked({ provedEmail: "x@example.org" })],
    [false, true, true],
  );
  const end = { provedEmail: null, archivedAt: NOW.toISOString() };
  const { text } = write("gameArchived", {
    rest: end,
    mail: { recipient: ORGANIZER },
    links: { confirmsSenders: true },
  });
  assert(!text.includes("/confirm"));
});

Deno.test("a list of links has each place of its reader, by role", () => {
  const game = eventfulGame();
  const participant = game.participants[1] ?? assert.fail();
  const places = [{ game, participant }, { game, participant: null }];
  const mail = composeMail(LINKS, game, mailOf("ownLinks", game), NOBODY, NOW, places);
  const text = mail?.text ?? "";
  assert(text.includes(t("mine.participant", { name: "P2", game: game.name })));
  assert(text.includes(t("organize.title", { name: game.name })));
  assert(text.includes(tokens.participant(game, participant)));
  assert(text.includes(tokens.organizer(game)));
  assert.equal(mail?.cover, "neutral");
  assert.equal(composeMail(LINKS, game, mailOf("ownLinks", game), NOBODY, NOW, []), null);
  // Otherwise it would report the game that carries the list, and not the one its reader means.
  const offersReport = (...games: Game[]) => {
    const places = games.map((one) => ({ game: one, participant: null }));
    return composeMail(LINKS, game, mailOf("ownLinks", game), NOBODY, NOW, places)?.html
      .includes("/report?") ?? assert.fail();
  };
  const other = { ...game, id: crypto.randomUUID() };
  assert.deepEqual(
    [offersReport(game, game), offersReport(game, other), offersReport(other)],
    [true, false, false],
  );
});

Deno.test("asSentence() begins with a capital, messageIdOf() is of this service", () => {
  assert.deepEqual([asSentence("über", "de"), asSentence("", "en")], ["Über", ""]);
  assert.equal(messageIdOf(LINKS, "x"), "<x@gifts.example.org>");
});

Deno.test("only a mail that greets its reader in the heading names the organizer above it", () => {
  const over = t("gather.join.invites", { name: "Olga" });
  const inviting = MAIL_KINDS.filter((kind) =>
    write(kind, { rest: { organizerName: "Olga" } }).text.includes(over)
  );
  assert.deepEqual(inviting, ["assignment", "invitation"]);
  const joined = write("joined", { rest: { organizerName: "Olga" } });
  assert(joined.text.startsWith(`${eventfulGame().name}\n\n`), "names the game instead");
});

Deno.test("a mail to the organizer counts participants, and those who have confirmed", () => {
  const game = eventfulGame().name;
  const says = (kind: MailKind, text: string, rest: Partial<Game> = {}) =>
    assert(write(kind, { rest }).text.includes(text), text);
  says("everyoneConfirmed", t("mail.kinds.everyoneConfirmed.text", { game, total: 4 }));
  const three = {
    participants: eventfulGame().participants.map((one) => ({
      ...one,
      hasConfirmedAssignment: one.number < 4,
      firstConfirmedAt: one.number < 4 ? NOW.toISOString() : null,
    })),
  };
  const counts = { confirmed: 3, total: 4 };
  const kind = "assignmentConfirmed";
  says(kind, t("mail.kinds.assignmentConfirmed.text", { name: "P2", game, ...counts }), three);
  const sealed = { ...three, isSealed: true };
  says(kind, t("mail.kinds.assignmentConfirmed.textSealed", counts), sealed);
  const { text } = write("organizerWelcome", { rest: { code: "123456" } });
  assert.match(text, /^Game code: 123456\nPeople: 4\n/m);
});

Deno.test("a mail says at its end why its reader gets it, by role", () => {
  const game = eventfulGame().name;
  for (
    const [kind, role] of [
      ["assignment", "participant"],
      ["drawFailed", "organizer"],
      ["participantRemoved", "leaver"],
    ] as const
  ) assert(write(kind).text.includes(`-- \n${t(`mail.footer.${role}`, { game })}\n`), role);
});

Deno.test("a removed person's mail says who has removed them, and if they had asked to leave", () => {
  const said = { game: eventfulGame().name, organizer: "Olga" };
  const farewell = (hadAsked: boolean) =>
    write("participantRemoved", {
      rest: { organizerName: "Olga", cover: "christmas" },
      mail: { payload: { name: "Zoe", ...hadAsked && { hadAsked } } },
    });
  assert(farewell(false).text.includes(t("mail.kinds.participantRemoved.text", said)));
  assert(farewell(true).text.includes(t("mail.kinds.participantRemoved.textLeft", said)));
  assert(farewell(true).html.includes(t("mail.kinds.participantRemoved.headingLeft")));
  assert.equal(write("assignment", { rest: { cover: "christmas" } }).cover, "christmas");
});

Deno.test("if mails wait for the organizer, their link comes after the one that confirms", () => {
  const { text } = write("organizerWelcome", {
    rest: { provedEmail: null },
    links: { confirmsSenders: true },
  });
  const places = [/\/confirm\S*\?/, /\/organize\?token=/].map((link) => text.search(link));
  assert(places.every((place) => place > 0), text);
  assert.deepEqual(places, places.toSorted((a, b) => a - b));
});

Deno.test("names in a list of links become no links themselves", () => {
  const game = { ...eventfulGame(), name: "www.spam.example/now" };
  const [first = assert.fail()] = game.participants;
  const participant = { ...first, name: "win@spam.com" };
  const places = [{ game, participant }, { game, participant: null }];
  const mail = composeMail(LINKS, game, mailOf("ownLinks", game), NOBODY, NOW, places);
  const foreign = linksIn(mail?.text ?? assert.fail())
    .filter((url) => !url.startsWith(`${LINKS.baseUrl}/`));
  assert.deepEqual(foreign, []);
});

Deno.test("Japanese mails count days without a space", () => {
  const mail = { language: "ja" } as const;
  const { subject } = write("eventNear", { rest: { date: "2026-12-23" }, mail });
  assert(subject.includes("あと3日"), subject);
});

Deno.test("a mail comes in the operator's name for the service, if there is one", () => {
  assert.equal(write("wishChanged", { links: { senderName: "Acme" } }).from, "Acme");
  const named = { rest: { organizerName: "Olga" }, links: { senderName: "Acme" } };
  assert.equal(write("reminder", named).from, "Olga via Acme");
});
