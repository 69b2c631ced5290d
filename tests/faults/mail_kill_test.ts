import assert from "node:assert/strict";
import { people } from "../support/games.ts";
import { startMailServer } from "../support/mail.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { amount } from "../support/sample.ts";

/** Mails in progress at a time: as many as the service has connections. */
const UNDER_WAY = 5;
const MAILS = amount(120, 250);

Deno.test({
  name: `killed while ${MAILS} mails go out and restarted, the service delivers every one`,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using mail = await startMailServer();
    mail.behaviour.delay = 20;
    const dataDir = await Deno.makeTempDir();
    const env = { DATA_DIR: dataDir, SMTP_URL: mail.url, PUBLIC_URL: "https://gifts.example.org" };
    let server = await startServer(env);
    try {
      const participants = people(MAILS - 1);
      // Killed in the middle of the request, it sends no answer.
      const creating = server.client.createGame({
        participants,
        organizerEmail: "organizer@example.org",
        sendEmails: true,
      }).then(() => {}, () => {});
      await mail.waitFor(40);
      await server.kill();
      await creating;
      const before = mail.arrived.length;
      assert.ok(before < MAILS - 30, `${before} had arrived already`);
      server = await startServer(env);
      const wanted = new Set(["organizer@example.org", ...participants.map(({ email }) => email)]);
      const missing = () => wanted.difference(new Set(mail.arrived.map(({ to }) => to)));
      await until(() => missing().size === 0, () => `all arrive, but ${[...missing()]}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const twice = mail.arrived.length - wanted.size;
      console.log(`${before} arrived before the kill, ${twice} arrived twice`);
      assert.ok(twice <= UNDER_WAY, `${twice} arrived twice`);
      const ids = new Map(mail.arrived.map(({ to, parsed }) => [to, parsed.messageId]));
      assert.ok(mail.arrived.every(({ to, parsed }) => ids.get(to) === parsed.messageId));
      assert.doesNotMatch(server.output(), /@example\.org/, "An address in the log");
    } finally {
      await server.stop();
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});
