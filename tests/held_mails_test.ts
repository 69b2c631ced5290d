import assert from "node:assert/strict";
import { inDays } from "./support/games.ts";
import { mailTest } from "./support/mail_app.ts";

mailTest(
  "an organizer without an address is asked for one if mails wait for it",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({ date: inDays(20), draw: "later" });
    await client.patchGame(game, {
      action: "joinInvitation",
      invitationToken: game.invitationToken,
      participantName: "Zoe",
      participantEmail: "zoe@example.org",
    });
    const cookie = `organizer_${game.code}=${game.organizerToken}`;
    const url = `http://localhost/games/${game.code}/organize`;
    const page = await app.fetch(new Request(url, { headers: { cookie } }));
    const held = (await page.text()).split('id="mail-notices"')[1]?.slice(0, 3000) ?? "";
    assert.match(
      held,
      /Enter your own email address\. Emails to the others wait until you’ve confirmed it/,
    );
    assert.doesNotMatch(held, /We’ve sent an email/);
  },
  { MAIL_CONFIRM: "organizer" },
);
