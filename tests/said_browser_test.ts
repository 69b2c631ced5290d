/** What someone who hears pages is told after a press, and where they go on. */
import assert from "node:assert/strict";
import { managePath, organizerPath } from "@/lib/browser/links.ts";
import { assertAccessible, BROWSER_TEST, TestSite } from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { createWinterGame } from "./support/participants.ts";

Deno.test(
  "the finale is a dialog: named, in focus, left by Escape, and back where it began",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, {
      ...{ reveal: "afterEvent", date: inDays(0), time: "", timeZone: "UTC" },
    });
    await site.client.manage(game, "startFinale", {});
    const page = await site.visit();
    await page.goto(organizerPath(game.code, game.organizerToken));
    await page.goto(managePath(game.code, "/finale"));
    const start = page.getByRole("button", { name: "Start the show" });
    await start.press("Enter");
    const show = page.getByRole("dialog", { name: "The big finale" });
    await show.waitFor();
    assert(await show.evaluate((one) => one === document.activeElement && one.matches(":modal")));
    assert.match(
      String(await page.evaluate("document.getElementById('finale-stage').textContent")),
      /^From/,
    );
    await assertAccessible(page);
    const isWithin = () => show.evaluate((one) => one.contains(document.activeElement));
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("Tab");
      // Behind the last button comes the browser's own frame, or nothing.
      const isOut = await page.evaluate("document.activeElement === document.body");
      assert(isOut || await isWithin());
    }
    // The buttons of a step go with it, and leave the focus in the show.
    for (let step = 0; step < 2 * 4; step++) {
      await page.getByRole("button", { name: /^(Open the gift|Next gift)$/ }).press("ArrowRight");
      assert(await isWithin());
    }
    await show.getByText("Thank you, everyone!").waitFor();
    assert(await isWithin());
    // In full screen this key ends that first.
    if (await page.evaluate("document.fullscreenElement !== null")) {
      await page.evaluate("document.exitFullscreen()");
    }
    await page.keyboard.press("Escape");
    await show.waitFor({ state: "detached" });
    assert(await start.evaluate((one) => one === document.activeElement));
    assert.deepEqual(site.problems, []);
  },
);
