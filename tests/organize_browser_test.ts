import assert from "node:assert/strict";
import {
  assertAccessible,
  assertNoSidewaysScrollAnywhere,
  BROWSER_TEST,
  TestSite,
  WALKS,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import {
  act,
  assertNews,
  confirm,
  createFamilyGame,
  enterAsOrganizer,
  FAMILY,
  readGame,
  unfold,
} from "./support/organizer.ts";
import { named, receivers } from "./support/views.ts";
import { sample } from "./support/sample.ts";

for (const { width, hasScript } of sample(WALKS)) {
  const how = `${width} pixels, ${hasScript ? "with" : "without"} scripts`;
  Deno.test(
    `The organizer manages a game from the first to the last act (${how})`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createFamilyGame(site);
      await act(site, game, "Ana", "confirmAssignment");
      await act(site, game, "Ben", "requestReassignment");
      await act(site, game, "Cleo", "requestReassignment");
      const page = await enterAsOrganizer(site, game, { width, hasScript });
      const check = async () => {
        await assertNoSidewaysScrollAnywhere(page);
        if (hasScript) await assertAccessible(page);
      };
      await check();
      if (hasScript) {
        // Wide screens show more words of this page, and of hardly any other.
        await page.setViewportSize({ width: 1280, height: 800 });
        await assertAccessible(page);
        await page.setViewportSize({ width, height: 800 });
      }
      assert.match(await page.locator("#people li").first().innerText(), /3 of 6/);
      await page.getByRole("heading", {
        level: 2,
        name: "Ben and Cleo would like a different name",
      })
        .waitFor();

      // Requests: one is declined, one is approved.
      await page.getByRole("button", { name: "Keep the same name: Cleo" }).click();
      await assertNews(page, "Saved.");
      const before = receivers(await readGame(site, game));
      await page.getByRole("button", { name: "Agree: Ben" }).click();
      await assertNews(page, "Ben is now giving to someone else");
      assert.notEqual(receivers(await readGame(site, game)).get("Ben"), before.get("Ben"));

      await act(site, game, "Dan", "requestReassignment");
      await act(site, game, "Eve", "requestReassignment");
      await page.reload();
      const asked = receivers(await readGame(site, game));
      await page.getByRole("button", { name: "Agree to all" }).click();
      await assertNews(page, "Saved.");
      const served = await readGame(site, game);
      assert.deepEqual(served.reassignmentRequests, []);
      for (const name of ["Dan", "Eve"]) {
        assert.notEqual(receivers(served).get(name), asked.get(name));
      }

      // The details: errors next to their fields, and a past date only after a confirmation.
      await page.getByRole("link", { name: "Edit the event" }).click();
      await check();
      await page.getByLabel("Name of the event").fill("Midwinter");
      await page.getByLabel("Time zone").fill("Middle of nowhere");
      await page.getByLabel("Date", { exact: true }).fill(inDays(-1));
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("is already over. The game closes automatically").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").waitFor();
      assert.equal(await page.getByLabel("Time zone").getAttribute("aria-invalid"), "true");
      assert.equal(await page.getByLabel("Name of the event").inputValue(), "Midwinter");
      await check();
      await page.getByLabel("Time zone").fill("Europe/Berlin");
      await page.getByLabel("Date", { exact: true }).fill(inDays(20));
      await page.getByRole("button", { name: "Save" }).click();
      await assertNews(page, "Saved.");
      const edited = await readGame(site, game);
      assert.deepEqual([edited.name, edited.date], ["Midwinter", inDays(20)]);

      // A person is added, first with a name that is taken.
      await page.locator("#add > summary").click();
      await page.getByLabel("Name", { exact: true }).fill("ana");
      await page.getByRole("textbox", { name: "Email address" }).fill("gil@example.org");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("alert").waitFor();
      assert.equal(
        await page.getByRole("textbox", { name: "Email address" }).inputValue(),
        "gil@example.org",
      );
      await check();
      await page.getByLabel("Name", { exact: true }).fill("Gil");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await assertNews(page, "Gil is in.");

      // One person: renamed, given a wish, a new link and a different receiver, and removed.
      await page.getByRole("link", { name: "Gil", exact: true }).click();
      await check();
      await page.locator("#name").fill("Gilbert");
      await page.getByLabel("Wishes and hints").fill("A kite");
      await page.getByRole("button", { name: "Save" }).first().click();
      await assertNews(page, "Saved.");
      const personal = page.getByLabel("Gilbert’s link", { exact: true });
      const link = await personal.inputValue();
      await confirm(page, "Replace this link", "Replace this link", /stop working immediately/);
      await assertNews(page, "The old one no longer works");
      assert.notEqual(await personal.inputValue(), link);
      const had = receivers(await readGame(site, game));
      await confirm(
        page,
        "Draw someone else for Gilbert",
        "Draw someone else for Gilbert",
        /will get a different name/,
      );
      await assertNews(page, "Gilbert is now giving to someone else");
      const has = receivers(await readGame(site, game));
      assert.notEqual(has.get("Gilbert"), had.get("Gilbert"));
      assert.equal(
        named(await readGame(site, game), "Gilbert")
          .wish,
        "A kite",
      );
      await confirm(page, "Remove Gilbert", "Remove Gilbert", /will leave the game/);
      await assertNews(page, "Gilbert has been removed.");
      assert.equal((await readGame(site, game)).participants.length, FAMILY.length);

      // Exclusions: once people have opened, it asks first; an impossible group is named.
      await page.getByRole("link", { name: "Couples and households" }).click();
      await check();
      const drawn = receivers(await readGame(site, game));
      const partner = drawn.get("Ana") ?? "";
      await page.getByRole("button", { name: "Keep them apart" }).click();
      await page.getByText("Choose two or more people.").first().waitFor();
      await page.getByLabel("Ana", { exact: true }).check();
      await page.getByLabel(partner, { exact: true }).check();
      await page.getByRole("button", { name: "Keep them apart" }).click();
      await page.getByText("Anyone who drew someone else in this group").waitFor();
      // The number of people who may move depends on the draw.
      await page.getByText(/may get (someone new|a different name)|nobody will notice/).waitFor();
      assert.deepEqual(
        receivers(await readGame(site, game)),
        drawn,
        "changed before it was confirmed",
      );
      await check();
      await page.getByRole("button", { name: "Save" }).click();
      await assertNews(page, "Saved.");
      assert.notEqual(receivers(await readGame(site, game)).get("Ana"), partner);
      for (const name of ["Ana", "Ben", "Cleo", "Dan"]) {
        await page.getByLabel(name, { exact: true }).check();
      }
      await page.getByRole("button", { name: "Keep them apart" }).click();
      await page.getByText(/Ana.*Ben.*Cleo.*Dan/).first().waitFor();
      await page.getByRole("button", { name: /^Remove: Ana/ }).click();
      await assertNews(page, "Nothing has changed for anyone");
      assert.deepEqual((await readGame(site, game)).exclusions, []);

      // Without a mail server the page says so.
      await page.getByRole("link", { name: "Back to the organizer" }).click();
      await unfold(page, "remind");
      await page.getByText("This site can’t send emails").first().waitFor();

      // The invitation link, renewed.
      await unfold(page, "links");
      const invitation = await page.getByRole("textbox", { name: "Invitation link" })
        .inputValue();
      await confirm(
        page,
        "Replace the invitation link",
        "Replace the invitation link",
        /wherever you’ve shared/,
      );
      await assertNews(page, "Saved.");
      await unfold(page, "links");
      assert.notEqual(
        await page.getByRole("textbox", { name: "Invitation link" }).inputValue(),
        invitation,
      );

      // The pairs: shown on request, then hidden again.
      await unfold(page, "pairs");
      await page.getByRole("link", { name: "Show who drew whom" }).click();
      assert.equal(await page.getByRole("table").count(), 0);
      await check();
      await page.getByRole("button", { name: "Show who drew whom" }).click();
      await page.getByRole("table").waitFor();
      await check();
      const shown = receivers(await readGame(site, game));
      for (const row of (await page.getByRole("row").allInnerTexts()).slice(1)) {
        const [giver = "", receiver] = row.split(/\s+/);
        assert.equal(receiver, shown.get(giver));
      }
      await page.getByRole("button", { name: "Hide it again" }).click();
      await page.waitForURL((url) => url.pathname.endsWith("/organize"));
      await page.goto(`/games/${game.code}/organize/pairs`);
      assert.equal(await page.getByRole("table").count(), 0);
      await page.getByRole("link", { name: "Back to the organizer" }).click();

      // Redraws everything, then archives the game.
      if (hasScript) {
        await unfold(page, "pairs");
        await page.getByRole("link", { name: "Draw all names again" }).click();
        await page.getByRole("dialog").waitFor();
        await check();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "hidden" });
      }
      await unfold(page, "pairs");
      await confirm(page, "Draw all names again", "Draw all names again", /wrong person/);
      await assertNews(page, "drawn again");
      assert(
        (await readGame(site, game)).participants.every((one) => !one.hasConfirmedAssignment),
      );
      await unfold(page, "end");
      await confirm(page, "Close the game", "Close the game", /can’t be undone/);
      await page.getByText("This game has closed").waitFor();
      assert.equal(await page.getByRole("button", { name: /Add/ }).count(), 0);
      await check();
      assert.equal((await readGame(site, game)).isArchived, true);
      assert.deepEqual(site.problems, []);
    },
  );
}
