import type { Part } from "../bench/results.ts";
import { type DatabaseName, DATABASES, newEnvironment } from "../bench/servers.ts";
import { people } from "../support/games.ts";
import { startMailServer, type TestMailServer } from "../support/mail.ts";
import { startServer } from "../support/server.ts";
import { addRow, type Release } from "./release.ts";

/** Faults of a mail server. Each starts one. @returns a function that ends it */
const FAULTS: Readonly<Record<string, (mail: TestMailServer) => Promise<() => Promise<void>>>> = {
  /** It accepts no connections. */
  async "is away"(mail) {
    await mail.stop();
    return () => mail.start();
  },

  /** It is too busy for every client: 421. */
  refuses(mail) {
    mail.behaviour.refuse = () => ({ code: 421, message: "4.3.2 Not now" });
    return Promise.resolve(() => {
      mail.behaviour.refuse = () => null;
      return Promise.resolve();
    });
  },

  /** It takes messages and never replies. */
  hangs(mail) {
    const { promise, resolve } = Promise.withResolvers<void>();
    mail.behaviour.holds = promise;
    return Promise.resolve(() => {
      mail.behaviour.holds = null;
      resolve();
      return Promise.resolve();
    });
  },

  /** It dies in the middle of every tenth message. */
  dies(mail) {
    const broken = new Set<string>();
    mail.behaviour.breaksOff = (address) => {
      const isNext = /0@/.test(address) && !broken.has(address);
      broken.add(address);
      return isNext;
    };
    return Promise.resolve(() => Promise.resolve());
  },
};

export const MAIL_FAULTS = Object.keys(FAULTS);

export interface MailFault {
  expected: number;
  /** Mails that went out more than once. */
  twice: number;
  missing: number;
  /** Response time of the request that wrote the mails, in ms. */
  answer: number;
  /** From the end of the fault to the last mail, in ms. */
  last: number;
}

/** Lets a large game send its mails through a failing server. @param seconds the fault lasts */
export async function mailThrough(
  fault: string,
  { database, size, seconds }: { database: DatabaseName; size: number; seconds: number },
  { cwd }: Release,
): Promise<MailFault> {
  await using mail = await startMailServer();
  const env: Record<string, string> = {
    ...await newEnvironment(database),
    SMTP_URL: mail.url,
    PUBLIC_URL: "https://gifts.example.org",
  };
  const server = await startServer(env, cwd);
  const end = await FAULTS[fault]!(mail);
  const participants = people(size);
  const began = performance.now();
  await server.client.createGame({ participants, sendEmails: true });
  const answer = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, seconds * 1000 - answer)));
  await end();
  const ended = performance.now();
  const wanted = new Set(participants.map(({ email }) => email));
  const missing = () => wanted.difference(new Set(mail.arrived.map(({ to }) => to))).size;
  while (missing() > 0 && performance.now() - ended < 90_000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const last = performance.now() - ended;
  // A second copy would go out soon.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await server.stop();
  if (env.DATA_DIR) await Deno.remove(env.DATA_DIR, { recursive: true });
  const twice = mail.arrived.length - (size - missing());
  return { expected: size, twice, missing: missing(), answer, last };
}

export async function measureMails(releases: readonly Release[]): Promise<Part> {
  const size = 100;
  const rows = [[
    "mail server",
    "for, s",
    "database",
    "release",
    "mails",
    "missing",
    "twice",
    "answer to the request, ms",
    "last mail after its return, ms",
  ]];
  for (const fault of MAIL_FAULTS) {
    for (const database of DATABASES) {
      for (const release of releases) {
        const seconds = 5;
        const result = await mailThrough(fault, { database, size, seconds }, release);
        addRow(
          rows,
          fault,
          String(seconds),
          database,
          release.name,
          String(result.expected),
          String(result.missing),
          String(result.twice),
          result.answer.toFixed(0),
          result.last.toFixed(0),
        );
      }
    }
  }
  return {
    title: "A mail server that does not serve",
    text: `A game of ${size} people is created, each of whom gets a mail.`,
    rows,
  };
}
