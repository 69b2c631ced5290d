import assert from "node:assert/strict";
import { assertNoSidewaysScroll, BROWSER_TEST, TestSite } from "./support/browser.ts";
import {
  arrive,
  create,
  fillEvent,
  managed,
  nameOf,
  pasteList,
  typeNames,
} from "./support/create_page.ts";
import { until } from "./support/until.ts";

Deno.test({
  name: "a pasted list is shown before the game is created and can be fixed, also without mail",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  await fillEvent(page);
  await typeNames(page, ["Ana", "Ben", "Cy"]);
  await page.getByText("Paste a list or choose a file").click();
  await page.getByLabel("Everyone taking part").fill("Dee\tdee.example.org\nEve");
  await create(page);
  await until(async () => await nameOf(page, 5).inputValue() === "Eve", "all are in the list");
  assert.equal(await page.getByLabel("Everyone taking part").inputValue(), "");
  assert.equal(new URL(page.url()).pathname, "/create");
  await create(page);
  const wrong = page.getByLabel("Email (optional) 4", { exact: true });
  await wrong.waitFor();
  await wrong.press("Home");
  for (let place = 0; place < 3; place++) await wrong.press("ArrowRight");
  await wrong.press("Delete");
  await wrong.pressSequentially("@");
  await create(page);
  const game = await site.services.store.readGame(await arrive(page));
  assert.equal(game?.participants.length, 5);
  assert.equal(game.participants[3]?.email, "dee@example.org");
  assert.deepEqual(site.problems, []);
});

Deno.test(
  { name: "/create takes 200 people by pasting", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await page.goto("/create");
    await fillEvent(page);
    const lines = Array.from({ length: 200 }, (_, index) => {
      const home = index < 120 ? `Home ${Math.floor(index / 2)}` : "";
      return `Person ${index + 1};p${index + 1}@example.org;${home}`;
    });
    await pasteList(page, `Name;E-mail;Household\n${lines.join("\n")}`);
    await page.getByText("200 people", { exact: true }).waitFor();
    await page.getByText("Added: 200.").waitFor();
    // The view stays at the pasted list, and the way back is visible.
    const undo = await page.getByRole("button", { name: "Undo" }).boundingBox();
    const paste = await page.getByText("Paste a list or choose a file").boundingBox();
    for (const box of [undo, paste]) assert(box && box.y > 0 && box.y < 800, JSON.stringify(box));
    await page.getByLabel("Search for a person").first().fill("person 17");
    await nameOf(page, 17).waitFor();
    assert.equal(await nameOf(page, 170).inputValue(), "Person 170");
    await page.getByLabel("Search for a person").first().fill("");
    await page.getByRole("button", { name: "Show all 200" }).click();
    await nameOf(page, 200).scrollIntoViewIfNeeded();
    await nameOf(page, 200).fill("Person 200 herself");
    await nameOf(page, 200).fill("Person 200");
    await assertNoSidewaysScroll(page);
    await create(page);
    const code = await arrive(page);
    const game = await managed(site, page, code);
    assert.equal(game.participants.length, 200);
    assert.equal(game.households.length, 60);
    assert.equal(await page.locator("#link-list [data-pass-on]").count(), 200);
    await page.getByLabel("Search for a person").fill("person 200");
    await page.getByText("1 of 200", { exact: true }).waitFor();
    const slips = await (await page.request.get(`/games/${code}/slips`)).text();
    assert.equal(slips.match(/<h2[^>]*><small[^>]*>For /g)?.length, 200);
    assert.deepEqual(site.problems, []);
  },
);
