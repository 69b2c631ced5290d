import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { cleanLink } from "@/lib/browser/wish_links.ts";
import { hostileLinks } from "@/lib/browser/wish_links_testing.ts";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { hasShape } from "./support/client.ts";
import { signIn } from "./support/participants.ts";
import { PHOTOS } from "./support/photos.ts";
import { until } from "./support/until.ts";
import { say } from "./support/messages.ts";
import { named } from "./support/views.ts";
import { createWishGame, enter, openGift, setWishes, unwrap } from "./support/wish_lists.ts";

Deno.test(
  "a keeper ticks items for the person they open a gift for, and both see it",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const [dear, fair] = ["30", "25"].map((amount) => ({ amount, currency: "EUR" }));
    await setWishes(site, game, "Ben", [{ title: "Tea", price: dear }, {
      title: "Kite",
      price: fair,
    }]);
    // Cleo's own receiver has a list as well.
    await setWishes(site, game, "Dan", [{ title: "Mug" }]);
    // One of them has no scripts; `wishes_browser_test.ts` tests a giver both ways.
    const keeper = await enter(site, game, "Cleo", false);
    await unwrap(keeper, 1);
    const ticked = (page: Page) =>
      page.locator(".gift-wish li", { hasText: "You’re taking this one" });
    const beyond = keeper.locator(".gift-wish li", {
      hasText: "Over the budget of €25",
    });
    assert.match((await beyond.allInnerTexts()).join(), /^Top of the list\s+Tea[^]*€30/);
    await keeper.locator(".gift-wish li", { hasText: "Kite" }).getByRole("button").click();
    await ticked(keeper).waitFor();
    assert.match(await ticked(keeper).innerText(), /Kite/);
    await openGift(keeper, game);
    await keeper.locator(".gift-wish li", { hasText: "Mug" }).waitFor();
    assert.equal(await ticked(keeper).count(), 0, "one's own gift has ticks of its own");
    const giver = await enter(site, game, "Annegret");
    await unwrap(giver);
    assert.match(await ticked(giver).innerText(), /Kite/);
    await giver.getByRole("button", { name: "I won’t take it after all" }).click();
    await ticked(giver).waitFor({ state: "detached" });
    await openGift(keeper, game, 1);
    await keeper.getByText("Kite").waitFor();
    assert.equal(await ticked(keeper).count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "an opened list covers the end of its box, and only a margin follows the buttons",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const titles = ["Tea", "Kite", "Mug", "Lamp", "Scarf"];
    await setWishes(site, game, "Ben", titles.map((title) => ({ title })));
    for (const hasScript of [true, false]) {
      const page = await enter(site, game, "Annegret", hasScript);
      await unwrap(page);
      await page.locator(".gift-card").getByText("wraps itself back up").waitFor();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 640 });
        const measured = await page.evaluate(`(() => {
          const boundsOf = (part) => document.querySelector(part).getBoundingClientRect();
          const scroller = document.querySelector("dialog[open]") ?? document.scrollingElement;
          const [list, box] = [boundsOf(".gift-list"), boundsOf(".gift-open-box")];
          return [
            scroller.scrollHeight - scroller.scrollTop - boundsOf(".gift-details").bottom,
            list.bottom - box.bottom,
            box.left - list.left,
          ];
        })()`);
        const [below, under, beside] = Array.from(Object(measured), Number);
        const says = `${hasScript} ${width}: ${measured}`;
        assert(below !== undefined && below < 100, says);
        assert(under !== undefined && under >= 0, says);
        assert(beside !== undefined && beside > 0 && beside < 12, says);
      }
      await site.leave(page);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a giver who marks an item that has changed meanwhile sees its current state",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const hasScript of [true, false]) {
      const game = await createWishGame(site);
      await setWishes(site, game, "Ben", [{ title: "Kite", note: "Red" }]);
      const giver = await enter(site, game, "Annegret", hasScript);
      await unwrap(giver);
      const owner = await enter(site, game, "Ben", true, "/wishes");
      await owner.locator("[data-wish] summary").click();
      await owner.getByLabel("Note").fill("Blue");
      await owner.getByText("Saved. Your giver will see it.").waitFor();
      const take = giver.getByRole("button", { name: "I’ll take this one" });
      await take.click();
      await giver.getByText("Blue", { exact: true }).waitFor();
      assert.equal(await giver.getByText("You’re taking this one").count(), 0);
      await take.click();
      await giver.getByText("You’re taking this one").waitFor();
      for (const page of [owner, giver]) await site.leave(page);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a gift wrapped up again before the answer to a tick arrives stays wrapped",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const isRefused of [false, true]) {
      const game = await createWishGame(site);
      await setWishes(site, game, "Ben", [{ title: "Kite" }]);
      const page = await enter(site, game, "Annegret");
      const come = Promise.withResolvers<void>();
      await unwrap(page);
      const path = new URL(page.url()).pathname;
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() !== "POST") return await route.continue();
        await come.promise;
        await (isRefused ? route.fulfill({ status: 404, body: "{}" }) : route.continue());
      });
      await page.getByRole("button", { name: "I’ll take this one" }).click();
      await page.getByText("Wrap it up again").click();
      await page.locator(".gift-wish").waitFor({ state: "detached" });
      const answered = page.waitForResponse((one) => one.request().method() === "POST");
      come.resolve();
      await (await answered).finished();
      await page.getByText("Waiting for a connection").waitFor({ state: "detached" });
      await page.waitForTimeout(200);
      assert.equal(new URL(page.url()).pathname, path);
      assert.match(await page.getByRole("dialog").innerText(), /^And what would you like\?/);
      assert.equal(await page.locator(".gift-wish").count(), 0);
      await site.leave(page);
    }
    assert.deepEqual(site.problems.filter((one) => !/404/.test(String(one))), []);
  },
);

Deno.test("no page with wishes requests anything from another host", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const [, bytes = new Uint8Array()] = PHOTOS.values();
  const headers = { "x-participant-token": named(game, "Ben").token };
  const sent = await site.client.post(`/api/games/${game.code}/photos`, bytes, headers);
  const { photo } = hasShape(sent, photoAddedSchema);
  const links = hostileLinks().filter((link) => link.length < 200 && cleanLink(link));
  assert(links.length > 20);
  const shop = "https://shop.example/mug";
  const wishes = [shop, ...links.slice(0, 19)].map((url, index) => ({
    title: `<img src="${url}"> ${url}`.slice(0, 60),
    ...{ url, note: `See ${url}`.slice(0, 90) },
    ...index === 0 && { photo },
  }));
  await setWishes(site, game, "Ben", wishes);
  const elsewhere: { url: string; referrer: string | undefined }[] = [];
  let asked = 0;
  const watched = async (name?: string) => {
    const page = await site.visit();
    await page.context().route(shop, (route) => route.abort());
    page.context().on("request", (request) => {
      asked++;
      const url = request.url();
      const isOwn = url.startsWith(`${site.url}/`) || url.startsWith("data:");
      if (!isOwn) elsewhere.push({ url, referrer: request.headers().referer });
    });
    page.on("response", (response) => {
      // It does not look up their names either.
      if (!response.headers()["content-type"]?.startsWith("text/html")) return;
      assert.equal(response.headers()["x-dns-prefetch-control"], "off", response.url());
    });
    if (name) await signIn(page, game, named(game, name));
    return page;
  };
  /** Opens all folded sections, and waits until nothing more is loading. */
  const lookAround = async (page: Page) => {
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    await page.waitForLoadState("networkidle");
  };
  const photoIsThere = (page: Page) => async () =>
    await page.locator(`img[src$="${photo}"]`).first()
      .evaluate((one) => (one as HTMLImageElement).naturalWidth) > 0;

  const owner = await watched("Ben");
  for (const rest of ["", "/wishes"]) {
    await owner.goto(`/games/${game.code}${rest}`);
    await lookAround(owner);
    await until(photoIsThere(owner), "one's own photo");
  }
  const giver = await watched("Annegret");
  const keeper = await watched("Cleo");
  for (const [page, place] of [[giver, 0], [keeper, 1]] as const) {
    await openGift(page, game, place);
    await until(photoIsThere(page), "the photo in the gift");
    await page.getByRole("button", { name: "I’ll take this one" }).first().click();
    await page.getByText("You’re taking this one").first().waitFor();
    await page.locator(".gift-wish summary").first().click();
    await page.locator(".link-sheet").waitFor();
    await page.waitForLoadState("networkidle");
  }
  // A participant of a game is redirected to its editor at once.
  const stranger = await watched();
  for (const page of [stranger, await watched("Dan")]) {
    for (const link of [shop, ...links.slice(-2)]) {
      await page.goto("about:blank");
      await page.goto(`/wish#${new URLSearchParams({ title: link, url: link, image: link })}`);
      await page.locator("a[rel*=noreferrer]").waitFor();
      await page.waitForLoadState("networkidle");
    }
  }
  await stranger.goto("/wish/bookmarklet", { waitUntil: "networkidle" });
  assert(asked > 50, `${asked} requests`);
  assert.deepEqual(elsewhere, []);
  // Only opening a link requests its page, without a referrer.
  await giver.locator(".link-sheet").getByRole("link", { name: "Open", exact: true }).click();
  await until(() => elsewhere.length > 0, "the request for the page that was opened");
  assert.deepEqual(elsewhere, [{ url: shop, referrer: undefined }]);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "if the link has ended, opening the gift and ticking an item in it say so",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const hasOpened of [false, true]) {
      const game = await createWishGame(site);
      await setWishes(site, game, "Ben", [{ title: "Kite" }]);
      const page = await enter(site, game, "Annegret");
      await page.waitForLoadState("networkidle");
      if (hasOpened) await unwrap(page);
      const { id: participantId } = named(game, "Annegret");
      await site.client.manage(game, "regenerateToken", { participantId });
      const button = hasOpened ? "I’ll take this one" : "Open it";
      await page.getByRole("button", { name: button }).click();
      const ended = page.getByText("a link that no longer works");
      await ended.or(page.getByRole("alert")).first().waitFor();
      assert.equal(await ended.count(), 1, await page.getByRole("alert").first().innerText());
    }
  },
);

Deno.test("if the link has ended, a wish and a message say so", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  for (const [path, button] of [["/wishes", "Add"], ["/whisper?with=giver", "Send"]] as const) {
    const game = await createWishGame(site);
    const [giver, owner] = [named(game, "Annegret"), named(game, "Ben")];
    await site.client.readAsParticipant(game, { participantToken: giver.token });
    await say(site.client, game, giver, { to: "receiver", text: "Tea?" });
    const page = await enter(site, game, "Ben", true, path);
    await page.waitForLoadState("networkidle");
    await site.client.manage(game, "regenerateToken", { participantId: owner.id });
    await page.locator("main textarea").first().fill("Kite");
    await page.getByRole("button", { name: button, exact: true }).click();
    const ended = page.getByText("a link that no longer works");
    const door = page.getByLabel("Paste your personal link");
    await door.or(page.getByRole("alert").filter({ hasText: /./ })).first().waitFor();
    assert.equal(await ended.count(), 1, await page.locator("main").innerText());
  }
});
