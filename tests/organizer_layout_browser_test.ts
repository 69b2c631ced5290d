/** What organizers see at first glance: in which column, on which line, and on the screen or only on paper. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { createFamilyGame, enterAsOrganizer } from "./support/organizer.ts";
import { named } from "./support/views.ts";

const PEOPLE = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil"].map((name) => ({ name }));

/** The distances of elements from the left or the top of the page, each once. */
async function placesOf(elements: Locator, side: "x" | "y"): Promise<number[]> {
  const boxes = await Promise.all((await elements.all()).map((one) => one.boundingBox()));
  return [...new Set(boxes.map((box) => box ? Math.round(box[side]) : -1))];
}

Deno.test("slips with names show them only on paper", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createFamilyGame(site, { participants: PEOPLE });
  for (const hasScript of [true, false]) {
    const page = await enterAsOrganizer(site, game, { hasScript });
    await page.goto(`/games/${game.code}/slips`);
    await page.getByLabel("I’m not taking part, so print the names inside").check();
    await page.getByRole("button", { name: "Make slips with names" }).click();
    await page.getByText("Who gives to whom appears only on the printed slips.").waitFor();
    const drawn = page.getByText(/^You drew/);
    const shown = () => drawn.filter({ visible: true }).count();
    assert.deepEqual([await drawn.count(), await shown()], [PEOPLE.length, 0]);
    assert.doesNotMatch(await page.locator("main").innerText(), /You drew/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await shown(), PEOPLE.length);
    await page.emulateMedia({ media: "screen" });
  }
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "everyone's wish is in the last column, and their progress before it",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const draw of ["now", "later"] as const) {
      const game = await createFamilyGame(site, {
        draw,
        organizerName: "Ana",
        participants: PEOPLE.map((one, index) => ({ ...one, ...index % 2 && { wish: "Tea" } })),
      });
      for (const name of ["Ana", "Ben"]) {
        const { token: participantToken } = named(game, name);
        await site.client.readAsParticipant(game, { participantToken });
      }
      if (draw === "now") {
        // Ben has a new name; Ana is out of reach, like every organizer without emails.
        await site.client.manage(game, "forceReassignParticipant", {
          participantId: named(game, "Ben").id,
        });
      }
      const page = await enterAsOrganizer(site, game, { width: 1280 });
      const list = page.locator("#people-list");
      const wishes = await placesOf(list.getByText(/^(Wish added|No wishes yet)$/), "x");
      assert.equal(wishes.length, 1, draw);
      const others = await placesOf(
        list.getByText(
          /^(Opened|Not opened yet|New name waiting|Needs their link|Gets no updates)$/,
        ),
        "x",
      );
      assert.equal(others.length, 1, draw);
      assert((others[0] ?? 0) < (wishes[0] ?? 0), draw);
    }
    assert.deepEqual(site.problems, []);
  },
);

/** Pretends that the browser has a share sheet, or none. */
function setSharing(page: Page, canShare: boolean): Promise<unknown> {
  return page.addInitScript(
    canShare
      ? "Object.defineProperty(Navigator.prototype, 'share', { configurable: true, value: async () => {} })"
      : "delete Navigator.prototype.share",
  );
}

Deno.test(
  "on a phone, up to six links have a line of buttons each, more a page of their own",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const language of ["en", "de"] as const) {
      for (const canShare of [true, false]) {
        const participants = PEOPLE.slice(0, 6);
        const game = await createFamilyGame(site, { language, participants });
        const page = await site.visit({ language, width: language === "en" ? 360 : 412 });
        await setSharing(page, canShare);
        await page.goto(`/games/${game.code}/organize?token=${game.organizerToken}`);
        const rows = page.locator("#needsLink").getByRole("listitem");
        assert.equal(await rows.count(), 6);
        const words = language === "en"
          ? ["WhatsApp", canShare ? "Share" : "Copy message"]
          : ["WhatsApp", canShare ? "Teilen" : "Nachricht kopieren"];
        const row = rows.first();
        const buttons = row.locator("a.btn, button.btn, summary.btn").filter({ visible: true });
        const texts = (await buttons.allInnerTexts()).map((text) =>
          text.split("\n")[0]?.trim() ?? ""
        );
        assert.deepEqual(texts.slice(0, 2), words);
        assert.equal((await placesOf(buttons, "y")).length, 1, texts.join());
        await row.locator("summary").click();
        // Once open, its button is not alone on a line.
        const [less, first] = await row.locator("details .btn").filter({ visible: true }).all();
        assert.equal((await less?.boundingBox())?.y, (await first?.boundingBox())?.y);
        const all = await row.getByRole("button").allInnerTexts();
        const copies = language === "en"
          ? ["Copy message", "Copy link"]
          : ["Nachricht kopieren", "Link kopieren"];
        for (const copy of copies) {
          assert.equal(all.filter((text) => text.startsWith(copy)).length, 1, all.join());
        }
      }
    }
    const many = await createFamilyGame(site, { participants: PEOPLE });
    const page = await enterAsOrganizer(site, many, {});
    const share = page.locator("#needsLink").getByRole("link", { name: "Share their links" });
    await share.click();
    await page.getByRole("heading", { name: "Personal links" }).waitFor();
    for (const tick of await page.getByRole("checkbox", { name: "Link shared" }).all()) {
      await tick.check();
    }
    await page.goto(`/games/${many.code}/organize`);
    await page.getByText("Everyone has their link").waitFor();
    assert(!await share.isVisible());
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "the tools have a heading, and on a phone a link at the top of the page",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const draw of ["now", "later"] as const) {
      const game = await createFamilyGame(site, { draw });
      const page = await enterAsOrganizer(site, game, {});
      const link = page.getByRole("link", { name: "Manage the game" });
      await link.click();
      await page.getByRole("heading", { name: "Manage the game" }).waitFor();
      const tools = page.getByRole("navigation", { name: "Manage the game" });
      assert(await tools.evaluate((element) => element.matches(":target")));
      await page.setViewportSize({ width: 1280, height: 800 });
      assert(!await link.isVisible(), "the tools are next to the people");
    }
    assert.deepEqual(site.problems, []);
  },
);
