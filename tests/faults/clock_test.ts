import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { SetClock } from "../support/clock.ts";
import { testOnEach } from "../support/databases.ts";
import { people } from "../support/games.ts";
import { brokenInvariants } from "../support/invariants.ts";
import { startMailServer, type TestMailServer } from "../support/mail.ts";
import { settled, waitsAgain } from "../support/mail_app.ts";
import { add, keepWith, LONG, REMINDER } from "../support/outbox.ts";
import { makeMigratedDatabase } from "../support/postgres.ts";
import { pairInRing } from "../support/sealed_games.ts";
import { sql } from "../support/sql.ts";
import { until } from "../support/until.ts";
import { named } from "../support/views.ts";
import { databasesFor } from "../support/sample.ts";

interface Scene {
  app: TestApp;
  mail: TestMailServer;
  /** Sets the clocks of the service and of its database. */
  move: (hours: number) => Promise<void>;
}

function clockTest(name: string, run: (scene: Scene) => Promise<void>): void {
  for (const database of databasesFor(name, ["SQLite", "Postgres"])) {
    Deno.test({
      name: `${name} (${database})`,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        using clock = new SetClock();
        await using mail = await startMailServer();
        await using app = await startApp({
          SMTP_URL: mail.url,
          PUBLIC_URL: "https://gifts.example.org",
          ...database === "Postgres" ? { DATABASE_URL: await makeMigratedDatabase() } : {},
        });
        const move = async (hours: number) => {
          // A server uses its machine's clock, so instead every time it has stored is moved.
          if (database === "Postgres") {
            const by = `interval '${-hours} hours'`;
            await sql(
              app.services,
              `update outbox set created_at = created_at + ${by}, due_at = due_at + ${by},
                 lease_until = lease_until + ${by}, finished_at = finished_at + ${by};
               update turns set ends_at = ends_at + ${by};
               update idempotency_records set created_at = created_at + ${by},
                 running_until = running_until + ${by}`,
            );
          }
          clock.move(hours);
        };
        await run({ app, mail, move });
        assert.deepEqual(await brokenInvariants(app.services.settings), []);
      },
    });
  }
}

const ADDRESSES = people(6).map(({ email }) => email);

function assertEachOnce({ arrived }: TestMailServer): void {
  assert.deepEqual(arrived.map(({ to }) => to).sort(), ADDRESSES);
}

clockTest("waiting mails go out at once though the clock is set back", async (scene) => {
  const { app, mail, move } = scene;
  await mail.stop();
  await app.client.createGame({ participants: people(6), sendEmails: true });
  await move(-3);
  await mail.start();
  app.services.mail?.wake();
  await mail.waitFor(6);
  assertEachOnce(mail);
});

clockTest(
  "no mail is lost though the machine was off for days and the mail server starts later",
  async (scene) => {
    const { app, mail, move } = scene;
    await mail.stop();
    await app.client.createGame({ participants: people(6), sendEmails: true });
    await move(72);
    // Once more while the mail server is still down.
    const attempts = async () => {
      const [row] = await sql<{ count: number }>(
        app.services,
        "select max(attempts) as count from outbox",
      );
      return row?.count ?? 0;
    };
    const before = await attempts();
    app.services.mail?.wake();
    await until(async () => await attempts() > before, "they are tried again");
    await mail.start();
    app.services.mail?.wake();
    await mail.waitFor(6);
    assertEachOnce(mail);
  },
);

clockTest(
  "a mail about a parcel waits for its morning though the clock is set back",
  async (scene) => {
    const { app, mail, move } = scene;
    const game = await app.client.createGame({
      ...{ participants: people(6), sendEmails: true, byPost: true, isProtected: true },
    });
    await pairInRing(app, game);
    await mail.waitFor(6);
    await settled(app, 0);
    mail.arrived.length = 0;
    const participantToken = named(game, "P1").token;
    await app.client.act(game, "setParcel", { participantToken, sent: true });
    await move(-1);
    await app.services.store.redateMails(LONG);
    app.services.mail?.wake();
    await waitsAgain(app);
    assert.deepEqual(mail.arrived, []);
    await move(34);
    app.services.mail?.wake();
    await mail.waitFor(1);
    await settled(app, 0);
    assert.deepEqual(mail.arrived.map(({ to }) => to), ["p2@example.org"]);
  },
);

clockTest("a mail is not sent twice though the clock is set forward meanwhile", async (scene) => {
  const { app, mail, move } = scene;
  const { promise, resolve } = Promise.withResolvers<void>();
  mail.behaviour.holds = promise;
  const creating = app.client.createGame({ participants: people(6), sendEmails: true });
  while (mail.connections.now < 5) await new Promise((go) => setTimeout(go, 10));
  await move(2);
  app.services.mail?.wake();
  // The one free connection has more mails to claim than those in progress.
  mail.behaviour.holds = null;
  await new Promise((go) => setTimeout(go, 300));
  resolve();
  await creating;
  await mail.waitFor(6);
  await new Promise((go) => setTimeout(go, 300));
  assertEachOnce(mail);
});

clockTest(
  "stored data can be read and changed before and after each jump",
  async (scene) => {
    const { app: { client }, move } = scene;
    const key = { "idempotency-key": crypto.randomUUID() };
    const body = { name: "Party", date: "2099-12-24", participants: people(4) };
    const first = await client.post("/api/games", body, key);
    for (const hours of [-48, 96, -24, -24]) {
      await move(hours);
      const game = await client.createGame();
      const participantId = game.participants[0]?.id ?? "";
      await client.act(game, "updateWish", { participantId, wish: `${hours}` });
      assert.deepEqual((await client.readAsOrganizer(game)).assignments, game.assignments);
    }
    // Back on the day of the request.
    assert.deepEqual((await client.post("/api/games", body, key)).body, first.body);
  },
);

testOnEach(
  "redateMails() brings back what was written in the future, and nothing else",
  async (db) => {
    const { store } = db;
    const { game } = await keepWith(store);
    await store.addMails(game.id, add({ ...REMINDER, delay: 20 }));
    await store.redateMails(LONG);
    assert.deepEqual(await store.claimMails(10, LONG), [], "it is put off, and rightly so");
    const isSqlite = store.engine === "SQLite";
    await db.execute(
      `update outbox set created_at = created_at + ${isSqlite ? 3_600_000 : "interval '1 hour'"},
       due_at = due_at + ${isSqlite ? 3_600_000 : "interval '1 hour'"}`,
    );
    await store.redateMails(LONG);
    const delay = await store.nextMailIn();
    assert(delay !== null && delay > 0 && delay <= 20, "it waits as long as it was to");
    await db.execute("update outbox set due_at = created_at");
    const [mail, ...others] = await store.claimMails(10, 2 * LONG);
    assert(mail && mail.age >= 0 && others.length === 0);
    await store.redateMails(LONG / 2);
    const seconds = await store.nextMailIn();
    assert(seconds !== null && seconds <= LONG / 2, "an endless lease ends");
  },
);
