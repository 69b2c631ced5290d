import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { readMessages, textsOf } from "./support/messages.ts";
import { createWinterGame, enterAsParticipant, giverTo } from "./support/participants.ts";
import { named, receiverOf } from "./support/views.ts";

/** Names and wishes of maximum length, with a word that fits no line. */
const NAME = "Wilhelmina-Friederike von und zu Hohenstein-Lichtenfels-Bärenburgerstraße Müller"
  .slice(0, 80);
const WISH = `Wool, or https://example.org/${"a-very-long-address-".repeat(60)}`.slice(0, 1000);

/** Screen widths and font sizes, in CSS pixels; the last ones stay set. */
const SIZES = [[1280, 16], [360, 24], [320, 16]] as const;

/** Expects that nothing on the page or in the open gift is wider than the screen. */
async function assertFits(page: Page): Promise<void> {
  for (const [width, letters] of SIZES) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(`document.documentElement.style.fontSize = "${letters}px"`);
    await assertNoSidewaysScroll(page);
    const over = await page.evaluate(`[...document.querySelectorAll("dialog")]
      .map((one) => one.scrollWidth - one.clientWidth).filter((pixels) => pixels !== 0)`);
    assert.deepEqual(over, [], `the opened gift scrolls sideways at ${letters}px of ${width}`);
  }
}

Deno.test(
  "the opening: celebrated, ended by itself or skipped by key",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ hasMotion: true, changesBrowser: true });
    await page.clock.install();
    // Checking the ceremony takes longer than the ceremony.
    await page.clock.pauseAt(Date.now() + 1_000);
    const open = page.getByRole("button", { name: "Open it" });
    const first = await createWinterGame(site);
    await enterAsParticipant(page, first, giverTo(first, "Ana"));
    await open.click();
    await page.locator("dialog.gift-ceremony").waitFor();
    await page.clock.runFor(3_000);
    await page.locator("dialog:not(.gift-ceremony)").waitFor();
    await page.getByRole("link", { name: "Wrap it up again" }).waitFor();

    const game = await createWinterGame(site);
    await enterAsParticipant(page, game, giverTo(game, "Ben"));
    await open.focus();
    await page.keyboard.press("Enter");
    // While the ribbon is being pulled, there is only one control.
    const skip = page.getByRole("button", { name: "Skip" });
    await skip.waitFor();
    assert.equal(await page.locator("dialog.gift-ceremony canvas").count(), 1);
    assert.equal(await page.getByRole("link", { name: "Wrap it up again" }).count(), 0);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
    assert.equal(await skip.count(), 0);
    await page.clock.resume();
    // The focus is on the name with the next frame.
    await page.locator(":focus").filter({ hasText: /^Ben$/ }).waitFor();
    await page.keyboard.press("Escape");
    // The focus returns to where it was.
    await page.locator("button:focus").filter({ hasText: /^Open again$/ }).waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "an opened gift is accessible, fits small screens and large letters, and respects reduced motion",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, {
      organizerName: NAME,
      participants: [{ name: "Ana" }, { name: NAME, wish: WISH, desiredGift: WISH }, {
        name: "Cleo",
      }],
    });
    const page = await site.visit();
    await enterAsParticipant(page, game, giverTo(game, NAME));
    await assertFits(page);
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
    assert.equal(await page.locator(".gift-ceremony, canvas").count(), 0);
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole("button", { name: "I’m happy with this name" }).click();
    await page.getByRole("button", { name: "And what would you like?" }).click();
    await page.getByRole("heading", { name: "And what would you like?" }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Hold for a quick look" }).focus();
    await page.keyboard.down("Space");
    await page.getByRole("status").filter({ hasText: NAME }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.keyboard.up("Space");
    // The separate page without scripts, opened with a click on the gift itself.
    const plain = await site.visit({ width: 320, hasScript: false });
    await enterAsParticipant(plain, game, giverTo(game, NAME));
    await plain.locator("#gift .gift-box").click();
    await plain.getByRole("heading", { name: NAME }).waitFor();
    await assertNoSidewaysScroll(plain);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "after a gift was opened the page says what comes next, and nothing of its content",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const page = await site.visit();
    await enterAsParticipant(page, game, giverTo(game, "Ben"));
    const main = page.locator("main");
    const waits = main.getByText("A name is waiting inside.");
    const next = main.getByRole("link", { name: "Add a wish" });
    await waits.waitFor();
    assert.equal(await next.isVisible(), false);
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
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
  "an offline confirmation stays open, says so, and is sent once online",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    for (const [name, isKnown] of [["Ben", true], ["Ana", false]] as const) {
      const page = await site.visit({ changesBrowser: !isKnown });
      if (!isKnown) await page.clock.install();
      const giver = giverTo(game, name);
      await enterAsParticipant(page, game, giver);
      await page.getByRole("button", { name: "Open it" }).click();
      const yes = page.getByRole("button", { name: "I’m happy with this name" });
      await yes.waitFor();
      // Either the browser knows that it is offline, or it thinks that it is online, as on a train.
      const path = `**/games/${game.code}`;
      await (isKnown
        ? page.context().setOffline(true)
        : page.route(path, (route) => route.abort("connectionfailed")));
      await yes.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Not sent yet").waitFor();
      await dialog.getByRole("heading", { level: 2, name }).waitFor();
      if (isKnown) await assertAccessible(page);
      await (isKnown ? page.context().setOffline(false) : page.unroute(path));
      if (!isKnown) await page.clock.fastForward(5_000);
      await dialog.getByText("Now keep it secret").waitFor();
      assert.equal(await dialog.getByText("Not sent yet").count(), 0);
      const { id: participantId, token: participantToken } = giver;
      const { participants } = await site.client.readAsParticipant(game, { participantToken });
      const own = participants.find(({ id }) => id === participantId);
      assert(own && "hasConfirmedAssignment" in own && own.hasConfirmedAssignment);
    }
  },
);

Deno.test(
  "a wish typed after the gift is kept on the way back, and removed from the field once it is stored",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    // Ben already has a wish, so his giver is not offered to ask for one.
    const [one, another] = ["Ana", "Ben", "Cleo", "Dan"].map((name) => giverTo(game, name))
      .filter(({ name }) => name !== "Ben");
    assert(one && another);
    const page = await site.visit();
    await enterAsParticipant(page, game, one);
    const dialog = page.getByRole("dialog");
    const field = page.locator("#wish-text");
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("link", { name: "Wrap it up again" }).click();
    await dialog.getByLabel("What would you like?").fill("A kite");
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    assert.equal(await field.inputValue(), "A kite");
    await page.reload();
    await page.waitForLoadState("networkidle");
    assert.equal(await field.inputValue(), "A kite");

    // A sent wish is stored once and removed from the field.
    const other = await site.visit();
    await enterAsParticipant(other, game, another);
    await other.getByRole("button", { name: "Open it" }).click();
    await other.getByRole("link", { name: "Wrap it up again" }).click();
    const form = other.getByRole("dialog").locator("form");
    await form.getByLabel("What would you like?").fill("A drum");
    // Awaited before the press, because a script soon removes the message from the address.
    const added = other.waitForURL(/done=wishes/);
    await form.getByRole("button", { name: "Add" }).click();
    await added;
    await other.waitForLoadState("networkidle");
    assert.equal(await other.locator("#wish-text").inputValue(), "");
    await other.goto(`/games/${game.code}`);
    await other.locator("#wishes").getByText("A drum").waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a message written offline is sent after the gift closes again, and to its recipient only",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const ownOf = async ({ id, token: participantToken }: ReturnType<typeof giverTo>) => {
      const { participants } = await site.client.readAsParticipant(game, { participantToken });
      const own = participants.find((one) => one.id === id);
      assert(own && "hasConfirmedAssignment" in own);
      return own;
    };
    const wishesOf = async (giver: ReturnType<typeof giverTo>) => {
      const own = await ownOf(giver);
      return "wishes" in own ? own.wishes?.map(({ title }) => title) : undefined;
    };
    const open = async (giver: ReturnType<typeof giverTo>, changesBrowser = false) => {
      const page = await site.visit({ changesBrowser });
      await enterAsParticipant(page, game, giver);
      await page.getByRole("button", { name: /^Open (it|again)$/ }).click();
      await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
      await page.context().setOffline(true);
      return page;
    };
    const wrap = async (page: Page) => {
      await page.getByRole("dialog").getByText("Not sent yet").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.getByRole("status").filter({ hasText: "Not sent yet" }).waitFor();
    };

    // Ben already has a wish, so his giver is not offered to ask for one.
    const [writer, asker, patient, late] = ["Ana", "Ben", "Cleo", "Dan"]
      .map((name) => giverTo(game, name))
      .toSorted((one, other) => Number(one.name === "Ben") - Number(other.name === "Ben"));
    assert(writer && asker && patient && late);

    // A request for another name, made as the phone is put away.
    const asking = await open(asker);
    await asking.getByText("I’d like a different name").first().click();
    await asking.getByRole("button", { name: "I’d like a different name" }).click();
    await wrap(asking);
    await assertAccessible(asking);
    assert.equal((await ownOf(asker)).hasPendingReassignmentRequest, false);
    await asking.context().setOffline(false);
    await asking.getByRole("status").filter({ hasText: "The organizer" }).first().waitFor();
    assert.equal((await ownOf(asker)).hasPendingReassignmentRequest, true);

    // A question to the receiver is sent, and the conversation stays closed.
    const curious = asker.id === giverTo(game, "Ben").id ? patient : asker;
    const asksWish = await open(curious);
    // By now, the page behind may have one, too.
    const gift = asksWish.getByRole("dialog");
    await gift.getByRole("button", { name: "Secretly ask for a wish" }).click();
    await wrap(asksWish);
    const isBack = asksWish.waitForEvent("load");
    await asksWish.context().setOffline(false);
    await isBack;
    assert.equal(new URL(asksWish.url()).pathname, `/games/${game.code}`);
    const { toReceiver } = await readMessages(site.client, game, curious);
    assert.deepEqual(textsOf(toReceiver), ["> pleaseWish"]);

    // The writer's own wish, added after the gift.
    const writing = await open(writer);
    await writing.getByRole("link", { name: "Wrap it up again" }).click();
    const form = writing.getByRole("dialog").locator("form");
    await form.getByLabel("What would you like?").fill("A kite");
    await form.getByRole("button", { name: "Add" }).click();
    await wrap(writing);
    assert.deepEqual(await wishesOf(writer), []);
    await writing.context().setOffline(false);
    await writing.locator("#wishes").getByText("A kite").first().waitFor();
    assert.deepEqual(await wishesOf(writer), ["A kite"]);
    await writing.goto(`/games/${game.code}/wishes`, { waitUntil: "networkidle" });
    assert.equal(await writing.locator("#wish-text").inputValue(), "", "it is not typed any more");

    // An unavailable service is not a final answer, so the request is retried.
    const patience = await open(patient, true);
    await patience.clock.install();
    await patience.context().setOffline(false);
    const path = `**/games/${game.code}`;
    let tries = 0;
    await patience.route(path, (route) => {
      if (route.request().method() !== "POST" || ++tries > 2) return route.continue();
      return route.fulfill({ status: tries === 1 ? 503 : 429 });
    });
    await patience.getByRole("button", { name: "I’m happy with this name" }).click();
    await patience.getByRole("dialog").getByText("Not sent yet").waitFor();
    const again = patience.waitForResponse((answer) => answer.status() === 429);
    await patience.clock.fastForward(5_000);
    await again;
    await patience.clock.fastForward(10_000);
    await patience.getByText("Now keep it secret").waitFor();
    assert.equal(tries, 3);
    assert.equal((await ownOf(patient)).hasConfirmedAssignment, true);

    // A confirmation of a receiver who has left meanwhile has no effect.
    const lateYes = await open(late);
    await lateYes.getByRole("button", { name: "I’m happy with this name" }).click();
    await wrap(lateYes);
    await site.client.manage(game, "replaceParticipant", {
      participantId: receiverOf(game, late.id),
      participantName: "Zoe",
    });
    await lateYes.context().setOffline(false);
    await lateYes.getByRole("alert").filter({ hasText: "changed since you opened it" }).waitFor();
    assert.doesNotMatch(await lateYes.getByRole("main").innerText(), /You drew/);
    assert.equal((await ownOf(late)).hasConfirmedAssignment, false);
  },
);

Deno.test(
  "a wish typed after the gift is not lost if the link has ended, and a late request says why",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, { reveal: "afterEvent" });
    const [giver, asker] = ["Ana", "Cleo", "Dan"].map((name) => giverTo(game, name))
      .filter(({ name }) => name !== "Ben");
    assert(giver && asker);
    const open = async (one: typeof giver) => {
      const page = await site.visit();
      await enterAsParticipant(page, game, one);
      await page.getByRole("button", { name: /^Open (it|again)$/ }).click();
      await page.getByRole("link", { name: "Wrap it up again" }).waitFor();
      await page.context().setOffline(true);
      return page;
    };
    const typing = await open(giver);
    await typing.getByRole("link", { name: "Wrap it up again" }).click();
    const form = typing.getByRole("dialog").locator("form");
    await form.getByLabel("What would you like?").fill("A kite");
    await form.getByRole("button", { name: "Add" }).click();
    await typing.getByRole("dialog").getByText("Not sent yet").waitFor();
    await site.client.manage(game, "regenerateToken", { participantId: giver.id });
    await typing.context().setOffline(false);
    await typing.getByText("a link that no longer works").waitFor();
    const { token } = named(await site.client.readAsOrganizer(game), giver.name);
    await enterAsParticipant(typing, game, { token: token ?? "" });
    await typing.waitForLoadState("networkidle");
    assert.equal(await typing.locator("#wish-text").inputValue(), "A kite");

    const asking = await open(asker);
    await asking.getByText("I’d like a different name").first().click();
    await asking.getByRole("button", { name: "I’d like a different name" }).click();
    await asking.getByRole("dialog").getByText("Not sent yet").waitFor();
    await site.services.store.changeGame(game.code, (before) => {
      assert(before);
      const after = { ...before, finaleStartedAt: new Date().toISOString() };
      return { game: after, outbox: null, result: null };
    });
    await asking.context().setOffline(false);
    await asking.getByText("The event is over or about to end").waitFor();
    assert.equal(await asking.getByText("We’ve told").count(), 0);
  },
);
