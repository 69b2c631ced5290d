import assert from "node:assert/strict";
import { languageTag } from "@/lib/browser/format.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { type Language, MAIL_KINDS, type MailKind } from "@/lib/game/types.ts";
import type { SubjectGame } from "@/lib/mail/subject.ts";
import { remindOfNearEvents } from "@/lib/operations/daily.ts";
import type { TestApp } from "./support/app.ts";
import { sql } from "./support/sql.ts";
import { inDays } from "./support/games.ts";
import type { Managed } from "./support/client.ts";
import { addressesOf, type ArrivedMail, assertWellFormed } from "./support/mail.ts";
import { confirmSender, mailTest, makeDue, ORGANIZER } from "./support/mail_app.ts";
import { subjectOf } from "./support/subjects.ts";
import { named, ownRecord, receiverOf } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const BASE = "https://gifts.example.org";
const NAMES = ["Ana", "Ben <b>&\"'", "Cy", "Dee"];

/** Kinds that offer only to end all mails: requested links, and mails to people who are not in the game. */
const WITHOUT_REMINDERS = new Set<MailKind>([
  "participantRemoved",
  "addressChanged",
  "gameArchived",
  "organizerRecovery",
  "participantRecovery",
  "ownLinks",
]);

/** Languages used here; lib/mail/compose_test.ts composes each kind in the others. */
const TOLD: readonly Language[] = ["ja", "de", "fr"];

/** Kinds with tests of their own: tests/mail_gather_test.ts, family_mail_test.ts, mail_messages_test.ts. */
const ELSEWHERE: readonly MailKind[] = [
  ...["joined", "drawFailed", "keptChanged", "messageWaiting"] as const,
  ...["parcelSent", "parcelArrived", "sendSoon"] as const,
];

mailTest(
  "every kind of mail arrives, correct in all its parts, in languages of several scripts",
  async (app, server) => {
    const { client } = app;
    for (const language of sample(TOLD, 2)) {
      server.arrived.length = 0;
      const t = translator(language);
      const game = `Fest ${language} {{name}} $t(mail.greeting) <i>`;
      let about: SubjectGame;
      const seen = new Set<MailKind>();
      const expectMails = async (
        expected: Partial<Record<MailKind, string[]>>,
        values: { name?: string; sentence?: string } = {},
      ) => {
        const wanted = Object.entries(expected).flatMap(([kind, to]) =>
          to.map((address) => {
            const known = MAIL_KINDS.find((one) => one === kind);
            assert.ok(known);
            return { kind: known, address };
          })
        );
        await server.waitFor(wanted.length);
        for (const { kind, address } of wanted) {
          const subject = subjectOf(kind, about, language, values);
          const others = [
            t("mail.kinds.assignment.subjectNamed", { organizer: "Olga" }),
            ...address === ORGANIZER ? [t("mail.kinds.sealBroken.subjectOrganizer")] : [],
          ].map((sentence) => subjectOf(kind, about, language, { sentence }));
          const mail = server.arrived.find((one) =>
            one.to === address && [subject, ...others].includes(one.parsed.subject ?? "")
          );
          assert.ok(
            mail,
            `No ${kind} to ${address} in ${language} with the subject ${subject}, but ` +
              server.arrived.map((one) => `${one.to}: ${one.parsed.subject}`).join("\n"),
          );
          checkMail(mail, kind, language);
          await checkLink(app, mail, kind);
          seen.add(kind);
        }
        assert.equal(server.arrived.length, wanted.length, "More mails than expected");
        server.arrived.length = 0;
      };

      const created = await client.createGame({
        name: game,
        date: inDays(20),
        time: "18:30",
        location: "Café <Ω>",
        amount: "20",
        currency: "EUR",
        participants: NAMES.map((name, index) => ({
          name,
          email: `p${index}@example.org`,
          wish: `Wish of ${index} <script>`,
        })),
        organizerName: "Olga",
        organizerEmail: ORGANIZER,
        sendEmails: true,
        isProtected: true,
        language,
      });
      assert.deepEqual(created.emailResults, {
        organizerEmailSent: true,
        participantEmailsSent: 4,
        participantEmailsFailed: 0,
        participantEmailsQueued: 0,
      });
      about = created;
      await confirmSender(app, created);
      const { code } = created;
      let managed: Managed = created;
      const all = NAMES.map((_, index) => `p${index}@example.org`);
      await expectMails({ organizerWelcome: [ORGANIZER], assignment: all });

      const before = await client.readAsOrganizer(managed);
      const after = await client.manage(managed, "addParticipant", {
        participantName: "Eve",
        participantEmail: "late@example.org",
      });
      const moved = before.participants.filter(({ id }) =>
        receiverOf(before, id) !== receiverOf(after, id)
      );
      await expectMails({
        invitation: ["late@example.org"],
        receiverChanged: moved.map(({ email }) => email),
      });

      const [first, second, third] = after.participants;
      assert.ok(first && second && third);
      const pair = after.assignments.find(({ receiverId }) => receiverId === first.id);
      const giver = after.participants.find(({ id }) => id === pair?.giverId);
      assert.ok(giver);
      await client.act(created, "updateWish", {
        participantId: first.id,
        wish: "Something else",
      });
      await makeDue(app);
      await expectMails({ wishChanged: [giver.email] });

      assert.equal(
        (await client.sendEmail(managed, {
          type: "reminder",
          participantId: first.id,
          customMessage: "Bring <b>cake</b>!",
        })).sent,
        1,
      );
      const [reminder] = server.arrived;
      assert.ok(reminder);
      assert.ok(reminder.text.includes("Bring <b>cake</b>!"));
      assert.ok(reminder.html.includes("Bring &lt;b>cake&lt;/b>!"));
      await expectMails({ reminder: [first.email] });

      await client.manage(managed, "updateGameDetails", {
        time: "20:00",
        amount: "30",
        location: "",
      });
      await server.waitFor(5);
      assert.ok(server.arrived.every(({ html }) => html.includes(t("mail.facts.none"))));
      await expectMails({ detailsChanged: [...all, "late@example.org"] });

      await client.act(created, "requestReassignment", { participantId: first.id });
      await expectMails({ reassignmentRequested: [ORGANIZER] }, { name: first.name });
      const beforeApproval = await client.readAsOrganizer(managed);
      const approved = await client.manage(managed, "approveReassignment", {
        participantId: first.id,
      });
      const others = approved.participants.filter(({ id }) =>
        id !== first.id && receiverOf(beforeApproval, id) !== receiverOf(approved, id)
      );
      await expectMails({
        reassignmentApproved: [first.email],
        receiverChanged: others.map(({ email }) => email),
      });
      await client.act(created, "requestReassignment", { participantId: second.id });
      await expectMails({ reassignmentRequested: [ORGANIZER] }, { name: second.name });
      await client.manage(managed, "cancelReassignmentRequest", { participantId: second.id });
      await expectMails({ reassignmentDeclined: [second.email] });

      await client.act(created, "leaveGame", { participantToken: second.token });
      await expectMails({ leaveRequested: [ORGANIZER] }, { name: second.name });
      await client.manage(managed, "cancelReassignmentRequest", { participantId: second.id });
      await expectMails({ leaveDeclined: [second.email] });

      const people = approved.participants;
      const last = named(approved, "Eve");
      assert.equal(people.at(-1), last);
      for (const { id, name } of people.slice(0, -1)) {
        await client.act(created, "confirmAssignment", { participantId: id });
        await expectMails({ assignmentConfirmed: [ORGANIZER] }, { name });
      }
      await client.act(created, "confirmAssignment", { participantId: last.id });
      await expectMails({ everyoneConfirmed: [ORGANIZER] });

      await client.manage(managed, "regenerateToken", { participantId: third.id });
      await expectMails({ participantLinkRenewed: [third.email] });

      const fourth = people[3];
      assert.ok(fourth);
      await client.manage(managed, "updateParticipantDetails", {
        participantId: fourth.id,
        email: "moved@example.org",
      });
      await server.waitFor(2);
      const [farewell] = server.at(fourth.email);
      assert.ok(farewell && farewell.text.includes(fourth.name));
      assert.ok(!farewell.parsed.subject?.includes(game), "a stranger's words in the subject");
      await expectMails({
        addressChanged: [fourth.email],
        participantLinkRenewed: ["moved@example.org"],
      });
      await client.manage(managed, "updateParticipantDetails", {
        participantId: fourth.id,
        email: fourth.email,
      });
      await expectMails({
        addressChanged: ["moved@example.org"],
        participantLinkRenewed: [fourth.email],
      });

      await client.sendEmail({ code }, { type: "recoverOrganizerLink", email: ORGANIZER });
      await expectMails({ organizerRecovery: [ORGANIZER] });
      await client.sendEmail({ code }, {
        type: "recoverParticipantLink",
        email: second.email.toUpperCase(),
      });
      await expectMails({ participantRecovery: [second.email] });
      await client.post("/api/email/links", { email: second.email, language });
      await expectMails({ ownLinks: [second.email] });

      await client.renewOrganizerToken(managed);
      const renewed = server.arrived[0]?.link;
      assert.ok(renewed);
      managed = { code, organizerToken: new URL(renewed).searchParams.get("token") ?? "" };
      await expectMails({ organizerLinkRenewed: [ORGANIZER] });

      await sql(
        app.services,
        "update games set date = $2, created_at = $3 where code = $1",
        [code, inDays(3), new Date(Date.now() - 9 * 24 * 3_600_000).toISOString()],
      );
      assert.equal(await remindOfNearEvents(app.services, new Date()), 1);
      assert.equal(await remindOfNearEvents(app.services, new Date()), 0);
      about = { ...created, date: inDays(3) };
      const sentence = t("game.daysToGo", { count: 3 });
      await expectMails({ eventNear: [...all, "late@example.org"] }, { sentence });

      const stored = await app.services.store.readGame(code);
      const gone = stored?.participants.find(({ id }) => id === third.id)?.number ?? 0;
      await app.services.store.addMails(stored?.id ?? "", () => ({
        add: [{ recipient: 0, kind: "mailBounced", payload: { participant: gone } }],
        update: [],
      }));
      app.services.mail?.wake();
      await expectMails({ mailBounced: [ORGANIZER] }, { name: third.name });

      await sql(app.services, "update games set is_sealed = 1 where code = $1", [code]);
      const claimed = { ...managed, action: "issueClaim", participantId: third.id };
      await client.patchGame(managed, claimed);
      await expectMails({ claimIssued: [third.email] });
      await client.manage(managed, "breakSeal", {});
      await expectMails({ sealBroken: [ORGANIZER, ...all, "late@example.org"] });

      const beforeRemoval = await client.readAsOrganizer(managed);
      const rest = await client.manage(managed, "removeParticipant", { participantId: last.id });
      const reassigned = rest.participants.filter(({ id }) =>
        receiverOf(beforeRemoval, id) !== receiverOf(rest, id)
      );
      await expectMails({
        participantRemoved: ["late@example.org"],
        receiverChanged: reassigned.map(({ email }) => email),
      });

      await sql(
        app.services,
        "update games set date = $2, time = '', reveal = 'afterEvent', over_not_before = null, " +
          "earliest_start = null where code = $1",
        [code, inDays(0)],
      );
      about = { ...created, date: inDays(0) };
      await client.manage(managed, "startFinale", {});
      await expectMails({ finaleStarted: all });

      await client.archive(managed);
      const over = { sentence: t("mail.kinds.gameArchived.subjectOver") };
      await expectMails({ gameArchived: [ORGANIZER, ...all] }, over);

      assert.deepEqual(new Set(MAIL_KINDS), new Set([...seen, ...ELSEWHERE]));
    }
  },
  { MAIL_FROM: "Gifts <gifts@example.org>", PUBLIC_URL: BASE },
);

/** The participant with this address in the game of this test, if any. */
function ownNameOf(address: string): string {
  if (address === "late@example.org") return "Eve";
  const owner = address === "moved@example.org" ? 3 : Number(/^p(\d)@/.exec(address)?.[1]);
  return NAMES[owner] ?? "";
}

function checkMail(
  { to, parsed, html, text, link }: ArrivedMail,
  kind: MailKind,
  language: Language,
) {
  assert.deepEqual(addressesOf(parsed.to), [to]);
  assert.deepEqual(addressesOf(parsed.from), ["gifts@example.org"]);
  assert.equal(parsed.headers.get("content-language"), languageTag(language));
  assert.equal(parsed.headers.get("auto-submitted"), "auto-generated");
  assert.match(html, new RegExp(`^<!DOCTYPE html>\\n<html lang="${languageTag(language)}"`));
  const visible = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]*>/g, " ");
  for (const part of [parsed.subject ?? "", visible, text]) {
    // A token may happen to contain "NaN".
    const words = part.replaceAll(/https:\/\/\S+/g, "");
    assert.doesNotMatch(words, /\bmail\.\w+\.\w+|\[object|undefined|NaN/, `${kind} in ${language}`);
    const own = part.replaceAll("\u200b", "").replaceAll("{{name}} $t(mail.greeting)", "");
    assert.doesNotMatch(own, /\{\{|\}\}|\$t\(/);
  }
  assertWellFormed(html);
  if (link) {
    assert.ok(text.includes(link), "The text has no link");
    assert.equal(
      html.split(`<a href="${link.replaceAll("&", "&amp;")}"`).length,
      2,
      "the link stands once, on its button",
    );
    assert.ok(link.startsWith(`${BASE}/`));
  }
  const calendars = parsed.attachments.filter((one) => one.contentType === "text/calendar")
    .map(({ content }) => content.toString());
  for (const other of NAMES) {
    assert.ok(!parsed.subject?.includes(other), "A name in the subject");
    if (to === ORGANIZER || other === ownNameOf(to)) continue;
    const headers = parsed.headerLines.map(({ line }) => line);
    // A token in a link may contain any letters.
    const words = [text, visible, ...headers, ...calendars].join(" ").replaceAll(/https?:\S+/g, " ")
      .split(/[^\p{L}]+/u);
    assert.ok(!words.includes(other.split(" ")[0] ?? ""), `${other} in ${kind}`);
  }
  assert.equal(calendars.length, kind === "assignment" || kind === "invitation" ? 1 : 0);
  for (const calendar of calendars) {
    assert.match(calendar, /^BEGIN:VCALENDAR\r\n[^]*DTSTART:\d{8}T\d{6}\r\n[^]*END:VCALENDAR/);
  }
  const list = parsed.headers.get("list");
  assert.ok(list && typeof list === "object" && "unsubscribe" in list);
  const endsAll = JSON.stringify(list.unsubscribe).includes("/unsubscribe?never=");
  assert.equal(endsAll, WITHOUT_REMINDERS.has(kind), `Unsubscribing in ${kind}`);
}

/** The mail's button opens only what its reader may see. */
async function checkLink(app: TestApp, { to, link, text }: ArrivedMail, kind: MailKind) {
  if (!link) {
    assert.ok(/^(participantRemoved|addressChanged|gameArchived)$/.test(kind));
    assert.ok(to !== ORGANIZER && !text.includes("/games/"), kind);
    return;
  }
  const { pathname, search, searchParams } = new URL(link);
  const page = await app.fetch(new Request(`http://localhost${pathname}${search}`));
  await page.body?.cancel();
  assert.ok(
    page.status === 200 || page.status === 303,
    `${kind}: ${page.status} for the page ${pathname}`,
  );
  const code = /^\/games\/(\d{6})/.exec(pathname)?.[1] ?? "";
  const organizerToken = searchParams.get("token") ?? "";
  const participantToken = searchParams.get("participant");
  if (kind === "organizerLinkRenewed" || to === ORGANIZER) {
    const { view } = await app.client.readAsOrganizer({ code, organizerToken });
    assert.equal(view, "organizer", `${kind}: ${link}`);
  } else {
    assert.ok(participantToken);
    const view = await app.client.readAsParticipant({ code }, { participantToken });
    assert.equal(ownRecord(view).email, to, `${kind}: ${link}`);
  }
}
