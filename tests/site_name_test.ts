import assert from "node:assert/strict";
import type { TestApp } from "./support/app.ts";
import { people } from "./support/games.ts";
import { mailTest } from "./support/mail_app.ts";

const NAME = "Müller & Söhne";
/** The site's default names, in the languages that are requested here. */
const OTHERWISE = /Gift Exchange|Wichteln/;

async function read({ fetch }: TestApp, path: string, headers: HeadersInit = {}): Promise<string> {
  const answer = await fetch(new Request(`http://localhost${path}`, { headers }));
  assert.equal(answer.status, 200, path);
  return await answer.text();
}

mailTest(
  "the site uses the operator's name wherever it says its name",
  async (app, server) => {
    const game = await app.client.createGame({
      participants: people(3),
      organizerEmail: "olga@example.org",
      organizerName: "Olga",
      sendEmails: true,
      isProtected: true,
    });
    const html = NAME.replace("&", "&amp;");
    const cookie = `lang=en; participant_${game.code}=${game.participants[0]?.token}`;
    for (
      const [path, headers] of [
        ["/", {}],
        ["/help", { cookie: "lang=en" }],
        ["/de/help", {}],
        ["/create", { "accept-language": "de" }],
        [`/games/${game.code}`, { cookie }],
      ] as const
    ) {
      const page = await read(app, path, headers);
      const title = /<title>(.*?)<\/title>/.exec(page)?.[1] ?? "";
      assert(title.includes(html), `${path}: ${title}`);
      assert.match(page, new RegExp(`<header(.|\n)*${html}`), path);
      for (const name of page.matchAll(/og:(?:site_name|title)" content="(.*?)"/g)) {
        assert.doesNotMatch(name[1] ?? "", OTHERWISE, path);
      }
    }
    assert.match(await read(app, "/"), /og:image" content="[^"]*\/icon-512\.png"/);
    const manifest = JSON.parse(await read(app, "/manifest/de.webmanifest"));
    assert.deepEqual([manifest.name, manifest.short_name], [NAME, NAME]);
    const chat = { "user-agent": "WhatsApp/2.23" };
    const invitation = `/games/${game.code}/join?invitation=${game.invitationToken}`;
    assert.match(await read(app, invitation, chat), new RegExp(`description" content="${html} ·`));
    await server.waitFor(4);
    for (const { parsed, html: body, text } of server.arrived) {
      assert(parsed.from?.text.includes(NAME), parsed.from?.text);
      assert(body.includes(html));
      assert.doesNotMatch(`${body}${text}${parsed.subject}${parsed.from?.text}`, OTHERWISE);
    }
  },
  { SITE_NAME: NAME },
);
