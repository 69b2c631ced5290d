import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Answer } from "./app.ts";
import type { TestSite } from "./browser.ts";
import { inDays } from "./games.ts";

/** A protected game of four with all details. */
export async function createWinterGame(
  site: TestSite,
  body: Record<string, unknown> = {},
): Promise<Answer> {
  return await site.api("POST", "/api/games", {
    name: "Winter party",
    date: inDays(30),
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

/** The record of the person who gives to somebody. */
export function giverTo(game: Answer, name: string): Answer {
  const idOf = (one: Answer) => one.id;
  const receiver = game.participants.find((one: Answer) => one.name === name);
  const { giverId } = game.assignments.find((one: Answer) => one.receiverId === idOf(receiver));
  return game.participants.find((one: Answer) => one.id === giverId);
}

/** Opens a participant's page by their link. */
export async function enterAsParticipant(
  page: Page,
  game: Answer,
  { token }: Answer,
): Promise<void> {
  await page.goto(`/games/${game.code}?participant=${token}`);
  assert.equal(new URL(page.url()).search, "", "the token stays in the address");
}
