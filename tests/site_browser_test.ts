import assert from "node:assert/strict";
import { languageTag } from "@/lib/browser/format.ts";
import { type Build, JS_PREFIX } from "@/lib/fresh/build.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  assertNoSidewaysScrollAnywhere,
  BROWSER_TEST,
  pressOffline,
  scriptWeight,
  showAsSent,
  TestSite,
  WIDTHS,
} from "./support/browser.ts";
import { applyBuild } from "./support/built.ts";
import { createWinterGame, enterAsParticipant, giverTo, signIn } from "./support/participants.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

/** JavaScript of a participant's page and the style sheet, compressed, in bytes. */
const SCRIPT_LIMIT = 15 * 1024;
const STYLE_LIMIT = 20 * 1024;

Deno.test("error pages have their status and say what to do next", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const cases = [
    ["/games/111111", 404, "No game with this code"],
    [`/games/${game.code}/calendar.ics`, 401, "Please use your personal link"],
    ["/nothing/here", 404, "We can’t find that page"],
  ] as const;
  for (const [path, status, title] of cases) {
    const answer = await site.client.get(path, { "accept-language": "en" });
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers.get("cache-control"), "no-store", path);
    assert.match(answer.text, new RegExp(`<h1[^>]*>${title}`), path);
    assert.match(answer.text, /Go to the home page/, path);
  }
  const page = await site.visit();
  await page.goto("/nothing/here");
  await page.getByRole("link", { name: "Go to the home page" }).waitFor();
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
  // An ended sign-in is forgotten.
  await enterAsParticipant(page, game, named(game, "Ana"));
  await site.client.manage(game, "regenerateToken", { participantId: named(game, "Ana").id });
  await page.goto(`/games/${game.code}`);
  await page.getByText("a link that no longer works").waitFor();
  assert.deepEqual((await page.context().cookies()).map(({ name }) => name), []);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "a page request over the limits is answered with a page",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open({ RATE_LIMIT: "1" });
    const answers = [await fetch(site.url), await fetch(site.url)];
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    assert.match(first ?? "", /<h1[^>]*>One name each/);
    assert.match(second ?? "", /<h1[^>]*>A little slower, please/);
    assert.equal(answers[1]?.status, 429);
    assert(Number(answers[1]?.headers.get("retry-after")) > 0);
  },
);

Deno.test("forms from other sites are refused", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const answer = await fetch(`${site.url}/games/${game.code}`, {
    method: "POST",
    headers: { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
    body: new URLSearchParams({ action: "signIn", token: named(game, "Ana").token }),
  });
  assert.equal(answer.status, 403);
  assert.match(await answer.text(), /<h1/);
  assert.equal(answer.headers.get("set-cookie"), null);
});

Deno.test("light or dark is remembered, with JavaScript and without", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  for (const hasScript of [true, false]) {
    const page = await site.visit({ hasScript });
    await page.goto("/help");
    // Instant with reduced motion: no color is in transition, not even in the innermost text.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    assert.equal(await page.evaluate("document.getAnimations().length"), 0);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
    await page.getByRole("button", { name: "Switch to dark" }).click();
    await page.locator('html[data-theme="gift-night"]').waitFor();
    // Without scripts the click itself has reloaded the page.
    if (hasScript) await page.goto("/privacy");
    await page.getByRole("button", { name: "Switch to light" }).click();
    await page.locator('html[data-theme="gift"]').waitFor();
    assert.equal(new URL(page.url()).pathname, hasScript ? "/privacy" : "/help");
    if (!hasScript) continue;
    // The clicked button is hidden; the focus moves to the other one.
    await page.getByRole("button", { name: "Switch to dark" }).press("Enter");
    await page.keyboard.press("Enter");
    await page.locator('html[data-theme="gift"]').waitFor();
    const light = page.getByRole("button", { name: "Switch to dark" });
    assert(await light.evaluate((button) => button.matches(":focus")));
  }
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "the service worker keeps only the offline page, and loads the requested one afterwards",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await site.visit({ hasWorker: true });
    await enterAsParticipant(page, game, named(game, "Ana"));
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.reload();
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
    await page.context().setOffline(true);
    await page.goto(`/games/${game.code}`);
    await page.getByRole("heading", { level: 1, name: "You’re offline" }).waitFor();
    const styled = await page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily");
    assert.match(String(styled), /Fraunces/);
    const kept = await page.evaluate(`caches.keys()
    .then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))
    .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`);
    assert(Array.isArray(kept) && kept.includes("/offline"));
    assert.deepEqual(kept.filter((path) => /^\/(games|api)\b/.test(path)), []);
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Hello, Ana!" }).waitFor();
  },
);

Deno.test("a form is not submitted while there is no network", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByLabel("Game code").fill("123");
  await page.context().setOffline(true);
  await page.getByText("Keep this page open").waitFor();
  await pressOffline(page.getByRole("button", { name: "Open the game" }));
  assert.equal(await page.getByLabel("Game code").inputValue(), "123");
  await page.context().setOffline(false);
  await page.getByText("Keep this page open").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open the game" }).click();
  await page.getByText("This doesn’t look right").first().waitFor();
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "the gift on the start page opens on click, with JavaScript and without",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const hasScript of [true, false]) {
      const page = await site.visit({ hasScript });
      await page.goto("/");
      const name = page.getByText("Grandma Rose");
      assert.equal(await name.isVisible(), false);
      await page.getByText("Open it", { exact: true }).click();
      await name.waitFor();
      await assertNoSidewaysScroll(page);
      if (hasScript) await assertAccessible(page);
      await page.getByText("Wrap it up again").click();
      await name.waitFor({ state: "hidden" });
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "the language menu closes with Escape and a click outside, and leads to the language's URL",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await page.goto("/help", { waitUntil: "networkidle" });
    const menu = page.locator("header summary");
    const choice = page.getByRole("link", { name: "Deutsch" });
    await menu.click();
    await choice.waitFor();
    await page.keyboard.press("Escape");
    await choice.waitFor({ state: "hidden" });
    assert.equal(await menu.evaluate((element) => element.matches(":focus")), true);
    await menu.click();
    await page.mouse.click(20, 400);
    await choice.waitFor({ state: "hidden" });
    await menu.click();
    await choice.click();
    await page.getByRole("heading", { level: 1, name: "Hilfe" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/de/help");
    // Pages without a URL per language follow, too.
    await page.goto("/offline");
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    assert.deepEqual(site.problems, []);
  },
);

/** Additional screen widths and font sizes for pages, in CSS pixels. */
const SIZES = [[320, 16], [360, 20], [360, 24], [360, 32]] as const;

Deno.test(
  "pages stay intact with large letters and on the smallest screens",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const paths = ["/", "/help", "/privacy", "/recover", "/offline", "/nothing/here"];
    for (const language of ["en", "de", "ja"]) {
      const page = await site.visit({ language });
      // English words are shorter than German ones, except for the name on the home page.
      for (const path of language === "en" ? ["/"] : paths) {
        await page.goto(path, { waitUntil: "domcontentloaded" });
        for (const [width, size] of SIZES) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate(`document.documentElement.style.fontSize = "${size}px"`);
          await assertNoSidewaysScroll(page);
          const name = page.locator("header a span").first();
          const lines = Number(
            await name.evaluate((one) =>
              one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)
            ),
          );
          assert(lines < 2.5, `the name breaks into ${lines} lines at ${size}px of ${width}`);
        }
      }
      await site.leave(page);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("pages are accessible and fit the screen, in every language", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const giver = giverTo(game, "Ben");
  await site.client.readAsParticipant(game, { participantToken: giver.token });
  const paths = [
    ...["/", "/help", "/privacy", "/recover", "/offline", "/api/docs", `/games/${game.code}`],
  ];
  const page = await site.visit();
  await enterAsParticipant(page, game, giver);
  for (const path of paths) {
    await page.goto(path);
    await assertAccessible(page);
    await assertNoSidewaysScrollAnywhere(page);
  }
  // Hardly anything except a page's header is exclusive to wide screens.
  await page.setViewportSize({ width: 1280, height: 800 });
  await assertAccessible(page);
  await page.goto("/");
  await assertAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  // The longest words, the widest letters, and the language of the texts.
  for (const language of sample(["de", "ja", "en", ...LANGUAGES] as const, 3)) {
    await page.context().addCookies([{ name: "lang", value: language, url: site.url }]);
    await page.goto("/");
    for (const path of paths) {
      if (path !== "/") await showAsSent(page, path);
      assert.equal(await page.locator("html").getAttribute("lang"), languageTag(language));
      await assertNoSidewaysScroll(page);
    }
  }
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "a browser that wrongly considers itself offline sends what the server can accept",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });",
    );
    await page.goto("/", { waitUntil: "networkidle" });
    await page.locator("#name-1").fill("Ana");
    await page.context().setOffline(true);
    await pressOffline(page.getByRole("button", { name: "Next: the date" }));
    await page.getByText("You’re offline. Keep this page open").waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Next: the date" }).click();
    await page.waitForURL("**/create**");

    // From a dialog, too.
    const game = await createWinterGame(site);
    await signIn(page, game, { token: game.organizerToken }, "organizer");
    await page.goto(`/games/${game.code}/organize/tools`, { waitUntil: "networkidle" });
    await page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)");
    await page.getByRole("link", { name: "Replace the invitation link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Replace the invitation link" }).click();
    await page.getByText("Saved.").waitFor();

    // A wish that has arrived is not typed again.
    await enterAsParticipant(page, game, named(game, "Ana"));
    await page.waitForLoadState("networkidle");
    await page.locator("#wish-text").fill("Tea");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Saved. Your giver will see it.").waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator("#wish-text").inputValue(), "");
  },
);

Deno.test("pages are light", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site);
  const me = named(game, "Ana");
  await site.client.readAsParticipant(game, { participantToken: me.token });
  const cookie = `participant_${game.code}=${me.token}`;
  for (const path of ["/", "/help", `/games/${game.code}`]) {
    const weight = await scriptWeight(site, path, { cookie });
    console.log(`${path.replace(game.code, "CODE")}: ${weight} bytes of compressed JavaScript`);
    assert(weight > 0 && weight <= SCRIPT_LIMIT, `${path} sends ${weight} bytes of JavaScript`);
    // A browser requests six files at a time, including the style sheet.
    const { headers } = await fetch(site.url + path, { headers: { cookie } });
    const scripts = headers.get("link")?.split(",") ?? [];
    assert(scripts.length > 0 && scripts.length <= 5, `${path} asks for ${scripts.length} scripts`);
  }
  const style = await fetch(`${site.url}/styles.css`, {
    headers: { "accept-encoding": "identity" },
  });
  assert(style.body);
  const packed = new Response(style.body.pipeThrough(new CompressionStream("gzip")));
  const weight = (await packed.arrayBuffer()).byteLength;
  console.log(`styles.css: ${weight} bytes compressed`);
  assert(weight <= STYLE_LIMIT, `The style sheet has ${weight} bytes`);
});

Deno.test(
  "the font that a page preloads is the one that its style sheet loads",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const width of WIDTHS) {
      const page = await site.visit({ width });
      const fetched: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "font") fetched.push(new URL(request.url()).pathname);
      });
      await page.goto("/", { waitUntil: "networkidle" });
      const preloaded = await page.locator("link[rel=preload][as=font]").getAttribute("href");
      assert.match(preloaded ?? "", /\?__frsh_c=\w+$/);
      assert.deepEqual(fetched, ["/fonts/fraunces-latin-600-normal.woff2"]);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a selection is visible if the reader's own colors replace ours",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    // Set before anything is shown, so that no color is in transition.
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await page.goto("/create");
    const [selection, chosen, other] = await page.evaluate<unknown[]>(`(() => {
      const probe = document.body.appendChild(document.createElement("p"));
      probe.style.cssText = "forced-color-adjust: none; background-color: Highlight";
      const chips = [true, false].map((isChosen) =>
        [...document.querySelectorAll("[name=budget]")]
          .find(({ checked }) => checked === isChosen).parentElement);
      return [probe, ...chips].map((one) => getComputedStyle(one).backgroundColor);
    })()`);
    assert.equal(chosen, selection);
    assert.notEqual(other, selection);
  },
);

Deno.test("the style sheet is requested before all scripts", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const answer = await fetch(site.url);
  await answer.body?.cancel();
  assert.match(
    answer.headers.get("link") ?? "",
    /^<\/styles\.css\?__frsh_c=\w+>; rel="preload"; as="style", <\/_fresh\/js/,
  );
});

Deno.test("scripts contain no lookbehind, on which Safari before 16.4 fails", async () => {
  let files: Build["files"] = new Map();
  await applyBuild({
    setBuild(build) {
      files = build.files;
    },
  });
  const scripts = [...files].filter(([path]) => path.startsWith(JS_PREFIX));
  assert(scripts.length > 0);
  for (const [path, file] of scripts) {
    const script = new TextDecoder().decode(await file.read("identity"));
    // As a literal or as the text for a RegExp, which the build turns it into.
    assert.doesNotMatch(script, /\(\?<[=!]/, path);
  }
});
