import assert from "node:assert/strict";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import { DRAW_PROBLEMS, type Game, MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import { translator } from "../i18n/translate.ts";
import { composeMail, type OutboxMail } from "./compose.tsx";

const t = translator("en");

/** What a mail of a game with every kind of news says. */
function said(
  kind: MailKind,
  rest: Partial<Game> = {},
  mail: Partial<OutboxMail> = {},
  links: Partial<typeof LINKS> = {},
) {
  const game = { ...eventfulGame(), ...rest };
  const order = { ...mailOf(kind, game), ...mail };
  return composeMail({ ...LINKS, ...links }, game, order, NOBODY, NOW) ?? assert.fail(kind);
}

const headingOf = (html: string) => html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1];

Deno.test("MAILS about the names tell those who were never asked what this is", () => {
  for (const kind of ["assignment", "invitation"] as const) {
    assert.match(said(kind).text, /gift exchange: everyone draws one name/, kind);
  }
  assert.doesNotMatch(said("invitation").text, /You’re now part/);
});

Deno.test("MAILS say what to do about a link that was replaced or will be", () => {
  assert.match(said("participantLinkRenewed").text, /If you didn’t expect it, ask/);
  assert.match(said("organizerLinkRenewed").text, /If it wasn’t you, they can’t get in/);
  assert.match(said("claimIssued").text, /works until the new one is opened/);
});

Deno.test("MAILS.addressChanged greets nobody by name, because its reader may be someone else", () => {
  assert.match(said("addressChanged").text, /^Hello,\n/);
});

Deno.test("MAILS head their news: days to go, whose email came back", () => {
  const near = (date: string) => {
    const game = { ...eventfulGame(), date, timeZone: "UTC" };
    const now = new Date("2026-12-20T12:00:00Z");
    const mail = composeMail(LINKS, game, mailOf("eventNear", game), NOBODY, now);
    return [headingOf(mail?.html ?? ""), mail?.subject.split(" – ")[0]];
  };
  assert.deepEqual(near("2026-12-22"), ["2 days to go", "2 days to go"]);
  assert.deepEqual(near("2026-12-21"), ["Tomorrow", "Tomorrow"]);
  const bounced = said("mailBounced");
  assert.equal(headingOf(bounced.html), "One of our emails came back");
  assert.match(bounced.text, /An email to P\d about /);
});

Deno.test("MAILS.detailsChanged has the new value first and bold, and says which one is the former", () => {
  const payload = { before: { time: "17:00" } };
  const { html, text } = said("detailsChanged", {}, { payload });
  assert.match(html, /font-weight:bold[^>]*>6:30.PM<\/span><br>.*>Before: <span [^>]*>5:00.PM</);
  assert.match(text, /5:00.PM.* → .*6:30.PM/);
});

Deno.test("MAILS say under the button which site it leads to", () => {
  for (const kind of MAIL_KINDS) {
    const { html } = said(kind);
    const shown = [...html.matchAll(/<p class="muted host"[^>]*>(.*?)<\/p>/g)].map(([, at]) => at);
    assert.deepEqual(shown, html.includes('class="button"') ? ["gifts.example.org"] : [], kind);
  }
  assert(said("assignment").html.includes('class="button"'));
});

Deno.test("a first mail about the names that names no organizer says whom to ask", () => {
  const unheard = (rest: Partial<Game>) =>
    said("assignment", { provedEmail: null, ...rest }).text.includes(t("mail.unnamed"));
  assert.deepEqual(
    [unheard({}), unheard({ organizerName: "Olga" }), unheard({ organizerName: "P1" })],
    [true, false, false],
  );
  assert(
    said("assignment").text.includes(t("mail.unnamed")),
    "the organizer's address names no one",
  );
  const knows = (game: Game) => ({
    participants: game.participants.map((one) => ({ ...one, openedEmail: one.email })),
  });
  assert(!said("assignment", knows(eventfulGame())).text.includes(t("mail.unnamed")));
});

Deno.test("mails about a failure or an end have no picture", () => {
  const plain = MAIL_KINDS.filter((kind) => {
    const { html, cover } = said(kind);
    assert.equal(html.includes("<img"), cover !== null, kind);
    return cover === null;
  });
  assert.deepEqual(plain.toSorted(), [
    ...["drawFailed", "gameArchived", "mailBounced", "participantRemoved"],
  ]);
});

Deno.test("MAILS.addressChanged tells an organizer what to do in two paragraphs, with a link to the operator", () => {
  const contact = { text: "help@example.org", url: "mailto:help@example.org" };
  const operator = { ...LINKS.operator, contact };
  const { html, text, subject } = said("addressChanged", {}, { payload: {} }, { operator });
  assert.match(subject, /^This address no longer gets these emails – /);
  assert.match(text, /nothing to do\.\n\nIf you’re the organizer .* write to help@example\.org\./);
  assert.match(
    html,
    /write to <a href="mailto:help@example.org" class="link"[^>]*>help@example.org</,
  );
  const back = said("addressChanged", {}, { payload: {}, address: "organizer@example.org" });
  assert(back.subject.startsWith(t("mail.notice")), back.subject);
  const shared = said("addressChanged", {}, { payload: {}, address: "P2@example.org" });
  assert(shared.subject.startsWith(t("mail.notice")), "the address still gets P2's emails");
});

Deno.test("MAILS second to a main button are outlined: all one's links, an address to confirm", () => {
  const outlined = (html: string) => html.split('class="outlined"').length - 1;
  assert.equal(outlined(said("ownLinks").html), 1);
  const { html, text } = said("organizerWelcome", { provedEmail: null });
  assert.equal(outlined(html), 1);
  assert(text.includes(`${t("mail.confirm.optional")}\n\n${t("mail.confirm.button")}:\nhttps:`));
  const [details, confirm] = [">Date<", t("mail.confirm.button")].map((part) => html.indexOf(part));
  assert(details && confirm && details > 0 && details < confirm, "it comes after the details");
});

Deno.test("a first mail's other languages have a label", () => {
  assert.match(said("assignment").html, />Language: <a [^>]*lang="/);
});

Deno.test("MAILS.drawFailed has a paragraph on what happened and one on the reason", () => {
  for (const drawProblem of DRAW_PROBLEMS) {
    const { text } = said("drawFailed", { drawProblem });
    assert.match(text, /been told\.\n\n\w.+\.\n/, drawProblem);
  }
});

Deno.test("MAILS.sealBroken tells its organizer that they, not someone else, can see the pairs", () => {
  const { html, subject } = said("sealBroken", {}, { recipient: ORGANIZER });
  assert.equal(subject.split(" – ")[0], "You can now see who drew whom");
  assert.equal(subject.split(" – ")[0], headingOf(html));
});

Deno.test("MAILS.assignmentConfirmed names the person in its heading, but not in its subject or in a sealed game", () => {
  const named = said("assignmentConfirmed");
  assert.equal(headingOf(named.html), "P2 is happy with the name");
  assert.doesNotMatch(named.subject, /P2/);
  const participants = eventfulGame().participants
    .map((one) => ({ ...one, firstConfirmedAt: NOW.toISOString() }));
  const sealed = said("assignmentConfirmed", { isSealed: true, participants });
  assert.equal(headingOf(sealed.html), t("mail.kinds.assignmentConfirmed.subject"));
  assert.doesNotMatch(sealed.text.split("https:")[0] ?? "", /P\d/);
});

Deno.test("MAILS.leaveDeclined names the organizer in its heading, and their role in its subject", () => {
  const { html, subject } = said("leaveDeclined", { organizerName: "Olga" });
  assert.equal(headingOf(html), "Olga hopes you’ll stay");
  assert.match(subject, /^The organizer hopes you’ll stay – /);
});

Deno.test("MAILS.gameArchived is warm after the event, and sober for a game that was called off", () => {
  const end = (archivedAt: string, mail: Partial<OutboxMail> = {}, rest: Partial<Game> = {}) => {
    const { subject, cover, text } = said("gameArchived", { archivedAt, ...rest }, mail);
    return [subject.split(" – ")[0], cover !== null, text.includes("still on?")];
  };
  const [before, later] = ["2026-12-20T12:00:00Z", "2026-12-22T21:00:00Z"];
  const over = t("mail.kinds.gameArchived.subjectOver");
  assert.deepEqual(end(later), [over, true, false]);
  assert.deepEqual(end(later, { recipient: ORGANIZER }), [over, true, false]);
  assert.deepEqual(end(before), ["The game has closed", false, true]);
  assert.deepEqual(end(before, { recipient: ORGANIZER }), ["The game has closed", false, false]);
  assert.deepEqual(end(later, {}, { isGathering: true }), ["The game has closed", false, true]);
  assert(said("gameArchived").text.includes("Your address was on the list"), "the link has ended");
});

Deno.test("a second button is as wide as its words; buttons in a list are as wide as the mail", () => {
  const styleOf = (html: string) =>
    /<table[^>]*style="([^"]*)"><tr><td class="outlined"/.exec(html)?.[1] ?? "";
  assert.match(styleOf(said("ownLinks").html), /width:100%/);
  assert.doesNotMatch(styleOf(said("organizerWelcome", { provedEmail: null }).html), /[^-]width:/);
});

Deno.test("labels of details stay on one line, and a long note is below its label", () => {
  const { html } = said("reminder");
  assert.match(html, /<td class="label"[^>]*white-space:nowrap[^>]*>Date</);
  assert.match(html, /<td[^>]*colspan="2"[^>]*><div class="label"[^>]*>A note for everyone</i);
});

Deno.test("MAILS.sealBroken says what to do about what was deleted, while that can be done", () => {
  const again = /deleted\. If you’d like, add yours again on your page\./;
  const game = eventfulGame();
  const text = (rest: Partial<Game>) => {
    const mail = { ...mailOf("sealBroken", game), recipient: 1, address: null };
    return composeMail(LINKS, { ...game, ...rest }, mail, NOBODY, NOW)?.text ?? "";
  };
  assert.match(text({}), again);
  assert.doesNotMatch(text({ archivedAt: NOW.toISOString() }), again);
  assert.doesNotMatch(text({ date: "2026-01-01" }), again);
});
