import assert from "node:assert/strict";
import { assertAccessible, BROWSER_TEST, TestSite } from "./support/browser.ts";
import { arrive, create, fillEvent, nameOf, typeNames } from "./support/create_page.ts";

Deno.test({
  name: "/create keeps its bar small on a phone, and lists what is missing on demand",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  assert.equal(await page.getByText("Still missing").count(), 0, "nothing is typed yet");
  await page.getByLabel("Your name").fill("Olga");
  const rest = page.getByRole("button", { name: "Still missing" });
  await rest.waitFor();
  const height = await page.locator(".sticky.bottom-0:has([aria-live])")
    .evaluate((bar) => bar.getBoundingClientRect().height);
  assert(height <= 110, `${height} of 800 pixels`);
  const button = page.getByRole("button", { name: "Create game and draw names" });
  assert.equal(await button.evaluate((one) => getComputedStyle(one).fontSize), "16px");
  const toDate = page.getByRole("link", { name: "Date", exact: true });
  assert.equal(await toDate.isVisible(), false);
  await rest.click();
  await toDate.click();
  assert.equal(new URL(page.url()).hash, "#date");
  await assertAccessible(page);
  // Elements that the keyboard reaches are above the bar, including folded sections.
  const fold = page.locator("#more > summary, summary:has-text('More')").last();
  await page.getByLabel("Show all pairs after the event").focus();
  await page.keyboard.press("Tab");
  await page.locator("summary:focus").waitFor();
  const [reached, bar] = await Promise.all(
    [fold, page.locator(".sticky.bottom-0:has([aria-live])")].map((one) => one.boundingBox()),
  );
  assert(reached && bar && reached.y + reached.height <= bar.y, "hidden by the bar");
  await rest.click();
  await typeNames(page, ["Ana", "ana", "Ben", "ben"]);
  // The first of several errors is shown in full.
  await page.getByRole("button", { name: "“ben” is on the list twice" }).click();
  await page.getByRole("link", { name: "“ben” is on the list twice" }).click();
  const [row, alone] = await Promise.all(
    [5, 4].map((number) => nameOf(page, number).boundingBox()),
  );
  assert(row && alone && row.width > alone.width + 60, "an empty row takes the whole line");
  assert.deepEqual(site.problems, []);
});

Deno.test({
  ...BROWSER_TEST,
  name: "/create can be sent again after the browser was stopped while it waited",
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit({ width: 1280, changesBrowser: true });
  await page.clock.install();
  await page.goto("/create", { waitUntil: "networkidle" });
  await fillEvent(page);
  await typeNames(page, ["Ana", "Ben", "Cy"]);
  const unanswered = (address: URL) => address.pathname === "/create";
  await page.route(unanswered, () => {});
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Create game and draw names" }).click({
    noWaitAfter: true,
  });
  await sent;
  const session = await page.context().newCDPSession(page);
  await session.send("Page.stopLoading");
  await page.unroute(unanswered);
  await page.getByRole("button", { name: "Drawing names" }).waitFor();
  await page.clock.fastForward(10_000);
  await create(page);
  await arrive(page);
});

Deno.test({
  ...BROWSER_TEST,
  name: "/create makes no game in a browser that blocks cookies, and says why",
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit({ width: 1280 });
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });",
  );
  await page.goto("/create");
  await fillEvent(page);
  await typeNames(page, ["Ana", "Ben", "Cy"]);
  await page.getByText("If your browser blocks cookies here").waitFor();
  await create(page);
  await page.waitForTimeout(300);
  assert.equal(new URL(page.url()).pathname, "/create");
  assert.equal(await nameOf(page, 3).inputValue(), "Cy");
  await page.getByRole("button", { name: "Create game and draw names" }).waitFor();
});
