/** Takes the README's pictures: `deno task gallery`. */
import type { Page } from "playwright-core";
import { TestSite, type Visitor } from "../support/browser.ts";
import { inDays } from "../support/games.ts";
import { named } from "../support/views.ts";

const NAMES = ["Anna", "Ben", "Carla", "David", "Emil", "Friederike", "Greta", "Hannes"];

await using site = await TestSite.open();
const game = await site.client.createGame({
  name: "Weihnachten bei Oma",
  date: inDays(33),
  time: "18:30",
  location: "Tannenweg 3",
  amount: "25",
  currency: "EUR",
  language: "de",
  isProtected: true,
  generalNotes: "Wir essen um sieben. Bitte nichts Zerbrechliches.",
  participants: NAMES.map((name) => ({
    name,
    email: `${name.toLowerCase()}@example.org`,
    desiredGift: "お茶 · Tee",
    wish: "Warme Socken, Größe 39",
  })),
  households: [["Anna", "Ben"], ["Carla", "David"]],
});
await site.client.act(game, "confirmAssignment", { participantId: named(game, "Anna").id });
await site.client.act(game, "requestReassignment", { participantId: named(game, "Carla").id });

const own = `/games/${game.code}?participant=${named(game, "Ben").token}`;

await take("closed", own, { language: "de" });
await take("open-night", own, { language: "ja" }, async (page) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(`/games/${game.code}?lang=ja`);
  await page.locator("main form button").first().click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1500);
});
Deno.exit(0);

/** Takes a picture of the first view of a visitor. */
async function take(
  name: string,
  path: string,
  visitor: Visitor,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const page = await site.visit(visitor);
  await page.goto(path, { waitUntil: "networkidle" });
  await prepare(page);
  await page.screenshot({ path: `tests/gallery/${name}.png` });
  await page.context().close();
}
