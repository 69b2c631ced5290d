/** Announcements after a click to people who use a screen reader, and where the focus goes. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { gamePath, managePath, organizerPath } from "@/lib/browser/links.ts";
import { assertAccessible, BROWSER_TEST, TestSite } from "./support/browser.ts";
import { nameOf, openRules, typeNames } from "./support/create_page.ts";
import { inDays } from "./support/games.ts";
import { conversation } from "./support/messages.ts";
import { createWinterGame, enterAsParticipant, giverTo, signIn } from "./support/participants.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";
import { setWishes } from "./support/wish_lists.ts";
import { sample } from "./support/sample.ts";

/** Waits until the focus is on an element with this text. */
async function assertSaid(page: Page, text: string): Promise<void> {
  const said = () =>
    page.evaluate(`(() => {
      const { activeElement: at, body } = document;
      return at === null || at === body || at.id === "main" ? "" : at.textContent;
    })()`).then(String);
  await until(
    async () => (await said()).includes(text),
    async () => `“${text}”: “${await said()}”`,
  );
}

/** Waits until the focus is in the field with this id. */
async function assertIn(page: Page, id: string): Promise<void> {
  await until(
    async () => await page.evaluate("document.activeElement?.id") === id,
    async () => `${id}: ${await page.evaluate("document.activeElement?.outerHTML")}`,
  );
}

/** The description of the focused field, besides its name. */
async function describedBy(page: Page): Promise<string> {
  return String(
    await page.evaluate(`document.activeElement.getAttribute("aria-describedby").split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? id + "?").join(" | ")`),
  );
}

/** The accessible names of the buttons and links in this part of a page. */
async function namesIn(page: Page, part: string): Promise<string[]> {
  const tree = await page.locator(part).ariaSnapshot();
  return [...tree.matchAll(/- '?(?:button|link) "((?:[^"\\]|\\.)*)"/g)].map(([, name = ""]) =>
    name
  );
}

function assertDistinct(names: readonly string[]): void {
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
}

for (const hasScript of sample([false, true])) {
  const how = hasScript ? "with scripts" : "without scripts";

  Deno.test(
    `a page begins with the result of the last action, or with the error, ${how}`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createWinterGame(site, { organizerName: "Olga" });
      const page = await site.visit({ hasScript });
      await enterAsParticipant(page, game, named(game, "Ben"));
      // Without scripts one notice, one error and one field are checked: they are the same elements everywhere.
      if (hasScript) {
        await page.locator("#wishes details > summary").click();
        await page.locator("#wishes").getByRole("button", { name: "Save" }).click();
        await assertSaid(page, "Saved. Your giver will see it.");
      }
      await page.locator("#contact > summary").click();
      const address = page.locator("#contact").getByRole("textbox", { name: "Email address" });
      // The browser itself refuses an invalid address.
      await address.fill("ben@example");
      await page.locator("#contact").getByRole("button", { name: "Save" }).click();
      await assertSaid(page, "Please take another look:");
      assert(await page.getByRole("alert").isVisible());
      await address.fill("ben@example.org");
      await page.locator("#contact").getByRole("button", { name: "Save" }).click();
      await assertSaid(page, "Saved.");

      await signIn(page, game, { token: game.organizerToken }, "organizer");
      if (hasScript) {
        await page.goto(managePath(game.code));
        await page.locator("#add > summary").click();
        await page.getByLabel("Name", { exact: true }).fill("Eva");
        await page.locator("#add").getByRole("button", { name: "Add" }).click();
        await assertSaid(page, "Eva is in.");
        const { id } = named(game, "Cleo");
        await page.goto(managePath(game.code, `/people/${id}#mail`));
        await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Ana");
        await page.getByRole("button", { name: "Save" }).first().click();
        await assertSaid(page, "This name is already on the list.");
      }
      // The focus moves to the only field with an error.
      await page.goto(managePath(game.code, "/tools"));
      await page.locator("#end > summary").click();
      await page.locator("#erase > summary").click();
      await page.getByLabel("Name of the event").fill("Another");
      await page.locator("#erase").getByRole("button").click();
      await assertIn(page, "confirmName");
      assert.match(await describedBy(page), /That isn’t the name of the event/);
      assert.deepEqual(site.problems, []);
    },
  );

  Deno.test(
    `a wish is added, the answer announced, and the field is ready for the next, ${how}`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createWinterGame(site);
      const page = await site.visit({ hasScript });
      await enterAsParticipant(page, game, named(game, "Cleo"));
      await page.locator("#wish-text").fill("A kite");
      await page.locator("#wishes").getByRole("button", { name: "Add" }).click();
      await page.waitForURL(/\/wishes/);
      await assertIn(page, "wish-text");
      assert.match(await describedBy(page), /^Saved\. Your giver will see it\./);
      await page.locator("#wish-text").fill("A drum");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.locator("ol li").nth(1).waitFor();
      await assertIn(page, "wish-text");
      const status = page.locator("#wish-status");
      if (hasScript) await status.getByText("“A drum”: 2 of 2").waitFor({ state: "attached" });
      await status.getByText("Saved. Your giver will see it.").waitFor();
      // Removed and restored: the focus is never lost with the button that was clicked.
      for (const item of await page.locator("ol details > summary").all()) await item.click();
      assertDistinct(await namesIn(page, "main form ol"));
      await page.getByRole("button", { name: "Remove this wish A kite" }).click();
      const removed = page.locator("#wish-removed");
      await removed.getByText("“A kite” is off the list.").waitFor();
      const [strip, list] = [await removed.boundingBox(), await page.locator("ol").boundingBox()];
      assert(strip && list && strip.y < list.y, "the way back is above the list");
      await assertIn(page, "wish-text");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator("ol li").nth(1).waitFor();
      await assertIn(page, "wish-text");
      if (hasScript) await status.getByText("“A kite”: 1 of 2").waitFor({ state: "attached" });
      // More than the list has room for.
      await page.locator("#wish-text").fill(
        Array.from({ length: 20 }, (_, at) => `${at}`).join("\n"),
      );
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("alert").getByText("A list holds up to 20 wishes.").waitFor();
      await assertIn(page, "wish-text");
      assert.match(await describedBy(page), /^A list holds up to 20 wishes\./);
      if (hasScript) await assertAccessible(page);
      assert.deepEqual(site.problems, []);
    },
  );

  Deno.test(
    `a question, a thank-you note and a choice of emails are announced once they appear, ${how}`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createWinterGame(site, {
        ...{ reveal: "afterEvent", date: inDays(0), time: "", timeZone: "UTC" },
      });
      const giver = giverTo(game, "Cleo");
      const page = await site.visit({ hasScript });
      await enterAsParticipant(page, game, giver);
      await page.getByRole("button", { name: "Open it" }).click();
      await page.getByRole("button", { name: "Secretly ask for a wish" }).click();
      await assertSaid(page, "Could you add something to your wish list?");
      // `ask_for_wish_test.ts` tests what the server sends without scripts.
      if (hasScript) {
        const ask = page.getByRole("button", { name: "Secretly ask for a wish" });
        await page.goto(gamePath(game.code));
        await page.locator("#gift").getByText("You: Could you add something to your wish list?")
          .waitFor();
        assert.equal(await ask.count(), 0);
        await page.getByRole("button", { name: "Open again" }).click();
        await page.locator(".gift-wish").getByText("You: Could you add something").waitFor();
        assert.equal(await ask.count(), 0);
      }

      await page.goto(`${gamePath(game.code)}/whisper?with=receiver`);
      await page.getByRole("button", { name: "Stop emails about messages" }).click();
      await assertSaid(page, "Send emails about messages again");
      await site.client.manage(game, "startFinale", {});
      await page.goto(`${gamePath(game.code)}/whisper?with=giver#thanks`);
      await page.locator("#thanks-text").fill("Lovely!");
      await page.getByRole("button", { name: "Send my thanks" }).click();
      await assertSaid(page, "Your giver has your thanks.");
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test(
  "the finale is a dialog: named, focused, closed with Escape, and returns the focus",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, {
      ...{ reveal: "afterEvent", date: inDays(0), time: "", timeZone: "UTC" },
    });
    await site.client.manage(game, "startFinale", {});
    const page = await site.visit();
    await signIn(page, game, { token: game.organizerToken }, "organizer");
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
    const isWithin = () => show.evaluate((one) => one.contains(document.activeElement));
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("Tab");
      // After the last button the focus moves to the browser's own controls, or nowhere.
      const isOut = await page.evaluate("document.activeElement === document.body");
      assert(isOut || await isWithin());
    }
    // The buttons of a step disappear with it, and the focus stays in the show.
    for (let step = 0; step < 2 * 4; step++) {
      await page.getByRole("button", { name: /^(Open the gift|Next gift)$/ }).press("ArrowRight");
      assert(await isWithin());
    }
    await show.getByText("Thank you, everyone!").waitFor();
    assert(await isWithin());
    // In full screen this key ends full screen first.
    if (await page.evaluate("document.fullscreenElement !== null")) {
      await page.evaluate("document.exitFullscreen()");
    }
    await page.keyboard.press("Escape");
    await show.waitFor({ state: "detached" });
    assert(await start.evaluate((one) => one === document.activeElement));
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "ticking an item of a gift is announced in place, and so is the answer to a name",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const { giver } = conversation(game, "Cleo");
    await setWishes(site, game, "Cleo", ["A kite", "A drum"].map((title) => ({ title })));
    const page = await site.visit();
    await enterAsParticipant(page, game, giver);
    await page.getByRole("button", { name: "Open it" }).click();
    await assertSaid(page, "Cleo");
    assertDistinct(await namesIn(page, "dialog ol"));
    await page.getByRole("button", { name: "I’ll take this one A drum" }).press("Enter");
    await page.getByRole("status").getByText("You’re taking this one").waitFor();
    await assertSaid(page, "I won’t take it after all");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "I’ll take this one A drum" }).waitFor();
    await assertSaid(page, "I’ll take this one");
    await page.getByRole("button", { name: "I’m happy with this name" }).press("Enter");
    await assertSaid(page, "Great! Now keep it secret.");
    await page.getByRole("button", { name: "Keep it open" }).press("Enter");
    await assertSaid(page, "Cleo");
    assert.deepEqual(site.problems, []);
  },
);
Deno.test(
  "editing a wish keeps the focus there, and an impossible group is refused with an announcement",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site, { organizerName: "Olga" });
    await setWishes(site, game, "Cleo", [{ title: "A kite" }]);
    const page = await site.visit();
    await signIn(page, game, named(game, "Cleo"));
    await page.goto(gamePath(game.code) + "/wishes");
    await page.locator("ol details > summary").click();
    const title = page.getByLabel("Wish", { exact: true });
    await title.fill("A red");
    await title.press("Enter");
    await page.locator("#wish-status").getByText("Saved. Your giver will see it.").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" kite");
    assert.equal(await title.inputValue(), "A red kite");
    assert.equal(await page.locator("#wish-text").inputValue(), "");

    const [ana, ben] = ["Ana", "Ben"].map((name) => named(game, name).id);
    await site.client.manage(game, "setExclusions", { exclusions: [[ana, ben]], households: [] });
    await signIn(page, game, { token: game.organizerToken }, "organizer");
    await page.goto(managePath(game.code, "/apart"));
    await page.getByRole("link", { name: "Change the group Ana and Ben" }).click();
    await page.getByRole("checkbox", { name: "Ben" }).uncheck();
    await page.locator("#choice").locator("xpath=ancestor::form").getByRole("button").last()
      .click();
    await assertSaid(page, "Choose two or more people.");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("buttons and links of a list each say what they are for", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWinterGame(site, { organizerName: "Olga" });
  const page = await site.visit();
  await page.goto(organizerPath(game.code, game.organizerToken));
  // Each counter says where it leads.
  const counters = await namesIn(page, "#standing");
  assert.deepEqual(counters, [
    "0 of 4 Opened Show: Not opened yet",
    "0 of 4 Happy with the name Show: Haven’t said yes yet",
    "1 of 4 Wish added Show: No wishes yet",
  ]);
  await page.goto(`${gamePath(game.code)}/created`);
  for (const more of await page.locator("#link-list summary").all()) await more.click();
  const names = await namesIn(page, "#link-list");
  assert(names.includes("Copy message Ben’s link"), names.join());
  assert(names.includes("Copy link Ben’s link"), names.join());
  assertDistinct(names);
  const other = await site.client.createGame({ name: "Another" });
  await page.goto(organizerPath(other.code, other.organizerToken));
  await page.goto("/");
  assertDistinct(await namesIn(page, "main section:first-of-type ul"));
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "after a button that disappears on click, the focus moves to its result",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await page.goto("/create");
    await typeNames(page, ["Tom", "Ana", "Ben"]);
    await page.getByRole("button", { name: "Remove Ana" }).press("Enter");
    await page.getByRole("status").getByText("Ana has been removed.").waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await assertIn(page, "participants.1.name");
    assert.equal(await nameOf(page, 2).inputValue(), "Ana");
    await openRules(page);
    const rules = page.getByRole("region", { name: "Who shouldn’t draw each other?" });
    await rules.getByRole("button", { name: "Tom" }).press("Enter");
    await rules.getByRole("button", { name: "Cancel" }).press("Enter");
    await assertSaid(page, "Who shouldn’t draw each other?");
    await until(
      async () => await page.evaluate("localStorage.getItem('new-game') !== null"),
      "a draft",
    );
    await page.reload();
    const draft = page.getByRole("status").filter({
      hasText: "We’ve kept what you typed last time.",
    });
    await draft.getByRole("button", { name: "Start over" }).press("Enter");
    await assertSaid(page, "Delete everything you’ve typed here?");
    await page.getByRole("status").getByRole("button", { name: "Cancel" }).press("Enter");
    await assertSaid(page, "We’ve kept what you typed last time.");
    assert.deepEqual(site.problems, []);
  },
);
