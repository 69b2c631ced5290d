import assert from "node:assert/strict";
import type { Language } from "@/lib/game/types.ts";
import { startApp } from "./support/app.ts";
import { people } from "./support/games.ts";
import { type ArrivedMail, startMailServer } from "./support/mail.ts";
import {
  assertEachOnce,
  confirmSender,
  createMailedGame,
  mailTest,
  ORGANIZER,
} from "./support/mail_app.ts";
import { sql } from "./support/sql.ts";
import { until } from "./support/until.ts";

const FROM = "gifts@example.org";
const OLGA = "olga@example.org";
const test = { sanitizeOps: false, sanitizeResources: false };

/** The mails that a game of this organizer sends at its creation: to the organizer, and to the first participant. */
async function mailsOf(
  organizer: { organizerName?: string; organizerEmail?: string; language?: Language },
  env: Record<string, string> = {},
): Promise<{ toOlga?: ArrivedMail | undefined; toFirst: ArrivedMail }> {
  await using server = await startMailServer();
  await using app = await startApp({ SMTP_URL: server.url, MAIL_FROM: FROM, ...env });
  const game = await app.client.createGame({
    participants: people(3),
    sendEmails: true,
    ...organizer,
  });
  await server.waitFor(organizer.organizerEmail ? 4 : 3);
  const toOlga = server.at(OLGA)[0];
  if (organizer.organizerEmail) {
    // Before that, no mail is sent in the organizer's name.
    assert(server.arrived.every(({ parsed }) => !parsed.from?.text.includes(" via ")));
    await confirmSender(app, game);
    server.arrived.length = 0;
    await app.client.sendEmail(game, { type: "allParticipants" });
    await server.waitFor(3);
  }
  const [toFirst] = server.arrived.filter(({ to }) => to !== OLGA);
  assert(toFirst);
  return { toOlga, toFirst };
}

/** A header as it was transmitted, with its folds. */
function rawHeader({ parsed }: ArrivedMail, name: string): string | undefined {
  return parsed.headerLines.find(({ key }) => key === name)?.line;
}

Deno.test({
  ...test,
  name:
    "a mail is sent in the organizer's name from the service's address, and replies do not go to them",
  async fn() {
    const { toOlga, toFirst } = await mailsOf({
      organizerName: "Ölga",
      organizerEmail: OLGA,
      language: "fr",
    });
    assert.equal(toFirst.parsed.from?.text, '"Ölga via Secret Santa" <gifts@example.org>');
    // A reply would quote the personal link.
    assert.equal(toFirst.parsed.replyTo, undefined);
    assert(!`${toFirst.text}${toFirst.html}`.includes(OLGA));
    assert.match(toFirst.text, /^Ölga vous invite$/m);
    assert.equal(toOlga?.parsed.from?.text, '"Secret Santa" <gifts@example.org>');
    assert.equal(toOlga?.parsed.replyTo, undefined);
    assert.match(rawHeader(toFirst, "from") ?? "", /^From: =\?UTF-8\?/);
  },
});

Deno.test({
  ...test,
  name: "replies reach an organizer who wants them, where no personal link can come along",
  async fn() {
    await using server = await startMailServer();
    await using app = await startApp({ SMTP_URL: server.url, MAIL_FROM: FROM });
    const game = await app.client.createGame({
      participants: people(4),
      sendEmails: true,
      organizerEmail: OLGA,
      replyToOrganizer: true,
    });
    await server.waitFor(5);
    for (const { parsed } of server.arrived) assert.equal(parsed.replyTo, undefined);
    const [gone] = game.participants;
    assert(gone);
    await app.services.store.changeGame(game.code, (found) => ({
      game: found && { ...found, provedEmail: OLGA },
      outbox: null,
      result: undefined,
    }));
    await app.client.manage(game, "removeParticipant", { participantId: gone.id });
    await server.waitFor(6);
    const removed = server.at(gone.email ?? "").at(-1);
    assert(removed);
    assert.equal(removed.parsed.replyTo?.text, OLGA);
    assert.doesNotMatch(removed.text, /participant=/);
  },
});

Deno.test({
  ...test,
  name: "a mail's sender keeps the service's name if the organizer has none",
  async fn() {
    const { toFirst } = await mailsOf({ organizerEmail: OLGA }, { MAIL_FROM: `Gifts <${FROM}>` });
    assert.equal(toFirst.parsed.from?.text, '"Gifts" <gifts@example.org>');
    assert.equal(toFirst.parsed.replyTo, undefined);
    assert.ok(!`${toFirst.text}${toFirst.html}`.includes(OLGA));
  },
});

Deno.test({
  ...test,
  name: "a name with an address or a link in it does not become a sender",
  async fn() {
    for (const organizerName of ['Eve" <eve@evil.example>, x', "evil.example/win", "a, b; c: d"]) {
      const { toFirst } = await mailsOf({ organizerName, organizerEmail: OLGA });
      assert.equal(toFirst.parsed.from?.text, '"Gift Exchange" <gifts@example.org>', organizerName);
      assert.equal(toFirst.parsed.replyTo, undefined);
    }
    const { toFirst } = await mailsOf({ organizerName: "Eve, Adam", organizerEmail: OLGA });
    assert.deepEqual(toFirst.parsed.from?.value, [
      { name: "Eve, Adam via Gift Exchange", address: FROM },
    ]);
  },
});

Deno.test({
  ...test,
  name: "a line break in an organizer's name or address makes no header",
  async fn() {
    await using app = await startApp();
    for (
      const organizer of [
        { organizerName: "Eve\r\nBcc: x@evil.example" },
        { organizerEmail: "eve@example.org\r\nBcc: x@evil.example" },
      ]
    ) {
      const { status } = await app.client.post("/api/games", {
        name: "Party",
        date: "2099-12-24",
        participants: people(3),
        ...organizer,
      });
      assert.equal(status, 400);
    }
  },
});

Deno.test({
  ...test,
  name: "a mail carries the picture of its game's cover, and is small",
  async fn() {
    const { toFirst: { parsed, html } } = await mailsOf({ organizerName: "Olga" });
    const [cover] = parsed.attachments.filter(({ contentType }) => contentType === "image/png");
    assert(cover?.related);
    assert.match(html, new RegExp(`<img src="cid:${cover.cid}"`));
    assert.doesNotMatch(html, /<img[^>]*src="(?!cid:)/);
    assert.deepEqual([...cover.content.subarray(1, 4)].map((byte) => String.fromCharCode(byte)), [
      ..."PNG",
    ]);
    assert.ok(cover.size <= 15 * 1024, `a picture of ${cover.size} bytes`);
    const size = html.length + cover.size * 4 / 3;
    assert.ok(size <= 40 * 1024, `a mail of ${size} bytes`);
  },
});

Deno.test({
  ...test,
  name: "who invites and takes part is not invited by themself, in their mail and on their page",
  async fn() {
    await using server = await startMailServer();
    await using app = await startApp({ SMTP_URL: server.url, MAIL_FROM: FROM });
    const game = await app.client.createGame({
      name: "Winter party",
      organizerName: "Olga",
      sendEmails: true,
      participants: [{ name: "OLGA", email: OLGA }, ...people(2)],
    });
    await server.waitFor(3);
    const invites = /Olga has invited you/;
    for (const { token, email } of game.participants) {
      const isOlga = email === OLGA;
      const [mail] = server.at(email ?? "");
      assert.equal(invites.test(mail?.text ?? ""), !isOlga, email ?? "");
      const cookie = `participant_${game.code}=${token}`;
      const page = await app.fetch(
        new Request(`http://localhost/games/${game.code}`, { headers: { cookie } }),
      );
      const text = await page.text();
      assert.equal(invites.test(text), !isOlga);
      assert.match(text, /Winter party/);
    }
  },
});

mailTest(
  "a confirmed former address is notified at once when the organizer's address changes",
  async (app, server) => {
    const game = await createMailedGame(app);
    await server.waitFor(1);
    await confirmSender(app, game);
    app.services.mail?.wake();
    await server.waitFor(6);
    server.arrived.length = 0;
    const move = (organizerEmail: string) =>
      app.client.manage(game, "updateGameDetails", { organizerEmail, renewLink: false });
    assert.equal((await move("new@example.org")).mailsHeld, 0);
    await server.waitFor(2);
    assertEachOnce(server, [ORGANIZER, "new@example.org"]);
    const moved = await app.client.manage(game, "updateGameDetails", { location: "Elsewhere" });
    assert.equal(moved.mailsHeld, 5);
    // The previous address was never confirmed: it may be a stranger's.
    await move("newer@example.org");
    await until(() => server.at("newer@example.org")[0], "the newest address is asked");
    const held = await sql(
      app.services,
      "select id from outbox where kind = 'addressChanged' and reason = 'notConfirmed'",
    );
    assert.equal(held.length, 1);
    assertEachOnce(server, [ORGANIZER, "new@example.org", "newer@example.org"]);
  },
  { MAIL_CONFIRM: "organizer" },
);
