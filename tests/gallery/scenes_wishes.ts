import type { Page } from "playwright-core";
import { gamePath, wishBookmarkletPath } from "@/lib/browser/links.ts";
import type { Visitor } from "../support/browser.ts";
import { conversation } from "../support/messages.ts";
import { giftPhoto } from "./gift_photo.ts";
import { openGift } from "./scenes_people.ts";
import { type Scene, send, type Stage } from "./stage.ts";

/** Index in the names of the list's owner. */
const OWNER = 3;

/** Wish lists: where they are edited, what a giver sees of them, and how wishes are added from elsewhere. */
export const WISH_SCENES: readonly Scene[] = [
  {
    name: "wishes-empty",
    open: (stage) => stage.own(stage.village.own, stage.village.words.names[5], "/wishes"),
  },
  {
    name: "wishes",
    async open(stage) {
      const page = await wishList(stage);
      await page.locator("[data-wish] summary").first().click();
      return page;
    },
  },
  {
    name: "wishes-plain",
    async open(stage) {
      await (await wishList(stage)).context().close();
      return await ofOwner(stage, "/wishes", { hasScript: false });
    },
  },
  {
    name: "wishes-choice",
    async open(stage) {
      const page = await wishList(stage);
      const [, socks = ""] = stage.village.words.wishes;
      await send(page, { revision: "0", act: "save", "wish-title": socks });
      return page;
    },
  },
  {
    name: "wishes-removed",
    async open(stage) {
      const page = await ofOwner(stage, "/wishes");
      const field = page.locator("#wish-text");
      // Not a title of the list, which would still be there.
      await field.fill(`${stage.village.words.desiredGift} 2`);
      await field.press("Enter");
      await page.locator("[data-wish] summary").last().click();
      await page.locator("[data-wish] [value^=remove]").last().click();
      return page;
    },
  },
  {
    name: "own-wish-list",
    async open(stage) {
      const page = await wishList(stage);
      await page.goto(gamePath(stage.village.own.code));
      return page;
    },
  },
  { name: "own-opened-list", isWindow: true, open: (stage) => giftOf(stage) },
  {
    name: "own-opened-list-link",
    isWindow: true,
    async open(stage) {
      const page = await giftOf(stage);
      await page.locator(".gift-wish summary").click();
      return page;
    },
  },
  {
    name: "own-opened-list-plain",
    async open(stage) {
      const page = await giftOf(stage, { hasScript: false });
      await page.locator(".gift-wish summary").click();
      return page;
    },
  },
  { name: "handed-wish", open: (stage) => handed(stage, { isKnown: true }) },
  { name: "handed-wish-unknown", open: (stage) => handed(stage, { isKnown: false }) },
  { name: "handed-wish-nothing", open: (stage) => stage.visit("/wish") },
  { name: "handed-wish-plain", open: (stage) => stage.visit("/wish", { hasScript: false }) },
  { name: "handed-bookmarklet", open: (stage) => stage.visit(wishBookmarkletPath) },
];

/** Opens a page of the list's owner. */
function ofOwner(stage: Stage, rest: string, visitor: Visitor = {}): Promise<Page> {
  const { own, words } = stage.village;
  return stage.own(own, words.names[OWNER], rest, visitor);
}

/** Opens the editor of a list of three, the first with photo and price. */
async function wishList(stage: Stage): Promise<Page> {
  const { words } = stage.village;
  const page = await ofOwner(stage, "/wishes");
  if (await page.locator("[data-wish]").count() === 0) {
    const [garden = "", socks = ""] = words.wishes;
    const lines = [`${words.desiredGift} https://www.shop.example/p/42`, garden, socks];
    await send(page, { act: "save", text: lines.join("\n") });
    await page.locator("[data-wish] summary").first().click();
    await page.locator("[name=wish-amount]").first().fill(words.price);
    await page.locator("[data-wish] input[type=file]").first().setInputFiles(await giftPhoto(page));
    await page.locator("[data-wish] summary img").waitFor();
    await page.locator("[role=status] .text-success, [role=status].text-success").waitFor();
    await page.reload();
  }
  return page;
}

/** Opens the gift of the owner's giver; the second item is ticked off. */
async function giftOf(stage: Stage, visitor: Visitor = {}): Promise<Page> {
  const { own, words } = stage.village;
  await (await wishList(stage)).context().close();
  const { giver } = conversation(own, words.names[OWNER]);
  const page = await stage.own(own, giver.name, "", visitor);
  if (visitor.hasScript === false) {
    await page.locator("#gift form button").first().click();
  } else {
    await openGift(page);
  }
  const untaken = page.locator(".gift-wish li").nth(1).locator("[name=bought] ~ div button");
  if (await untaken.count() > 0) await untaken.click();
  await page.locator(".gift-wish li .text-success:not(:empty)").waitFor();
  return page;
}

/** Opens a wish from a shop's page. @param isKnown true if this browser is signed in to two games */
async function handed(stage: Stage, { isKnown }: { isKnown: boolean }): Promise<Page> {
  const { fresh, own, words } = stage.village;
  const page = await stage.visit("/");
  for (const game of isKnown ? [fresh, own] : []) {
    await page.goto(await stage.linkOf(game, words.names[1]));
  }
  const wish = {
    title: words.desiredGift,
    url: "https://www.shop.example/p/42?utm_source=x",
    price: words.price,
    currency: words.currency,
    image: "https://images.shop.example/42.jpg",
  };
  await page.goto(`/wish#${new URLSearchParams(wish)}`);
  return page;
}
