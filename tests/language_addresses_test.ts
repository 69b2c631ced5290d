import assert from "node:assert/strict";
import { languageTag } from "@/lib/browser/format.ts";
import { manifestPath, PUBLIC_PAGES, publicPath } from "@/lib/browser/links.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp } from "./support/app.ts";
import { people } from "./support/games.ts";
import { named } from "./support/views.ts";

const ORIGIN = "https://gifts.example.org";

/** The values of an attribute of all links with a `rel`. */
function linksOf(html: string, rel: string, attribute: string): string[] {
  return (html.match(/<link [^>]*>/g) ?? []).filter((link) => link.includes(`rel="${rel}"`))
    .map((link) => new RegExp(` ${attribute}="([^"]*)"`).exec(link)?.[1] ?? "");
}

Deno.test("each public page has its own URL in each language, whatever language the reader prefers", async () => {
  await using app = await startApp({ PUBLIC_URL: ORIGIN });
  for (const page of PUBLIC_PAGES) {
    for (const language of LANGUAGES) {
      const path = publicPath(page, language);
      const answer = await app.fetch(
        new Request(ORIGIN + path, {
          headers: { "accept-language": "sv,en;q=0.5", cookie: "lang=it" },
        }),
      );
      const html = await answer.text();
      assert.equal(answer.status, 200, path);
      assert.match(html, new RegExp(`<html lang="${languageTag(language)}"`), path);
      assert.doesNotMatch(html, /noindex/, path);
      assert.deepEqual(linksOf(html, "canonical", "href"), [ORIGIN + path]);
      assert.deepEqual(linksOf(html, "alternate", "hreflang"), [
        "x-default",
        ...LANGUAGES.map(languageTag),
      ]);
      assert.deepEqual(
        linksOf(html, "alternate", "href"),
        [null, ...LANGUAGES].map((one) => ORIGIN + publicPath(page, one)),
      );
      // Links on these pages stay in the same language.
      for (const other of PUBLIC_PAGES.filter((one) => one !== "create")) {
        assert(html.includes(`href="${publicPath(other, language)}"`), `${path} leads to ${other}`);
      }
    }
  }
});

Deno.test("an address without a language uses the reader's, and stays unchanged", async () => {
  await using app = await startApp({ PUBLIC_URL: ORIGIN });
  for (
    const [path, accepted, language] of [
      ["/", "de-AT,en;q=0.9,de;q=0.8", "de"],
      ["/help", "zh-HK,en-GB", "en"],
      ["/privacy", "pt", "pt-BR"],
    ] as const
  ) {
    const answer = await app.fetch(
      new Request(ORIGIN + path, { headers: { "accept-language": accepted } }),
    );
    const html = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(html, new RegExp(`<html lang="${language}"`));
    assert.match(answer.headers.get("vary") ?? "", /accept-language/);
    assert.deepEqual(linksOf(html, "canonical", "href"), [ORIGIN + path]);
  }
});

Deno.test("invalid languages and pages that are not public have no address with a language", async () => {
  await using app = await startApp();
  for (
    const path of ["/xx", "/DE", "/de-AT", "/toString/help", "/de/games/123456", "/de/offline"]
  ) {
    const answer = await app.fetch(new Request(`http://localhost${path}`));
    assert.equal(answer.status, 404, path);
    assert.deepEqual(linksOf(await answer.text(), "canonical", "href"), []);
  }
  const slash = await app.fetch(new Request("http://localhost/de/?draw=later"));
  await slash.body?.cancel();
  assert.equal(slash.headers.get("location"), "/de?draw=later");
});

Deno.test("the picker leads to the page's address in the other language, which is remembered", async () => {
  await using app = await startApp();
  const html = await (await app.fetch(new Request("http://localhost/de/create?draw=later"))).text();
  assert.match(html, /href="\/fr\/create\?draw=later&(?:amp;)?lang=fr"/);
  const picked = await app.fetch(new Request("http://localhost/fr/create?draw=later&lang=fr"));
  assert.equal(picked.headers.get("location"), "/fr/create?draw=later");
  assert.match(picked.headers.get("set-cookie") ?? "", /^lang=fr;/);
});

Deno.test("pages of games have no address with a language, and keep search engines away", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isProtected: true, participants: people(3) });
  const path = `/games/${game.code}`;
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${named(game, "P1").token}`;
  for (
    const page of [
      path,
      `${path}/organize`,
      `${path}/created`,
      `${path}/slips`,
    ]
  ) {
    const answer = await app.fetch(new Request(`http://localhost${page}`, { headers: { cookie } }));
    const html = await answer.text();
    assert.equal(answer.status, 200, page);
    assert.equal(answer.headers.get("x-robots-tag"), "noindex", page);
    assert.deepEqual(linksOf(html, "alternate", "href"), [], page);
  }
});

Deno.test("a page whose address is a key is neither cached nor indexed, even if the key is invalid", async () => {
  await using app = await startApp();
  for (const page of ["unsubscribe", "confirm", "report"]) {
    const { headers } = await app.fetch(new Request(`http://localhost/${page}?game=x&token=y`));
    assert.equal(headers.get("x-robots-tag"), "noindex", page);
    assert.equal(headers.get("cache-control"), "no-store", page);
  }
});

Deno.test("search engines find each public page in each language", async () => {
  await using app = await startApp({ PUBLIC_URL: ORIGIN });
  const robots = await (await app.fetch(new Request(`${ORIGIN}/robots.txt`))).text();
  assert.match(robots, /^Disallow: \/api\/$/m);
  assert.match(robots, /^Sitemap: https:\/\/gifts\.example\.org\/sitemap\.xml$/m);
  const answer = await app.fetch(new Request(`${ORIGIN}/sitemap.xml`));
  assert.match(answer.headers.get("content-type") ?? "", /^application\/xml/);
  const map = await answer.text();
  assert.deepEqual(
    [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address),
    PUBLIC_PAGES.flatMap((page) =>
      [null, ...LANGUAGES].map((language) => ORIGIN + publicPath(page, language))
    ),
  );
});

Deno.test("the home screen and link previews name the site in the page's language", async () => {
  await using app = await startApp();
  for (const language of LANGUAGES) {
    const t = translator(language);
    const path = manifestPath(language);
    const html = await (await app.fetch(new Request(`http://localhost/${language}`))).text();
    assert.deepEqual(linksOf(html, "manifest", "href"), [path]);
    const [, title] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? [];
    assert.equal(title, t("home.title"));
    assert.match(html, new RegExp(`<meta property="og:locale" content="${language}_[A-Z]{2}"`));
    const answer = await app.fetch(new Request(`http://localhost${path}`));
    assert.equal(answer.headers.get("content-type"), "application/manifest+json");
    const manifest: unknown = await answer.json();
    assert(typeof manifest === "object" && manifest !== null && "name" in manifest);
    assert.equal(manifest.name, t("common.siteName"));
  }
  const unknown = await app.fetch(new Request("http://localhost/manifest/xx.webmanifest"));
  await unknown.body?.cancel();
  assert.equal(unknown.status, 404);
});
