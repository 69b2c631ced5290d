import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { TestSite, Visitor } from "./browser.ts";
import type { CreatedGame, Managed, NewGame } from "./client.ts";
import { named } from "./views.ts";

/** The people of the game, each with an address. */
export const FAMILY = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"];

/** A protected game of the family. */
export function createFamilyGame(
  site: TestSite,
  body: Partial<NewGame> = {},
): Promise<CreatedGame> {
  return site.client.createGame({
    isProtected: true,
    participants: FAMILY.map((name) => ({ name, email: `${name.toLowerCase()}@example.org` })),
    ...body,
  });
}

/** The game as its organizer sees it. */
export function readGame(site: TestSite, game: Managed): Promise<OrganizerView> {
  return site.client.readAsOrganizer(game);
}

/** What a participant does, with their token. */
export async function act(
  site: TestSite,
  game: CreatedGame,
  name: string,
  action: "confirmAssignment" | "requestReassignment",
): Promise<void> {
  const { id: participantId, token: participantToken } = named(game, name);
  await site.client.act(game, action, { participantId, participantToken });
}

/** Opens the organizer's page by its link. */
export async function enterAsOrganizer(
  site: TestSite,
  game: Managed,
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
  // What is seldom needed is on a page of its own.
  if (await fold.count() === 0) await page.locator("a[href$='/organize/tools']").click();
  if (await fold.getAttribute("open") === null) await fold.locator("summary").first().click();
}

/** Waits until the page says what was done. */
export async function assertNews(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("status").filter({ hasText: text }).first().waitFor();
}

/** Presses what asks first, and confirms: in a dialog, or on a page of its own. */
export async function confirm(
  page: Page,
  link: string,
  button: string,
  says: RegExp,
): Promise<void> {
  await page.getByRole("link", { name: link }).click();
  await page.getByRole("listitem").filter({ hasText: says, visible: true }).first().waitFor();
  await page.getByRole("button", { name: button }).filter({ visible: true }).click();
}
