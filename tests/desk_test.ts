import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { type Printed, runDesk } from "@/lib/desk/commands.ts";
import { parseSettings } from "@/lib/settings.ts";
import { backup, move, restore } from "@/lib/store/transfer/transfer.ts";
import { startApp, type TestApp, testAppOnBoth, testOnBoth } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { inDays, makeGame, people, tokens } from "./support/games.ts";
import { mailTest, settled } from "./support/mail_app.ts";
import { say } from "./support/messages.ts";
import { findPgBouncer, startPgBouncer } from "./support/pgbouncer.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sqlOn } from "./support/sql.ts";
import { archive, keep } from "./support/store.ts";
import { ENGINES, serve, UNSANITIZED, unwatched, withDirectory } from "./support/transfer.ts";
import { amount, sample } from "./support/sample.ts";
import { lendDataDir } from "./support/data_dir.ts";

/** Requests per second while the operator works. */
const LOAD = 50;

/** Runs a command on the database of a running service. */
function desk({ services }: Pick<TestApp, "services">, ...args: string[]): Promise<Printed> {
  return runDesk(args, () => services.settings, () => false);
}

async function succeeds(app: Pick<TestApp, "services">, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await desk(app, ...args);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" }, args.join(" "));
  return stdout;
}

async function fails(app: Pick<TestApp, "services">, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await desk(app, ...args);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: "" }, args.join(" "));
  return stderr;
}

/** Sends requests to a service until it is stopped. */
function startLoad({ client }: TestApp, { code, organizerToken }: CreatedGame) {
  const answers: Promise<number>[] = [];
  const start = performance.now();
  const send = async () => {
    const index = answers.length;
    const { status } = index % 10 === 0
      ? await client.post("/api/games", {
        name: `Load ${index}`,
        date: inDays(9),
        participants: people(4),
      })
      : index % 3 === 0
      ? await client.patchGame({ code }, {
        action: "updateGameDetails",
        organizerToken,
        location: `Room ${index}`,
      })
      : await client.get(`/api/games/${code}`, { "x-organizer-token": organizerToken });
    return status;
  };
  // A slow machine must not reduce their number.
  const timer = setInterval(() => {
    const due = (performance.now() - start) / 1000 * LOAD;
    while (answers.length < due) answers.push(send());
  }, 5);
  return {
    /** @returns the statuses of all answers. */
    async stop(): Promise<Set<number>> {
      clearInterval(timer);
      return new Set(await Promise.all(answers));
    },
  };
}

const listed = z.object({ games: z.array(z.object({ code: z.string(), id: z.string() })) });

testOnBoth("every desk command works while requests continue", async (env) => {
  // With a directory of its own, the service writes in a thread, as operators run it.
  await using own = await lendDataDir();
  await using app = await startApp({ DATA_DIR: own.path, ...env });
  const { client } = app;
  const busy = await client.createGame({ organizerEmail: "busy@example.org" });
  const bad = await client.createGame({
    name: "Your\u0020Bank",
    organizerEmail: "Spam+1@Bad.example",
    participants: people(3),
  });
  const load = startLoad(app, busy);
  const codesOf = async (...args: string[]) =>
    listed.parse(JSON.parse(await succeeds(app, ...args, "--json"))).games.map(({ code }) => code);
  assert.deepEqual(await codesOf("find", bad.code), [bad.code]);
  assert.deepEqual(await codesOf("find", " spam+1@bad.EXAMPLE "), [bad.code]);
  assert.deepEqual(await codesOf("find", "nobody@bad.example"), []);
  assert((await codesOf("find", inDays(0))).includes(busy.code));
  assert.deepEqual(await codesOf("find", inDays(-1)), []);
  assert((await codesOf("list", "largest")).length === 0, "no mail was written");
  assert.match(await succeeds(app, "show", bad.code), /Your Bank\n(.*\n)*organizer .*Spam\+1@Bad/);
  assert.equal((await desk(app, "show", bad.id)).code, 0);
  assert.match(await succeeds(app, "block", "Spam@bad.example"), new RegExp(`${bad.code}  drawn`));
  assert.match(await succeeds(app, "block", "spam@bad.example"), /was blocked already/);
  assert.match(await succeeds(app, "block", "Worse.example"), /^worse\.example is blocked$/);
  assert.match(await succeeds(app, "list", "blocked"), /spam@bad\.example\n.*worse\.example/);
  assert.match(await succeeds(app, "unblock", "spam@bad.example"), /no longer blocked/);
  await app.services.store.addReport(bad.id, { hash: "a", recipient: 1, pausesAt: 3 });
  await app.services.store.addMails(bad.id, () => ({
    add: [{ recipient: 1, kind: "reminder", isHeld: true }],
    update: [],
  }));
  for (const list of ["reports", "held", "largest"]) {
    assert.deepEqual(await codesOf("list", list), [bad.code], list);
  }
  const show = () => succeeds(app, "show", bad.code);
  assert.match(await show(), /1 waiting \(1 held\)(.*\n)+reports +1\nmail +not paused/);
  assert.match(await succeeds(app, "pause", bad.code), /is paused; 1 waiting/);
  assert.match(await succeeds(app, "pause", bad.code), /was paused already/);
  assert.match(await show(), /mail +paused since/);
  assert((await app.services.store.readGameById(bad.id))?.mailPausedAt);
  assert.match(await succeeds(app, "resume", bad.code), /goes on/);
  assert.match(await succeeds(app, "resume", bad.code), /was not paused/);
  assert.match(await show(), /mail +not paused/);
  assert.match(await fails(app, "erase", bad.code), /--yes/);
  assert.equal((await client.get(`/api/games/${bad.code}`)).status, 200);
  assert.match(await succeeds(app, "erase", bad.code, "--yes"), /is erased/);
  assert.equal((await client.get(`/api/games/${bad.code}`)).status, 404);
  const log = await succeeds(app, "log");
  for (
    const line of [
      /pause +- *\n/,
      /erase +- +not confirmed/,
      /erase +- +3 people/,
      /block +- +a domain/,
      /find +- +by address/,
    ]
  ) {
    assert.match(log, line);
  }
  assert.doesNotMatch(log, /example|bad/i, "what was searched for");
  assert.deepEqual([...await load.stop()].sort(), [200, 201]);
});

testAppOnBoth("the desk asks which game is meant if several have had a code", async (app) => {
  const { store } = app.services;
  const first = await keep(store, makeGame(3, { name: "First" }));
  await archive(store, first.code);
  const second = await keep(store, { ...makeGame(4, { name: "Second" }), code: first.code });
  assert.equal(second.code, first.code);
  const message = await fails(app, "erase", first.code, "--yes");
  assert.match(message, new RegExp(`by its id\n(.*\n)*.*${first.id}  archived .*First`));
  assert.match(message, new RegExp(`${second.id}  drawn .*Second`));
  await succeeds(app, "erase", first.id, "--yes");
  assert.equal((await store.readGame(first.code))?.id, second.id);
  assert.match(await succeeds(app, "show", first.code), /Second/);
});

testAppOnBoth("a blocked organizer cannot create games until the block is removed", async (app) => {
  const { client } = app;
  const refused = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    assert.equal(status, 400, text);
    assert.match(text, /SENDER_BLOCKED/);
    assert.match(text, /organizerEmail/);
  };
  const body = { name: "A", date: inDays(5), participants: people(3) };
  const before = await client.createGame({ organizerEmail: "o@Sub.Bad.example" });
  const other = await client.createGame({});
  await succeeds(app, "block", "bad.example");
  await refused(client.post("/api/games", { ...body, organizerEmail: "X@BAD.example" }));
  await refused(client.post("/api/games", { ...body, organizerEmail: "x@deep.sub.bad.example" }));
  await refused(client.patchGame(other, {
    action: "updateGameDetails",
    organizerToken: other.organizerToken,
    organizerEmail: "x@bad.example",
  }));
  await refused(client.post(`/api/games/${before.code}/again`, {
    organizerToken: before.organizerToken,
    date: inDays(50),
  }));
  // An active game may keep its address.
  await client.manage(before, "updateGameDetails", {
    organizerEmail: "o@Sub.Bad.example",
    location: "Here",
  });
  await client.createGame({ organizerEmail: "x@notbad.example" });
  await client.createGame({ organizerEmail: "x@bad.example.org" });
  await succeeds(app, "unblock", "bad.example");
  await client.createGame({ organizerEmail: "x@bad.example" });
});

testAppOnBoth("block lists games with internationalized addresses", async (app) => {
  const { client } = app;
  const emails = ["Ö@Bücher.example", "x@läden.BÜCHER.example", "x@xn--bcher-kva.example"];
  const codes: string[] = [];
  for (const organizerEmail of emails) {
    codes.push((await client.createGame({ organizerEmail })).code);
  }
  for (const organizerEmail of ["x@bücher.example.org", "ö@bucher.example"]) {
    await client.createGame({ organizerEmail });
  }
  const blocked = async (subject: string) =>
    listed.parse(JSON.parse(await succeeds(app, "block", subject, "--json"))).games
      .map(({ code }) => code).sort();
  assert.deepEqual(await blocked("bücher.example"), codes.toSorted());
  assert.deepEqual(await blocked("xn--bcher-kva.example"), codes.toSorted());
  assert.deepEqual(await blocked("ö@BÜCHER.example"), codes.slice(0, 1));
});

mailTest("a blocked address gets no mail, and the organizer sees why", async (app, server) => {
  await succeeds(app, "block", "p1@example.org");
  await succeeds(app, "block", "blocked.example");
  const game = await app.client.createGame({
    participants: [...people(3), { name: "Bo", email: "bo@mail.blocked.example" }],
    sendEmails: true,
  });
  await settled(app, 0);
  assert.deepEqual(server.arrived.map(({ to }) => to).sort(), ["p2@example.org", "p3@example.org"]);
  const view = await app.client.readAsOrganizer(game);
  const reasons = view.participants.map(({ emailStatus }) => emailStatus?.reason ?? null);
  assert.deepEqual(reasons, ["addressBlocked", null, null, "addressBlocked"]);
});

/** Games in all states, with a marker in each of their texts. */
const games = fc.record({
  size: fc.integer({ min: 3, max: 6 }),
  isSealed: fc.boolean(),
  draw: fc.constantFrom("now", "later"),
  isProtected: fc.boolean(),
  isArchived: fc.boolean(),
});

testAppOnBoth("the desk shows no secrets of any game", async (app) => {
  const { services: { store } } = app;
  await fc.assert(
    fc.asyncProperty(games, async ({ size, isArchived, isProtected, ...body }) => {
      const mark = crypto.randomUUID().slice(0, 8);
      const text = (what: string) => `${what}-${mark}`;
      const game = await keep(
        store,
        makeGame(size, {
          ...body,
          isProtected: isProtected || body.isSealed,
          organizerEmail: `olga-${mark}@example.org`,
          generalNotes: text("notes"),
          location: text("location"),
          participants: people(size).map(({ name }, index) => ({
            name: text(`person${index}x${name}`),
            email: `${text(`person${index}`)}@example.org`,
            wish: text("wish"),
            desiredGift: text("gift"),
          })),
        }),
        [{ recipient: 1, kind: "reminder", payload: { message: text("message") } }],
      );
      if (isArchived) await archive(store, game.code);
      const secrets = [
        ...["notes", "location", "person", "wish", "gift", "message"].map((what) => `${what}-`),
        ...game.participants.flatMap((one) => [one.name, one.email ?? "", one.id]),
        "person",
        tokens.organizer(game),
        tokens.invitation(game),
        ...game.participants.map((one) => tokens.participant(game, one)),
      ];
      const [first] = game.participants;
      for (
        const args of [
          ["find", game.code],
          ["find", `olga-${mark}@example.org`],
          ["find", first?.email ?? ""],
          ["show", game.id],
          ["pause", game.id],
          ["list", "largest"],
          ["list", "reports"],
          ["list", "held"],
          ["resume", game.id],
          ["block", "example.org"],
          ["list", "blocked"],
          ["log"],
        ]
      ) {
        for (const form of [[], ["--json"]]) {
          const shown = await succeeds(app, ...args, ...form);
          const told = secrets.find((secret) => shown.includes(secret));
          assert.equal(told, undefined, `${args.join(" ")}: ${shown}`);
        }
      }
      assert.match(await succeeds(app, "show", game.id), new RegExp(`olga-${mark}@example\\.org`));
    }),
    { numRuns: amount(2, 5) },
  );
});

testAppOnBoth("the desk shows nothing of messages", async (app) => {
  const game = await app.client.createGame({ isProtected: true });
  const [one] = game.participants;
  assert(one);
  await say(app.client, game, one, { to: "receiver", text: "a whispered word" });
  for (const args of [["show", game.code], ["show", game.code, "--json"], ["find", game.code]]) {
    assert.doesNotMatch(await succeeds(app, ...args), /whisper/);
  }
});

for (const engine of sample(["Postgres", "SQLite"] as const)) {
  Deno.test({
    name: `a backup includes the desk's blocks and its log (${engine})`,
    ...UNSANITIZED,
    fn: () =>
      withDirectory(async (directory) => {
        const source = await ENGINES[engine](directory);
        const target = await ENGINES[engine](directory);
        const game = await serve(source, (store) => keep(store, makeGame(3)));
        const run = async (settings: typeof source, ...args: string[]) =>
          (await runDesk(args, () => settings, () => false)).stdout;
        await run(source, "block", "a{b}@example.org");
        await run(source, "block", "bad.example");
        await run(source, "show", game.code);
        const path = `${directory}/backup.gz`;
        await backup(source, path, unwatched);
        await restore(target, path, unwatched);
        assert.equal(await run(target, "list", "blocked"), await run(source, "list", "blocked"));
        assert.equal(await run(target, "log"), await run(source, "log"));
      }),
  });
}

for (const engine of sample(["Postgres", "SQLite"] as const)) {
  Deno.test({
    name: `no desk command acts on a database whose games were moved (${engine})`,
    ...UNSANITIZED,
    fn: () =>
      withDirectory(async (directory) => {
        const source = await ENGINES[engine](directory);
        const target = await ENGINES.SQLite(directory);
        const game = await serve(source, (store) => keep(store, makeGame(3)));
        const run = (settings: typeof source, ...args: string[]) =>
          runDesk(args, () => settings, () => false);
        await move(source, target, source.tokenSecret, unwatched);
        for (
          const args of [
            ["find", game.code],
            ["show", game.code],
            ["pause", game.code],
            ["erase", game.code, "--yes"],
            ["block", "bad.example"],
            ["list", "blocked"],
            ["log"],
          ]
        ) {
          const { code, stderr } = await run(source, ...args);
          assert.equal(code, 1, args.join(" "));
          assert.match(stderr, /have been moved: set DATABASE_URL or DATA_DIR/, args.join(" "));
        }
        assert.match((await run(target, "show", game.code)).stdout, /drawn/);
      }),
  });
}

for (const engine of sample(["Postgres", "SQLite"] as const)) {
  Deno.test({
    name: `desk and backup ask for the newer release that the database belongs to (${engine})`,
    ...UNSANITIZED,
    fn: () =>
      withDirectory(async (directory) => {
        const settings = await ENGINES[engine](directory);
        await serve(settings, (store) => keep(store, makeGame(3)));
        await sqlOn(
          settings,
          "insert into migrations select max(number) + 1, max(applied_at) from migrations",
        );
        const message = /of another release: use that one/;
        const { code, stderr } = await runDesk(["log"], () => settings, () => false);
        assert.equal(code, 1);
        assert.match(stderr, message);
        await assert.rejects(backup(settings, `${directory}/backup.gz`, unwatched), { message });
      }),
  });
}

const binary = await findPgBouncer();

Deno.test({
  name: "deno task desk works through a pooler in transaction mode",
  ignore: !binary,
  ...UNSANITIZED,
  async fn() {
    const url = await makeMigratedDatabase();
    await using pooler = await startPgBouncer(binary ?? "", url, "transaction");
    const settings = parseSettings({
      DATABASE_URL: pooler.url,
      TOKEN_SECRET: "a token secret for the desk",
    });
    const { code } = await serve(settings, (store) => keep(store, makeGame(3)));
    const task = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["task", "-q", "desk", ...args],
        env: { DATABASE_URL: pooler.url, TOKEN_SECRET: settings.tokenSecret ?? "" },
      }).output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      assert.equal(code, 0, text(stderr));
      return text(stdout);
    };
    assert.match(await task("show", code), /drawn/);
    assert.match(await task("erase", code, "--yes"), /is erased/);
    assert.match(await task("log", "--json"), /"act":"erase","detail":"3 people","code":null/);
  },
});

Deno.test("the desk reports wrong arguments and a missing database", async () => {
  const missing = parseSettings({ DATA_DIR: "/nowhere" });
  const run = (...args: string[]) => runDesk(args, () => missing, () => false);
  for (
    const args of [[], ["find"], ["log", "x"], ["burn", "123456"], ["show", "1", "2"], [
      "show",
      "--yes",
      "1",
    ], ["toString", "x"]]
  ) {
    assert.match((await run(...args)).stderr, /^Usage/, args.join(" "));
  }
  assert.match((await run("find", "123456")).stderr, /no database in \/nowhere/);
  assert.deepEqual(JSON.parse((await run("find", "123456", "--json")).stdout).games, []);
});
