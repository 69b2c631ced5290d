import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { createWinterGame, enterAsParticipant, giverTo } from "./support/participants.ts";

/** As long as names and wishes may be, with a word that no line holds. */
const NAME = "Wilhelmina-Friederike von und zu Hohenstein-Lichtenfels-Bärenburgerstraße Müller"
  .slice(0, 80);
const WISH = `Wool, or https://example.org/${"a-very-long-address-".repeat(60)}`.slice(0, 1000);

async function assertFits(page: Page): Promise<void> {
  await assertNoSidewaysScroll(page);
  const over = await page.evaluate(
    "(one => one.scrollWidth - one.clientWidth)(document.querySelector('dialog'))",
  );
  assert.equal(over, 0, "the opened gift scrolls sideways");
}

Deno.test(
  "the opening: celebrated, skipped by key, without motion for who wants none",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await site.visit();
    await page.clock.install();
    await enterAsParticipant(page, game, giverTo(game, "Ben"));
    const open = page.getByRole("button", { name: "Open it" });
    await open.focus();
    await page.keyboard.press("Enter");
    // While the ribbon is pulled there is one thing to do.
    const skip = page.getByRole("button", { name: "Skip" });
    await skip.waitFor();
    assert.equal(await page.locator("dialog.gift-ceremony canvas").count(), 1);
    assert.equal(await page.getByRole("link", { name: "Wrap it up again" }).count(), 0);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
    assert.equal(await skip.count(), 0);
    const focused = () => page.evaluate("document.activeElement.textContent");
    // The name is where one reads on, as soon as the next frame.
    await page.locator(":focus").filter({ hasText: /^Ben$/ }).waitFor();
    await page.keyboard.press("Escape");
    assert.match(String(await focused()), /Open it/, "and back where one came from");

    // It ends by itself.
    const ben = giverTo(game, "Ana");
    const other = await site.visit();
    await other.clock.install();
    await enterAsParticipant(other, game, ben);
    await other.getByRole("button", { name: "Open it" }).click();
    await other.locator("dialog.gift-ceremony").waitFor();
    await other.clock.runFor(3_000);
    await other.locator("dialog:not(.gift-ceremony)").waitFor();
    await other.getByRole("link", { name: "Wrap it up again" }).waitFor();

    const calm = await site.visit();
    await calm.emulateMedia({ reducedMotion: "reduce" });
    await enterAsParticipant(calm, game, giverTo(game, "Cleo"));
    await calm.getByRole("button", { name: "Open it" }).click();
    await calm.getByRole("link", { name: "Wrap it up again" }).waitFor();
    assert.equal(await calm.locator(".gift-ceremony, canvas").count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "an opened gift is accessible and fits small screens and large letters",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, {
      organizerName: NAME,
      participants: [{ name: "Ana" }, { name: NAME, wish: WISH, desiredGift: WISH }, {
        name: "Cleo",
      }],
    });
    for (const [width, letters] of [[320, 16], [360, 24], [1280, 16]] as const) {
      const page = await site.visit({ width });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await enterAsParticipant(page, game, giverTo(game, NAME));
      const enlarge = () =>
        page.evaluate(`document.documentElement.style.fontSize = "${letters}px"`);
      await enlarge();
      await assertNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Open it" }).click();
      await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
      await assertFits(page);
      await assertAccessible(page);
      if (width === 320) {
        await page.getByRole("button", { name: "I am happy with this" }).click();
        await page.getByRole("button", { name: "And what would you like?" }).click();
        await page.getByRole("heading", { name: "And what would you like?" }).waitFor();
        await assertFits(page);
        await assertAccessible(page);
        await page.getByRole("button", { name: "Not now" }).click();
      } else await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      await enlarge();
      await page.getByRole("button", { name: "Hold to peek" }).focus();
      await page.keyboard.down("Space");
      await page.getByRole("status").filter({ hasText: NAME }).waitFor();
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
      await page.keyboard.up("Space");
      await page.context().close();
    }
    // The page of its own, without scripts.
    const plain = await site.visit({ width: 320, hasScript: false });
    await enterAsParticipant(plain, game, giverTo(game, NAME));
    await plain.getByRole("button", { name: "Open it" }).click();
    await plain.getByRole("heading", { name: NAME }).waitFor();
    await assertNoSidewaysScroll(plain);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "once a gift was open the page says what comes next, and nothing of what was in it",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await site.visit();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await enterAsParticipant(page, game, giverTo(game, "Ben"));
    const main = page.locator("main");
    const waits = main.getByText("Your gift is waiting for you.");
    const next = main.getByRole("link", { name: "What you would like" });
    await waits.waitFor();
    assert.equal(await next.isVisible(), false);
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("heading", { level: 3, name: "Ben" }).waitFor();
    await page.evaluate("globalThis.isHere = true");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await next.waitFor();
    assert.equal(await waits.isVisible(), false, "the gift waits no more");
    assert.doesNotMatch(await page.content(), /Socks/);
    assert.equal(await page.getByText(/\bBen\b/).count(), 1, "in the list of all who take part");
    assert.equal(await page.evaluate("globalThis.isHere"), true, "without a reload");
    await page.reload();
    await next.waitFor();
    assert.equal(await waits.count(), 0, "the server says the same");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a yes without a connection stays in the opening, says so, and goes by itself",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    for (const [name, isKnown] of [["Ben", true], ["Ana", false]] as const) {
      const page = await site.visit();
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.clock.install();
      const giver = giverTo(game, name);
      await enterAsParticipant(page, game, giver);
      await page.getByRole("button", { name: "Open it" }).click();
      const yes = page.getByRole("button", { name: "I am happy with this" });
      await yes.waitFor();
      // The browser knows that it has no network; or it thinks that it has one, as on a train.
      const path = `**/games/${game.code}`;
      await (isKnown
        ? page.context().setOffline(true)
        : page.route(path, (route) => route.abort("connectionfailed")));
      await yes.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("We keep trying").waitFor();
      await dialog.getByRole("heading", { level: 3, name }).waitFor();
      if (isKnown) await assertAccessible(page);
      await (isKnown ? page.context().setOffline(false) : page.unroute(path));
      if (!isKnown) await page.clock.fastForward(5_000);
      await dialog.getByText("You have confirmed").waitFor();
      assert.equal(await dialog.getByText("We keep trying").count(), 0);
      const { id: participantId, token: participantToken } = giver;
      const { participants } = await site.client.readAsParticipant(game, { participantToken });
      const own = participants.find(({ id }) => id === participantId);
      assert(own && "hasConfirmedAssignment" in own && own.hasConfirmedAssignment);
    }
  },
);
