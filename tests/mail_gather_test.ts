import assert from "node:assert/strict";
import { LANGUAGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { subjectOf } from "./support/subjects.ts";
import { drawDue } from "@/lib/operations/draw_due.ts";
import type { TestApp } from "./support/app.ts";
import type { ArrivedMail, TestMailServer } from "./support/mail.ts";
import { createMailedGame, mailTest, ORGANIZER, settled } from "./support/mail_app.ts";
import { inDays, people } from "./support/games.ts";
import { sample } from "./support/sample.ts";

const HOUR = 3_600_000;

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * HOUR);
}

/** Waits for the given number of new mails. @returns them, with address and subject */
async function arrived(server: TestMailServer, count: number): Promise<ArrivedMail[]> {
  await server.waitFor(count);
  return server.arrived.splice(0);
}

function subjects(mails: ArrivedMail[]): string[] {
  return mails.map(({ to, parsed }) => `${to}: ${parsed.subject}`).toSorted();
}

async function drawLater(app: TestApp, hours: number) {
  const result = await drawDue(app.services, inHours(hours));
  await settled(app, 0);
  return result;
}

mailTest(
  "mails of a round match its state before and after the draw, in every language",
  async (app, server) => {
    const { client } = app;
    for (const language of sample(LANGUAGES, 3)) {
      const t = translator(language);
      const game = await createMailedGame(app, {
        draw: "later",
        drawAt: inHours(1).toISOString(),
        participants: people(1),
        language,
      });
      const subject = (kind: "joined" | "assignment") => subjectOf(kind, game, language);
      const first = await arrived(server, 2);
      assert.deepEqual(
        subjects(first),
        [
          `${ORGANIZER}: ${
            subjectOf("organizerWelcome", game, language, {
              sentence: t("created.own.title"),
            })
          }`,
          `p1@example.org: ${subject("joined")}`,
        ].toSorted(),
      );
      const welcome = first.find(({ to }) => to === ORGANIZER);
      const told = { game: game.name, when: "" };
      const [truth = ""] = t("mail.kinds.organizerWelcome.textGathering", told).split("\n\n");
      assert(welcome?.text.replaceAll(/\s+/g, " ").includes(truth.replaceAll(/\s+/g, " ")));

      await client.join(game, {
        invitationToken: game.invitationToken,
        participantName: "P2",
        participantEmail: "p2@example.org",
        language,
      });
      const [joined, ...more] = await arrived(server, 1);
      assert.deepEqual([joined?.to, more.length], ["p2@example.org", 0]);
      assert.equal(joined?.parsed.subject, subject("joined"));
      const { searchParams } = new URL(joined?.link ?? "");
      const participantToken = searchParams.get("participant") ?? "";
      assert.equal((await client.readAsParticipant(game, { participantToken })).receiver, null);

      await client.sendEmail(game, { type: "reminderAll" });
      const reminders = await arrived(server, 2);
      const plain = reminders.map(({ text }) => text.replaceAll(/\s+/g, " "));
      const said = t("mail.kinds.reminder.textGathering", told).replaceAll(/\s+/g, " ");
      for (const text of plain) assert(text.includes(said), text);
      await client.sendEmail(game, { type: "allParticipants" });
      for (const { parsed } of await arrived(server, 2)) {
        assert.equal(parsed.subject, subject("joined"));
      }

      // Only the organizer is notified that it could not be drawn.
      assert.equal((await drawLater(app, 2)).impossible, 1);
      const sentence = t("mail.kinds.drawFailed.subject");
      assert.deepEqual(subjects(await arrived(server, 1)), [
        `${ORGANIZER}: ${subjectOf("drawFailed", game, language, { sentence })}`,
      ]);
      await client.manage(game, "addParticipant", {
        participantName: "P3",
        participantEmail: "p3@example.org",
      });
      await arrived(server, 1);
      await client.manage(game, "drawNames", {});
      await settled(app, 0);
      assert.deepEqual(
        subjects(await arrived(server, 3)),
        [1, 2, 3].map((number) => `p${number}@example.org: ${subject("assignment")}`),
      );
    }
  },
);

mailTest(
  "a scheduled draw notifies everyone with an address, and the organizer",
  async (app, server) => {
    const drawAt = inHours(1).toISOString();
    const game = await createMailedGame(app, { draw: "later", drawAt });
    await settled(app, 0);
    await arrived(server, 6);
    const runs = await Promise.all([drawLater(app, 2), drawLater(app, 2)]);
    assert.equal(runs.reduce((sum, { drawn }) => sum + drawn, 0), 1);
    const mails = await arrived(server, 6);
    assert.deepEqual(new Set(mails.map(({ to }) => to)).size, 6);
    for (const { text } of mails) assert(!/\{\{|undefined|null/.test(text));
    const welcome = mails.find(({ to }) => to === ORGANIZER);
    assert.equal(welcome?.parsed.subject, subjectOf("organizerWelcome", game, "en"));

    const silent = await createMailedGame(app, {
      draw: "later",
      drawAt,
      sendEmails: false,
      date: inDays(9),
    });
    await app.client.manage(silent, "drawNames", {});
    await settled(app, 0);
    assert.deepEqual(server.arrived, [], "a game that sends no mails by itself");
    await createMailedGame(app, { draw: "later", drawAt, participants: [], sendEmails: false });
    await drawLater(app, 2);
    assert.equal((await arrived(server, 1))[0]?.to, ORGANIZER, "but nobody else would ever know");
  },
);

mailTest(
  "people who join with an address get their link by mail, even if the game sends no mails",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app, {
      draw: "later",
      participants: people(1),
      sendEmails: false,
    });
    await client.manage(game, "addParticipant", {
      participantName: "Added",
      participantEmail: "added@example.org",
    });
    const { invitationToken } = game;
    const joining = { participantName: "Joined", participantEmail: "joined@example.org" };
    const { participantToken } = await client.join(game, { invitationToken, ...joining });
    await client.join(game, { invitationToken, participantName: "Nowhere" });
    const [mail] = await arrived(server, 1);
    await settled(app, 0);
    assert(mail?.link.includes(participantToken) && mail.to === "joined@example.org");
    await client.join(game, { invitationToken, participantName: "Third" });
    server.arrived.length = 0;
    await client.manage(game, "drawNames", {});
    await settled(app, 0);
    assert.deepEqual(subjects(server.arrived), []);
    const late = { participantName: "Late", participantEmail: "late@example.org" };
    const latecomer = await client.join(game, { invitationToken, ...late });
    await server.waitFor(1);
    await settled(app, 0);
    assert.deepEqual(server.arrived.map(({ to }) => to), ["late@example.org"]);
    assert(server.arrived[0]?.link.includes(latecomer.participantToken));
  },
);
