import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { createFamilyGame, enterAsOrganizer, unfold } from "./support/organizer.ts";
import { createWinterGame, enterAsParticipant } from "./support/participants.ts";
import { named, withoutKeys } from "./support/views.ts";
import { sample } from "./support/sample.ts";

for (const hasScript of sample([false, true])) {
  Deno.test(
    `an organizer erases ${
      hasScript ? "a closed game with" : "an open game without"
    } JavaScript, once its name is typed`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createFamilyGame(site, { name: "Fête d’hiver", language: "de" });
      if (hasScript) await site.client.archive(game);
      const page = await enterAsOrganizer(site, game, { hasScript, language: "de" });
      if (!hasScript) await unfold(page, "end");
      await unfold(page, "erase");
      const field = page.getByLabel("Name der Runde");
      await field.fill("Fête");
      await page.getByRole("button", { name: "Endgültig löschen" }).click();
      await page.getByText("So heißt die Runde nicht. Es wurde nichts gelöscht.").waitFor();
      assert.equal((await site.client.readAsOrganizer(game)).name, "Fête d’hiver");
      if (hasScript) await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await field.fill("fête d’hiver");
      await page.getByRole("button", { name: "Endgültig löschen" }).click();
      await page.getByRole("heading", { level: 1, name: "Endgültig gelöscht" }).waitFor();
      await assertNoSidewaysScroll(page);
      const answer = await page.request.get(`/games/${game.code}/organize`);
      assert.equal(answer.status(), 401);
      assert.equal((await site.client.getGame(game)).status, 404);
      assert.deepEqual(site.problems, []);
    },
  );

  Deno.test(
    `participants take their data along, and can be erased from the day on ${
      hasScript ? "with" : "without"
    } JavaScript`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const page = await site.visit({ hasScript });
      const game = await createWinterGame(site, { date: inDays(0), timeZone: "UTC" });
      const ana = named(game, "Ana");
      await enterAsParticipant(page, game, ana);
      await page.locator("#data > summary").click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download my data" }).click(),
      ]);
      const file = JSON.parse(await Deno.readTextFile(await download.path()));
      assert.equal(file.participant.name, "Ana");
      // The gift is still wrapped: a link from elsewhere must not open it.
      assert.equal(file.receiver, null);
      assert.equal(named(await site.client.readAsOrganizer(game), "Ana").viewedAt, null);
      if (hasScript) await assertAccessible(page);
      await page.locator("summary").filter({ hasText: "Delete my data" }).click();
      await page.getByText("Other people will see “Former participant").waitFor();
      await assertNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Yes, delete my data for good" }).click();
      await page.getByRole("heading", { level: 1, name: "Deleted for good" }).waitFor();
      named(await site.client.readAsOrganizer(game), "Former participant 1");
      const again = await page.request.get(`/games/${game.code}?participant=${ana.token}`);
      assert.equal(again.status(), 403);
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test(
  "a participant with the link to a closed game can have their data erased",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    await site.client.archive(game);
    const page = await site.visit();
    const answer = await page.goto(`/games/${game.code}?participant=${named(game, "Ben").token}`);
    assert.equal(answer?.status(), 410);
    await page.getByRole("heading", { level: 1, name: game.name }).waitFor();
    await page.getByText("This game has closed").first().waitFor();
    const text = withoutKeys(await page.content());
    for (const secret of ["Ana", "Cleo", "Grandma", named(game, "Ben").token]) {
      assert(!text.includes(secret), `the page shows ${secret}`);
    }
    await assertAccessible(page);
    await page.locator("summary").filter({ hasText: "Delete my data" }).click();
    await page.getByRole("button", { name: "Yes, delete my data for good" }).click();
    await page.getByRole("heading", { level: 1, name: "Deleted for good" }).waitFor();
    const view = await site.client.readAsOrganizer(game);
    assert.deepEqual(view.participants.map(({ name }) => name).toSorted(), [
      "Ana",
      "Cleo",
      "Dan",
      "Former participant 1",
    ]);
    // The link no longer gives access.
    const { token } = named(game, "Ben");
    const again = await page.request.get(`/games/${game.code}?participant=${token}`);
    assert.equal(again.status(), 404);
    assert.match(await again.text(), /<h1[^>]*>No game with this code/);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("before the day, a participant sees that their data can be deleted from then on", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ date: inDays(9) });
  const [ana] = game.participants;
  const cookie = `participant_${game.code}=${ana?.token}; lang=en`;
  const { text } = await app.client.get(`/games/${game.code}`, { cookie });
  const data = text.slice(text.indexOf('id="data"'));
  assert.match(data, /Starting on the day of the event, you can delete your data here/);
  assert.doesNotMatch(data, /Delete my data/);
});
