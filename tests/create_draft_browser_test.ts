import assert from "node:assert/strict";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { arrive, create, join, nameOf, typeNames, untilTrue } from "./support/create_page.ts";
import { inDays } from "./support/games.ts";

Deno.test({
  name: "/create keeps what was typed before the scripts had loaded",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  await page.route("**/_fresh/js/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/create", { waitUntil: "commit" });
  await page.getByLabel("Everyone taking part").fill("Ana\nBen\nCy");
  await page.getByLabel("Name of the event").fill("Slow line");
  release();
  await nameOf(page, 3).waitFor();
  assert.equal(await nameOf(page, 3).inputValue(), "Cy");
  assert.equal(await page.getByLabel("Name of the event").inputValue(), "Slow line");
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "/create is restored after going back from the created game, and says that the game exists",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  await page.getByLabel("Your name").fill("Olga");
  await page.getByLabel("Name of the event").fill("Christmas at ours");
  await page.getByLabel("Date", { exact: true }).fill(inDays(30));
  await page.getByTitle("Birthday").click();
  await typeNames(page, ["Tom", "Ana"]);
  await join(page, ["Olga", "Tom"]);
  await page.getByText("3 people", { exact: true }).waitFor();
  await page.getByText("No draw is possible").waitFor();
  await nameOf(page, 3).fill("Ben");
  await page.getByText("4 people", { exact: true }).waitFor();
  await create(page);
  const code = await arrive(page);
  await page.waitForLoadState("networkidle");
  assert.equal(await page.evaluate("localStorage.getItem('new-game')"), null);
  assert.equal((await site.services.store.readGame(code))?.cover, "birthday");

  await page.goBack();
  await page.getByText("This game has already been created.").waitFor();
  assert.equal(await page.getByLabel("Your name").inputValue(), "Olga");
  assert.equal(await page.getByLabel("Date", { exact: true }).inputValue(), inDays(30));
  assert.equal(await page.getByRole("radio", { name: "Birthday" }).isChecked(), true);
  assert.equal(await nameOf(page, 3).inputValue(), "Ben");
  await page.locator("#people").getByText("Lives with Tom").waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Personal links" }).click();
  assert.equal(await arrive(page), code);
  // A new visit starts empty.
  await page.goto("/create");
  await nameOf(page, 1).waitFor();
  assert.equal(await nameOf(page, 1).inputValue(), "");
  // When an organizer signs out, the tab also keeps nothing for the next person.
  assert.notEqual(await page.evaluate("sessionStorage.getItem('new-game')"), null);
  await page.goto(`/games/${code}/organize/tools`);
  await untilTrue(page, "sessionStorage.getItem('new-game') === null");
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "/create makes one game if its answer was lost, and another one after a change",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit({ changesBrowser: true });
  await page.clock.install();
  await page.goto("/create", { waitUntil: "networkidle" });
  await page.getByLabel("Your name").fill("Olga");
  await page.getByLabel("Name of the event").fill("Christmas at ours");
  await page.getByLabel("Date", { exact: true }).fill(inDays(30));
  await typeNames(page, ["Tom", "Ana", "Ben"]);
  const made: string[] = [];
  const loseAnswer = async () => {
    await page.route(({ pathname }) => pathname === "/create", async (route) => {
      const { location } = (await route.fetch({ maxRedirects: 0 })).headers();
      made.push(location?.split("/")[2] ?? "");
      await route.abort("connectionreset");
    }, { times: 1 });
    await create(page);
    await page.waitForURL("chrome-error://chromewebdata/");
    // As after a closed tab, twice: opening it changes nothing.
    for (let time = 0; time < 2; time++) {
      await page.goto("/create", { waitUntil: "networkidle" });
      await nameOf(page, 3).waitFor();
      await page.clock.runFor(1_000);
    }
  };
  await loseAnswer();
  await loseAnswer();
  assert.equal(new Set(made).size, 1, "sent again");
  await nameOf(page, 3).fill("Cleo");
  await create(page);
  assert(!made.includes(await arrive(page)));
  assert.deepEqual(site.problems.filter((one) => !one.includes("ERR_CONNECTION_RESET")), []);
});

Deno.test({
  name: "/create fits 320 pixels with long names, its panel open and every error shown",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  const page = await site.visit({ width: 320, language: "de" });
  await page.goto("/create");
  const names = page.locator("#people li input:not([type=email])");
  await names.nth(3).waitFor();
  const long = "Maximiliane-Konstanze von Hohenstauffen-Zollern-Sigmaringen";
  for (const [index, name] of [long, "Ben", long].entries()) await names.nth(index).fill(name);
  await page.locator("#people [aria-expanded]").nth(1).click();
  await page.locator("[name=date]").fill("2020-01-01");
  await page.locator("[aria-live=polite] li").nth(1).waitFor();
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  assert.deepEqual(site.problems, []);
});
