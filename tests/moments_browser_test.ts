/** The moments in between: the draw, joining, the finale. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { languageTag } from "@/lib/browser/format.ts";
import {
  gamePath,
  joinPath,
  managePath,
  organizerPath,
  participantPath,
} from "@/lib/browser/links.ts";
import { type Language, LANGUAGES } from "@/lib/game/types.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  showAsSent,
  TestSite,
  turnTo,
} from "./support/browser.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const NAMES = ["Ana", "Ben", "Cleo", "Dora"];
const DRAWN = "The names have been drawn!";

/** A game that people are joining, with its organizer in this browser. */
async function toDraw(site: TestSite, page: Page) {
  const participants = NAMES.map((name) => ({ name }));
  const game = await site.client.createGame({ draw: "later", date: inDays(9), participants });
  await page.request.get(organizerPath(game.code, game.organizerToken));
  return game;
}

const draw = (page: Page, code: string) =>
  page.goto(managePath(code, "/confirm?action=drawNames"))
    .then(() => page.getByRole("button", { name: "Draw the names" }).click());

Deno.test("the draw: shown once, ended by a key, a click or by itself", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const page = await site.visit({ hasMotion: true, changesBrowser: true });
  await page.clock.install();
  // Checking the scene takes longer than its three seconds.
  await page.clock.pauseAt(Date.now() + 1_000);
  for (const end of ["key", "press", "itself"] as const) {
    const { code } = await toDraw(site, page);
    await draw(page, code);
    const scene = page.getByRole("dialog", { name: DRAWN });
    await page.locator(".draw-playing").waitFor();
    await assertNoSidewaysScroll(page);
    assert.equal(await scene.getByRole("button", { name: "Skip" }).count(), 1);
    if (end === "key") await page.keyboard.press("a");
    if (end === "press") await page.mouse.click(100, 300);
    await page.clock.runFor(end === "itself" ? 4_000 : 500);
    await scene.waitFor({ state: "hidden" });
    // The input that ended the scene triggers nothing behind it.
    assert.equal(new URL(page.url()).pathname, managePath(code));
    await page.getByText(/The names have been drawn\.\sGifts opened: 0\sof\s4/).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.locator("#draw").count(), 0, "once");
  }
  assert.deepEqual(site.problems, []);
});

Deno.test("the draw without motion or scripts is only the pile", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  for (const hasScript of [true, false]) {
    const page = await site.visit({ hasScript, hasMotion: !hasScript });
    const { code } = await toDraw(site, page);
    await draw(page, code);
    await page.locator(".gift-pile").last().waitFor();
    assert.equal(await page.locator("#draw").isVisible(), false);
    assert.equal(await page.locator(".paper .gift-piled, .rounded-box .gift-piled").count(), 4);
    if (hasScript) await assertAccessible(page);
    await site.leave(page);
  }
  assert.deepEqual(site.problems, []);
});

Deno.test("the scene of a draw reveals no pair", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const participants = people(7).map(({ name }) => ({ name }));
  const game = await site.client.createGame({ date: inDays(9), participants });
  const sceneOf = async ({ code, organizerToken }: typeof game) => {
    const headers = { cookie: `organizer_${code}=${organizerToken}` };
    const answer = await fetch(site.url + managePath(code, "?done=drawNames"), { headers });
    assert.equal(answer.status, 200);
    const [scene] = /<dialog [^>]*id="draw".*?<\/dialog>/s.exec(await answer.text()) ?? [];
    return scene?.replaceAll(/<!--.*?-->/g, "");
  };
  const scene = await sceneOf(game) ?? "";
  for (const { name, id } of participants.map(({ name }) => named(game, name))) {
    assert(scene.includes(name) && !scene.includes(id), "names, and by no id");
  }
  // Other pairs give the same picture.
  const pairs = JSON.stringify(game.assignments);
  for (let draws = 0; draws < 20; draws++) {
    const { assignments } = await site.client.manage(game, "reassignAll", {});
    if (JSON.stringify(assignments) !== pairs) break;
  }
  assert.equal(await sceneOf(game), scene);
  // Adding the query before the draw shows no scene.
  const gathering = await site.client.createGame({ draw: "later", date: inDays(9), participants });
  assert.equal(await sceneOf(gathering), undefined);
});

Deno.test("people who wait see the draw without losing what they typed", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const participants = NAMES.map((name) => ({ name, wish: "Honey" }));
  const game = await site.client.createGame({ draw: "later", date: inDays(9), participants });
  const linkOf = (name: string) => participantPath(game.code, named(game, name).token ?? "");
  const waiting = await site.visit({ hasMotion: true });
  await waiting.goto(linkOf("Ana"));
  const writing = await site.visit();
  await writing.goto(linkOf("Ben"));
  await writing.getByText("Change the note").click();
  await writing.getByLabel("Wishes and hints").fill("Tea");
  const room = await site.visit({ hasMotion: true, width: 1280 });
  await room.request.get(organizerPath(game.code, game.organizerToken));
  await room.goto(managePath(game.code, "/stage"));
  const words = await room.content();
  for (const { token } of game.participants) assert(!token || !words.includes(token));

  await site.client.manage(game, "addParticipant", { participantName: "Emil" });
  await turnTo(waiting);
  await waiting.getByText("Emil").waitFor();
  // A page that is up to date checks for changes and loads nothing.
  const asked = waiting.waitForResponse(/\/moment\?known=/);
  await turnTo(waiting);
  assert.equal((await asked).status(), 204);
  const renamed = { participantId: named(game, "Dora").id, name: "Theodora" };
  await site.client.manage(game, "updateParticipantDetails", renamed);
  await turnTo(waiting);
  await waiting.getByText("Theodora").waitFor();
  await site.client.manage(game, "drawNames", {});
  // Both at once, because the scene lasts three seconds.
  await Promise.all([waiting, room].map(async (page) => {
    await turnTo(page);
    await page.getByRole("dialog", { name: DRAWN }).waitFor();
    await page.keyboard.press("Escape");
  }));
  await waiting.getByRole("button", { name: "Open it" }).waitFor();
  await room.getByRole("heading", { name: DRAWN }).waitFor();
  // Everyone can see this screen, so it links to no one's gift.
  const links = await room.getByRole("main").getByRole("link").all();
  const paths = await Promise.all(links.map((one) => one.getAttribute("href")));
  assert.deepEqual(paths, [managePath(game.code)]);
  await turnTo(writing);
  await writing.waitForResponse((answer) => answer.url().includes("/moment"));
  await turnTo(writing);
  assert.equal(await writing.getByLabel("Wishes and hints").inputValue(), "Tea");
  await writing.locator("#wishes").getByRole("button", { name: "Save" }).click();
  await writing.getByRole("button", { name: "Open it" }).waitFor();
  assert.deepEqual(site.problems, []);
});

/** Names of games and inviters, in a usual language, in one with long words, and in one with another script. */
const INVITED = {
  en: ["Christmas at Grandma’s", "Grandma Olivia", "Join the game"],
  de: ["Weihnachten bei Großmutter", "Großmutter Annegret", "Mitmachen"],
  ja: ["おばあちゃんちのクリスマス会", "おばあちゃん", "参加する"],
} as const;

/** Opens the page for joining a game, whose field and button are on the first screen. */
async function toJoin(
  site: TestSite,
  page: Page,
  language: keyof typeof INVITED,
  draw: "now" | "later",
) {
  const [name, organizerName, button] = INVITED[language];
  const game = await site.client.createGame({
    ...{ language, name, organizerName, draw, date: inDays(9), location: "12 Mill Lane" },
    participants: NAMES.map((name) => ({ name })),
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(joinPath(game.code, game.invitationToken));
  const field = await page.locator('input[name="participantName"]').boundingBox();
  const below = await page.getByRole("button", { name: button }).boundingBox();
  assert(field && below && field.y >= 0 && field.y < below.y);
  const bottom = below.y + below.height;
  assert(bottom <= 640, `${draw}: the button ends at ${bottom}`);
}

Deno.test(
  "joining: two taps on the first screen, then a link to keep, then the wish",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await toJoin(site, page, "en", "later");
    await assertAccessible(page);
    await page.getByLabel("Your name").fill("Emil");
    const button = page.getByRole("button", { name: "Join the game" });
    // Everything else is folded below it.
    assert.equal(await page.getByRole("textbox", { name: "Email address" }).isVisible(), false);
    await page.getByText("Email, wishes, and more").click();
    await page.getByLabel("Who lives with you?").fill("Ana");
    const fold = await page.getByLabel("Who lives with you?").boundingBox();
    const below = await button.boundingBox();
    assert(fold && below && below.y > fold.y, "open, it stands above the button");
    await button.click();
    await page.getByRole("heading", { level: 1, name: "You’re in, Emil!" }).waitFor();
    await page.waitForLoadState();
    assert.equal(await page.locator("#shelf .gift-piled").count(), 5);
    assert.equal(await page.locator("#shelf .gift-mine").count(), 1);
    const keep = page.locator("#keep");
    const link = await keep.locator("[data-pass-on]").getAttribute("data-pass-on");
    assert(link?.includes("participant="));
    await keep.getByRole("button", { name: "Copy" }).first().click();
    assert(String(await page.evaluate("navigator.clipboard.readText()")).includes(link ?? "-"));
    const [head, wish] = [await keep.boundingBox(), await page.locator("#wishes").boundingBox()];
    assert(head && wish && head.y < wish.y);
    await assertAccessible(page);
    // It is said once.
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Hello, Emil!" }).waitFor();
    assert.equal(await keep.count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "joining a drawn game: gift and button are on the first screen, then the link to keep; clicking the gift opens it",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await toJoin(site, page, "en", "now");
    await page.getByLabel("Your name").fill("Emil");
    await page.getByRole("button", { name: "Join the game" }).click();
    await page.getByRole("heading", { level: 1, name: "You’re in, Emil!" }).waitFor();
    const gift = await page.locator("#gift .gift-box").boundingBox();
    const button = await page.getByRole("button", { name: "Open it" }).boundingBox();
    const keep = await page.locator("#keep").boundingBox();
    assert(gift && button && keep && gift.y >= 0 && gift.y < button.y && button.y < keep.y);
    const bottom = button.y + button.height;
    assert(bottom <= 640, `the button ends at ${bottom}`);
    await assertAccessible(page);
    // On an iPhone the page on the home screen would be a different one, so the style sheet hides that hint.
    const style = await (await fetch(`${site.url}/styles.css`)).text();
    assert.match(style, /@supports \(-webkit-touch-callout: ?none\)/);
    await page.locator("#gift .gift-box").click();
    await page.getByText("You drew", { exact: true }).waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "joining: field and button are on the first screen in other languages, too",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const language of ["de", "ja"] as const) {
      const page = await site.visit({ language });
      for (const draw of ["later", "now"] as const) await toJoin(site, page, language, draw);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "the finale: two taps on the day, and everyone who waits sees it",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const participants = NAMES.map((name) => ({ name }));
    const finale = { reveal: "afterEvent", timeZone: "UTC", organizerName: "Ana" } as const;
    const game = await site.client.createGame({ ...finale, date: inDays(0), participants });
    const own = await site.visit();
    await own.goto(participantPath(game.code, named(game, "Ben").token ?? ""));
    await own.getByText("The finale is today").waitFor();
    await own.getByText("As soon as Ana starts it, this page will show who gave to whom.")
      .waitFor();
    // Not before it has begun.
    const early = await own.request.get(`${gamePath(game.code)}/finale`);
    assert.equal(new URL(early.url()).pathname, gamePath(game.code));

    const organizer = await site.visit();
    await organizer.request.get(organizerPath(game.code, game.organizerToken));
    // The organizer does not wait for anyone on their own page either.
    await organizer.goto(participantPath(game.code, named(game, "Ana").token ?? ""));
    await organizer.locator("#finale-today").getByRole("link", { name: "Start the finale" })
      .click();
    await assertAccessible(organizer);
    await organizer.getByRole("button", { name: "Start the finale" }).click();
    await organizer.getByRole("button", { name: "Start the show" }).waitFor();

    await turnTo(own);
    await own.waitForURL(`${site.url}${gamePath(game.code)}/finale`);
    await own.getByRole("heading", { level: 1, name: "It’s time!" }).waitFor();
    await assertAccessible(own);
    for (const page of [own, organizer]) {
      await page.getByRole("button", { name: "Start the show" }).click();
      const shown = new Set<string>();
      for (let step = 0; step < 2 * NAMES.length; step++) {
        shown.add(await page.locator(".finale-stage").innerText());
        await page.keyboard.press("ArrowRight");
      }
      assert.equal(shown.size, 2 * NAMES.length, "each gift, closed and open");
      await page.getByText("Thank you, everyone!").waitFor();
    }
    await organizer.getByRole("link", { name: "Again next year?" }).waitFor();
    await own.getByRole("link", { name: "Say thank you" }).click();
    await own.locator("#thanks-text").waitFor();
    // The date next year is prefilled, so it only needs a check.
    await organizer.getByRole("link", { name: "Again next year?" }).click();
    const next = Temporal.PlainDate.from(inDays(0)).add({ years: 1 }).toString();
    assert.equal(await organizer.locator("[name=date]").inputValue(), next);

    // If there can be none, the menu says why and links nowhere.
    const never = await site.client.createGame({ date: inDays(5), participants });
    await site.client.readAsParticipant(never, {
      participantToken: named(never, "Ana").token ?? "",
    });
    await organizer.request.get(organizerPath(never.code, never.organizerToken));
    await organizer.goto(`${gamePath(never.code)}/organize/tools`);
    await organizer.getByText(/trusting that who drew whom stays secret/).waitFor();
    assert.equal(await organizer.getByRole("link", { name: "The big finale" }).count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "an open organizer's page says which day it is, and that the finale has begun by itself",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    using clock = new SetClock();
    const game = await site.client.createGame({
      ...{ reveal: "afterEvent", date: inDays(2), time: "00:00", timeZone: "UTC" },
      participants: NAMES.map((name) => ({ name })),
    });
    const page = await site.visit();
    await page.goto(organizerPath(game.code, game.organizerToken));
    await page.getByText(/2\sdays to go/).waitFor();
    clock.move(24);
    await turnTo(page);
    await page.getByText("Tomorrow is the day!").waitFor();
    clock.move(24);
    await turnTo(page);
    const main = page.locator("main .btn-primary:not(.btn-outline)");
    await page.getByRole("link", { name: "Who gave to whom" }).waitFor();
    assert.deepEqual(await main.allInnerTexts(), ["Who gave to whom"]);
    await page.getByRole("link", { name: "Play again" }).waitFor();
    assert.equal(await page.locator("[value=addParticipant]").count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "the pages of the moments fit small screens in every language",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ width: 320 });
    const gathering = await toDraw(site, page);
    const game = await site.client.createGame({
      ...{ reveal: "afterEvent", date: inDays(0), timeZone: "UTC" },
      participants: NAMES.map((name) => ({ name })),
    });
    await site.client.manage(game, "startFinale", {});
    await page.request.get(organizerPath(game.code, game.organizerToken));
    await page.request.get(participantPath(game.code, named(game, "Ana").token ?? ""));
    const paths = [
      managePath(gathering.code, "/stage"),
      managePath(gathering.code, "/confirm?action=drawNames"),
      joinPath(gathering.code, gathering.invitationToken),
      gamePath(game.code),
      `${gamePath(game.code)}/finale`,
      managePath(game.code, "?done=drawNames"),
    ];
    const speak = (language: Language) =>
      page.context().addCookies([{ name: "lang", value: language, url: site.url }]);
    // Scripts change the pages in the same way in every language, and the longest words are German.
    await speak("de");
    for (const path of paths) {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await assertNoSidewaysScroll(page);
    }
    await page.goto("/privacy");
    for (const language of sample(["de", "ja", ...LANGUAGES] as const, 2)) {
      await speak(language);
      for (const path of paths) {
        await showAsSent(page, path);
        assert.equal(await page.locator("html").getAttribute("lang"), languageTag(language));
        await assertNoSidewaysScroll(page);
      }
    }
    assert.deepEqual(site.problems, []);
  },
);
