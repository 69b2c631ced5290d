import { Client, type CreatedGame } from "../support/client.ts";
import { inDays } from "../support/games.ts";
import { ASSUMED, type Cpu, decemberOf, type GameCosts } from "./growth_model.ts";
import { type MailSink, startMailSink } from "./mail_sink.ts";
import { openMeter, type Reading } from "./meter.ts";
import { type Part, tableOf } from "./results.ts";
import { build, type DatabaseName, DATABASES, newEnvironment, startService } from "./servers.ts";

/** Number of games measured, more than an instance caches, and of those before that warm up. */
const GAMES = 400;
const WARM_UP = 60;
/** Number of requests of each kind. */
const REQUESTS = 400;
/** Number of concurrent requests. */
const AT_ONCE = 8;
const ACTIVE = [10, 1_000, 10_000, 100_000, 1_000_000];

/** Measures what a game costs, and derives what a December with ten up to a million games would cost. */
export async function benchGrowth(): Promise<Part> {
  await build();
  const measured: (readonly [DatabaseName, Measured])[] = [];
  for (const database of DATABASES) measured.push([database, await measure(database)]);
  return {
    title: "Growth",
    text: [
      `What a game of ${ASSUMED.people} costs: ${GAMES} games that were played by the API and pages, ${AT_ONCE} requests at a time; CPU by the clocks of the processes, the database server's with all its own. Written is the log of Postgres, and all that the service wrote to its disk with SQLite.`,
      tableOf([
        ["a game, or a request", ...measured.map(([database]) => database)],
        ...costRows(measured.map(([, one]) => one)),
      ]),
      "By that, and by the assumptions in `tests/bench/growth_model.ts`, a December:",
    ].join("\n\n"),
    rows: [
      [
        "database",
        "active games",
        "games on the busiest day",
        "requests that day",
        "mails that day",
        "written that day, GB",
        "requests/s at the peak",
        "mails/s",
        "cores: service",
        "cores: database",
        "kept, GB",
      ],
      ...measured.flatMap(([database, { costs }]) =>
        ACTIVE.map((active) => [database, ...decemberRow(active, costs)])
      ),
    ],
  };
}

interface Measured {
  costs: GameCosts;
  /** CPU of a read through the API. */
  read: Cpu;
  /** Bytes of a game that was just created, without mails. */
  created: { kept: number; written: number };
  rows: Record<string, number>;
  bytesPerMail: number;
}

async function measure(database: DatabaseName): Promise<Measured> {
  const sink = await startMailSink();
  const env = await newEnvironment(database);
  const service = await startService({
    ...env,
    SMTP_URL: sink.url,
    PUBLIC_URL: "http://localhost:8000",
  });
  const meter = await openMeter(service.pid, env);
  const client = new Client(fetch, service.url);
  await manyTimes(WARM_UP, async () => {
    const game = await createGame(client, false);
    for (let time = 0; time < 3; time++) await Promise.all(openAll(client, game));
  });
  const cost = async (count: number, work: (index: number) => Promise<unknown>) => {
    const before = await meter.read();
    await manyTimes(count, work);
    return perPiece(before, await meter.read(), count);
  };

  const plain: CreatedGame[] = [];
  const create = await cost(GAMES, async () => plain.push(await createGame(client, false)));
  const each = (work: (game: CreatedGame, index: number) => Promise<unknown>) =>
    cost(REQUESTS, (index) => work(at(plain, index), index));
  const participantPage = await each((game, index) => openPage(client, game, index));
  const organizerPage = await each((game) => openOrganizerPage(client, game));
  const read = await each((game) => client.readAsOrganizer(game));
  const wish = await each((game, index) => writeWish(client, game, index));

  // The costs of games with mails, from their creation to what people do with them.
  const before = await meter.read();
  const rowsBefore = await meter.countRows();
  const mailed: CreatedGame[] = [];
  await manyTimes(GAMES, async () => mailed.push(await createGame(client, true)));
  await untilQuiet(sink);
  const created = await meter.read();
  const mailsOfCreation = sink.arrived.mails;
  await manyTimes(GAMES, async (index) => {
    const game = at(mailed, index);
    for (let person = 0; person < ASSUMED.people; person++) await openPage(client, game, person);
    for (let person = 0; person < ASSUMED.wishesPerGame; person++) {
      await writeWish(client, game, person);
    }
  });
  await manyTimes(
    GAMES,
    (index) =>
      client.sendEmail(at(mailed, index), { type: "reminderAll", customMessage: "See you soon!" }),
  );
  await untilQuiet(sink);
  const played = perPiece(before, await meter.read(), GAMES);
  const rows = Object.fromEntries(
    Object.entries(await meter.countRows()).map((
      [table, count],
    ) => [table, (count - (rowsBefore[table] ?? 0)) / GAMES]),
  );
  const sending = perPiece(before, created, GAMES);
  const mailsEach = mailsOfCreation / GAMES;
  const mail = {
    service: (sending.serviceCpu - create.serviceCpu) / mailsEach,
    database: (sending.databaseCpu - create.databaseCpu) / mailsEach,
  };
  const { mails, bytes } = sink.arrived;
  await meter.close();
  await service.stop();
  await sink.stop();
  return {
    costs: {
      create: cpuOf(create),
      participantPage: cpuOf(participantPage),
      organizerPage: cpuOf(organizerPage),
      wish: cpuOf(wish),
      mail,
      kept: played.kept,
      written: played.written,
      mails: mails / GAMES,
    },
    read: cpuOf(read),
    created: { kept: create.kept, written: create.written },
    rows,
    bytesPerMail: bytes / mails,
  };
}

function createGame(client: Client, sendEmails: boolean): Promise<CreatedGame> {
  const name = crypto.randomUUID().slice(0, 8);
  return client.createGame({
    name: "Winter party",
    date: inDays(20),
    location: "At the lake, house 7",
    generalNotes: "Please bring something warm, and a spoon.",
    amount: "20",
    isProtected: true,
    sendEmails,
    organizerEmail: `organizer-${name}@example.org`,
    participants: Array.from({ length: ASSUMED.people }, (_, index) => ({
      name: `Person ${index + 1}`,
      email: `person-${index + 1}-${name}@example.org`,
    })),
  });
}

async function openPage(client: Client, { code, participants }: CreatedGame, index: number) {
  const { token } = at(participants, index);
  await expectPage(client, `/games/${code}`, `participant_${code}=${token}`);
}

function openOrganizerPage(client: Client, { code, organizerToken }: CreatedGame) {
  return expectPage(client, `/games/${code}/organize`, `organizer_${code}=${organizerToken}`);
}

function openAll(client: Client, game: CreatedGame): Promise<unknown>[] {
  return [openPage(client, game, 0), openOrganizerPage(client, game), client.readAsOrganizer(game)];
}

async function expectPage(client: Client, path: string, cookie: string): Promise<void> {
  const { status } = await client.get(path, { cookie });
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
}

function writeWish(client: Client, game: CreatedGame, index: number): Promise<unknown> {
  const { id: participantId, token: participantToken = "" } = at(game.participants, index);
  const wish = `A book about lakes, or a warm scarf, number ${index}`;
  return client.act(game, "updateWish", { participantId, participantToken, wish });
}

/** Runs `work` `count` times, some of them concurrently. */
async function manyTimes(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const goOn = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
}

/** Waits until no mail has arrived for a second. */
async function untilQuiet({ arrived }: MailSink): Promise<void> {
  for (let before = -1; before !== arrived.mails;) {
    before = arrived.mails;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Error("There is nothing");
  return value;
}

function perPiece(before: Reading, after: Reading, count: number): Reading {
  const share = (name: keyof Reading) => (after[name] - before[name]) / count;
  return {
    serviceCpu: share("serviceCpu"),
    databaseCpu: share("databaseCpu"),
    kept: share("kept"),
    written: share("written"),
  };
}

function cpuOf({ serviceCpu, databaseCpu }: Reading): Cpu {
  return { service: serviceCpu, database: databaseCpu };
}

function costRows(measured: readonly Measured[]): string[][] {
  const row = (name: string, show: (one: Measured) => string) => [name, ...measured.map(show)];
  const cpu = (name: string, of: (one: Measured) => Cpu) =>
    row(`CPU, ms: ${name} (service + database)`, (one) => {
      const { service, database } = of(one);
      return `${service.toFixed(1)} + ${database.toFixed(1)}`;
    });
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  return [
    row("kept, kB: created, without mails", ({ created }) => kB(created.kept)),
    row("kept, kB: played, with mails", ({ costs }) => kB(costs.kept)),
    row("written, kB: created", ({ created }) => kB(created.written)),
    row("written, kB: played, with mails", ({ costs }) => kB(costs.written)),
    row(
      "rows, played",
      ({ rows }) =>
        Object.entries(rows).map(([table, count]) => `${table} ${count.toFixed(0)}`).join(", "),
    ),
    row("mails, played", ({ costs }) => costs.mails.toFixed(1)),
    row("bytes of a mail", ({ bytesPerMail }) => bytesPerMail.toFixed(0)),
    cpu("create", ({ costs }) => costs.create),
    cpu("page of a participant", ({ costs }) => costs.participantPage),
    cpu("page of the organizer", ({ costs }) => costs.organizerPage),
    cpu("read by the API", ({ read }) => read),
    cpu("wish", ({ costs }) => costs.wish),
    cpu("mail", ({ costs }) => costs.mail),
  ];
}

function decemberRow(active: number, costs: GameCosts): string[] {
  const december = decemberOf(active, costs);
  const whole = (value: number) => Math.ceil(value).toLocaleString("en-GB");
  const short = (value: number) => value < 10 ? value.toPrecision(2) : whole(value);
  return [
    whole(active),
    whole(december.games),
    whole(december.requests),
    whole(december.mails),
    short(december.written / 1e9),
    short(december.requestsPerSecond),
    short(december.mailsPerSecond),
    short(december.serviceCores),
    costs.create.database > 0 ? short(december.databaseCores) : "in the service",
    short(december.kept / 1e9),
  ];
}
