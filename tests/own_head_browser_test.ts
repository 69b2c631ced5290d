import assert from "node:assert/strict";
import { assertAccessible, BROWSER_TEST, TestSite } from "./support/browser.ts";
import { createWinterGame, enterAsParticipant, giverTo } from "./support/participants.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

Deno.test({
  ...BROWSER_TEST,
  name: "the head of one's page tells of what one waits for, by the name of who decides",
  async fn() {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, { organizerName: "Olga" });
    const page = await site.visit();
    const giver = giverTo(game, "Cleo");
    await enterAsParticipant(page, game, giver);

    // A giver whose receiver has no wish can ask for one, and the receiver sees the letter first.
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Secretly ask for a wish" }).click();
    await page.getByText("Could you add something to your wish list?").first().waitFor();
    const other = await site.visit();
    await site.client.readAsParticipant(game, { participantToken: named(game, "Cleo").token });
    await enterAsParticipant(other, game, named(game, "Cleo"));
    await other.getByText("1 new message").first().waitFor();
    await assertAccessible(other);
    await other.getByRole("link", { name: "Open messages", exact: true }).first().click();
    await other.getByText("Could you add something to your wish list?").waitFor();

    // A person who asks to leave sees who decides, and can take it back there.
    await page.goto(`/games/${game.code}`);
    await page.locator("#leave summary").click();
    await page.getByRole("button", { name: "Yes, tell Olga" }).click();
    await page.getByText("Until Olga decides, you’re still in.").waitFor();
    assert.equal(await page.locator("#leave").count(), 0);
    await page.getByRole("button", { name: "staying" }).click();
    await page.locator("#leave").waitFor();
    assert.deepEqual(site.problems, []);
  },
});

for (const hasScript of sample([false, true])) {
  Deno.test({
    ...BROWSER_TEST,
    name: `the old link is asked about before another address can be sent, with${
      hasScript ? "" : "out"
    } JavaScript`,
    async fn() {
      await using site = await TestSite.open({ SMTP_URL: "smtp://localhost:1" });
      const game = await createWinterGame(site, {
        participants: ["Ana", "Ben", "Cleo"].map((name) => ({
          name,
          email: `${name.toLowerCase()}@example.org`,
        })),
      });
      const ana = named(game, "Ana");
      // Also tested with motion, because the transition that hides the box waits as well.
      const page = await site.visit({ hasScript, hasMotion: hasScript });
      await enterAsParticipant(page, game, ana);
      await page.locator("#contact > summary").click();
      const box = page.getByRole("checkbox", {
        name: "Switch off the link that went to the old address",
      });
      assert.equal(await box.isVisible(), false);
      const address = page.locator("#contact").getByRole("textbox", { name: "Email address" });
      // It is visible while the field is in use, so that the Enter key sends nothing unseen.
      await address.focus();
      await box.waitFor();
      assert(await box.isChecked());
      // It stays visible, so that the button does not move before the mouse button is released.
      const save = page.locator("#contact").getByRole("button", { name: "Save" });
      await save.hover();
      const topOf = async () => (await save.boundingBox())?.y ?? 0;
      const before = await topOf();
      await page.mouse.down();
      assert.equal(await address.evaluate((field) => field === document.activeElement), false);
      assert(Math.abs(await topOf() - before) < 2, "it is pressed down, and no more");
      // Awaited before the press, because a script soon removes the message from the address.
      const saved = page.waitForURL(/done=updateParticipantEmail/);
      await page.mouse.up();
      await saved;
      assert.equal(await box.isVisible(), false);
      await address.fill("other@example.org");
      await page.keyboard.press("Tab");
      assert(await box.isVisible());
      assert.deepEqual(site.problems, []);
    },
  });
}
