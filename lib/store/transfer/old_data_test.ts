import assert from "node:assert/strict";
import { Tokens } from "../../game/tokens.ts";
import type { Game } from "../../game/types.ts";
import { parseSettings } from "../../settings.ts";
import { type Column, GAME_COLUMNS, PERSON_COLUMNS, personRecord } from "../records.ts";
import { keyOf, toTokenSecret, writeKeyFile } from "../server_key.ts";
import { inDays, makeGame } from "@/tests/support/games.ts";
import { makeDatabase } from "@/tests/support/postgres.ts";
import { serve, UNSANITIZED, withDirectory } from "@/tests/support/transfer.ts";
import { RUNS_PROOFS } from "@/tests/support/sample.ts";

/** Runs a task as people do. */
async function task(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", ...args],
    env: { NO_COLOR: "1", DATABASE_URL: "", TOKEN_SECRET: "" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), error: text(stderr) };
}

function row(columns: Readonly<Record<string, Column>>, record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(columns).map(([field, { name }]) => [name, record[field]]),
  );
}

/** The statements by which the previous release stored a game. */
function insertions({ participants, exclusions, households, ...game }: Game): string {
  const insert = (table: string, rows: readonly object[]) =>
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, '${
      JSON.stringify(rows.map((one) => ({ game_id: game.id, ...one }))).replaceAll("'", "''")
    }');\n`;
  return insert("games", [row(GAME_COLUMNS, { ...game })]) +
    insert(
      "participants",
      participants.map((one) => ({
        ...row(PERSON_COLUMNS, personRecord(one)),
        email_key: one.email,
      })),
    ) +
    insert(
      "assignments",
      participants.map(({ number, receiver }) => ({ giver: number, receiver })),
    ) +
    insert("exclusions", exclusions.map(([a, b]) => ({ a, b }))) +
    insert(
      "household_members",
      households.flatMap((members, household) => members.map((member) => ({ household, member }))),
    );
}

async function makeOldData(dataDir: string, sql: string): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    // The project's lock file must not know of PGlite.
    args: [
      "run",
      "-A",
      "--no-config",
      "--no-lock",
      "--node-modules-dir=none",
      "tests/support/make_old_data.ts",
      `${dataDir}/pglite`,
    ],
    stdin: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode(sql));
  await input.close();
  const { success, stderr } = await child.output();
  assert(success, new TextDecoder().decode(stderr));
}

Deno.test({
  name: "deno task move carries over the data of the previous release, to a server or in place",
  ignore: !RUNS_PROOFS,
  ...UNSANITIZED,
  fn: () =>
    withDirectory(async (dataDir) => {
      const key = keyOf("a secret of the tests");
      await writeKeyFile(dataDir, key);
      const games = [3, 5, 1000].map((size) =>
        makeGame(size, {
          name: `It's a party of ${size} 日本語`,
          date: inDays(20),
          sendEmails: true,
          exclusions: size > 3 ? [["P1", "P2"]] : [],
          households: size > 3 ? [["P3", "P4"]] : [],
        })
      ).map((game) => ({
        ...game,
        earliestEnd: null,
        earliestStart: null,
        drawCount: 0,
        lastDrawnAt: null,
      }));
      const [first] = games;
      assert(first);
      const mails = `
        insert into outbox (game_id, recipient, kind, topic, payload, status, finished_at) values
          ('${first.id}', 1, 'eventNear', '', '{}', 'sent', now()),
          ('${first.id}', 2, 'reminder', '', '{"message": "Come"}', 'queued', null);
        insert into unsubscriptions (game_id, address_key) values ('${first.id}', 'p1@example.org');`;
      const schema = await Deno.readTextFile("tests/support/old_schema.sql");
      await makeOldData(dataDir, schema + games.map(insertions).join("") + mails);

      const started = await task("backup", `${dataDir}/backup.gz`, "--unknown");
      assert.equal(started.code, 1);
      await assert.rejects(
        serve(parseSettings({ DATA_DIR: dataDir }), () => Promise.resolve()),
        (error) => {
          assert(error instanceof Error);
          assert(error.message.includes(`deno task move --from ${dataDir} --to ${dataDir}`));
          return true;
        },
      );

      const databaseUrl = await makeDatabase();
      const copy = `${dataDir}-copy`;
      await copyDirectory(dataDir, copy);
      const toServer = await task("move", "--from", copy, "--to", databaseUrl);
      await Deno.remove(copy, { recursive: true });
      assert.equal(toServer.code, 0, toServer.error);
      assert.match(
        toServer.out,
        /Moved 3 games with 1008 people, 2 mails, 1 marks of unsubscriptions and 0 photos/,
      );
      assert(toServer.out.includes(`TOKEN_SECRET=${toTokenSecret(key)}`));
      const inPlace = await task("move", "--from", dataDir, "--to", dataDir);
      assert.equal(inPlace.code, 0, inPlace.error);
      assert.deepEqual(
        [...Deno.readDirSync(dataDir)].map(({ name }) => name).sort(),
        ["gift-exchange.db", "lock", "pglite-moved", "token-secret"],
      );

      for (
        const settings of [
          parseSettings({ DATA_DIR: dataDir }),
          parseSettings({ DATABASE_URL: databaseUrl, TOKEN_SECRET: toTokenSecret(key) }),
        ]
      ) {
        await serve(settings, async (store, found) => {
          assert.equal(new Tokens(found).organizer(first), new Tokens(key).organizer(first));
          for (const game of games) assert.deepEqual(await store.readGameById(game.id), game);
          assert.deepEqual(await store.readUnsubscribed(first.id), new Set(["p1@example.org"]));
          // The reminder of the near event has been sent for this date, and is not sent again.
          const without = await store.listGamesWithoutNearMail(inDays(0), inDays(30), null, 10);
          assert.deepEqual(
            new Set(without.map(({ id }) => id)),
            new Set(games.slice(1).map(({ id }) => id)),
          );
          const [mail, ...others] = await store.claimMails(10, 60);
          assert.deepEqual([mail?.payload, others.length], [{ message: "Come" }, 0]);
        });
      }
    }),
});

async function copyDirectory(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyDirectory(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
