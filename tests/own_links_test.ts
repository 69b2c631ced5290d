import assert from "node:assert/strict";
import { linksRequestedSchema } from "@/lib/http/answer_schemas.ts";
import { readOwnPlaces } from "@/lib/mail/own_links.ts";
import { startApp } from "./support/app.ts";
import { hasShape, refuses } from "./support/client.ts";
import { testOnEach } from "./support/databases.ts";
import { inDays, makeGame, people, tokens } from "./support/games.ts";
import { spellingsOf } from "@/lib/mail/own_links.ts";
import { mailTest, settled } from "./support/mail_app.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sql } from "./support/sql.ts";
import { named } from "./support/views.ts";
import { until } from "./support/until.ts";
import { sample } from "./support/sample.ts";

const SHARED = "family@example.org";

/** Two children and their mother read one mailbox. */
const FAMILY = [
  { name: "Gina", email: SHARED },
  { name: "Finn", email: "Family@Example.org" },
  { name: "Clara", email: "clara@example.org" },
];

mailTest("one mail lists all links of an address, in all active games", async (app, server) => {
  const { client } = app;
  const ask = (email: string, language?: string) =>
    client.post("/api/email/links", { email, language });
  const here = await client.createGame({ name: "Here", participants: FAMILY, isProtected: true });
  const there = await client.createGame({
    name: "There",
    date: inDays(5),
    organizerEmail: SHARED,
    participants: people(3),
  });
  const over = await client.createGame({ name: "Over", participants: FAMILY });
  await client.archive(over);
  const known = await ask("FAMILY@example.org", "de");
  const unknown = await ask("nobody@example.org");
  assert.deepEqual([known.status, unknown.status], [202, 202]);
  assert.equal(known.text, unknown.text);
  hasShape(known, linksRequestedSchema);
  const [mail] = await server.waitFor(1);
  await settled(app, 0);
  assert.equal(server.arrived.length, 1);
  assert(mail);
  assert.equal(mail.to, SHARED);
  assert.equal(mail.parsed.headers.get("content-language"), "de");
  const base = "https://gifts.example.org";
  const links = [
    `${base}/games/${there.code}/organize?token=${there.organizerToken}`,
    `${base}/games/${here.code}?participant=${named(here, "Gina").token}`,
    `${base}/games/${here.code}?participant=${named(here, "Finn").token}`,
  ];
  for (const text of [mail.text, mail.html.replaceAll("&amp;", "&")]) {
    const found = (text.match(/https:\/\/[^\s"<]*\/games\/[^\s"<]*/g) ?? [])
      .map((link) => link.replace(/&mail=.*/, ""));
    assert.deepEqual([...new Set(found)], links, text);
    assert(!text.includes(over.code));
    // Secrets may contain any letters.
    const words = text.replaceAll(/https:\/\/[^\s"<]*/g, "");
    for (const stranger of ["Clara", "P1"]) {
      assert(!words.includes(stranger), `${stranger}: ${words}`);
    }
  }
  for (const words of ["Here", "There", "Gina", "Finn"]) {
    assert(!mail.parsed.subject?.includes(words));
  }
});

mailTest(
  "a reporter of one game gets the links of their other games with each request",
  async (app, server) => {
    const { client, services: { store, tokens } } = app;
    const [reported, other] = [
      await client.createGame({ participants: FAMILY }),
      await client.createGame({ participants: FAMILY }),
    ];
    const [hash] = tokens.reportHashes(reported, SHARED);
    await store.addReport(reported.id, { hash, recipient: 1, pausesAt: 3 });
    const { random } = Math;
    for (const lot of [0, 0.99]) {
      // Either game may be the one that sends the mail.
      Math.random = () => lot;
      const count = server.arrived.length + 1;
      try {
        await client.post("/api/email/links", { email: SHARED });
        await server.waitFor(count);
      } finally {
        Math.random = random;
      }
      await settled(app, 0);
    }
    assert.equal(server.arrived.length, 2);
    for (const { text } of server.arrived) {
      assert(text.includes(`/games/${other.code}`));
      assert(!text.includes(`/games/${reported.code}`));
    }
  },
);

mailTest("a request for links costs the same for unknown addresses", async (app, server) => {
  assert(app.services.mail);
  app.services.mail.recoverySpan = 3600;
  await app.client.createGame({ participants: FAMILY });
  for (const email of [SHARED, "nobody@example.org"]) {
    assert.equal((await app.client.post("/api/email/links", { email })).status, 202);
  }
  const waiting = async () =>
    await sql<{ recipient: number | null; address: string | null }>(
      app.services,
      "select recipient, address from outbox where kind = 'ownLinks' order by recipient",
    );
  await until(async () => (await waiting()).length >= 2, "both mails wait");
  assert.deepEqual((await waiting()).map((row) => ({ ...row })), [
    { recipient: null, address: null },
    { recipient: 1, address: null },
  ]);
  assert.equal(server.arrived.length, 0);
});

mailTest("no one can flood a mailbox with its links", async (app, server) => {
  await app.client.createGame({ participants: FAMILY });
  for (let count = 1; count <= 8; count++) {
    await app.client.post("/api/email/links", { email: SHARED });
    if (count <= 5) await server.waitFor(count);
    // The work continues after the answer.
    else await new Promise((resolve) => setTimeout(resolve, 100));
    await settled(app, 0);
  }
  assert.equal(server.arrived.length, 5);
});

mailTest(
  "one client can request links only so often, for any address",
  async (app) => {
    const answers = [];
    for (let count = 0; count < 21; count++) {
      answers.push(await app.client.post("/api/email/links", { email: `n${count}@example.org` }));
    }
    assert(answers.slice(0, 20).every(({ status }) => status === 202));
    refuses(answers[20] ?? assert.fail(), 429, "TOO_MANY_MAILS");
    const { code } = await app.client.createGame({ isProtected: true, participants: people(3) });
    for (const [path, action] of [["/recover", ""], [`/games/${code}`, "sendLink"]] as const) {
      const answer = await app.fetch(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { cookie: "lang=en" },
          body: new URLSearchParams({ action, email: "late@example.org" }),
        }),
      );
      const html = await answer.text();
      assert.match(html, /Please try again in an hour/, path);
      assert.match(html, /value="late@example\.org"/, "what was typed stays in its field");
    }
  },
  { RATE_LIMIT: "1000" },
);

Deno.test("without mail everyone is told so in the same way", async () => {
  await using app = await startApp();
  await app.client.createGame({ participants: FAMILY });
  for (const email of [SHARED, "nobody@example.org"]) {
    refuses(await app.client.post("/api/email/links", { email }), 503, "EMAIL_NOT_CONFIGURED");
  }
  for (const body of [{}, { email: "" }, { email: "no address" }, { email: 1 }, []]) {
    refuses(await app.client.post("/api/email/links", body), 400, "VALIDATION_FAILED");
  }
  refuses(await app.client.get("/api/email/links"), 405, "METHOD_NOT_ALLOWED");
});

for (const database of sample(["Postgres", "SQLite"])) {
  const env = database === "Postgres" ? { DATABASE_URL: await makeMigratedDatabase() } : {};
  mailTest(
    `an address is found in any case of letters beyond ASCII (${database})`,
    async ({ client }, server) => {
      const spellings = ["JÜRGEN@MÜLLER.example", "Jürgen@Müller.example", "jÜrgen@müller.EXAMPLE"];
      for (const email of spellings) {
        await client.createGame({ organizerEmail: email, participants: people(3) });
      }
      for (const [index, email] of spellings.entries()) {
        assert.equal((await client.post("/api/email/links", { email })).status, 202);
        const mails = await server.waitFor(index + 1);
        const links = mails[index]?.text.match(/organize\?token=/g) ?? [];
        assert.equal(links.length, spellings.length, email);
      }
    },
    env,
  );
  mailTest(
    `an address of a look-alike domain finds no links of the other (${database})`,
    async ({ client }, server) => {
      for (const organizerEmail of ["anna@firma.example", "anna@fırma.example"]) {
        await client.createGame({ organizerEmail, participants: people(3) });
      }
      const { status } = await client.post("/api/email/links", { email: "anna@fırma.example" });
      assert.equal(status, 202);
      const [mail] = await server.waitFor(1);
      assert.equal(mail?.text.match(/organize\?token=/g)?.length, 1);
    },
    env,
  );
}

Deno.test("spellingsOf() returns a few for letters beyond ASCII, and one for all others", () => {
  assert.deepEqual(spellingsOf("ANA@Example.org"), ["ana@example.org"]);
  assert.deepEqual(spellingsOf("Jürg@example.org"), [
    ...["jürg@example.org", "jÜrg@example.org", "ju\u0308rg@example.org"],
  ]);
  assert(spellingsOf(`${"ä".repeat(200)}@example.org`).length <= 128);
});

mailTest("a link from a mail of all links ends with its address", async (app, server) => {
  const { client } = app;
  await client.createGame({ participants: FAMILY });
  const other = await client.createGame({ participants: FAMILY, isProtected: true });
  await client.post("/api/email/links", { email: "clara@example.org" });
  const [mail] = await server.waitFor(1);
  await settled(app, 0);
  const { token: participantToken, id: participantId } = named(other, "Clara");
  assert(mail?.text.includes(participantToken));
  await client.manage(other, "updateParticipantDetails", {
    participantId,
    email: "new@example.org",
  });
  const answer = await client.get(`/api/games/${other.code}?participantToken=${participantToken}`);
  assert.equal(answer.status, 403, "whoever reads the old mailbox");
  const mails = await server.waitFor(3);
  assert(
    mails.some(({ to, link }) => to === "new@example.org" && !link.endsWith(participantToken)),
  );
});

mailTest(
  "a game full of one address does not block the links of other games",
  async (app, server) => {
    const { client } = app;
    const full = await client.createGame({
      participants: Array.from({ length: 1_000 }, (_, index) => ({
        name: `N${index}`,
        email: "clara@example.org",
      })),
    });
    const game = await client.createGame({ participants: FAMILY, isProtected: true });
    const { token } = named(game, "Clara");
    await client.post("/api/email/links", { email: "clara@example.org" });
    const [mail] = await server.waitFor(1);
    await settled(app, 0);
    assert(mail?.text.includes(token));
    const ofFull = mail?.text.match(new RegExp(`/games/${full.code}\\b`, "g")) ?? [];
    assert.equal(ofFull.length, 12);
  },
);

mailTest(
  "a game that is archived meanwhile does not end the mail of all links",
  async (app, server) => {
    assert(app.services.mail);
    app.services.mail.recoverySpan = 3600;
    const { client } = app;
    const games = [
      await client.createGame({ participants: FAMILY, isProtected: true }),
      await client.createGame({ participants: FAMILY, isProtected: true }),
    ];
    await client.post("/api/email/links", { email: SHARED });
    const carrier = async () =>
      await sql<{ code: string }>(
        app.services,
        "select code from outbox o join games g on g.key = o.game where o.kind = 'ownLinks'",
      );
    await until(async () => (await carrier()).length > 0, "the mail waits");
    const [{ code } = assert.fail()] = await carrier();
    await client.archive(games.find((one) => one.code === code) ?? assert.fail());
    await sql(app.services, "update outbox set due_at = 0 where kind = 'ownLinks'");
    app.services.mail.wake();
    const [mail] = await server.waitFor(1);
    await settled(app, 0);
    const rest = games.find((one) => one.code !== code) ?? assert.fail();
    assert(mail?.text.includes(named(rest, "Gina").token));
    assert(!mail?.text.includes(`/games/${code}`));
  },
);

testOnEach(
  "readOwnPlaces() records the links it lists once per mail, and counts against no game",
  async ({ store }) => {
    const make = async () =>
      (await store.createGame(makeGame(3, { participants: FAMILY, organizerEmail: SHARED }), []))
        .game;
    const [home, other] = [await make(), await make()];
    const mail = { id: "7", recipient: 1 };
    for (let time = 0; time < 2; time++) {
      const places = await readOwnPlaces(store, tokens, home, mail);
      assert.equal(places.length, 6);
    }
    const mailed = (code: string) =>
      store.changeGame(
        code,
        (_, found) => ({ game: null, outbox: null, result: [...found.mailed].toSorted() }),
        { mailed: true },
      );
    assert.deepEqual(await mailed(other.code), [0, 1, 2], "but not the third");
    assert.deepEqual(await mailed(home.code), [0, 2], "the first has the mail itself");
    const counts = await store.countRecentMails(other.id, [0, 1, 2, 3], "ownLinks");
    assert.deepEqual([...counts].toSorted(), [[0, 1], [1, 1], [2, 1]]);
    assert.equal((await store.readMailTraffic(other.id)).sent, 0);
    assert.deepEqual(await store.readEmailStatuses(other.id), new Map());
  },
);

testOnEach(
  "readOwnPlaces() lists no link of an address that was changed meanwhile",
  async ({ store }) => {
    const { game } = await store.createGame(makeGame(3, { participants: FAMILY }), []);
    const changing = {
      findAddress: store.findAddress.bind(store),
      readGameById: store.readGameById.bind(store),
      readReports: store.readReports.bind(store),
      async addMails(...args: Parameters<typeof store.addMails>) {
        await store.changeGame(game.code, (found) => ({
          game: found && {
            ...found,
            participants: found.participants.map((one) => ({ ...one, email: "new@example.org" })),
          },
          outbox: null,
          result: undefined,
        }));
        return await store.addMails(...args);
      },
    };
    assert.deepEqual(await readOwnPlaces(changing, tokens, game, { id: "7", recipient: 1 }), []);
  },
);

testOnEach(
  "findAddress() gives each game one place before any a second, the latest first",
  async ({ store }) => {
    const make = async (day: number, people: number) =>
      (await store.createGame(
        {
          ...makeGame(3, {
            participants: Array.from({ length: people }, (_, index) => ({
              name: `N${index}`,
              email: SHARED,
            })),
          }),
          createdAt: `2026-11-0${day}T00:00:00.000Z`,
        },
        [],
      )).game.id;
    const [old, full, late] = [await make(1, 3), await make(2, 40), await make(3, 4)];
    const seen = new Set<number>();
    for (let time = 0; time < 60 && seen.size < 40; time++) {
      const found = await store.findAddress([SHARED, SHARED], 1_000, 12);
      assert.deepEqual(
        found.slice(0, 3).map(({ gameId, number }) => [gameId, number]),
        [[late, 1], [full, 1], [old, 1]],
      );
      assert.deepEqual(
        [old, full, late].map((id) => found.filter(({ gameId }) => gameId === id).length),
        [3, 12, 4],
      );
      for (const { gameId, number } of found) if (gameId === full) seen.add(number);
    }
    assert.equal(seen.size, 40, "each has its turn");
    const few = await store.findAddress([SHARED, SHARED], 2, 12);
    assert.deepEqual(few.map(({ gameId }) => gameId), [late, full]);
  },
);

testOnEach(
  "findAddress() finds an address in active games, in any case",
  async ({ store }) => {
    const { game } = await store.createGame(
      makeGame(3, { participants: FAMILY, organizerEmail: "GINA@example.org" }),
      [],
    );
    const { game: archived } = await store.createGame(makeGame(3, { participants: FAMILY }), []);
    await store.changeGame(archived.code, (found) => ({
      game: found && { ...found, archivedAt: new Date().toISOString() },
      outbox: null,
      result: undefined,
    }));
    const find = (address: string, limit = 10) => store.findAddress([address], limit, 12);
    assert.deepEqual(await find(SHARED), [
      { gameId: game.id, number: 1, email: SHARED },
      { gameId: game.id, number: 2, email: "Family@Example.org" },
    ]);
    assert.equal((await find(SHARED, 1)).length, 1);
    assert.deepEqual(await find("gina@example.org"), [
      { gameId: game.id, number: 0, email: "GINA@example.org" },
    ]);
    assert.deepEqual(await find("nobody@example.org"), []);
  },
);
