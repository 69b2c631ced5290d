/** What organizers see at first glance: in which column, on which line, and on the screen or only on paper. */
import assert from "node:assert/strict";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { createFamilyGame, enterAsOrganizer } from "./support/organizer.ts";

const PEOPLE = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil"].map((name) => ({ name }));

Deno.test("slips with names show them only on paper", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createFamilyGame(site, { participants: PEOPLE });
  for (const hasScript of [true, false]) {
    const page = await enterAsOrganizer(site, game, { hasScript });
    await page.goto(`/games/${game.code}/slips`);
    await page.getByLabel("I’m not taking part, so print the names inside").check();
    await page.getByRole("button", { name: "Make slips with names" }).click();
    await page.getByText("The names show only on paper.").waitFor();
    const drawn = page.getByText(/^You drew/);
    const shown = () => drawn.filter({ visible: true }).count();
    assert.deepEqual([await drawn.count(), await shown()], [PEOPLE.length, 0]);
    assert.doesNotMatch(await page.locator("main").innerText(), /You drew/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await shown(), PEOPLE.length);
    await page.emulateMedia({ media: "screen" });
  }
  assert.deepEqual(site.problems, []);
});
