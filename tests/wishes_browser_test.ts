import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  scriptWeight,
  TestSite,
} from "./support/browser.ts";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import { hasShape } from "./support/client.ts";
import { PHOTOS } from "./support/photos.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";
import { createWishGame, enter, openGift, setWishes } from "./support/wish_lists.ts";

const PICTURES = Deno.env.get("PICTURES");

async function look(page: Page, name: string): Promise<void> {
  // What looks at a page runs in it.
  if (!name.endsWith("-plain")) {
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
  }
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/wishes-${name}.png`, fullPage: true });
}

/** The titles on the list of the editor, in their order. */
async function titles(page: Page): Promise<string[]> {
  return await page.locator("[data-wish] summary .font-semibold").allInnerTexts();
}

/** Until all is stored: a later page shows it. */
async function saved(page: Page): Promise<void> {
  await page.getByText("Saved. Your giver will see it.").waitFor();
}

for (const hasScript of [true, false]) {
  Deno.test({
    ...BROWSER_TEST,
    name: `a list on a phone ${
      hasScript ? "with" : "without"
    } scripts: written, read by the giver, taken, changed`,
    async fn() {
      await using site = await TestSite.open();
      const game = await createWishGame(site);
      const walk = hasScript ? "" : "-plain";
      const owner = await enter(site, game, "Ben", hasScript);
      let taps = 0;
      const tap = async (press: Promise<void>) => {
        taps++;
        await press;
      };
      await owner.goto(`/games/${game.code}/wishes`);
      await look(owner, `empty${walk}`);
      const field = owner.getByLabel("What would you like?");
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
        await chooser.setInputFiles(file);
        await row.getByText(room).waitFor();
        // Chromium reports every refused request.
        site.problems.length = 0;
        await chooser.setInputFiles(file);
        await row.locator("summary img").waitFor();
      }
      await row.getByRole("button", { name: "Move up" }).click();
      await saved(owner);
      await owner.reload();
      assert.deepEqual(await titles(owner), ["Teapot", "Warm socks", "A kite"]);
      await owner.getByText("Over the €25 you agreed on").waitFor();
      await owner.locator("[data-wish] summary").first().click();
      await look(owner, `list${walk}`);

      const giver = await enter(site, game, "Annegret", hasScript);
      await openGift(giver, game);
      await giver.getByText("Top of the list").waitFor();
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
      await look(giver, `gift${walk}`);
      await giver.getByRole("button", { name: "I’ll take this one" }).first().click();
      await giver.getByText("You’re taking this one").nth(1).waitFor();

      await owner.reload();
      await owner.locator("[data-wish] summary").first().click();
      await owner.getByLabel("Wish", { exact: true }).first().fill("Coffee pot");
      const socks = owner.locator("[data-wish]").nth(1);
      await socks.locator("summary").click();
      await socks.getByRole("button", { name: "Remove" }).click();
      await owner.getByText("“Warm socks” is off the list.").waitFor();
      await look(owner, `removed${walk}`);
      await owner.goto(`/games/${game.code}`);
      await look(owner, `own${walk}`);
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
  "what was removed comes back, arrow keys and drags move, and a starter begins an empty list",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await enter(site, game, "Ben");
    const path = `/games/${game.code}/wishes`;
    await page.goto(path);
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

Deno.test("a starter comes behind what is typed", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  for (const hasScript of [true, false]) {
    const page = await enter(site, game, "Ben", hasScript);
    await page.goto(`/games/${game.code}/wishes`);
    const field = page.getByLabel("What would you like?");
    await field.fill("A kite\nA red mug ");
    const starter = page.locator("button[value='idea:1']");
    const idea = await starter.innerText();
    const isTyped = async (text: string) => await field.inputValue() === text;
    await starter.click();
    await until(() => isTyped(`A kite\nA red mug\n${idea} `), "the starter behind the rest");
    await field.fill("");
    await starter.click();
    await until(() => isTyped(`${idea} `), "the starter alone");
  }
});

Deno.test(
  "two devices at once: both lists are shown, and nothing is lost",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const hasScript of [true, false]) {
      const game = await createWishGame(site);
      const path = `/games/${game.code}/wishes`;
      const [one, other] = [
        await enter(site, game, "Ben", hasScript),
        await enter(site, game, "Ben", hasScript),
      ];
      const add = async (page: Page, text: string) => {
        await page.getByLabel("What would you like?").fill(text);
        await page.getByRole("button", { name: "Add", exact: true }).click();
      };
      for (const page of [one, other]) await page.goto(path);
      await add(one, "Tea");
      await saved(one);
      await add(other, "Kite");
      await other.getByText("Your list was changed somewhere else, too").waitFor();
      assert.deepEqual(await other.locator("section li").allInnerTexts(), ["Kite", "Tea"]);
      await look(other, `both${hasScript ? "" : "-plain"}`);
      await other.getByRole("button", { name: "Keep everything" }).click();
      await saved(other);
      await one.reload();
      assert.deepEqual(await titles(one), ["Kite", "Tea"]);
      await add(other, "Mug");
      await saved(other);
      await add(one, "Book");
      await one.getByRole("button", { name: "Keep the saved list" }).click();
      await one.locator("[data-wish]").nth(2).waitFor();
      assert.deepEqual(await titles(one), ["Kite", "Tea", "Mug"]);
      if (!hasScript) continue;

      // What is done while the choice is shown decides nothing.
      const versions = other.locator("section li");
      const remove = async (place: number) => {
        await other.locator("[data-wish] summary").nth(place).click();
        await other.locator(`button[value="remove:${place}"]`).click();
        await versions.first().waitFor();
      };
      await add(one, "Chess");
      await saved(one);
      await remove(2);
      await other.getByRole("button", { name: "Undo" }).click();
      await other.waitForLoadState("networkidle");
      const both = ["Kite", "Tea", "Mug", "Kite", "Tea", "Mug", "Chess"];
      assert.deepEqual(await versions.allInnerTexts(), both);
      // Half a wish in the field takes nothing from the draft.
      await other.evaluate(`(() => {
        const [key] = Object.keys(localStorage).filter((one) => one.includes("wish"));
        const draft = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...draft, text: "Ki" }));
      })()`);
      for (let time = 0; time < 2; time++) {
        await other.reload();
        await versions.first().waitFor();
        assert.deepEqual(await versions.allInnerTexts(), both, "the choice waits in a draft");
      }
      await other.getByRole("button", { name: "Keep the saved list" }).click();
      for (const page of [one, other]) {
        await page.reload();
        assert.deepEqual(await titles(page), ["Kite", "Tea", "Mug", "Chess"]);
      }
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "two versions are told apart by price and photo, and an error goes with the one that is dropped",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const [bytes = new Uint8Array()] = PHOTOS.values();
    const { token: participantToken } = named(game, "Ben");
    const headers = { "x-participant-token": participantToken };
    const sent = await site.client.post(`/api/games/${game.code}/photos`, bytes, headers);
    const { photo } = hasShape(sent, photoAddedSchema);
    const kite = (amount: string) => ({ title: "Kite", price: { amount, currency: "EUR" } });
    await setWishes(site, game, "Ben", [kite("30")]);
    const page = await enter(site, game, "Ben");
    await page.goto(`/games/${game.code}/wishes`);
    await page.locator("[data-wish] summary").click();
    const title = page.getByLabel("Wish", { exact: true });
    await title.fill("");
    const errors = page.locator("[aria-invalid=true]");
    await until(async () => await errors.count() === 1, "an item needs a title");
    const elsewhere = { action: "setWishes", participantToken, revision: 1 };
    const wishes = [{ ...kite("25"), photo }];
    assert.equal((await site.client.patchGame(game, { ...elsewhere, wishes })).status, 200);
    await title.fill("Kite");
    const versions = page.locator("section[role=alert] li");
    await versions.first().waitFor();
    assert.deepEqual(
      (await versions.allInnerTexts()).map((text) => text.split(/\s+/).join(" ").trim()),
      ["Kite €30", "Kite €25"],
    );
    assert.equal(await versions.nth(0).locator("img").count(), 0);
    assert.equal(await versions.nth(1).locator(`img[src$="${photo}"]`).count(), 1);
    await look(page, "both-prices");
    await page.getByRole("button", { name: "Keep the saved list" }).click();
    await page.locator("[data-wish]").waitFor();
    assert.equal(await errors.count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("a photo that is gone is said to be, and can be taken off", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const page = await enter(site, game, "Ben");
  await setWishes(site, game, "Ben", [{ title: "Teapot" }]);
  await page.goto(`/games/${game.code}/wishes`);
  const row = page.locator("[data-wish]");
  await row.locator("summary").click();
  const [bytes = new Uint8Array()] = PHOTOS.values();
  const file = { name: "teapot.jpg", mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
  await row.locator("input[type=file]").setInputFiles(file);
  await row.locator("summary img").waitFor();
  await saved(page);
  await row.getByRole("button", { name: /^Remove (?!the photo)/ }).click();
  const { store } = site.services;
  const { id = "", wishLists = [] } = await store.readGame(game.code) ?? {};
  const [{ participant = 0 } = {}] = wishLists;
  const isStored = async () => (await store.readWishLists(id, [participant]))[0]?.wishes.length;
  await until(async () => await isStored() === 0, "the list without it");
  // One that is on no list gives way to the next.
  const next = { id: crypto.randomUUID(), participant, version: 1, type: "image/jpeg" } as const;
  assert.equal(await store.addPhoto(id, { ...next, bytes }, 1), "stored");

  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByText("This file isn’t a picture we can show here.").waitFor();
  await row.getByRole("button", { name: "Remove the photo" }).click();
  await saved(page);
  assert.equal(await isStored(), 1);
});

Deno.test("what is typed survives a closed tab and a lost network", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const page = await enter(site, game, "Ben");
  const path = `/games/${game.code}/wishes`;
  await page.goto(path);
  const field = page.getByLabel("What would you like?");
  await page.context().setOffline(true);
  await field.fill("Tea");
  await field.press("Enter");
  await field.fill("A half-typed li");
  await page.getByText("Not sent yet.").waitFor();
  await page.goto("about:blank");
  await page.context().setOffline(false);
  await page.goto(path);
  await saved(page);
  assert.deepEqual(await titles(page), ["Tea"]);
  assert.equal(await field.inputValue(), "A half-typed li");
});

Deno.test(
  "a list of any length is sent, and one that is too long can be shortened",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await enter(site, game, "Ben");
    await page.goto(`/games/${game.code}/wishes`);
    const field = page.getByLabel("What would you like?");
    // As a form it has more than the 64 KiB that browsers send from a page that is being left.
    await field.fill(Array(20).fill("語".repeat(400)).join("\n"));
    await field.press("Enter");
    await page.locator("#wish-error", { hasText: "too long" }).waitFor();
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    for (let left = 20; left > 6; left--) await page.locator('button[value="remove:0"]').click();
    const count = async () => (await site.services.store.readGame(game.code))?.wishLists[0]?.count;
    await until(async () => await count() === 6, "the shorter list");
    assert.equal(await page.locator("#wish-error").count(), 0);
  },
);

Deno.test(
  "a wish typed on one's own page without a network is there after a reload, and once",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await enter(site, game, "Ben");
    const path = `/games/${game.code}`;
    await page.goto(path);
    const field = page.getByLabel("What would you like?");
    const add = page.getByRole("button", { name: "Add", exact: true });
    await page.context().setOffline(true);
    await field.fill("Tea");
    await add.click();
    await page.getByText("You’re offline. Keep this page open").waitFor();
    await page.goto("about:blank");
    await page.context().setOffline(false);

    // Someone else on the same device finds nothing of it.
    await page.goto(`${path}?participant=${named(game, "Dan").token}`);
    await page.getByRole("button", { name: "Continue as Dan" }).click();
    await page.getByRole("heading", { level: 1, name: "Hello, Dan!" }).waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await field.inputValue(), "");
    await page.goto(`${path}?participant=${named(game, "Ben").token}`);
    await page.getByRole("button", { name: "Continue as Ben" }).click();
    await page.getByRole("heading", { level: 1, name: "Hello, Ben!" }).waitFor();

    await until(async () => await field.inputValue() === "Tea", "the words typed before");
    await add.click();
    await saved(page);
    assert.deepEqual(await titles(page), ["Tea"]);
    assert.equal(await field.inputValue(), "", "what is stored is not typed again");
    await page.reload({ waitUntil: "networkidle" });
    assert.equal(await field.inputValue(), "");
    await page.goto(path, { waitUntil: "networkidle" });
    assert.equal(await field.inputValue(), "");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a slow start and a lost answer lose nothing, and are no conflict",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await enter(site, game, "Ben");
    const path = `/games/${game.code}/wishes`;
    let wake = () => {};
    const awake = new Promise<void>((resolve) => wake = resolve);
    await page.route("**/*.js", async (route) => {
      await awake;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    const field = page.getByLabel("What would you like?");
    await field.fill("Tea");
    wake();
    await page.waitForLoadState();
    await page.route(`**${path}`, async (route) => {
      const answer = await route.fetch();
      await (answer.ok() ? route.abort() : route.continue());
    }, { times: 1 });
    await field.press("Enter");
    await page.getByText("Not sent yet.").waitFor();
    await field.fill("Kite");
    await field.press("Enter");
    await page.evaluate("dispatchEvent(new Event('online'));0");
    await saved(page);
    await page.reload();
    assert.deepEqual(await titles(page), ["Tea", "Kite"]);
  },
);

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
    await page.goto(`/games/${game.code}${rest}`);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    await assertNoSidewaysScroll(page);
    await page.getByText("<b>Bold</b>").first().waitFor();
  }
  const giver = await enter(site, game, "Annegret");
  await openGift(giver, game);
  await giver.locator(".gift-wish summary").click();
  await look(giver, "any-text");
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
