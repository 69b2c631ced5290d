import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { createWinterGame, enterAsParticipant, giverTo } from "./support/participants.ts";
import { until } from "./support/until.ts";

/** Text that only appears on a page with an open gift: the names of all participants are no secret. */
const IN_THE_GIFT = "Socks";

/** The button of a wrapped gift, before and after it was first opened. */
const OPEN = /^Open (it|again)$/;

/** A browser whose clock can be set. */
async function visit(site: TestSite): Promise<Page> {
  const page = await site.visit({ changesBrowser: true });
  await page.clock.install();
  return page;
}

/** Expects that a page, as the server sends it, contains no name. */
async function assertSentWrapped(page: Page, at: string, way: string): Promise<void> {
  const html = await (await page.request.get(at)).text();
  assert(/Open (it|again)/.test(html) && !html.includes(IN_THE_GIFT), way);
}

/** A participant's own page with a wrapped gift, in a new game. @returns its address */
async function enter(site: TestSite, page: Page): Promise<string> {
  const game = await createWinterGame(site, { organizerName: "Olga" });
  await enterAsParticipant(page, game, giverTo(game, "Ben"));
  return `${site.url}/games/${game.code}`;
}

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: OPEN }).click();
  await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
  assert((await page.content()).includes(IN_THE_GIFT));
  const { search, hash } = new URL(page.url());
  assert.deepEqual([search, hash], ["", ""], "the address says something");
  assert.doesNotMatch(await page.title(), /Ben/);
}

/** Expects the page on which the gift is wrapped. */
async function assertWrapped(page: Page, at: string, way: string): Promise<void> {
  // The button is also behind an open gift.
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: OPEN }).waitFor();
  assert(!(await page.content()).includes(IN_THE_GIFT), `it is still open after ${way}`);
  assert.equal(page.url().replace(/[?#].*/, ""), at, way);
  assert.doesNotMatch(page.url() + await page.title(), /Ben|reveal/, way);
}

/** Simulates a switch to another tab. */
const HIDE_TAB = `
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));`;
const SHOW_TAB = `
  delete document.hidden;
  document.dispatchEvent(new Event("visibilitychange"));`;

/** Every way in which a name leaves the screen, with scripts. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "another tab": (page) => page.evaluate(HIDE_TAB).then(() => page.evaluate(SHOW_TAB)),
  "a minute without a touch or key": async (page) => {
    const acts = [
      () => page.keyboard.press("Shift"),
      () => page.mouse.wheel(0, 50),
      () => page.mouse.click(5, 300),
    ];
    await page.evaluate(`window.heard = 0;
      for (const type of ["keydown", "wheel", "pointerdown"]) addEventListener(type, () => heard++, true);`);
    for (const [index, act] of acts.entries()) {
      await act();
      // A wheel event may arrive after the call returns.
      await until(async () => Number(await page.evaluate("heard")) > index, "the touch or key");
      await page.clock.fastForward(35_000);
      assert((await page.content()).includes(IN_THE_GIFT), "it closes while it is read");
    }
    // Not counted from the click, because the scrolling that the wheel began may end after it.
    await page.clock.fastForward(61_000);
  },
  back: (page) => page.goBack(),
  reload: (page) => page.reload(),
  // A page that the browser keeps is left and restored unchanged.
  "leaving and coming back": (page) =>
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"),
  "a link away and back": async (page) => {
    await page.goto("/help");
    await page.goBack();
  },
  Escape: async (page) => {
    await page.keyboard.press("Escape");
    // On a slow machine the ceremony may have ended by itself: then the gift is already closed.
    const yes = page.getByRole("button", { name: "I’m happy with this name" });
    await yes.or(page.locator("body:not(:has(dialog.gift-dialog[open]))")).first().waitFor();
    if (await yes.isVisible()) await page.keyboard.press("Escape");
  },
  "a yes": async (page) => {
    await page.getByRole("button", { name: "I’m happy with this name" }).click();
    await page.getByText("Now keep it secret").waitFor();
    await page.getByRole("button", { name: "And what would you like?" }).click();
    await page.getByRole("dialog").getByLabel("What would you like?").fill("A kite");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByText("Saved. Your giver will see it").waitFor();
    await page.locator("main").getByRole("link").first().click();
  },
  "asking for another": async (page) => {
    await page.clock.runFor(3_000);
    await page.locator("summary", { hasText: "I’d like a different name" }).click();
    await page.getByRole("button", { name: "I’d like a different name" }).click();
    await page.getByText("We’ve told Olga that").waitFor();
  },
};

/** The ways that do not exist while the opening is celebrated. */
const CELEBRATED = ["another tab", "back", "Escape", "asking for another"];

Deno.test(
  "a name disappears by tab, time, back, reload and every other way",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await visit(site);
    /** Endings of addresses once the name is gone. */
    const ends = new Set<string>();
    for (const [way, go] of Object.entries(WAYS)) {
      const isStill = !CELEBRATED.includes(way);
      await page.emulateMedia({ reducedMotion: isStill ? "reduce" : "no-preference" });
      const at = await enter(site, page);
      await open(page);
      await go(page);
      await assertWrapped(page, at, way);
      await assertSentWrapped(page, page.url(), `${way}, then a bookmark`);
      const end = page.url().slice(at.length);
      if (ends.has(end)) continue;
      ends.add(end);
      const bookmark = await page.context().newPage();
      await bookmark.goto(page.url());
      await assertWrapped(bookmark, at, `${way}, then a bookmark`);
      await bookmark.close();
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a gift stays open as long as its reader wants, and still closes with the page",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await visit(site);
    const at = await enter(site, page);
    await open(page);
    await page.getByText("It wraps itself back up after a minute.").waitFor();
    await page.getByRole("button", { name: "Keep it open" }).click();
    await page.getByText("It stays open until you wrap it up").waitFor();
    await page.locator("h2:focus").waitFor();
    await page.clock.fastForward(3_600_000);
    assert((await page.content()).includes(IN_THE_GIFT), "it closes while it is read");
    await page.evaluate(HIDE_TAB);
    await page.evaluate(SHOW_TAB);
    await assertWrapped(page, at, "another tab");
    // The next time it closes by itself again.
    await open(page);
    await page.clock.fastForward(61_000);
    await assertWrapped(page, at, "a minute");

    const plain = await site.visit({ hasScript: false });
    const plainAt = await enter(site, plain);
    await open(plain);
    const shown = plain.waitForResponse((one) => one.url() === `${plainAt}/gift?stays`);
    await plain.getByRole("button", { name: "Keep it open" }).click();
    assert.equal((await shown).headers()["refresh"], undefined);
    await plain.getByText("It stays open until you wrap it up").waitFor();
    assert((await plain.content()).includes(IN_THE_GIFT));
    await plain.reload();
    await assertWrapped(plain, plainAt, "a reload");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("a tab that is hidden before the name appears shows none", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const page = await site.visit({ hasMotion: true });
  const at = await enter(site, page);
  const come = Promise.withResolvers<void>();
  await page.route(at, async (route) => {
    if (route.request().method() === "POST") await come.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: OPEN }).click();
  await page.evaluate(HIDE_TAB);
  const answered = page.waitForResponse((one) => one.request().method() === "POST");
  come.resolve();
  await (await answered).finished();
  await page.evaluate(SHOW_TAB);
  await assertWrapped(page, at, "another tab");
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "a tab that is hidden at the moment the name appears shows none",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ hasMotion: true });
    const at = await enter(site, page);
    await page.evaluate(`window.seen = new Promise((done) => {
    new MutationObserver((_, observer) => {
      if (!document.body.textContent.includes(${JSON.stringify(IN_THE_GIFT)})) return;
      observer.disconnect();
      ${HIDE_TAB}
      done();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }); 0`);
    await page.getByRole("button", { name: OPEN }).click();
    await page.evaluate("window.seen");
    await page.evaluate(SHOW_TAB);
    await assertWrapped(page, at, "another tab");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("without JavaScript, too, a name disappears", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const ways: Record<string, (page: Page, at: string) => Promise<unknown>> = {
    reload: (page) => page.reload(),
    "a bookmark": (page) => page.goto(page.url()),
    back: (page) => page.goBack(),
    "back and forward": (page) => page.goBack().then(() => page.goForward()),
    "wrapping it up": (page) => page.getByRole("link", { name: "Wrap it up again" }).click(),
    "one's own wish": (page) => page.getByRole("link", { name: "what would you like" }).click(),
    "a yes": (page) => page.getByRole("button", { name: "I’m happy with this name" }).click(),
  };
  const page = await site.visit({ hasScript: false });
  const at = await enter(site, page);
  for (const [way, go] of Object.entries(ways)) {
    const shown = page.waitForResponse((one) => one.url() === `${at}/gift`);
    await open(page);
    assert.equal((await shown).headers()["refresh"], `60; url=/games/${at.slice(-6)}`);
    await go(page, at);
    await assertWrapped(page, at, way);
  }
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "hold to peek, with finger or key, hides the name on release",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    const at = await enter(site, page);
    await page.getByRole("button", { name: OPEN }).click();
    await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
    await page.goBack();
    const hold = page.getByRole("button", { name: "Hold for a quick look" });
    const peeked = page.getByRole("status").filter({ hasText: "Ben" });
    const assertGone = async (way: string) => {
      await peeked.waitFor({ state: "detached" });
      await assertWrapped(page, at, way);
    };
    await hold.hover();
    await page.mouse.down();
    await peeked.waitFor();
    await page.mouse.up();
    await assertGone("the mouse");
    await hold.focus();
    await page.keyboard.down("Space");
    await peeked.waitFor();
    await page.keyboard.up("Space");
    await assertGone("the key");
    await page.keyboard.down("Space");
    await peeked.waitFor();
    await page.evaluate(HIDE_TAB);
    await assertGone("another tab");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a peek that is answered late neither shows a name nor closes a gift",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    const at = await enter(site, page);
    await open(page);
    await page.goto(at);
    await page.getByRole("button", { name: "Hold for a quick look" }).waitFor();
    const waiting: (() => void)[] = [];
    await page.route(at, async (route) => {
      if (route.request().method() === "POST") {
        // Limited, because pending requests keep the browser from closing.
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          setTimeout(resolve, 20_000);
        });
      }
      await route.continue();
    });
    /** Releases the answer to one request. */
    const answer = async (place: number) => {
      const answered = page.waitForResponse((one) => one.request().method() === "POST");
      waiting[place]?.();
      await (await answered).finished();
      await page.evaluate("Promise.resolve()");
    };
    const peek = page.getByRole("button", { name: "Hold for a quick look" });
    // Two short peeks; the first answer arrives during the second.
    await peek.hover();
    await page.mouse.down();
    await until(() => waiting.length === 1, "the first look");
    await page.mouse.up();
    await page.mouse.down();
    await until(() => waiting.length === 2, "the second look");
    await answer(0);
    assert.doesNotMatch(await page.locator("#gift").innerText(), /Ben/, "of the first look");
    await answer(1);
    await page.locator("#gift").getByText("Ben", { exact: true }).waitFor();
    await page.mouse.up();
    await page.locator("#gift").getByText("Ben", { exact: true }).waitFor({ state: "detached" });
    // A peek, then the gift: the gift's answer arrives first.
    await page.mouse.down();
    await until(() => waiting.length === 3, "the third look");
    await page.mouse.up();
    await page.getByRole("button", { name: OPEN }).click();
    await until(() => waiting.length === 4, "the gift");
    await answer(3);
    await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
    await answer(2);
    assert.equal(await page.locator("dialog[open]").count(), 1);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("without a connection the gift stays closed and says so", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  const at = await enter(site, page);
  // As on a train: the browser thinks that it is online.
  await page.route(
    at,
    (route) =>
      route.request().method() === "POST" ? route.abort("connectionfailed") : route.continue(),
  );
  await page.getByRole("button", { name: OPEN }).click();
  await page.getByRole("alert").filter({ hasText: "Your gift is safe" }).waitFor();
  await assertWrapped(page, at, "no connection");
  await page.unroute(at);
  await open(page);
  assert.equal(await page.getByText("Your gift is safe").count(), 0);
});
