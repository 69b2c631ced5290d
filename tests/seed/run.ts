/**
 * Fills the configured database with example games in all states, through the service itself, and prints the links to
 * open: `deno task seed`. Its mails go only to a mail server in this process.
 */
import { joinPath, organizerPath, participantPath } from "@/lib/browser/links.ts";
import { openServices, type Services } from "@/lib/services.ts";
import { baseUrl, parseSettings, SettingsError } from "@/lib/settings.ts";
import { serveInProcess } from "../support/app.ts";
import { Client, type CreatedGame } from "../support/client.ts";
import { startMailServer } from "../support/mail.ts";
import { EXAMPLES, UNKNOWN_MAILBOX } from "./games.ts";

/** Maximum time for mails to be sent, in ms. */
const MAIL_PATIENCE = 30_000;

/** @throws {SettingsError} if the database must not be filled. */
async function seed(): Promise<void> {
  await using mailServer = await startMailServer();
  mailServer.behaviour.refuse = (address) =>
    address === UNKNOWN_MAILBOX ? { code: 550, message: "5.1.1 No such mailbox" } : null;
  const env = { ...Deno.env.toObject(), SMTP_URL: mailServer.url, RATE_LIMIT: "off" };
  const services = await openServices(parseSettings(env));
  try {
    if (await holdsGames(services)) {
      throw new SettingsError(
        "There are games in this database already, and nothing was changed. Name an empty directory: " +
          "DATA_DIR=data/seed deno task seed",
      );
    }
    const fetch = await serveInProcess(services);
    const client = new Client((request) => fetch(request));
    for (const { shows, create } of EXAMPLES) {
      print(shows, await create(client), baseUrl(services.settings));
    }
    await mailsGone(services);
  } finally {
    await services.close();
  }
}

/** True if anyone has created a game here, except archived ones, which no list contains. */
async function holdsGames({ store }: Services): Promise<boolean> {
  return (await store.listExpiredGames("9999-12-31", null, 1)).length > 0;
}

function print(shows: string, game: CreatedGame, origin: string): void {
  const { code, name, organizerToken, invitationToken, participants } = game;
  console.log(`\n${name} (${code}): ${shows}`);
  console.log(`  organizer  ${origin}${organizerPath(code, organizerToken)}`);
  for (const { name, token } of participants.slice(0, 2)) {
    console.log(`  ${name.padEnd(10)} ${origin}${participantPath(code, token)}`);
  }
  console.log(`  invitation ${origin}${joinPath(code, invitationToken)}`);
}

async function mailsGone({ store }: Services): Promise<void> {
  const deadline = Date.now() + MAIL_PATIENCE;
  while (await store.nextMailIn() !== null) {
    if (Date.now() > deadline) throw new Error("Mails still wait in the outbox");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

try {
  await seed();
  Deno.exit(0);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
