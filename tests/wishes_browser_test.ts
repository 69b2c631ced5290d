import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { assertNoSidewaysScroll, BROWSER_TEST, scriptWeight, TestSite } from "./support/browser.ts";
import { PHOTOS } from "./support/photos.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";
import {
  createWishGame,
  enter,
  look,
  openGift,
  saved,
  setWishes,
  titles,
  unwrap,
} from "./support/wish_lists.ts";
import { sample } from "./support/sample.ts";

for (const hasScript of sample([true, false])) {
  Deno.test({
    ...BROWSER_TEST,
    name: `a list on a phone ${
      hasScript ? "with" : "without"
    } scripts: written, read by the giver, taken, changed`,
    async fn() {
      await using site = await TestSite.open();
      const game = await createWishGame(site);
      const walk = hasScript ? "" : "-plain";
      const owner = await enter(site, game, "Ben", hasScript, "/wishes");
      let taps = 0;
      const tap = async (press: Promise<void>) => {
        taps++;
        await press;
      };
      await look(owner, `empty${walk}`);
      const field = owner.getByLabel("What would you like?");
      // A starter is appended to the typed text.
      await field.fill("A kite\nA red mug ");
      const starter = owner.locator("button[value='idea:1']");
      const idea = await starter.innerText();
      const isTyped = async (text: string) => await field.inputValue() === text;
      await starter.click();
      await until(() => isTyped(`A kite\nA red mug\n${idea} `), "the starter behind the rest");
      await field.fill("");
      await starter.click();
      await until(() => isTyped(`${idea} `), "the starter alone");
      await field.fill("");
      const add = owner.getByRole("button", { name: "Add", exact: true });
      await tap(field.click());
      const lines = ["Warm socks", "Teapot https://www.shop.example/teapot?utm_source=x", "A kite"];
      if (hasScript) {
        for (const line of lines) {
          await owner.keyboard.type(line);
          await owner.keyboard.press("Enter");
        }
      } else {
        await owner.keyboard.type(lines.join("\n"));
        await tap(add.click());
      }
      await saved(owner);
      assert(taps <= 6, `${taps} taps`);
      assert.deepEqual(await titles(owner), ["Warm socks", "Teapot", "A kite"]);
      await owner.getByText("shop.example").first().waitFor();

      const row = owner.locator("[data-wish]").nth(1);
      await row.locator("summary").click();
      await row.getByLabel("Price").fill("30");
      await row.getByLabel("Note").fill("The blue one");
      if (hasScript) {
        const [bytes = new Uint8Array()] = PHOTOS.values();
        const buffer = Buffer.from(bytes);
        const file = { name: "teapot.jpg", mimeType: "image/jpeg", buffer };
        const chooser = row.locator("input[type=file]");
        const room = "There’s no room";
        await owner.route(
          "**/photos",
          (route) => route.fulfill({ status: 503, json: { error: room } }),
          { times: 1 },
        );
        // Both times the focused input loses the focus.
        const focused = (act: string) =>
          until(
            () => owner.evaluate((act) => document.activeElement?.id.startsWith(act), act),
            `the focus on ${act}`,
          );
        await chooser.focus();
        await chooser.setInputFiles(file);
        await row.getByText(room).waitFor();
        await focused("addPhoto-");
        // Chromium reports every refused request.
        site.problems.length = 0;
        await chooser.setInputFiles(file);
        await row.locator("summary img").waitFor();
        await focused("removePhoto-");
      }
      await row.getByRole("button", { name: "Move up" }).click();
      await saved(owner);
      // Without scripts the server has already returned the page.
      if (hasScript) await owner.reload();
      assert.deepEqual(await titles(owner), ["Teapot", "Warm socks", "A kite"]);
      await owner.getByText("Over the budget of €25").waitFor();
      const first = owner.locator("[data-wish]").first();
      const isOpen = () => first.locator("details").getAttribute("open");
      if (await isOpen() === null) await first.locator("summary").click();
      if (hasScript) await assertNoSidewaysScroll(owner);

      const giver = await enter(site, game, "Annegret", hasScript);
      await unwrap(giver);
      await giver.locator(".gift-wish li").first().getByText("Top of the list").waitFor();
      if (hasScript) {
        const photo = giver.locator(".gift-wish img");
        const width = () => photo.evaluate((one) => (one as HTMLImageElement).naturalWidth);
        await until(async () => await width() > 0, "the photo in the gift");
      }
      await giver.locator(".gift-wish summary").click();
      const sheet = hasScript ? giver.locator(".link-sheet") : giver.locator(".gift-wish details");
      const link = sheet.getByRole("link", { name: "Open", exact: true });
      assert.equal(await link.getAttribute("href"), "https://www.shop.example/teapot");
      assert.equal(await link.getAttribute("rel"), "noreferrer noopener nofollow ugc");
      await sheet.getByText("The owner of that page may see that you visited.").waitFor();
      await look(giver, `sheet${walk}`);
      if (hasScript) await giver.getByRole("button", { name: "Close" }).click();
      await giver.getByRole("button", { name: "I’ll take this one" }).first().click();
      await giver.getByText("You’re taking this one").waitFor();
      if (hasScript) await assertNoSidewaysScroll(giver);
      await giver.getByRole("button", { name: "I’ll take this one" }).first().click();
      await giver.getByText("You’re taking this one").nth(1).waitFor();

      await owner.getByLabel("Wish", { exact: true }).first().fill("Coffee pot");
      const socks = owner.locator("[data-wish]").nth(1);
      await socks.locator("summary").click();
      await socks.getByRole("button", { name: "Remove" }).click();
      await owner.getByText("“Warm socks” is off the list.").waitFor();
      await look(owner, `removed${walk}`);
      if (hasScript) {
        await owner.goto(`/games/${game.code}`);
        await look(owner, "own");
      }
      await openGift(giver, game);
      await giver.getByText("Changed since you took it").waitFor();
      await giver.getByText("It was “Teapot.”").waitFor();
      await giver.getByText("You took this, but it’s off the list now").waitFor();
      await look(giver, `changed${walk}`);
      await giver.getByRole("button", { name: "I won’t take it after all" }).last().click();
      await giver.getByText("off the list now").waitFor({ state: "detached" });
      assert.deepEqual(site.problems, []);
    },
  });
}

Deno.test(
  "removed items can be restored, arrow keys and drags move them, and a starter begins an empty list",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await enter(site, game, "Ben", true, "/wishes");
    await page.getByText("For example:").waitFor();
    await page.locator("button[value='idea:0']").click();
    assert.notEqual(await page.getByLabel("What would you like?").inputValue(), "");
    await page.getByLabel("What would you like?").fill("Tea\nBook\nKite");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Move “Kite”" }).press("ArrowUp");
    assert.deepEqual(await titles(page), ["Tea", "Kite", "Book"]);
    const grip = await page.getByRole("button", { name: "Move “Book”" }).boundingBox();
    const first = await page.locator("[data-wish]").first().boundingBox();
    assert(grip && first);
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 5, first.y + 5, { steps: 5 });
    await page.mouse.up();
    assert.deepEqual(await titles(page), ["Book", "Tea", "Kite"]);
    await page.locator("[data-wish] summary").nth(1).click();
    await page.getByRole("button", { name: "Remove" }).click();
    assert.deepEqual(await titles(page), ["Book", "Kite"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await saved(page);
    await page.reload();
    assert.deepEqual(await titles(page), ["Book", "Tea", "Kite"]);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("a missing photo is reported and can be removed", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  await setWishes(site, game, "Ben", [{ title: "Teapot" }]);
  const page = await enter(site, game, "Ben", true, "/wishes");
  const row = page.locator("[data-wish]");
  await row.locator("summary").click();
  const [bytes = new Uint8Array()] = PHOTOS.values();
  const file = { name: "teapot.jpg", mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
  await row.locator("input[type=file]").setInputFiles(file);
  await row.locator("summary img").waitFor();
  assert.equal(await row.getByText("Add a photo").count(), 0, "an item has one photo");
  await saved(page);
  await row.getByRole("button", { name: /^Remove (?!the photo)/ }).click();
  const { store } = site.services;
  const { id = "", wishLists = [] } = await store.readGame(game.code) ?? {};
  const [{ participant = 0 } = {}] = wishLists;
  const isStored = async () => (await store.readWishLists(id, [participant]))[0]?.wishes.length;
  await until(async () => await isStored() === 0, "the list without it");
  // A photo that is on no list is replaced by the next one.
  const next = { id: crypto.randomUUID(), participant, version: 1, type: "image/jpeg" } as const;
  assert.equal(await store.addPhoto(id, { ...next, bytes }, 1), "stored");

  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByText("This file isn’t a picture we can show here.").waitFor();
  await row.getByRole("button", { name: "Remove the photo" }).click();
  await row.locator("input[type=file]:focus").waitFor();
  await saved(page);
  assert.equal(await isStored(), 1);
});

Deno.test("texts of any kind fit on a phone, and stay texts", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const texts = [
    "<img src=x onerror=alert(1)><b>Bold</b>",
    "W".repeat(120),
    "مظلة حمراء كبيرة \u202eabc",
    "🧦👨‍👩‍👧‍👦🎁".repeat(6),
    `https://shop.example/${"a".repeat(300)}`,
  ];
  const wishes = texts.map((text) =>
    text.startsWith("http")
      ? { title: "Link", url: text, note: "N".repeat(300) }
      : { title: text.replace("\u202e", "") }
  );
  await setWishes(site, game, "Ben", wishes);
  const page = await enter(site, game, "Ben");
  for (const rest of ["", "/wishes"]) {
    if (rest) await page.goto(`/games/${game.code}${rest}`);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    await assertNoSidewaysScroll(page);
    await page.getByText("<b>Bold</b>").first().waitFor();
  }
  const giver = await enter(site, game, "Annegret");
  await unwrap(giver);
  await giver.locator(".gift-wish summary").click();
  await assertNoSidewaysScroll(giver);
  assert.deepEqual(site.problems, []);
});

Deno.test("the editor is light", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const cookie = `participant_${game.code}=${named(game, "Ben").token}`;
  const weight = await scriptWeight(site, `/games/${game.code}/wishes`, { cookie });
  console.log(`/games/CODE/wishes: ${weight} bytes of compressed JavaScript`);
  assert(weight > 0 && weight <= 35 * 1024, `${weight} bytes of JavaScript`);
});
