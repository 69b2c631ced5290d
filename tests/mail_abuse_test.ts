import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp, testOnBoth } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { startMailServer, type TestMailServer } from "./support/mail.ts";
import { hasten, mailTest, makeDue, ORGANIZER, settled } from "./support/mail_app.ts";
import { sql } from "./support/sql.ts";
import { subjectOf } from "./support/subjects.ts";
import { until } from "./support/until.ts";
import { sample } from "./support/sample.ts";

const VICTIM = "victim@example.org";
const BASE = "https://gifts.example.org";

/** A game that mails the same address as often as a small game can. */
function flood({ client }: TestApp, index: number) {
  const names = people(3).map(({ name }) => name);
  return client.createGame({
    name: `BUY NOW ${index}`,
    date: inDays(20),
    participants: names.map((name) => ({ name: `Cheap pills ${name}`, email: VICTIM })),
    organizerEmail: VICTIM,
    sendEmails: true,
  });
}

const FLOODS = { RATE_LIMIT: "100000" };

/** Declares the same test for each database, run when enough of the hour is left to count in it. */
function floodTest(
  name: string,
  run: (app: TestApp, server: TestMailServer) => Promise<void>,
): void {
  testOnBoth(name, async (database) => {
    await untilHourHasTime();
    await using server = await startMailServer();
    const env = { SMTP_URL: server.url, PUBLIC_URL: BASE, ...FLOODS, ...database };
    await using app = await startApp(env);
    await run(app, server);
  });
}

floodTest(
  "one address gets 20 mails an hour over all games, and the rest waits",
  async (app, server) => {
    const start = performance.now();
    let last = await flood(app, 0);
    for (let index = 1; index < 8; index++) last = await flood(app, index);
    assert.ok(performance.now() - start < 25_000, "nobody waits for what is put off");
    await server.waitFor(20);
    const waiting = await untilPutOff(app, 12);
    assert.equal(server.arrived.length, 20);
    assert.ok(waiting.every(({ reason }) => reason === "addressFlooded"));
    for (const { parsed } of server.arrived) {
      assert.doesNotMatch(parsed.subject ?? "", /BUY|pills|P\d/);
      assert.doesNotMatch(JSON.stringify(parsed.to), /pills/);
    }
    const { participants } = await app.client.readAsOrganizer(last);
    assert.deepEqual(participants.map(({ emailStatus }) => emailStatus.reason), [
      "addressFlooded",
      "addressFlooded",
      "addressFlooded",
    ]);
    const page = await app.fetch(
      new Request(`http://localhost/games/${last.code}/organize/people/${participants[0]?.id}`, {
        headers: { cookie: `organizer_${last.code}=${last.organizerToken}` },
      }),
    );
    assert.ok((await page.text()).includes(translator("en")("mail.failures.addressFlooded")));
    // Other addresses and lost links are not delayed. A sub-address does not bypass the limit.
    await app.client.sendEmail(last, { type: "recoverOrganizerLink", email: VICTIM });
    await server.waitFor(21);
    assert.equal(
      server.arrived[20]?.parsed.subject,
      subjectOf("organizerRecovery", last, "en"),
    );
    await app.client.createGame({
      name: "Fair",
      date: inDays(20),
      participants: people(3),
      organizerEmail: "victim+1@example.org",
      sendEmails: true,
    });
    await server.waitFor(24);
    assert.deepEqual(server.at("victim+1@example.org"), []);
    const counts = await sql<{ key: string; kind: string }>(
      app.services,
      "select key, kind from rate_counts",
    );
    assert.ok(!JSON.stringify(counts).includes("victim"));
    // The next hour has no count yet, so the rest is sent.
    await sql(app.services, "update rate_counts set hour = hour - 24");
    await hasten(app);
    await server.waitFor(24 + 13);
    await settled(app, 0);
  },
);

/** Waits for the next hour if this one, and with it the counts, is about to end. */
async function untilHourHasTime(): Promise<void> {
  const left = 3_600_000 - Date.now() % 3_600_000;
  if (left < 30_000) await new Promise((resolve) => setTimeout(resolve, left));
}

/** Waits until the given number of mails is deferred. */
async function untilPutOff(app: TestApp, count: number) {
  return await until(async () => {
    const rows = await sql<{ reason: string | null }>(
      app.services,
      "select reason from outbox where status = 'queued'",
    );
    return rows.length === count && rows.every(({ reason }) => reason !== null) && rows;
  }, `${count} mails are put off`);
}

mailTest(
  "renewed organizer links count for their address, delivered or not",
  async (app, server) => {
    await untilHourHasTime();
    const { client, services } = app;
    const make = () =>
      client.createGame({ date: inDays(20), participants: people(3), organizerEmail: VICTIM });
    const renew = ({ code, organizerToken }: CreatedGame) =>
      client.patchGame({ code }, { action: "regenerateOrganizerToken", organizerToken });
    const counted = async () => {
      const [row] = await sql<{ count: number }>(
        services,
        "select count from rate_counts where kind = 'askedMailsOfHour'",
      );
      return row?.count ?? 0;
    };
    const first = await make();
    server.behaviour.refuse = () => ({ code: 550, message: "5.1.1 nobody" });
    assert.equal((await renew(first)).status, 503);
    assert.equal(await counted(), 0, "what nobody took counts for nothing");
    server.behaviour.refuse = () => null;

    // The address changes once the mail is sent.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    server.behaviour.holds = held;
    const failing = renew(first);
    await until(async () => await counted() > 0, "the mail is counted");
    await client.manage(first, "updateGameDetails", { organizerEmail: "other@example.org" });
    release();
    server.behaviour.holds = null;
    assert.equal((await failing).status, 503);
    assert.equal(server.at(VICTIM).filter(({ link }) => link.includes("token=")).length, 1);
    assert.equal(await counted(), 1);
    const stored = await services.store.readGame(first.code);
    assert.ok(stored);
    await settled(app, 0);
    const { sent } = await services.store.readMailTraffic(stored.id);
    assert.equal(sent, 2, "with the farewell to the address that was left");

    server.arrived.length = 0;
    for (let index = 0; index < 19; index++) assert.equal((await renew(await make())).status, 200);
    const last = await make();
    const refusal = await renew(last);
    refuses(refusal, 429, "TOO_MANY_MAILS");
    assert.equal(server.at(VICTIM).length, 19);
    await client.readAsOrganizer(last);
  },
  FLOODS,
);

floodTest(
  "mails requested by one game leave an address room for lost links of others",
  async (app, server) => {
    if (app.services.mail) app.services.mail.recoverySpan = 0;
    const trap = await app.client.createGame({
      date: inDays(20),
      // Sub-addresses count as their main address, and each is requested separately.
      participants: people(60).map(({ name }, index) => ({
        name,
        email: index < 30 ? VICTIM : `victim+${index % 2}@example.org`,
      })),
    });
    const own = await app.client.createGame({
      date: inDays(20),
      participants: people(3).map(({ name }) => ({ name, email: VICTIM })),
    });
    for (const email of [VICTIM, "victim+0@example.org", "victim+1@example.org"]) {
      await app.client.sendEmail(trap, { type: "recoverParticipantLink", email });
    }
    await server.waitFor(10);
    await untilPutOff(app, 20);
    await app.client.sendEmail(own, { type: "recoverParticipantLink", email: VICTIM });
    await server.waitFor(13);
    assert.equal(server.arrived.length, 13);
    const found = server.at(VICTIM).filter(({ link }) => link.includes(own.code));
    assert.equal(found.length, 3);
  },
);

for (const isSealed of sample([true, false])) {
  floodTest(
    `twenty changed wishes do not use up an address's limit in another game (sealed: ${isSealed})`,
    async (app, server) => {
      const { client, services: { store, tokens } } = app;
      const game = await client.createGame({
        date: inDays(20),
        participants: people(4),
        ...{ organizerEmail: ORGANIZER, sendEmails: true, isSealed, isProtected: true },
      });
      await settled(app, 0);
      await store.changeGame(game.code, (before) => {
        assert(before);
        const { createdAt: at } = before;
        const participants = before.participants.map((one) => ({
          ...{ ...one, isEmailProved: true, viewedAt: at, firstViewedAt: at },
        }));
        return { game: { ...before, participants }, outbox: null, result: undefined };
      });
      const stored = await store.readGame(game.code) ?? assert.fail();
      const wisher = stored.participants[0] ?? assert.fail();
      const giver = stored.participants.find(({ receiver }) => receiver === wisher.number);
      const address = giver?.email ?? assert.fail();
      const own = {
        participantId: wisher.id,
        participantToken: tokens.participant(stored, wisher),
      };
      // A sealed game notifies a giver once a day, so each mail is backdated to an earlier day.
      for (let change = 1; change <= 20; change++) {
        await client.act(game, "updateWish", { ...own, wish: `Tea ${change}` });
        await makeDue(app);
        await settled(app, 0);
        await sql(app.services, "update outbox set topic = 'earlier' where kind = 'wishChanged'");
      }
      assert.equal(
        server.at(address).filter(({ parsed }) =>
          parsed.subject === subjectOf("wishChanged", game, "en")
        ).length,
        20,
      );
      const other = await client.createGame({
        date: inDays(20),
        participants: people(3).map(({ name }) => ({ name, email: address })),
        ...{ organizerEmail: ORGANIZER, sendEmails: true },
      });
      await settled(app, 0);
      const { participants } = await client.readAsOrganizer(other);
      assert(participants.every(({ emailStatus }) => emailStatus.status === "sent"));
      // The address reaches its 20: one mail from the first game, three from this one, and these.
      for (let count = 1; count <= 17; count++) {
        const { sent } = await client.sendEmail(other, {
          ...{ type: "reminder", participantId: participants[0]?.id ?? "" },
          customMessage: `${count}`,
        });
        assert.equal(sent, count <= 16 ? 1 : 0, `reminder ${count}`);
      }
    },
  );
}

function submit(app: TestApp, path: string, body: string): Promise<Response> {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    }),
  );
}

mailTest("an opt-out of all mails holds until it is undone", async (app, server) => {
  const game = await app.client.createGame({
    name: "Winter party",
    date: inDays(20),
    participants: people(3),
    organizerEmail: ORGANIZER,
    sendEmails: true,
  });
  await settled(app, 0);
  const [first] = game.participants;
  assert.ok(first);
  const { parsed } = server.at(first.email)[0] ?? {};
  const list = JSON.stringify(parsed?.headers.get("list"));
  const path = /https:\/\/gifts.example.org([^"]*)/.exec(list)?.[1] ?? "";
  const shown = await (await app.fetch(new Request(`http://localhost${path}`))).text();
  assert.match(shown, /Stop all emails/);
  assert.equal((await submit(app, path, "never=yes")).status, 303);
  assert.match(
    await (await app.fetch(new Request(`http://localhost${path}`))).text(),
    /We’ll no longer send anything to this address/,
  );
  server.arrived.length = 0;
  const all = await app.client.sendEmail(game, { type: "allParticipants" });
  assert.deepEqual([all.sent, all.failed], [2, 1]);
  await app.client.sendEmail(game, { type: "recoverParticipantLink", email: first.email });
  const elsewhere = await app.client.createGame({
    name: "Another",
    date: inDays(20),
    participants: people(3),
    organizerEmail: first.email.toUpperCase(),
    sendEmails: true,
  });
  await settled(app, 0);
  assert.deepEqual(server.arrived.filter(({ to }) => to.toLowerCase() === first.email), []);
  const view = await app.client.readAsOrganizer(elsewhere);
  assert.equal(view.organizerEmailStatus.reason, "addressDeclined");
  const renewal = await app.client.patchGame(elsewhere, {
    action: "regenerateOrganizerToken",
    organizerToken: elsewhere.organizerToken,
  });
  assert.equal(renewal.status, 503, "the old link holds where the new one cannot be mailed");
  await app.client.readAsOrganizer(elsewhere);
  const kept = JSON.stringify(await sql(app.services, "select * from declined_addresses"));
  assert.doesNotMatch(kept, /@|p1/);
  const answer = await submit(app, path, "never=no");
  const back = answer.headers.get("location") ?? "";
  assert.match(
    await (await app.fetch(new Request(`http://localhost${back}`))).text(),
    /We’ll send emails to this address again/,
  );
  assert.equal((await app.client.sendEmail(game, { type: "allParticipants" })).sent, 3);
});

mailTest("a mail without a reminder opt-out ends all mails in one click", async (app, server) => {
  const game = await app.client.createGame({
    date: inDays(20),
    organizerEmail: ORGANIZER,
    sendEmails: true,
  });
  const { code } = game;
  await settled(app, 0);
  server.arrived.length = 0;
  await app.client.sendEmail({ code }, { type: "recoverOrganizerLink", email: ORGANIZER });
  const [mail] = await server.waitFor(1);
  const list = JSON.stringify(mail?.parsed.headers.get("list"));
  const path = /https:\/\/gifts.example.org([^"]*)/.exec(list)?.[1] ?? "";
  assert.match(path, /^\/unsubscribe\?never=[\w-]{44}$/);
  assert.ok(mail?.text.includes(`Stop all emails:\n${BASE}${path}\n`));
  assert.equal((await submit(app, path, "List-Unsubscribe=One-Click")).status, 200);
  await app.client.manage(game, "updateGameDetails", { location: "X" });
  await app.client.sendEmail({ code }, { type: "recoverOrganizerLink", email: ORGANIZER });
  await settled(app, 0);
  assert.equal(server.at(ORGANIZER).length, 1);
  for (
    const wrong of [path.slice(0, -1), `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`]
  ) {
    assert.equal((await submit(app, wrong, "List-Unsubscribe=One-Click")).status, 404);
  }
  const rows = await sql(app.services, "select * from declined_addresses");
  assert.equal(rows.length, 1, "nobody else's address can be made up");
});
