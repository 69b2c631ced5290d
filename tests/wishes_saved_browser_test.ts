import assert from "node:assert/strict";
import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import { assertNoSidewaysScroll, BROWSER_TEST, TestSite } from "./support/browser.ts";
import { hasShape } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { signIn } from "./support/participants.ts";
import { PHOTOS } from "./support/photos.ts";
import { until } from "./support/until.ts";
import { named, ownRecord } from "./support/views.ts";
import { createWishGame, enter, look, saved, setWishes, titles } from "./support/wish_lists.ts";

/** The button's name, which includes the heading of its list. */
const KEEP_SAVED = "Keep only this list Already saved";

Deno.test(
  "two devices at once: both lists are shown, and nothing is lost",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    for (const hasScript of [true, false]) {
      const game = await createWishGame(site);
      const shown = { participantToken: named(game, "Ben").token };
      const stored = async () => ownRecord(await site.client.readAsParticipant(game, shown));
      const storedTitles = async () => (await stored()).wishes?.map(({ title }) => title);
      const addElsewhere = async (title: string) => {
        const { wishes = [], wishesRevision: revision } = await stored();
        const body = { action: "setWishes", ...shown, revision, wishes: [...wishes, { title }] };
        assert.equal((await site.client.patchGame(game, body)).status, 200);
      };
      const page = await enter(site, game, "Ben", hasScript, "/wishes");
      const add = async (text: string) => {
        await page.getByLabel("What would you like?").fill(text);
        await page.getByRole("button", { name: "Add", exact: true }).click();
      };
      await addElsewhere("Tea");
      await add("Kite");
      await page.getByText("Your list was changed somewhere else, too").waitFor();
      await page.waitForLoadState();
      const versions = page.locator("section li");
      assert.deepEqual(await versions.allInnerTexts(), ["Kite", "Tea"]);
      assert.deepEqual(
        await page.locator("section").getByRole("button").filter({ visible: true }).allInnerTexts(),
        ["Keep everything", "Keep only this list", "Keep only this list"],
      );
      assert.deepEqual(await page.locator("section h3").allInnerTexts(), [
        "On this device",
        "Already saved",
      ]);
      await look(page, `both${hasScript ? "" : "-plain"}`);
      await page.getByRole("button", { name: "Keep everything" }).click();
      await saved(page);
      assert.deepEqual(await storedTitles(), ["Kite", "Tea"]);
      await addElsewhere("Mug");
      await add("Book");
      await page.getByRole("button", { name: KEEP_SAVED }).click();
      await page.locator("[data-wish]").nth(2).waitFor();
      assert.deepEqual(await titles(page), ["Kite", "Tea", "Mug"]);
      if (!hasScript) continue;

      // Actions while the choice is shown decide nothing.
      const remove = async (place: number) => {
        await page.locator("[data-wish] summary").nth(place).click();
        await page.locator(`button[value="remove:${place}"]`).click();
        await versions.first().waitFor();
      };
      await addElsewhere("Chess");
      await remove(2);
      await page.getByRole("button", { name: "Undo" }).click();
      const both = ["Kite", "Tea", "Mug", "Kite", "Tea", "Mug", "Chess"];
      await until(async () => `${await versions.allInnerTexts()}` === `${both}`, "both lists");
      // A partly typed wish in the field removes nothing from the draft.
      await page.evaluate(`(() => {
        const [key] = Object.keys(localStorage).filter((one) => one.includes("wish"));
        const draft = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...draft, text: "Ki" }));
      })()`);
      for (let time = 0; time < 2; time++) {
        await page.reload();
        await versions.first().waitFor();
        assert.deepEqual(await versions.allInnerTexts(), both, "the choice waits in a draft");
      }
      await page.getByRole("button", { name: KEEP_SAVED }).click();
      await page.reload();
      assert.deepEqual(await titles(page), ["Kite", "Tea", "Mug", "Chess"]);
      assert.deepEqual(await storedTitles(), ["Kite", "Tea", "Mug", "Chess"]);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "two versions can be told apart by price and photo, and an error disappears with the rejected one",
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
    const page = await enter(site, game, "Ben", true, "/wishes");
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
    await assertNoSidewaysScroll(page);
    await page.getByRole("button", { name: KEEP_SAVED }).click();
    await page.locator("[data-wish]").waitFor();
    assert.equal(await errors.count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("typed text survives a closed tab and a lost network", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createWishGame(site);
  const page = await enter(site, game, "Ben", true, "/wishes");
  await page.waitForLoadState("networkidle");
  const field = page.getByLabel("What would you like?");
  await page.context().setOffline(true);
  await field.fill("Tea");
  await field.press("Enter");
  await field.fill("A half-typed li");
  await page.getByText("Not sent yet.").waitFor();
  await page.goto("about:blank");
  await page.context().setOffline(false);
  await page.goto(`/games/${game.code}/wishes`);
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
    const page = await enter(site, game, "Ben", true, "/wishes");
    const field = page.getByLabel("What would you like?");
    // As a form it exceeds the 64 KiB that browsers send from a page that is being left.
    await field.fill(Array(20).fill("語".repeat(400)).join("\n"));
    await field.press("Enter");
    await page.locator("#wish-error", { hasText: "too long" }).waitFor();
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    for (let left = 20; left > 6; left--) await page.locator('button[value="remove:0"]').click();
    const count = async () => (await site.services.store.readGame(game.code))?.wishLists[0]?.count;
    await until(async () => await count() === 6, "the shorter list");
    await page.locator("#wish-error").waitFor({ state: "detached" });
  },
);

Deno.test(
  "a wish typed offline on one's own page is there after a reload, and only once",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await enter(site, game, "Ben");
    const path = `/games/${game.code}`;
    await page.waitForLoadState("networkidle");
    const field = page.getByLabel("What would you like?");
    const add = page.getByRole("button", { name: "Add", exact: true });
    await page.context().setOffline(true);
    await field.fill("Tea");
    await add.click();
    await page.getByText("You’re offline. Keep this page open").waitFor();
    await page.goto("about:blank");
    await page.context().setOffline(false);

    // Another person on the same device finds nothing of it.
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
    await page.goto(path);
    await page.locator("#wishes").getByText("Tea").waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a browser stores no id of a participant, and nothing of theirs once they have signed out",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const { id } = named(game, "Ben");
    const page = await enter(site, game, "Ben");
    const path = `/games/${game.code}`;
    const kept = async (): Promise<string[]> =>
      JSON.parse(await page.evaluate("JSON.stringify(Object.entries(localStorage).flat())"));
    await page.waitForLoadState("networkidle");
    const field = page.getByLabel("What would you like?");
    await field.fill("Tea");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await saved(page);
    await until(async () => !(await kept()).join().includes("wishes "), "what is stored to go");
    await page.goto(`${path}/wishes`, { waitUntil: "networkidle" });
    await field.fill("Kite");
    await until(async () => (await kept()).join().includes("Kite"), "what is typed to be kept");
    const texts = await kept();
    // As from a notification.
    await page.goto(`${path}?notice`, { waitUntil: "networkidle" });
    assert(!texts.join().includes(id), texts.join());
    // As earlier releases stored it, here and in another game.
    await page.evaluate(`
      localStorage.setItem("wishes ${path}/wishes ${id}", "{}");
      localStorage.setItem("no-notices:/games/999999/devices:participant:${id}", "true");
      localStorage.setItem("wishes /games/999999/wishes 0a1b2c3d", "{}");`);
    await page.locator("#data summary").first().click();
    await page.getByRole("button", { name: "Sign out on this device" }).click();
    await page.getByText("You’re signed out on this device.").waitFor();
    await until(async () => !(await kept()).join().includes(id), "the ids of earlier releases");
    assert.deepEqual((await kept()).filter((one) => /^wishes |no-notices/.test(one)), [
      "wishes /games/999999/wishes 0a1b2c3d",
    ]);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("who leaves a shared phone leaves the drafts of the others", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  for (const way of ["leaveGame", "eraseMe"] as const) {
    const game = await site.client.createGame({
      isProtected: true,
      ...way === "leaveGame" ? { draw: "later" } : { date: inDays(0) },
      participants: ["Ann", "Ben", "Cy"].map((name) => ({ name })),
    });
    const page = await site.visit();
    const path = `/games/${game.code}`;
    for (const name of ["Ann", "Ben"]) {
      await page.goto(`${path}?participant=${named(game, name).token}`);
      if (name === "Ben") await page.getByRole("button", { name: "Continue as Ben" }).click();
      await page.getByRole("heading", { level: 1, name: `Hello, ${name}!` }).waitFor();
      await page.goto(`${path}/wishes`, { waitUntil: "networkidle" });
      await page.getByLabel("What would you like?").fill(`Half a wish of ${name}`);
    }
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)");
    await page.evaluate(
      `localStorage.setItem("no-notices:${path}/devices:participant:${
        fingerprintOf(named(game, "Ben").id)
      }", "true")`,
    );
    await page.locator(`form:has([value=${way}]) button`).click();
    // Not by its address, from which a script removes the message.
    await page.getByText(/You’ve left,|Deleted for good/).first().waitFor();
    const kept = () => page.evaluate<string[]>("Object.values(localStorage)");
    await until(async () => (await kept()).length < 3, "what Ben left to go");
    const texts = await kept();
    assert.equal(texts.length, 1, `${way}: ${texts}`);
    assert.match(texts[0] ?? "", /Half a wish of Ann/, way);
    assert.equal(new URL(page.url()).hash, "", way);
    await site.leave(page);
  }
});

Deno.test(
  "a slow start and a lost answer lose nothing and cause no conflict",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWishGame(site);
    const page = await site.visit();
    await signIn(page, game, named(game, "Ben"));
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
    // Before its script runs, the form would be sent by the browser itself.
    await page.waitForLoadState("networkidle");
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
