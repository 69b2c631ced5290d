import assert from "node:assert/strict";
import { MAIL_FAILURES } from "@/lib/game/types.ts";
import { parseSettings, SettingsError } from "@/lib/settings.ts";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { sql } from "./support/sql.ts";
import { inDays, people } from "./support/games.ts";
import { startMailServer, type TestMailServer } from "./support/mail.ts";
import { subjectOf } from "./support/subjects.ts";
import { named, ownRecord, receivers } from "./support/views.ts";
import { until } from "./support/until.ts";

/** Declares a test with a game whose mails wait because the mail server is down. */
function waitingTest(
  name: string,
  run: (
    app: TestApp,
    game: CreatedGame,
    /** Starts the mail server, and waits for the given number of mails. */
    comeBack: (count: number) => Promise<TestMailServer>,
  ) => Promise<void>,
) {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using server = await startMailServer();
      await using app = await startApp({ SMTP_URL: server.url });
      await server.stop();
      const { claimMails } = app.services.store;
      const game = await app.client.createGame({
        date: inDays(20),
        time: "18:00",
        participants: people(4),
        sendEmails: true,
      });
      await run(
        app,
        game,
        async (count) => {
          await untilNothingIsTried(app);
          app.services.store.claimMails = claimMails;
          await server.start();
          await app.services.store.hastenMails(MAIL_FAILURES);
          app.services.mail?.wake();
          await server.waitFor(count);
          await new Promise((resolve) => setTimeout(resolve, 300));
          assert.equal(server.arrived.length, count, "More mails than expected");
          return server;
        },
      );
    },
  });
}

/** Waits for attempts to end, because a later one would send the state before the next change. */
async function untilNothingIsTried({ services }: TestApp): Promise<void> {
  services.store.claimMails = () => Promise.resolve([]);
  // A claim may be in progress.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await until(async () => {
    const mails = await sql<{ lease_until: Date | number | null }>(
      services,
      "select lease_until from outbox",
    );
    return !mails.some(({ lease_until }) => lease_until);
  }, "no mail is being tried");
}

waitingTest(
  "waiting changes of details become one mail, from the first state to the last",
  async (app, game, comeBack) => {
    await untilNothingIsTried(app);
    await app.client.manage(game, "updateGameDetails", { time: "19:00" });
    await untilNothingIsTried(app);
    await app.client.manage(game, "updateGameDetails", { time: "20:15", location: "At Ana's" });
    const server = await comeBack(8);
    const details = server.arrived.filter(({ parsed }) => parsed.subject?.includes("details"));
    assert.equal(details.length, 4);
    for (const { text } of details) {
      assert.match(text, /Time: 6:00.PM → 8:15.PM/);
      // These recipients have never opened a mail of the game.
      assert.match(text, /^Place: see your page$/m);
    }
  },
);

waitingTest(
  "a changed receiver and a changed wish join the mail that is still waiting",
  async (app, game, comeBack) => {
    await untilNothingIsTried(app);
    const after = await app.client.manage(game, "reassignAll", {});
    await untilNothingIsTried(app);
    const wish = "A very new wish";
    await app.client.act(game, "updateWish", { participantId: named(game, "P1").id, wish });
    const server = await comeBack(4);
    for (const { to, text, html, link } of server.arrived) {
      const own = after.participants.find((one) => one.email === to);
      const receiver = receivers(after).get(own?.name ?? "");
      assert.ok(receiver);
      const participantToken = new URL(link).searchParams.get("participant") ?? "";
      const view = await app.client.readAsParticipant(game, { participantToken });
      assert.equal(view.receiver?.name, receiver);
      assert.equal(view.receiver.wish === wish, receiver === "P1");
      const said = (text + html).replaceAll(/https?:\/\/[^\s"<]*/g, "");
      assert.ok(!said.includes(wish) && !new RegExp(`\\b${receiver}\\b`).test(said));
    }
  },
);

waitingTest(
  "a person who leaves while their mail waits gets only the mail about that",
  async (app, game, comeBack) => {
    await untilNothingIsTried(app);
    await app.client.manage(game, "removeParticipant", { participantId: named(game, "P4").id });
    const server = await comeBack(4);
    assert.deepEqual(server.at("p4@example.org").map(({ parsed }) => parsed.subject), [
      subjectOf("participantRemoved", game, "en"),
    ]);
  },
);

waitingTest(
  "a link renewed while its mail waits is the one that arrives",
  async (app, game, comeBack) => {
    await untilNothingIsTried(app);
    await app.client.manage(game, "regenerateToken", { participantId: named(game, "P2").id });
    const server = await comeBack(4);
    const [mail] = server.at("p2@example.org");
    const participantToken = new URL(mail?.link ?? "").searchParams.get("participant") ?? "";
    const own = await app.client.readAsParticipant(game, { participantToken });
    assert.equal(ownRecord(own).name, "P2");
  },
);

waitingTest(
  "what waits says nothing of tokens, and what was sent nothing at all",
  async (app, game, comeBack) => {
    await untilNothingIsTried(app);
    await app.client.manage(game, "removeParticipant", { participantId: named(game, "P4").id });
    const rows = () => sql(app.services, "select * from outbox");
    const { organizerToken, participants } = game;
    for (const token of [organizerToken, ...participants.map((one) => one.token)]) {
      assert.ok(!JSON.stringify(await rows()).includes(token));
    }
    await comeBack(4);
    const sent = JSON.stringify(await rows());
    assert.doesNotMatch(sent, /@|"P4"/);
  },
);

waitingTest(
  "an archived game keeps its waiting mails back, except the news of its end",
  async (app, game, comeBack) => {
    await app.client.archive(game);
    const server = await comeBack(4);
    assert.ok(
      server.arrived.every(({ parsed }) => parsed.subject?.startsWith("The game has closed – ")),
    );
  },
);

Deno.test({
  name: "/dev/mail shows caught mails in development only",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const get = (app: TestApp, path: string) => app.fetch(new Request(`http://localhost${path}`));
    await using app = await startApp({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
    await app.client.createGame({
      date: inDays(3),
      participants: people(3),
      sendEmails: true,
    });
    const list = await get(app, "/dev/mail");
    assert.equal(list.status, 200);
    assert.equal(
      (await list.text()).split("The names have been drawn: yours is ready – ").length,
      4,
    );
    const html = await get(app, "/dev/mail/1?part=html");
    assert.match(await html.text(), /^<!DOCTYPE html>/);
    const cover = await get(app, "/dev/mail/1?part=cover");
    assert.equal(cover.headers.get("content-type"), "image/png");
    await cover.body?.cancel();
    const calendar = await get(app, "/dev/mail/1?part=calendar");
    assert.match(await calendar.text(), /^BEGIN:VCALENDAR/);
    assert.equal((await get(app, "/dev/mail/9?part=html")).status, 404);
    await using server = await startMailServer();
    await using production = await startApp({ SMTP_URL: server.url });
    assert.equal((await get(production, "/dev/mail")).status, 404);
    assert.equal((await get(production, "/dev/mail/1?part=html")).status, 404);
    assert.throws(() => parseSettings({ SMTP_URL: "memory:" }), SettingsError);
  },
});
