/* Going back to a page that the browser has kept in memory. */
import assert from "node:assert/strict";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { conversation } from "./support/messages.ts";
import { createFamilyGame } from "./support/organizer.ts";
import { named } from "./support/views.ts";

Deno.test(
  "An organizer's page restored from the browser's memory reloads, unless something is typed there",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site);
    const page = await site.visit();
    await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
    const comeBack = () =>
      page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));0");
    const staysThere = async () => {
      await page.evaluate("mark = 1");
      const asked = page.waitForResponse((answer) => answer.url() === page.url());
      await comeBack();
      await asked;
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate("mark"), 1, "it is the same page");
    };
    await page.goto(`/games/${game.code}/organize/details`, { waitUntil: "networkidle" });
    await page.getByLabel("Name of the event").fill("A longer name");
    await staysThere();
    assert.equal(await page.getByLabel("Name of the event").inputValue(), "A longer name");
    await page.goto(`/games/${game.code}/organize/apart`, { waitUntil: "networkidle" });
    const box = page.locator("main form input[type=checkbox]").first();
    await box.check();
    await staysThere();
    assert.equal(await box.isChecked(), true);
    await page.goto(`/games/${game.code}/organize/tools`, { waitUntil: "networkidle" });
    await Promise.all([page.waitForEvent("load"), comeBack()]);
  },
);

Deno.test({
  ...BROWSER_TEST,
  name: "a message stays on the way back out of the browser's memory, for who is still signed in",
  async fn() {
    await using site = await TestSite.open();
    const game = await site.client.createGame({
      name: "Winterfest",
      isProtected: true,
      participants: ["Anna", "Yuki", "Cleo"].map((name) => ({ name })),
    });
    const { giver } = conversation(game, "Yuki");
    await site.client.readAsParticipant(game, { participantToken: giver.token });
    const page = await site.visit();
    await page.request.get(`/games/${game.code}?participant=${giver.token}`);
    await page.goto(`/games/${game.code}/whisper`, { waitUntil: "networkidle" });
    const field = page.getByLabel("Your message");
    await field.fill("Which colour?");
    const comeBack = async () => {
      const asked = page.waitForResponse((answer) => answer.url() === page.url());
      await page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));0",
      );
      await asked;
      await page.waitForTimeout(300);
    };
    await comeBack();
    assert.equal(await field.inputValue(), "Which colour?");
    await page.context().clearCookies();
    await comeBack();
    await field.waitFor({ state: "detached" });
  },
});

Deno.test({
  ...BROWSER_TEST,
  name: "what was saved is changed back on the way back out of the browser's memory",
  async fn() {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site);
    const page = await site.visit();
    await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
    await page.goto(`/games/${game.code}/organize/details`, { waitUntil: "networkidle" });
    const place = page.locator("[name=location]");
    const before = await place.inputValue();
    await place.fill("Cafe");
    // The page stays, as in the browser's memory, while its form is sent and answered.
    await page.evaluate(`fetch(location.pathname, {
      method: "POST",
      body: new URLSearchParams(new FormData(document.querySelector("main form[method=post]"))),
    })`);
    const stored = async () => (await site.client.readAsOrganizer(game)).location;
    assert.equal(await stored(), "Cafe");
    const asked = page.waitForResponse((answer) => answer.url() === page.url());
    await page.evaluate(
      "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));0",
    );
    await asked;
    await page.waitForTimeout(300);
    assert.equal(await place.inputValue(), "Cafe", "it is the same page");
    await place.fill(before);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();
    assert.equal(await stored(), before);
  },
});

Deno.test({
  ...BROWSER_TEST,
  name:
    "a rule that was added meanwhile is not dropped after the way back to the form for the next game",
  async fn() {
    await using site = await TestSite.open();
    const names = ["Anna", "Yuki", "Cleo", "Dee", "Emil"];
    const game = await site.client.createGame({
      participants: names.map((name) => ({ name })),
      oneWayExclusions: [["Anna", "Yuki"]],
    });
    const page = await site.visit();
    await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
    await page.goto(`/games/${game.code}/organize/again`, { waitUntil: "networkidle" });
    const rule = page.locator("[name=oneWay]");
    await rule.uncheck({ force: true });
    const [giver, receiver] = [named(game, "Dee").id, named(game, "Emil").id];
    await site.client.manage(game, "setExclusions", { oneWayExclusions: [[giver, receiver]] });
    const asked = page.waitForResponse((answer) => answer.url() === page.url());
    await page.evaluate(
      "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));0",
    );
    await asked;
    await page.waitForTimeout(300);
    assert.equal(await rule.isChecked(), false, "it is the same page");
    const shown = await page.locator("[name=shown-oneWay]").inputValue();
    assert.deepEqual(JSON.parse(shown), ["Anna", "Yuki"]);
  },
});
