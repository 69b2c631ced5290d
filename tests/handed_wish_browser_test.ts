import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { readHandedWish } from "@/lib/browser/handed_wish.ts";
import {
  assertAccessible,
  assertNoSidewaysScrollAnywhere,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { createWinterGame, enterAsParticipant } from "./support/participants.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

/** An external shop with one page, which each test rewrites. It counts how often its picture is loaded. */
function openShop() {
  const shop = { html: "", pictures: 0, url: "" };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    if (url.endsWith(".jpg")) shop.pictures++;
    return new Response(`<!doctype html><meta charset="utf-8">${shop.html}`, {
      headers: { "content-type": "text/html" },
    });
  });
  shop.url = `http://127.0.0.1:${server.addr.port}`;
  return Object.assign(shop, { [Symbol.asyncDispose]: () => server.shutdown() });
}

/**
 * Runs the bookmark on a shop's page. @returns what it hands over, as the forms of `/wish` contain it
 *
 * @param isOpened true if its window opens; otherwise the window's URL is read here.
 */
async function bookmark(page: Page, address: string, href: string, isOpened: boolean) {
  await page.goto(address);
  await page.evaluate(`{
    if (!${isOpened}) open = (address) => document.body.dataset.opened = address;
    const link = document.body.appendChild(document.createElement("a"));
    link.href = ${JSON.stringify(href)};
    link.id = link.textContent = "bookmark";
  }`);
  const press = () => page.evaluate("document.getElementById('bookmark').click()");
  if (!isOpened) {
    await press();
    const place = page.locator("body[data-opened]");
    const url = new URL(await place.getAttribute("data-opened") ?? "");
    assert.equal(url.pathname, "/wish");
    return readHandedWish(new URLSearchParams(url.hash.slice(1)));
  }
  const opening = page.context().waitForEvent("page");
  await press();
  const opened = await opening;
  await opened.locator("form input[name=text]").first().waitFor({ state: "attached" });
  const valueOf = (name: string) => opened.locator(`form input[name=${name}]`).first().inputValue();
  const handed = { text: await valueOf("text"), picture: await valueOf("picture") };
  assert.equal(new URL(opened.url()).pathname + new URL(opened.url()).hash, "/wish");
  await opened.close();
  return handed;
}

const ld = (...data: unknown[]) =>
  data.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join("");
const offer = { "@type": "Offer", price: "49,99", priceCurrency: "EUR" };

/** The head of a shop's page, and the values taken from it; HOST is the shop's address. */
const PAGES: readonly [html: string, text: string, picture?: string][] = [
  [
    `<title>Shop</title><meta property="og:title" content="Red mug"><meta property="og:image" content="/mug.jpg">
     <meta property="product:price:amount" content="12.50"><meta property="product:price:currency" content="CHF">
     <link rel="canonical" href="/mug?utm_source=x&id=7">`,
    "Red mug (12.50 CHF) HOST/mug?id=7",
    "HOST/mug.jpg",
  ],
  ["<title>Only a title</title>", "Only a title HOST/p"],
  [
    ld({ "@type": "Product", name: "Train", offers: [offer], image: ["HOST/a.jpg", "HOST/b.jpg"] }),
    "Train (49.99 EUR) HOST/p",
    "HOST/a.jpg",
  ],
  [
    ld({ "@type": "Organization", name: "Shop" }, {
      "@graph": [{ "@type": "BreadcrumbList" }, {
        "@type": ["Thing", "Product"],
        name: "Kite",
        image: { url: "/kite.jpg" },
        offers: {
          "@type": "AggregateOffer",
          lowPrice: 1299,
          priceCurrency: "JPY",
          offers: [offer],
        },
      }],
    }),
    "Kite (1299 JPY) HOST/p",
    "HOST/kite.jpg",
  ],
  [
    ld({ "@type": "WebPage", mainEntity: { "@type": "Book", name: "A book" } }) +
    ld({ "@type": "Product", name: "Another" }),
    "A book HOST/p",
  ],
  [
    ld({
      "@type": "ProductGroup",
      name: "Socks",
      hasVariant: [{ offers: { priceSpecification: [{ price: 7.5, priceCurrency: "USD" }] } }],
    }),
    "Socks (7.5 USD) HOST/p",
  ],
  [
    `<body><div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name"> Wooden
     train </h1><img itemprop="image" alt src="data:,"><span itemprop="price" content="9.90">9,90 €</span>
     <meta itemprop="priceCurrency" content="EUR"></div>`,
    "Wooden train (9.90 EUR) HOST/p",
  ],
  [
    // Broken, huge and endless data, and values that are not text.
    `<script type="application/ld+json">{"@type": </script>` +
    `<script type="application/ld+json">${"[".repeat(100_000)}</script>` +
    ld({ "@type": "Product", name: "x".repeat(10_000_000) }) +
    ld({ "@type": "Product", name: { a: 1 }, offers: "none", image: [[{}]] }) +
    "<title>Still here</title>",
    "Still here HOST/p",
  ],
  [
    `<meta property="og:title" content="&lt;img src=x onerror=alert(1)&gt;\u202egnp.\u0007 (1 EUR) https://evil.example/ x">
     <meta property="og:image" content="javascript:alert(1)"><link rel="canonical" href="javascript:alert(1)">
     <meta property="product:price:amount" content="&lt;b&gt;"><meta property="product:price:currency" content="EUR">`,
    "",
  ],
];

Deno.test(
  "the bookmark takes over title, price and link of a shop’s page, as text",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    await using shop = openShop();
    const page = await site.visit();
    for (const name of ["Winter", "Office"]) {
      const game = await createWinterGame(site, { name });
      await page.request.get(`/games/${game.code}?participant=${named(game, "Ana").token}`);
    }
    await page.goto("/wish/bookmarklet");
    await assertAccessible(page);
    await assertNoSidewaysScrollAnywhere(page);
    const href = await page.getByRole("link", { name: "+ My wish" }).getAttribute("href") ?? "";
    assert(href.startsWith("javascript:") && href.length < 3000, `${href.length}`);
    assert.equal(await page.getByLabel("Address of the bookmark").inputValue(), href);
    const elsewhere: string[] = [];
    page.context().on("request", (request) => {
      if (!request.url().startsWith(site.url) && request.url() !== `${shop.url}/p`) {
        elsewhere.push(request.url());
      }
    });
    const atHost = (text: string) => text.replaceAll("HOST", shop.url);
    for (const [html, text, picture = ""] of PAGES) {
      shop.html = atHost(html);
      // Its own window opens for the first page, with a picture, and for the hostile one.
      const isOpened = !text || html === PAGES[0]?.[0];
      const handed = await bookmark(page, `${shop.url}/p`, href, isOpened);
      if (text) assert.deepEqual(handed, { text: atHost(text), picture: atHost(picture) });
      else {
        // Of hostile values only harmless text remains, and no second link.
        assert.equal(handed.picture, "");
        assert.equal(handed.text, `<img src=x onerror=alert(1)> gnp. (1 EUR) x ${shop.url}/p`);
      }
    }
    assert.equal(shop.pictures, 0);
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a wish from another site is shown, and added at once if this browser knows one game",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    const fragment = new URLSearchParams({
      title: "<b>Mug</b>",
      url: "https://shop.example/mug?fbclid=1",
      price: "12",
      currency: "EUR",
      image: "https://shop.example/mug.jpg",
    });
    await page.goto("/wish");
    await page.getByText("Nothing came through").waitFor();
    assert.equal(await page.getByText("For which game?").count(), 0);
    await page.goto("about:blank");
    await page.goto(`/wish#${fragment}`);
    await page.getByText("<b>Mug</b>").waitFor();
    await page.getByText("€12 · shop.example").waitFor();
    const picture = page.locator("li").getByRole("link", { name: "Picture at shop.example" });
    assert.equal(await picture.getAttribute("href"), "https://shop.example/mug.jpg");
    assert.equal(await picture.getAttribute("rel"), "noreferrer");
    await page.getByRole("heading", { name: "For which game?" }).waitFor();
    assert.equal(await page.locator("form[action*=wishes]").count(), 0);
    assert(page.url().includes("#title="), "it survives a reload");
    await assertAccessible(page);
    await assertNoSidewaysScrollAnywhere(page);
    assert.deepEqual(site.problems, []);

    const game = await createWinterGame(site);
    await enterAsParticipant(page, game, named(game, "Ana"));
    const sending = page.waitForRequest((request) => request.method() === "POST");
    // The form is sent while the page loads.
    await page.goto(`/wish#${fragment}`, { waitUntil: "commit" });
    const sent = await sending;
    assert.equal(new URL(sent.url()).pathname, `/games/${game.code}/wishes`);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(sent.postData() ?? "")), {
      action: "draft",
      text: "<b>Mug</b> (12 EUR) https://shop.example/mug",
      picture: "https://shop.example/mug.jpg",
    });
    assert(!sent.url().includes("Mug"));
    const field = page.getByLabel("What would you like?");
    await until(
      async () => (await field.inputValue()).startsWith("<b>Mug</b>"),
      "the wish as a draft",
    );
  },
);

Deno.test(
  "the share sheet of an installed app opens a page, and other sites’ forms do not",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const manifest = await (await fetch(`${site.url}/manifest/de.webmanifest`)).json();
    // https://w3c.github.io/web-share-target/#share_target-member
    const { action, method, enctype, params } = manifest.share_target;
    assert.deepEqual([method, enctype], ["POST", "application/x-www-form-urlencoded"]);
    assert(
      new URL(action, `${site.url}/`).href.startsWith(new URL(manifest.scope, `${site.url}/`).href),
    );
    assert.deepEqual(params, { title: "title", text: "text", url: "url" });

    const shared = String(
      new URLSearchParams({
        [params.title]: "Wooden train",
        [params.text]: "Look: https://shop.example/train?gclid=1",
      }),
    );
    for (const hasScript of [true, false]) {
      const page = await site.visit({ hasScript });
      for (const name of ["Winter", "Office"]) {
        const game = await createWinterGame(site, { name });
        await page.request.get(`/games/${game.code}?participant=${named(game, "Ana").token}`);
      }
      // The browser itself starts the request, so no site is its sender.
      await page.route(`**${action}`, async (route) => {
        await route.continue({
          method,
          postData: shared,
          headers: { ...await route.request().allHeaders(), "content-type": enctype },
        });
      });
      const answer = await page.goto(action);
      assert.equal(answer?.status(), 200);
      assert.equal(answer?.request().method(), "POST");
      await page.getByText("Wooden train").waitFor();
      await page.getByRole("button", { name: /^Winter/ }).waitFor();
      const choice = page.locator("form", { has: page.getByRole("button", { name: /^Office/ }) });
      assert.equal(
        await choice.locator("input[name=text]").inputValue(),
        "Wooden train https://shop.example/train",
      );
      await site.leave(page);
    }
    assert.deepEqual(site.problems, []);
    for (
      const [from, status] of [["none", 200], ["cross-site", 403], ["same-site", 403]] as const
    ) {
      const answer = await fetch(site.url + action, {
        method,
        headers: {
          "content-type": enctype,
          "sec-fetch-site": from,
          origin: "https://evil.example",
        },
        body: shared,
      });
      await answer.body?.cancel();
      assert.equal(answer.status, status, from);
    }
  },
);

Deno.test(
  "without scripts the pages for wishes from other sites say that they need them",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ hasScript: false });
    for (const path of ["/wish", "/wish/bookmarklet"]) {
      assert.equal((await page.goto(path))?.status(), 200);
      await page.getByText("This needs JavaScript").waitFor();
    }
  },
);
