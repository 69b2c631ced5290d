import assert from "node:assert/strict";
import { z } from "zod";
import { LANGUAGES } from "@/lib/game/types.ts";
import { startApp, type TestApp, testAppOnBoth } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const CHAT = { "user-agent": "WhatsApp/2.23.20.0" };
const NAMES = ["Quirina", "Xaverl", "Zacharias"];
const OLGA = { organizerName: "Olga", name: "Fest der Feste", organizerEmail: "olga@example.org" };

function makeGame({ client }: TestApp, fields: { isProtected?: boolean } = {}) {
  return client.createGame({
    ...OLGA,
    language: "de",
    isProtected: true,
    participants: NAMES.map((name) => ({ name, email: `${name}@example.org`.toLowerCase() })),
    ...fields,
  });
}

function ask(app: TestApp, path: string, headers: Record<string, string> = CHAT, client?: string) {
  const { pathname, search } = new URL(path, "http://localhost");
  return app.fetch(new Request(`http://localhost${pathname}${search}`, { headers }), client);
}

/** The preview data that a chat reads from an answer. */
async function previewOf(answer: Response) {
  const html = await answer.text();
  const meta = (name: string) =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    html,
    title: meta("og:title"),
    picture: meta("og:image") ?? "",
    locale: meta("og:locale"),
    size: [Number(meta("og:image:width")), Number(meta("og:image:height"))],
  };
}

/** Width and height of a PNG. */
function sizeOf(png: Uint8Array<ArrayBuffer>): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  assert.equal(view.getUint32(0), 0x89504e47);
  return [view.getUint32(16), view.getUint32(20)];
}

async function pictureAt(app: TestApp, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask(app, path);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "image/png");
  return await answer.bytes();
}

function linksOf({ code, invitationToken = "", ...game }: CreatedGame): string[] {
  return [
    `/games/${code}?participant=${named(game, "Xaverl").token}`,
    `/games/${code}/join?invitation=${invitationToken}`,
  ];
}

testAppOnBoth("a link preview shows who invites to what, in the game's language", async (app) => {
  const game = await makeGame(app);
  const pictures = new Set<string>();
  for (const link of linksOf(game)) {
    const answer = await ask(app, link);
    assert.equal(answer.status, 200, link);
    assert.equal(answer.headers.get("set-cookie"), null);
    const { html, title, picture, locale, size } = await previewOf(answer);
    assert.equal(title, "Olga lädt dich zu „Fest der Feste“ ein");
    assert.equal(locale, "de_DE");
    for (
      const secret of [
        ...NAMES,
        "example.org",
        game.organizerToken,
        new URL(link, "http://x").search.split("=")[1],
      ]
    ) {
      assert.ok(secret && !html.includes(secret), `${secret} in what is shown of ${link}`);
    }
    pictures.add(picture);
    assert.deepEqual(sizeOf(await pictureAt(app, picture)), [1000, 525]);
    assert.deepEqual(size, [1000, 525]);
  }
  assert.equal(pictures.size, 1, "the picture tells whose link it is");
  const view = await app.client.readAsOrganizer(game);
  assert.ok(
    view.participants.every(({ viewedAt }) => viewedAt === null),
    "a gift counts as opened",
  );
});

testAppOnBoth(
  "a claim link shows the invitation in a preview, and is not used up",
  async (app) => {
    const game = await app.client.createGame({
      ...OLGA,
      isSealed: true,
      participants: NAMES.map((name) => ({ name })),
    });
    const [first] = game.participants;
    const answer = await app.client.patchGame(game, {
      action: "issueClaim",
      participantId: first?.id,
      organizerToken: game.organizerToken,
    });
    const { claimUrl } = z.object({ claimUrl: z.string() }).parse(answer.body);
    for (let time = 1; time <= 2; time++) {
      const { title, html } = await previewOf(await ask(app, claimUrl));
      assert.equal(title, "Olga has invited you to “Fest der Feste”");
      assert.ok(!NAMES.some((name) => html.includes(name)));
    }
  },
);

testAppOnBoth("a link preview shows nothing of a game that its link does not open", async (app) => {
  const game = await makeGame(app);
  const gone = await makeGame(app);
  await app.client.archive(gone);
  const unknown = game.code === "123456" ? "123457" : "123456";
  const strange = linksOf(await makeGame(app)).map((link) => link.replace(/\d{6}/, game.code));
  const paths = [
    `/games/${unknown}`,
    `/games/${game.code}`,
    `/games/${game.code}?participant=wrong`,
    `/games/${game.code}/join`,
    `/games/${game.code}/join?invitation=wrong`,
    `/games/${game.code}/c/wrong`,
    ...strange,
    ...linksOf(gone),
  ];
  const answers = await Promise.all(paths.map(async (path) => {
    const answer = await ask(app, path);
    answer.headers.delete("x-request-id");
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  }));
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.match(answers[0]?.body ?? "", /og:image" content="http:\/\/localhost\/preview\/en\.png"/);
});

Deno.test("in a game that is open to everyone with its code, the code alone shows the invitation", async () => {
  await using app = await startApp();
  const game = await makeGame(app, { isProtected: false });
  const { title } = await previewOf(await ask(app, `/games/${game.code}`));
  assert.equal(title, "Olga lädt dich zu „Fest der Feste“ ein");
});

Deno.test("a picture's URL without its key shows the service's picture, for any code", async () => {
  await using app = await startApp();
  const game = await makeGame(app, { isProtected: false });
  const other = await makeGame(app);
  const key = app.services.tokens.preview({ id: other.id });
  for (const path of [`${game.code}/wrong`, `123456/wrong`, `${game.code}/${key}`, `x/${key}`]) {
    const answer = await ask(app, `/preview/${path}`, { "accept-language": "nl" });
    assert.equal(answer.status, 302, path);
    assert.equal(answer.headers.get("location"), "/preview/nl.png");
  }
});

Deno.test("a picture is drawn once, and again when its text has changed", async () => {
  await using app = await startApp();
  const game = await makeGame(app);
  const path = `/preview/${game.code}/${app.services.tokens.preview({ id: game.id })}`;
  const first = await ask(app, path);
  const etag = first.headers.get("etag") ?? "";
  assert.ok(etag);
  assert.equal(first.headers.get("x-robots-tag"), "noindex");
  assert.equal(first.headers.get("cache-control"), "private, no-cache");
  const again = await ask(app, path, { "if-none-match": etag });
  assert.equal(again.status, 304);
  const start = performance.now();
  assert.deepEqual(await pictureAt(app, path), await first.bytes());
  assert.ok(performance.now() - start < 1000);
  await app.client.manage(game, "updateGameDetails", { cover: "birthday" });
  const other = await ask(app, path, { "if-none-match": etag });
  assert.equal(other.status, 200);
  assert.notEqual(other.headers.get("etag"), etag);
  await other.body?.cancel();
});

Deno.test("guessing codes through link previews leads to a lockout, and then shows nothing of any game", async () => {
  await using app = await startApp({ RATE_LIMIT: "1000" });
  const game = await makeGame(app, { isProtected: false });
  const path = `/games/${game.code}`;
  const shown = async (client: string) =>
    (await previewOf(await ask(app, path, CHAT, client))).title !== "Gift Exchange";
  assert.ok(await shown("192.0.2.7"));
  for (let guess = 0; guess <= 240; guess++) {
    await (await ask(app, `${path}?participant=guess${guess}`, CHAT, "192.0.2.7")).body?.cancel();
  }
  assert.ok(!await shown("192.0.2.7"));
  assert.ok(await shown("192.0.2.8"));
});

Deno.test("a picture costs its client ten requests, unless it has already been drawn", async () => {
  await using app = await startApp({ RATE_LIMIT: "25" });
  const { tokens } = app.services;
  const games = await Promise.all(
    [1, 2, 3].map((number) =>
      app.client.createGame({
        name: `Costly ${number}`,
        participants: NAMES.map((name) => ({ name })),
      })
    ),
  );
  const statuses = [];
  for (const { id, code } of [...games, ...games.slice(0, 1)]) {
    const answer = await ask(app, `/preview/${code}/${tokens.preview({ id })}`, {}, "192.0.2.9");
    statuses.push(answer.status);
    await answer.body?.cancel();
  }
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

Deno.test("people are redirected to their page, as before", async () => {
  await using app = await startApp();
  const game = await makeGame(app);
  for (const link of linksOf(game)) {
    const answer = await ask(app, link, { "user-agent": "Mozilla/5.0 Firefox/140.0" });
    assert.equal(answer.status, 303);
    await answer.body?.cancel();
  }
});

Deno.test("every language has a picture of the service, which its pages name", async () => {
  await using app = await startApp();
  for (const language of sample(LANGUAGES, 3)) {
    const answer = await ask(app, "/", { "accept-language": language });
    const { picture } = await previewOf(answer);
    assert.equal(picture, `http://localhost/preview/${language}.png`);
    const png = await Deno.readFile(`static/preview/${language}.png`);
    assert.deepEqual(sizeOf(png), [1200, 630]);
    assert.ok(png.length < 40_000);
  }
});
