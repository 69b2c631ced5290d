import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { TestSite, Visitor } from "./browser.ts";
import type { CreatedGame, Managed, NewGame } from "./client.ts";
import { named } from "./views.ts";

/** Names of the people in the game, each with an address. */
export const FAMILY = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"];

/** Creates a protected game of the family. */
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

/** Reads the organizer's view of the game. */
export function readGame(site: TestSite, game: Managed): Promise<OrganizerView> {
  return site.client.readAsOrganizer(game);
}

/** Performs an action of a participant, with their token. */
export async function act(
  site: TestSite,
  game: CreatedGame,
  name: string,
  action: "confirmAssignment" | "requestReassignment",
): Promise<void> {
  const { id: participantId, token: participantToken } = named(game, name);
  await site.client.act(game, action, { participantId, participantToken });
}

/** Opens the organizer's page with its link. */
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
  // Rarely needed sections are on a separate page.
  if (await fold.count() === 0) await page.locator("a[href$='/organize/tools']").click();
  if (await fold.getAttribute("open") === null) await fold.locator("summary").first().click();
}

/** Waits until the page reports what was done. */
export async function assertNews(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("status").filter({ hasText: text }).first().waitFor();
}

/** Clicks an action that asks for confirmation, and confirms it, in a dialog or on a separate page. */
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
