import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { TestSite } from "./browser.ts";
import { inDays } from "./games.ts";
import { until } from "./until.ts";

/** Waits until an expression is true in the page; the CSP forbids Playwright's waitForFunction. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate(`Boolean(${expression})`), expression);
}

/** Opens the section with the rarely needed fields. */
export async function openMore(page: Page): Promise<void> {
  await page.locator("#more > summary").click();
}

/** Fills in the event, for an organizer who does not take part. */
export async function fillEvent(page: Page): Promise<void> {
  await page.getByLabel("I’m taking part, too").uncheck();
  await page.getByLabel("Name of the event").fill("Christmas at ours");
  await page.getByLabel("Date", { exact: true }).fill(inDays(30));
  await page.getByText("$20", { exact: true }).click();
  await openMore(page);
  await page.getByLabel("Place").fill("Grandma’s");
}

/** The name field of a person in the editor. @param number from 1 */
export function nameOf(page: Page, number: number): Locator {
  return page.getByLabel(`Name ${number}`, { exact: true });
}

/** Types names into the rows, in order. */
export async function typeNames(page: Page, names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await nameOf(page, index + 1).fill(name);
    await nameOf(page, index + 1).press("Enter");
  }
}

/** Puts people into one household: opens the picker of the first one and taps each of the others. */
export async function join(page: Page, [first = "", ...others]: string[]): Promise<void> {
  for (const name of others) {
    const label = `Who lives with ${first}?`;
    await page.getByRole("button", { name: label }).click();
    await page.getByRole("group", { name: label }).getByRole("button", { name, exact: true })
      .click();
  }
}

/** Opens the rules for people who do not live together. */
export async function openRules(page: Page): Promise<void> {
  await page.getByText("Others who shouldn’t draw each other").click();
}

/** Adds people by pasting a list. */
export async function pasteList(page: Page, text: string): Promise<void> {
  await page.getByText("Paste a list or choose a file").click();
  await page.getByLabel("Everyone taking part").fill(text);
  await page.getByRole("button", { name: "Add these people" }).click();
}

/** Clicks the button that draws and creates. */
export async function create(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create game and draw names" }).click();
}

/** Waits for the page with the links. @returns the game's code */
export async function arrive(page: Page): Promise<string> {
  await page.waitForURL(/\/games\/\d{6}\/created\b/);
  assert.equal(await page.locator("h1").textContent(), "The names have been drawn!");
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

/** Reads the organizer's view with the link on the page. */
export async function managed(site: TestSite, page: Page, code: string): Promise<OrganizerView> {
  const link = new URL(await page.locator("#own-link").inputValue());
  assert.equal(link.pathname, `/games/${code}/organize`);
  const organizerToken = link.searchParams.get("token") ?? "";
  return await site.client.readAsOrganizer({ code, organizerToken });
}
