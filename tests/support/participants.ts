import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { TestSite } from "./browser.ts";
import type { CreatedGame, NewGame } from "./client.ts";
import { named } from "./views.ts";

/** Creates a protected game of four with all details. */
export function createWinterGame(
  site: TestSite,
  body: Partial<NewGame> = {},
): Promise<CreatedGame> {
  return site.client.createGame({
    time: "18:30",
    timeZone: "Europe/Berlin",
    location: "Grandma's",
    amount: "20",
    currency: "EUR",
    generalNotes: "See https://example.org/list.",
    isProtected: true,
    participants: [
      { name: "Ana" },
      { name: "Ben", wish: "A book: https://example.org/book?a=1, please", desiredGift: "Socks" },
      { name: "Cleo" },
      { name: "Dan" },
    ],
    ...body,
  });
}

/** The record of a person's giver. */
export function giverTo(game: CreatedGame, name: string): CreatedGame["participants"][number] {
  const { id } = named(game, name);
  const pair = game.assignments.find(({ receiverId }) => receiverId === id);
  const giver = game.participants.find(({ id }) => id === pair?.giverId);
  assert(giver, `somebody gives to ${name}`);
  return giver;
}

/** Signs someone in as their link does, without opening a page. */
export async function signIn(
  page: Page,
  { code }: Pick<CreatedGame, "code">,
  { token }: { token: string },
  role: "participant" | "organizer" = "participant",
): Promise<void> {
  const where = { domain: "localhost", path: `/games/${code}`, httpOnly: true };
  await page.context().addCookies([{ name: `${role}_${code}`, value: token, ...where }]);
}

/** Opens a participant's page with their link. */
export async function enterAsParticipant(
  page: Page,
  game: Pick<CreatedGame, "code">,
  { token }: { token: string },
): Promise<void> {
  await page.goto(`/games/${game.code}?participant=${token}`);
  assert.equal(new URL(page.url()).search, "", "the token stays in the address");
}
