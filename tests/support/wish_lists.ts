import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertAccessible, assertNoSidewaysScroll, type TestSite } from "./browser.ts";
import type { CreatedGame } from "./client.ts";
import { signIn } from "./participants.ts";
import { pairInRing } from "./sealed_games.ts";
import { named } from "./views.ts";

const PICTURES = Deno.env.get("PICTURES");

/** Creates a game in which Annegret gives to Ben, and Cleo opens gifts for Annegret, too. */
export async function createWishGame(site: TestSite): Promise<CreatedGame> {
  const game = await site.client.createGame({
    isProtected: true,
    amount: "25",
    currency: "EUR",
    participants: ["Annegret", "Ben", "Cleo", "Dan"].map((name) => ({ name })),
    keepers: [["Cleo", "Annegret"]],
  });
  await pairInRing(site, game);
  return game;
}

/** Signs someone in. @param rest of the page's path after the game's; "" for their own page */
export async function enter(
  site: TestSite,
  game: CreatedGame,
  name: string,
  hasScript = true,
  rest = "",
): Promise<Page> {
  const page = await site.visit({ hasScript });
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, game, named(game, name));
  await page.goto(`/games/${game.code}${rest}`);
  return page;
}

/** Loads the participant's own page, and opens a gift there. */
export async function openGift(page: Page, game: CreatedGame, place = 0): Promise<void> {
  await page.goto(`/games/${game.code}`);
  await unwrap(page, place);
}

/** Opens a gift. @param place of the gift on the page: their own first, then those they open for others */
export async function unwrap(page: Page, place = 0): Promise<void> {
  await page.getByRole("button", { name: /^Open (it|again|for)/ }).nth(place).click();
  await page.locator(".gift-wish").waitFor();
  // Without scripts the rest of the page may still be on its way.
  await page.waitForLoadState();
}

/** Stores a list through the API. */
export async function setWishes(
  { client }: Pick<TestSite, "client">,
  game: CreatedGame,
  name: string,
  wishes: object[],
): Promise<void> {
  const { token: participantToken } = named(game, name);
  const body = { action: "setWishes", participantToken, revision: 0, wishes };
  const answer = await client.patchGame(game, body);
  assert.equal(answer.status, 200, answer.text);
}

/** Checks layout and accessibility of a page, and takes a picture if wanted. @param name of the picture */
export async function look(page: Page, name: string): Promise<void> {
  // The checks run scripts in the page.
  if (!name.endsWith("-plain")) {
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
  }
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/wishes-${name}.png`, fullPage: true });
}

/** Titles on the list in the editor, in order. */
export async function titles(page: Page): Promise<string[]> {
  return await page.locator("[data-wish] summary .font-semibold").allInnerTexts();
}

/** Waits until everything is stored, so that the next page shows it. */
export async function saved(page: Page): Promise<void> {
  await page.getByText("Saved. Your giver will see it.").waitFor();
}
