import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Answer } from "./app.ts";
import type { TestSite, Visitor } from "./browser.ts";
import { inDays } from "./games.ts";

/** The people of the game, each with an address. */
export const FAMILY = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"];

/** A protected game of the family. */
export async function createFamilyGame(
  site: TestSite,
  body: Record<string, unknown> = {},
): Promise<Answer> {
  return await site.api("POST", "/api/games", {
    name: "Winter party",
    date: inDays(30),
    isProtected: true,
    participants: FAMILY.map((name) => ({ name, email: `${name.toLowerCase()}@example.org` })),
    ...body,
  });
}

/** The game as its organizer sees it. */
export async function readGame(site: TestSite, { code, organizerToken }: Answer): Promise<Answer> {
  return await site.api("GET", `/api/games/${code}`, undefined, {
    "x-organizer-token": organizerToken,
  });
}

/** Opens the organizer's page by its link. */
export async function enterAsOrganizer(
  site: TestSite,
  game: Answer,
  visitor: Visitor,
): Promise<Page> {
  const page = await site.visit(visitor);
  await page.goto(`/games/${game.code}/organize?token=${game.organizerToken}`);
  assert.equal(new URL(page.url()).search, "", "the token stays in the address");
  return page;
}

/** Opens a folded section of the organizer's page. */
export async function unfold(page: Page, id: string): Promise<void> {
  const fold = page.locator(`#${id}`);
  if (await fold.getAttribute("open") === null) await fold.locator("summary").first().click();
}

/** Waits until the page says what was done. */
export async function assertNews(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("status").filter({ hasText: text }).first().waitFor();
}
