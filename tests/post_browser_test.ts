import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { signIn } from "./support/participants.ts";
import { isRunnable } from "./support/programs.ts";
import { pairInRing } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";

const PICTURES = Deno.env.get("PICTURES");
const LINES = ["Ben Bauer", "Birkenweg 7", "20095 Hamburg"];
const GAME = "Wichteln im Büro";

async function look(page: Page, name: string): Promise<void> {
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/post-${name}.png`, fullPage: true });
}

/** The printed text of the page: from its PDF if a program can read it, else from the print styles. */
async function printedText(page: Page): Promise<{ text: string; pages: number }> {
  await page.emulateMedia({ media: "print" });
  const pdf = await page.pdf({ format: "A4" });
  const shown = await page.locator("body").innerText();
  const pages = new TextDecoder("latin1").decode(pdf).match(/\/Type \/Page\b/g)?.length ?? 0;
  if (!await isRunnable("pdftotext", "-v")) return { text: shown, pages };
  const dir = await Deno.makeTempDir();
  try {
    const file = join(dir, "label.pdf");
    await Deno.writeFile(file, pdf);
    const { stdout } = await new Deno.Command("pdftotext", { args: ["-layout", file, "-"] })
      .output();
    return { text: `${shown}\n${new TextDecoder().decode(stdout)}`, pages };
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test({
  ...BROWSER_TEST,
  name: "by post on a phone: an address, its label, a parcel on its way, and its arrival",
  async fn() {
    await using site = await TestSite.open();
    using clock = new SetClock();
    const game = await site.client.createGame({
      name: GAME,
      byPost: true,
      date: inDays(20),
      sendBy: inDays(10),
      timeZone: "Europe/Berlin",
      isProtected: true,
      participants: ["Annegret", "Ben", "Cleo", "Dan"].map((name) => ({ name })),
    });
    await pairInRing(site, game);
    const enter = async (name: string) => {
      const page = await site.visit();
      await page.setViewportSize({ width: 360, height: 640 });
      await signIn(page, game, named(game, name));
      await page.goto(`/games/${game.code}`);
      return page;
    };

    const receiver = await enter("Ben");
    await receiver.getByRole("link", { name: "Address and package" }).click();
    const other = receiver.getByRole("button", { name: "Show the form for this country" });
    assert.equal(await other.isVisible(), false, "its country's form is shown already");
    await receiver.getByLabel("Country").selectOption("DE");
    await other.click();
    await receiver.getByLabel("Full name").fill("Ben Bauer");
    await receiver.getByLabel("Street address").fill("Birkenweg 7");
    await receiver.getByLabel("Postal code (PLZ)").fill("20095");
    await receiver.getByLabel("City or town").fill("Hamburg");
    await assertNoSidewaysScroll(receiver);
    await receiver.getByRole("button", { name: "Save", exact: true }).click();
    await receiver.getByText("Saved.").waitFor();
    await look(receiver, "saved");

    const giver = await enter("Annegret");
    const cookie = `participant_${game.code}=${named(game, "Annegret").token}; lang=en`;
    const { text: closed } = await site.client.get(`/games/${game.code}/post`, { cookie });
    assert.match(closed, /Open the gift first/);
    assert(!closed.includes("Birkenweg"));
    await giver.locator("#gift form button").first().click();
    await giver.locator("dialog.gift-dialog .gift-card").waitFor();
    await giver.goto(`/games/${game.code}/post`);
    assert.equal(await giver.getByText("Birkenweg").first().isVisible(), false, "folded at first");
    await giver.getByText("Show the address").click();
    // An open section does not offer to open it.
    assert.equal(await giver.getByText("Show the address").isVisible(), false);
    await giver.getByText("Hide the address").waitFor();
    await look(giver, "giver");
    await giver.getByRole("button", { name: "Copy" }).click();
    await giver.getByText("Copied").waitFor();
    const copied = String(await giver.evaluate("navigator.clipboard.readText()"));
    assert.deepEqual(copied.split("\n"), [...LINES, "GERMANY"]);

    await giver.getByRole("link", { name: "Print a label" }).click();
    await giver.getByRole("heading", { name: "Print a label" }).waitFor();
    await look(giver, "label");
    // Browsers print the URL, which would show whom a keeper sends for.
    const printed = await giver.evaluate(() => {
      history.replaceState(null, "", "?for=kept");
      dispatchEvent(new Event("beforeprint"));
      const { search } = location;
      dispatchEvent(new Event("afterprint"));
      return [search, location.search];
    });
    assert.deepEqual(printed, ["", "?for=kept"]);
    const { text, pages } = await printedText(giver);
    assert.equal(pages, 1);
    for (const line of LINES) assert(text.includes(line), line);
    for (const secret of ["Annegret", GAME, "Wichteln", game.code, "localhost"]) {
      assert(!text.includes(secret), secret);
    }
    await giver.emulateMedia({ media: "screen" });

    await giver.goto(`/games/${game.code}/post`);
    await giver.getByRole("button", { name: "I’ve mailed it" }).click();
    await giver.getByText("You’ve mailed it.").waitFor();

    // `post_pages_test.ts` tests that none of this shows on the same day.
    clock.move(32);
    await receiver.goto(`/games/${game.code}`);
    await receiver.locator("#post").getByText("A package is on its way to you.").waitFor();
    await look(receiver, "on-its-way");
    await receiver.getByRole("button", { name: "I’ve received the package" }).click();
    await receiver.getByText("It has arrived. Enjoy!").waitFor();

    clock.move(32);
    await giver.reload();
    await giver.locator("#give").getByText("The package you sent has arrived").waitFor();
    await assertNoSidewaysScroll(giver);
    assert.deepEqual(site.problems, []);
  },
});
