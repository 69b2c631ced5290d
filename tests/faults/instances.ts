import type { Part } from "../bench/results.ts";
import { people } from "../support/games.ts";
import { brokenInvariants } from "../support/invariants.ts";
import { startMailServer } from "../support/mail.ts";
import { makeMigratedDatabase } from "../support/postgres.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { databaseOf, sqlOn } from "../support/sql.ts";
import { addRow, type Release, THIS } from "./release.ts";

/** Results of work that several instances did at the same time. */
export interface Together {
  /** Number of games that were over, and of those that were archived. */
  expired: number;
  archived: number;
  /** Number of people whose event is near, of those reminded, and of those reminded twice. */
  near: number;
  reminded: number;
  remindedTwice: number;
  /** Number of mails written at once, of those sent, and of those sent twice. */
  mails: number;
  sent: number;
  sentTwice: number;
  /** Number of people told that they have joined one game, and of those in it. */
  joined: number;
  present: number;
  /** Number of people of one name that were admitted, and of games created from one form. */
  namesakes: number;
  gamesOfForm: number;
  broken: string[];
}

const SIZE = 3;

/** Starts several instances on one Postgres server at once, and has all do the same work. */
export async function shareWork(
  count: number,
  { cwd }: Release,
  effort: { games: number; mails: number; joining: number },
): Promise<Together> {
  await using mail = await startMailServer();
  const env = {
    DATABASE_URL: await makeMigratedDatabase(),
    TOKEN_SECRET: "the token secret of all instances",
    CLEANUP_SECRET: "the cleanup secret of all instances",
    SMTP_URL: mail.url,
    PUBLIC_URL: "https://gifts.example.org",
  };
  const database = databaseOf(env);
  await leaveWork(env, effort.games, cwd);
  const instances = await Promise.all(Array.from({ length: count }, () => startServer(env, cwd)));
  try {
    await atOnce(
      instances,
      ({ client }) =>
        client.post("/api/games/cleanup", undefined, { "x-cleanup-secret": env.CLEANUP_SECRET }),
    );
    const near = effort.games * SIZE;
    await mail.waitFor(near);
    const reminders = mail.arrived.splice(0);
    const [archived] = await sqlOn<{ count: number }>(
      database,
      "select count(*)::integer as count from games where archived_at is not null",
    );

    const mails = effort.mails * count;
    const writing = atOnce(instances, ({ client }, number) => {
      const participants = people(effort.mails)
        .map((one) => ({ ...one, email: `${number}-${one.email}` }));
      return client.createGame({ participants, sendEmails: true });
    });
    await mail.waitFor(mails);
    await writing;
    const sent = mail.arrived.splice(0);

    const game = await instances[0]!.client.createGame();
    const { invitationToken } = game;
    const join = (participantName: string) => ({ client }: ServerProcess) =>
      client.patchGame(game, { action: "joinInvitation", invitationToken, participantName });
    const joining = await atOnce(instances, (instance, number) =>
      Promise.all(Array.from(
        { length: effort.joining },
        (_, index) => join(`Guest ${number} ${index}`)(instance),
      )));
    const namesakes = await atOnce(instances, join("Zoe"));
    const view = await instances[0]!.client.readAsOrganizer(game);

    const key = crypto.randomUUID();
    const body = { name: "One form", date: "2099-12-24", participants: people(SIZE) };
    await atOnce(instances, ({ client }) =>
      Promise.all(
        [1, 2, 3].map(() => client.post("/api/games", body, { "idempotency-key": key })),
      ));
    const ofForm = await sqlOn(database, "select id from games where name = 'One form'");
    // A second copy of a mail would arrive soon.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return {
      expired: effort.games,
      archived: archived?.count ?? 0,
      near,
      reminded: new Set(reminders.map(({ to }) => to)).size,
      remindedTwice: reminders.length - new Set(reminders.map(({ to }) => to)).size,
      mails,
      sent: new Set(sent.map(({ to }) => to)).size,
      sentTwice: sent.length + mail.arrived.length - new Set(sent.map(({ to }) => to)).size,
      joined: joining.flat().filter(({ status }) => status === 200).length,
      present: view.participants.filter(({ name }) => name.startsWith("Guest")).length,
      namesakes: namesakes.filter(({ status }) => status === 200).length,
      gamesOfForm: ofForm.length,
      broken: await brokenInvariants(database),
    };
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
  }
}

/** Creates games that ended days ago, and as many whose event is near, while no instance runs. */
async function leaveWork(
  env: Record<string, string>,
  games: number,
  cwd: string | undefined,
): Promise<void> {
  const server = await startServer(env, cwd);
  for (let number = 0; number < games; number++) {
    await server.client.createGame({ name: "Over" });
    const participants = people(SIZE).map((one) => ({ ...one, email: `${number}-${one.email}` }));
    await server.client.createGame({ name: "Near", participants });
  }
  await server.stop();
  const day = (days: number) =>
    `'${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}'`;
  await sqlOn(
    databaseOf(env),
    `update games set date = ${day(-5)} where name = 'Over';
     update games set date = ${day(2)}, created_at = now() - interval '30 days', send_emails = true
       where name = 'Near'`,
  );
}

function atOnce<T>(
  instances: readonly ServerProcess[],
  ask: (instance: ServerProcess, number: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all(instances.map(ask));
}

/** Number of items that are missing or duplicated. */
function countLost(result: Together): number {
  const { expired, archived, near, reminded, mails, sent, joined, present, broken } = result;
  return expired - archived + near - reminded + mails - sent + joined - present +
    Math.abs(result.namesakes - 1) + Math.abs(result.gamesOfForm - 1) + broken.length;
}

/** Two to four instances. */
export async function measureInstances(): Promise<Part> {
  const rows = [[
    "instances",
    "games over: archived",
    "reminders due: sent",
    "mails written at once: sent",
    "joined one game: there",
    "of one name let in",
    "games of one form",
    "mails sent twice",
    "lost or broken",
  ]];
  for (const count of [2, 3, 4]) {
    const effort = { games: 40, mails: 100, joining: 25 };
    const result = await shareWork(count, THIS, effort);
    addRow(
      rows,
      String(count),
      `${result.expired}: ${result.archived}`,
      `${result.near}: ${result.reminded}`,
      `${result.mails}: ${result.sent}`,
      `${result.joined}: ${result.present}`,
      String(result.namesakes),
      String(result.gamesOfForm),
      String(result.remindedTwice + result.sentTwice),
      String(countLost(result)),
    );
  }
  return {
    title: "Several instances on one Postgres",
    text: "All start at once, and each does the same at the same moment.",
    rows,
  };
}
