import assert from "node:assert/strict";
import postgres from "postgres";
import { MIGRATIONS } from "@/lib/store/postgres/migrations.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { MIGRATIONS as SQLITE_MIGRATIONS } from "@/lib/store/sqlite/migrations.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { startApp } from "./support/app.ts";
import { startDns } from "./support/dns.ts";
import { doctor } from "./support/doctor.ts";
import { startMailServer } from "./support/mail.ts";
import { createMailedGame, settled } from "./support/mail_app.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { SMTPServer } from "smtp-server";
import { sqlOn } from "./support/sql.ts";
import { dataDirTest } from "./support/data_dir.ts";
import { makeGame } from "./support/games.ts";

const SECRET = "token secret of the tests, long enough";
const test = { sanitizeOps: false, sanitizeResources: false };

/** Serves an app on a port, behind as many proxies as report an address. */
function serve(fetch: (request: Request) => Promise<Response>, proxies: number) {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const headers = new Headers(request.headers);
    for (let proxy = 0; proxy < proxies; proxy++) headers.append("x-forwarded-for", "192.0.2.9");
    return fetch(new Request(request, { headers }));
  });
}

Deno.test({
  ...test,
  name: "doctor finds all well next to a running service on SQLite, and sends a test mail",
  async fn() {
    await using server = await startMailServer();
    const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    await using app = await startApp({
      DATA_DIR: dataDir,
      SMTP_URL: server.url,
      MAIL_FROM: "gifts@example.org",
    });
    await createMailedGame(app);
    await settled(app, 0);
    const backups = await Deno.makeTempDir({ prefix: "gift-exchange-backups-" });
    await Deno.writeTextFile(`${backups}/games.gz`, "not empty");
    await using site = serve(app.fetch, 1);
    using dns = await startDns({
      "example.org": ["v=spf1 include:mail.example.net -all", "something else"],
      "mail._domainkey.example.org": ["v=DKIM1; k=rsa; p=MIGf"],
      "_dmarc.example.org": ["v=DMARC1; p=quarantine"],
    });
    const report = await doctor(
      {
        DATA_DIR: dataDir,
        TOKEN_SECRET: SECRET,
        SMTP_URL: server.url,
        MAIL_FROM: "Gifts <gifts@example.org>",
        PUBLIC_URL: `http://127.0.0.1:${site.addr.port}`,
        PORT: String(site.addr.port),
        HOST: "127.0.0.1",
        TRUST_PROXY: "1",
      },
      ...["--mail-to", "me@example.org", "--backups", backups, "--dns", dns.address],
    );
    assert.equal(report.code, 0, report.lines.join("\n"));
    for (
      const [what, value] of [
        ["settings", "all are right"],
        ["DATA_DIR", "open to its owner alone"],
        ["disk", "free"],
        ["database", "SQLite"],
        ["migrations", "applied"],
        ["TOKEN_SECRET", "fits"],
        ["mails waiting", "none"],
        ["mails failed in the last day", "none"],
        ["integrity", "nothing is damaged"],
        ["backups", "games.gz, is"],
        ["PUBLIC_URL", "Healthy"],
        ["TRUST_PROXY", "1, and what arrives has been forwarded with 1 address"],
        ["clock", " s from that of PUBLIC_URL"],
        ["mail server", "answers"],
        ["MAIL_FROM", "gifts@example.org"],
        ["test mail", "has taken it"],
        ["SPF", "v=spf1 include:mail.example.net -all"],
        ["DKIM", "keys of example.org: mail"],
        ["DMARC", "v=DMARC1; p=quarantine"],
      ] as const
    ) {
      assert.match(report.on(what), /^ok /);
      assert.ok(report.on(what).includes(value), report.on(what));
    }
    // Here it runs from its sources; other tests check built services.
    assert.match(report.on("service"), /runs as development/);
    assert.match(report.on("MX"), /^warning {2}MX: none for example.org\. \w/);
    assert.equal(server.at("me@example.org").length, 1);
    await Deno.remove(backups, { recursive: true });
    await Deno.remove(dataDir, { recursive: true });
  },
});

Deno.test("doctor works before the first start and creates nothing", async () => {
  const parent = await Deno.makeTempDir({ prefix: "gift-exchange-doctor-" });
  const report = await doctor({ DATA_DIR: `${parent}/data` });
  assert.equal(report.code, 0, report.lines.join("\n"));
  assert.match(report.on("DATA_DIR"), /^warning .* is not there\. The first start makes it/);
  assert.deepEqual([...Deno.readDirSync(parent)], []);
  await Deno.remove(parent);
});

Deno.test("doctor names every wrong setting, each with the right form", async () => {
  const report = await doctor({
    PORT: "http",
    RATE_LIMIT: "lots",
    DATABASE_URL: "postgres://localhost/gifts",
    BOUNCE_ADDRESS: "bounces@example.org",
  });
  assert.equal(report.code, 1);
  for (const name of ["PORT", "RATE_LIMIT", "TOKEN_SECRET", "IMAP_URL"]) {
    assert.match(report.on(name), /^problem {2}\w+: (?:expected|required) .+\. Set it so/);
  }
  assert.equal(report.lines.length, 4);
});

dataDirTest(
  "doctor reports what is wrong with an embedded database, its key, its mails and its backups",
  async (dataDir) => {
    const store = await openSqlite(dataDir);
    const { game, mailIds } = await store.createGame(makeGame(3), [
      { recipient: 1, kind: "reminder" },
      { recipient: 2, kind: "reminder" },
    ]);
    assert.ok(game);
    await store.failMail({ id: mailIds[1] ?? "", gameId: game.id, revision: 1 }, "addressRefused");
    await store.keepKeyFingerprint("0000");
    await store.close();
    const place = { databaseUrl: null, dataDir };
    await sqlOn(
      place,
      "update outbox set created_at = created_at - 90000000, due_at = due_at - 90000000",
    );
    await sqlOn(place, `delete from migrations where number = ${SQLITE_MIGRATIONS.length}`);
    await Deno.chmod(dataDir, 0o755);
    const backups = `${dataDir}-backups`;
    await Deno.mkdir(backups);
    await Deno.writeTextFile(`${backups}/old.gz`, "x");
    await Deno.utime(`${backups}/old.gz`, 0, Date.now() / 1000 - 8 * 86_400);
    const env = { DATA_DIR: dataDir, TOKEN_SECRET: SECRET, BACKUP_DIR: backups };
    const report = await doctor({ ...env, SMTP_URL: "smtp://127.0.0.1:1" });
    assert.equal(report.code, 1);
    for (
      const [what, pattern] of [
        ["DATA_DIR", /^warning .* is open to others .*chmod 700/],
        ["migrations", /^warning .*1 of \d+ are missing\. Start this release/],
        ["TOKEN_SECRET", /^problem .*not the one .* Set the one that was set before/],
        ["mails waiting", /^problem .*the oldest for 25 hours\./],
        ["mails failed in the last day", /^warning .*: 1\./],
        ["integrity", /^ok/],
        ["backups", /^problem .*old\.gz, is 8 days old .*deno task backup/],
        ["mail server", /^problem .*127\.0\.0\.1:1: .*ECONNREFUSED/],
      ] as const
    ) assert.match(report.on(what), pattern);

    const { TOKEN_SECRET: _, ...withoutSecret } = env;
    const other = await doctor({ ...withoutSecret, BACKUP_DIR: `${dataDir}/none` });
    assert.match(other.on("TOKEN_SECRET"), /^problem .*token-secret is missing/);
    assert.match(other.on("backups"), /^problem /);

    const file = await Deno.open(`${dataDir}/gift-exchange.db`, { write: true });
    const { size } = await file.stat();
    await file.seek(size - 4096 * 3, Deno.SeekMode.Start);
    await file.write(new Uint8Array(4096).fill(0xab));
    file.close();
    const damaged = await doctor(env);
    assert.equal(damaged.code, 1);
    assert.match(damaged.on("integrity"), /^problem .*restore the latest backup/);
  },
);

Deno.test({
  ...test,
  name: "doctor tells how a Postgres server is found",
  async fn() {
    const url = await makeMigratedDatabase();
    const store = await openPostgresStore(url);
    const own = { DATABASE_URL: url, TOKEN_SECRET: SECRET };
    const well = await doctor(own);
    assert.equal(well.code, 0, well.lines.join("\n"));
    for (
      const [what, pattern] of [
        ["database", /^ok .*PostgreSQL \d+/],
        ["database role", /^ok .*has all rights/],
        ["DATABASE_POOL_SIZE", /^ok .*10 for each instance, .* room for \d+ instances/],
        ["migrations", new RegExp(`^ok .*all ${MIGRATIONS.length} applied`)],
        ["TOKEN_SECRET", /^ok/],
        ["mails waiting", /^ok .*none/],
        ["clock", /^ok .*\d+ s from that of the database/],
      ] as const
    ) assert.match(well.on(what), pattern);

    await store.keepKeyFingerprint("0000");
    const db = postgres(url, { max: 1, onnotice: () => {} });
    await db.unsafe(`
      delete from migrations where number = ${MIGRATIONS.length};
      drop role if exists doctor_reader;
      create role doctor_reader login password 'x' connection limit 30;
      grant select on all tables in schema public to doctor_reader`).simple();
    const reader = new URL(url);
    [reader.username, reader.password] = ["doctor_reader", "x"];
    const report = await doctor({
      ...own,
      DATABASE_URL: reader.href,
      DATABASE_POOL_SIZE: "40",
    });
    assert.equal(report.code, 1);
    assert(
      !report.lines.some((line) => /mails (?:waiting|failed)/.test(line)),
      "not looked at yet",
    );
    for (
      const [what, pattern] of [
        ["TOKEN_SECRET", /^problem .*not the one/],
        ["database role", /^problem .*may not create tables, change \w+, .* owner/],
        ["DATABASE_POOL_SIZE", /^problem .*40 for each instance, the server lets 30 in/],
        ["migrations", /^warning .*1 of \d+ are missing/],
      ] as const
    ) assert.match(report.on(what), pattern);
    const tables = await db<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    for (const { name } of tables) {
      assert.match(report.on("database role"), new RegExp(`change ${name}\\b`));
    }
    await db`revoke select on migrations from doctor_reader`;
    const unread = await doctor({ ...own, DATABASE_URL: reader.href });
    assert.match(unread.on("database"), /^ok .*PostgreSQL \d+/);
    assert.match(unread.on("database role"), /^problem .*may not create tables, change \w+/);
    await db.unsafe(`insert into migrations (number) values (${MIGRATIONS.length});
      drop owned by doctor_reader; drop role doctor_reader`).simple();
    await db.end();
    assert.match((await doctor(own)).on("TOKEN_SECRET"), /^problem .*not the one/);
    await store.close();

    reader.username = "nobody";
    const refused = await doctor({ ...own, DATABASE_URL: reader.href });
    assert.match(
      refused.on("database"),
      /^problem .*not reached: .*nobody.* DATABASE_URL are right/,
    );
    const away = await doctor({ ...own, DATABASE_URL: "postgres://a:b@127.0.0.1:1/c" });
    assert.match(away.on("database"), /^problem .*ECONNREFUSED/);
  },
});

/** A mail server that refuses every login. */
async function startClosedServer(disabledCommands: string[]) {
  const server = new SMTPServer({
    disabledCommands,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (_auth, _session, callback) => callback(new Error("Wrong password")),
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.server.address();
  assert.ok(address && typeof address === "object");
  return {
    host: `127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

Deno.test({
  ...test,
  name:
    "doctor distinguishes a refused login from a wrong certificate of a mail server, and shows no password",
  async fn() {
    await using closed = await startClosedServer(["STARTTLS"]);
    await using foreign = await startClosedServer([]);
    const [refused, unknown] = await Promise.all(
      [closed, foreign].map(({ host }) =>
        doctor({ DATA_DIR: "memory:", SMTP_URL: `smtp://user:hush-hush@${host}` })
      ),
    );
    assert.ok(refused && unknown);
    assert.match(refused.on("mail server"), /^problem .*Wrong password.* user and the password/);
    assert.match(unknown.on("mail server"), /^problem .*certificate.* as its certificate does/i);
    assert.doesNotMatch([...refused.lines, ...unknown.lines].join(), /hush-hush/);
  },
});

Deno.test({
  ...test,
  name: "doctor reports a PUBLIC_URL that leads elsewhere, whether or not the service runs",
  async fn() {
    const elsewhere = Deno.serve({ port: 0, onListen() {} }, () => new Response("hello"));
    const on = async (url: string) => (await doctor({ PUBLIC_URL: url })).on("PUBLIC_URL");
    assert.match(await on(`http://127.0.0.1:${elsewhere.addr.port}`), /^problem .*something else/);
    assert.match(await on("https://gifts.invalid"), /^problem /);
    assert.match(await on("http://127.0.0.1:1"), /^warning .*does not run on this machine/);
    await elsewhere.shutdown();
  },
});
