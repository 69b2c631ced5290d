import assert from "node:assert/strict";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { createWinterGame, enterAsParticipant, giverTo } from "./support/participants.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const OPEN = { name: /^Open (it|again)$/ };
const THANK = { name: "Say thank you" };

for (const hasScript of sample([true, false])) {
  Deno.test({
    ...BROWSER_TEST,
    name: `after the event nobody is spoilt by the list of all pairs ${
      hasScript ? "with" : "without"
    } JavaScript`,
    async fn() {
      await using site = await TestSite.open();
      using clock = new SetClock();
      const game = await createWinterGame(site, { reveal: "afterEvent", date: inDays(1) });
      const late = giverTo(game, "Ben");
      const others = game.participants.filter(({ id }) => id !== late.id);
      for (const { token } of others) {
        await site.client.readAsParticipant(game, { participantToken: token });
      }
      clock.move(72);
      const page = await site.visit({ hasScript });
      await enterAsParticipant(page, game, late);
      const pairs = page.locator("#revealed li");
      assert.equal(await pairs.count(), 4);
      assert.equal(await pairs.first().isVisible(), false);
      const [gift, list] = await Promise.all(
        ["#gift", "#revealed"].map((place) => page.locator(place).boundingBox()),
      );
      assert(gift && list && gift.y < list.y, "the opening comes first");
      if (hasScript) await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await page.getByRole("button", OPEN).click();
      await page.getByRole("heading", { level: 2, name: "Ben" }).waitFor();
      assert.equal(await page.getByText("I’d like a different name").count(), 0);

      await page.goto(`/games/${game.code}`);
      await pairs.first().waitFor();
      assert.equal(await page.getByRole("button", OPEN).count(), 0, "there is nothing to open");
      assert.equal(await pairs.locator("svg.size-11").count(), 4, "each with its gift");
      const names = (await pairs.allInnerTexts()).map((text) => text.split(/\s+/).filter(Boolean));
      for (const [at, [giver]] of names.entries()) {
        // A chain continues with the last receiver until it closes.
        const [before] = names.slice(0, at).reverse();
        const isNew = !names.slice(0, at).some(([, receiver]) => receiver === giver);
        assert(isNew || before?.[1] === giver, `${giver} stands apart from their own gift`);
      }
      // The next step is a thank-you note.
      if (hasScript) await assertAccessible(page);
      await page.getByRole("link", THANK).click();
      await page.getByRole("heading", THANK).waitFor();
      assert.deepEqual(site.problems, []);
    },
  });
}

Deno.test({
  ...BROWSER_TEST,
  name: "after the event who opens a gift for a child sees the pairs once it is open",
  async fn() {
    await using site = await TestSite.open();
    using clock = new SetClock();
    const game = await createWinterGame(site, {
      reveal: "afterEvent",
      date: inDays(1),
      keepers: [["Ana", "Ben"]],
    });
    clock.move(72);
    const page = await site.visit({ hasScript: false });
    await enterAsParticipant(page, game, named(game, "Ana"));
    await page.locator("#gift").getByRole("button", OPEN).click();
    await page.goto(`/games/${game.code}`);
    const pair = page.locator("#revealed li").first();
    assert.equal(await pair.isVisible(), false, "the child's gift is wrapped");
    assert.equal(await page.locator("#gift").count(), 0);
    await page.getByRole("button", { name: "Open for Ben" }).click();
    await page.goto(`/games/${game.code}`);
    await pair.waitFor();
    assert.equal(await page.getByRole("button", { name: /^Open (it|again|for)/ }).count(), 0);
    assert.deepEqual(site.problems, []);
  },
});
