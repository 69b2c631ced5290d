import type { Part } from "../bench/results.ts";
import { type DatabaseName, DATABASES, newEnvironment } from "../bench/servers.ts";
import { people } from "../support/games.ts";
import { startMailServer } from "../support/mail.ts";
import { startServer } from "../support/server.ts";
import { databaseOf, sqlOn } from "../support/sql.ts";
import { addRow, type Release } from "./release.ts";

const DAY = 86_400_000;
/** Maximum time for a start to make up for missed work, in ms. */
const PATIENCE = 10_000;

export interface MissedWork {
  /** Measured from the service's first answer, in ms; null if not within `PATIENCE`. */
  archived: number | null;
  reminded: number | null;
  erased: number | null;
}

/** Lets a day's work become due while no instance runs, then starts one. */
export async function missDailyWork(
  databaseName: DatabaseName,
  { cwd }: Release,
): Promise<MissedWork> {
  await using mail = await startMailServer();
  const env: Record<string, string> = {
    ...await newEnvironment(databaseName),
    SMTP_URL: mail.url,
    PUBLIC_URL: "https://gifts.example.org",
    RETENTION_DAYS: "30",
  };
  const database = databaseOf(env);
  const before = await startServer(env, cwd);
  await before.client.createGame({ name: "Over" });
  const old = await before.client.createGame({ name: "Old" });
  await before.client.archive(old);
  await before.client.createGame({ name: "Near", participants: people(3) });
  await before.stop();

  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const date = (days: number) => at(days).slice(0, 10);
  await sqlOn(
    database,
    `update games set date = '${date(-5)}' where name = 'Over';
     update games set archived_at = '${at(-40)}' where name = 'Old';
     update games set date = '${date(2)}', created_at = '${at(-30)}',
       send_emails = ${env.DATABASE_URL ? "true" : "1"} where name = 'Near'`,
  );
  const after = await startServer(env, cwd);
  const started = performance.now();
  const until = async (isDone: () => Promise<boolean>): Promise<number | null> => {
    while (performance.now() - started < PATIENCE) {
      if (await isDone()) return performance.now() - started;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return null;
  };
  const isEmpty = async (condition: string) =>
    (await sqlOn(database, `select id from games where ${condition}`)).length === 0;
  const [archived, reminded, erased] = await Promise.all([
    until(() => isEmpty("name = 'Over' and archived_at is null")),
    until(() => Promise.resolve(mail.arrived.length === 3)),
    until(() => isEmpty("name = 'Old'")),
  ]);
  await after.stop();
  if (env.DATA_DIR) await Deno.remove(env.DATA_DIR, { recursive: true });
  return { archived, reminded, erased };
}

export async function measureMissedWork(releases: readonly Release[]): Promise<Part> {
  const rows = [["database", "release", "archived after, ms", "reminded, ms", "erased, ms"]];
  const show = (time: number | null) => time === null ? "not" : time.toFixed(0);
  for (const database of DATABASES) {
    for (const release of releases) {
      const { archived, reminded, erased } = await missDailyWork(database, release);
      addRow(rows, database, release.name, show(archived), show(reminded), show(erased));
    }
  }
  return {
    title: "Daily work that an outage made impossible",
    text: "A game that is over, one whose event is near and one to be erased, left while nothing " +
      "runs; from the first answer of the next start on.",
    rows,
  };
}
