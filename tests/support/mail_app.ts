import assert from "node:assert/strict";
import { MAIL_FAILURES } from "@/lib/game/types.ts";
import { openConfirmation } from "@/lib/operations/senders.ts";
import { startApp, type TestApp } from "./app.ts";
import type { CreatedGame, NewGame } from "./client.ts";
import { inDays, people } from "./games.ts";
import { startMailServer, type TestMailServer } from "./mail.ts";
import { sql } from "./sql.ts";
import { LONGEST_WAIT, until } from "./until.ts";

export const ORGANIZER = "organizer@example.org";
/** Addresses of the participants of `createMailedGame`. */
export const FIVE = people(5).map(({ email }) => email);
export const NOTHING_SENT = {
  organizerEmailSent: false,
  participantEmailsSent: 0,
  participantEmailsFailed: 0,
  participantEmailsQueued: 0,
};

/** Declares a test with a mail server and a service that uses it. */
export function mailTest(
  name: string,
  run: (app: TestApp, server: TestMailServer) => Promise<void>,
  env: Record<string, string> = {},
) {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using server = await startMailServer();
      await using app = await startApp({
        SMTP_URL: server.url,
        MAIL_FROM: "gifts@example.org",
        PUBLIC_URL: "https://gifts.example.org",
        ...env,
      });
      await run(beCalm(app), server);
    },
  });
}

/** Makes a service wait for its mails however slow the machine is, and skip the delay that misleads observers. */
export function beCalm(app: TestApp): TestApp {
  if (app.services.mail) {
    Object.assign(app.services.mail, { patience: LONGEST_WAIT, recoverySpan: 0 });
  }
  return app;
}

/** Creates a game of five that sends mails automatically. */
export function createMailedGame(
  { client }: TestApp,
  body: Partial<NewGame> = {},
): Promise<CreatedGame> {
  return client.createGame({
    date: inDays(20),
    participants: people(5),
    organizerEmail: ORGANIZER,
    sendEmails: true,
    ...body,
  });
}

/** Confirms the organizer's address, like the button behind the link in their mail. */
export async function confirmSender({ services }: TestApp, { id }: { id: string }): Promise<void> {
  const game = await services.store.readGameById(id);
  assert(game?.organizerEmail);
  const token = services.tokens.confirmation(game, game.organizerEmail);
  assert.equal((await openConfirmation(services, id, token, true))?.isConfirmed, true);
}

/** Makes all failed mails due now, so that no test waits for their back-off. */
export async function hasten({ services }: TestApp): Promise<void> {
  await services.store.hastenMails(MAIL_FAILURES);
  services.mail?.wake();
}

/** Makes mails due that are delayed by a random time. */
export async function makeDue({ services }: TestApp): Promise<void> {
  const waits = "status = 'queued' and kind <> 'notice'";
  await sql(services, `update outbox set due_at = created_at where ${waits}`);
  services.mail?.wake();
}

/** Asserts one mail for each of these addresses, and no other. */
export function assertEachOnce(server: TestMailServer, addresses: string[]): void {
  assert.deepEqual(server.arrived.map(({ to }) => to).sort(), [...addresses].sort());
}

/** Asserts that a mail that was due too early is postponed by some hours. */
export async function waitsAgain({ services: { store } }: TestApp): Promise<void> {
  let seconds: number | null = 0;
  await until(async () => {
    seconds = await store.nextMailIn();
    return seconds === null || seconds > 3600;
  }, "what is due is done");
  assert.notEqual(seconds, null);
}

/** Waits until at most `rest` mails are queued. */
export async function settled({ services }: TestApp, rest: number): Promise<void> {
  await until(
    async () => {
      const { length } = await sql(
        services,
        "select id from outbox where status = 'queued' and kind <> 'notice'",
      );
      return length <= rest;
    },
    `no more than ${rest} mails wait`,
    20,
  );
}
