import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  assertNoSidewaysScrollAnywhere,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import {
  arrive,
  create,
  fillEvent,
  join,
  managed,
  nameOf,
  openMore,
  openRules,
  pasteList,
  typeNames,
  untilTrue,
} from "./support/create_page.ts";

/** A family with two couples, as lines. */
const FAMILY = "Ana, ana@example.org\nBen, ben@example.org\nCy\nDee\nEve";

function householdNames({ participants, households }: OrganizerView): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return households.map((ids) => ids.map((id) => names.get(id)).join("+"));
}

Deno.test({
  name: "/create makes a game of a family with two couples (360 and 1280 pixels)",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  const page = await site.visit();
  await page.goto("/create");
  // Nothing stands between one's own name and the others.
  const [name, paste, other] = await Promise.all([
    nameOf(page, 1).boundingBox(),
    page.getByText("Paste a list or choose a file").boundingBox(),
    page.getByRole("button", { name: "Or send a link and let people join" }).boundingBox(),
  ]);
  assert(name && paste && other && name.y < paste.y && paste.y < other.y);
  // Scrolled to the end, where the bar covers no field: covered fields are scrolled into view.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await assertAccessible(page);
  await fillEvent(page);
  await typeNames(page, ["Ana", "Ben", "Cy", "Dee", "Eve"]);
  await page.getByLabel("Add an email address for Ana").click();
  await page.getByLabel("Email (optional) 1").fill("ana@example.org");
  await join(page, ["Ana", "Ben"]);
  await join(page, ["Cy", "Dee"]);
  await page.getByLabel("Your email address").fill("olga@example.org");
  await page.getByText("5 people", { exact: true }).waitFor();
  await assertNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // A wide screen has room for everyone's address.
  await page.getByLabel("Email (optional) 2").waitFor();
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  await create(page);

  const code = await arrive(page);
  await assertNoSidewaysScrollAnywhere(page);
  const game = await managed(site, page, code);
  assert.deepEqual(householdNames(game), ["Ana+Ben", "Cy+Dee"]);
  assert.equal(game.isProtected, true);
  assert.equal(game.sendEmails, true);
  assert.equal(
    game.timeZone,
    await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"),
  );
  assert.equal(await page.getByText(/^1 person gets their link by email$/).count(), 2);
  assert.equal(await page.getByText(/^4 people have no email address: /).count(), 1);

  const link = await page.getByLabel("Ben’s link", { exact: true }).inputValue();
  const ben = page.locator("#link-list li", {
    has: page.getByLabel("Ben’s link", { exact: true }),
  });
  await ben.getByLabel("More options").click();
  await ben.getByRole("button", { name: "Copy link Ben’s link" }).click();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), link);
  const picture = page.getByAltText("QR code: Ben’s link");
  await picture.scrollIntoViewIfNeeded();
  await untilTrue(
    page,
    "document.querySelector('#link-list details[open] img').naturalWidth > 0",
  );
  await assertAccessible(page);

  const draft = await page.evaluate("localStorage.getItem('new-game')");
  assert.equal(draft, null, "the draft is forgotten");
  await page.goto(link, { waitUntil: "networkidle" });
  await page.getByText("Hello, Ben!").waitFor();
  assert.deepEqual(site.problems, []);
});

Deno.test(
  { name: "/create works without scripts", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ hasScript: false });
    await page.goto("/create");
    await fillEvent(page);
    await page.getByLabel("Everyone taking part").fill("Ana, ana.example.org\nBen");
    await page.getByLabel("Couples and households").fill("Ana, Bob");
    await create(page);
    await page.waitForLoadState();
    // Each error is next to its field and in the summary above.
    assert.equal(await page.getByText("A game needs at least 3 people.").count(), 2);
    assert.equal(await page.getByText("Ana: This isn’t an email address.").count(), 2);
    await page.getByLabel("Everyone taking part").fill(FAMILY);
    await create(page);
    await page.waitForLoadState();
    assert.equal(await page.getByText("“Bob” isn’t on the list of people.").count(), 2);
    assert.equal(await page.getByLabel("Everyone taking part").inputValue(), FAMILY);
    assert.equal(await page.getByLabel("Name of the event").inputValue(), "Christmas at ours");
    await page.getByLabel("Couples and households").fill("Ana, Ben\nCy, Dee");
    await page.getByLabel("Personal links only").uncheck();
    await create(page);

    const code = await arrive(page);
    const game = await managed(site, page, code);
    assert.deepEqual(householdNames(game), ["Ana+Ben", "Cy+Dee"]);
    assert.equal(game.isProtected, false);
    await page.getByText("This site can’t send emails").first().waitFor();
    await page.locator("#link-list li", { hasText: "Ana" }).getByLabel(
      "More options",
    ).click();
    await page.getByAltText("QR code: Ana’s link").waitFor();
    await page.getByRole("link", { name: "Print slips" }).click();
    await page.getByRole("heading", { name: "For Eve" }).waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test({
  name: "/create shows each error next to its field and keeps everything",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  const page = await site.visit();
  await page.goto("/create");
  await page.getByLabel("Your name").fill("Olga");
  await page.getByLabel("Name of the event").fill("Yesterday’s party");
  await page.getByLabel("Date", { exact: true }).fill(inDays(-2));
  await typeNames(page, ["Ana", "olga", "Cy", "Ana"]);
  // Before the form is sent, next to the button.
  const bar = page.locator("[aria-live=polite]");
  for (
    const sentence of [
      "This date or time has passed",
      "“olga (you)” is on the list twice",
      "“Ana” is on the list twice",
    ]
  ) {
    await bar.getByText(sentence).waitFor();
  }
  await nameOf(page, 4).fill("");
  await openMore(page);
  await page.getByLabel("Your email address").fill("olga@example");
  await create(page);
  // All broken rules at once, not only the first.
  await page.getByText("Please take another look:").waitFor();
  await page.getByText("“olga (you)” is on the list twice.").first().waitFor();
  // At the top and next to the field, but not a third time next to the button.
  await page.getByText("4 people", { exact: true }).waitFor();
  assert.equal(await bar.getByRole("link").count(), 0);
  assert.equal(await page.getByLabel("Your email address").getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByLabel("Date", { exact: true }).getAttribute("aria-invalid"), "true");
  await assertAccessible(page);
  await page.getByLabel("Your email address").fill("");
  assert.equal(await nameOf(page, 3).inputValue(), "Cy");
  await nameOf(page, 2).fill("Ben");
  await page.getByLabel("Date", { exact: true }).fill(inDays(0));
  await nameOf(page, 3).fill("ana");
  await page.locator("#people").getByText("“ana” is on the list twice.").waitFor();
  await create(page);
  await page.getByText("“ana” is on the list twice.").first().waitFor();
  assert.equal(await nameOf(page, 3).getAttribute("aria-invalid"), "true");
  await nameOf(page, 3).fill("Cy");
  await create(page);
  await arrive(page);
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "/create names the group that no draw can satisfy and keeps everything",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  await fillEvent(page);
  await pasteList(page, "Ana\nBen\nCy\nDee");
  await join(page, ["Ana", "Ben", "Cy"]);
  const sentence = /No draw is possible: (Ana|Ben) and (Ben|Cy) can only give to Dee\./;
  await page.getByText(sentence).waitFor();
  await create(page);
  // Said once, next to the groups; the summary and the bar link there.
  await page.getByRole("alert").getByText(
    "No draw is possible with these rules. Remove a rule, or add a person.",
  ).waitFor();
  await page.locator("[aria-live=polite]").getByText(
    "No draw is possible with these rules. Remove a rule, or add a person.",
  )
    .waitFor();
  assert.equal(await page.locator("#people").getByText(sentence).count(), 1);
  assert.equal(await page.getByText(sentence).count(), 1);
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  assert.equal(await nameOf(page, 4).inputValue(), "Dee");
  await page.getByRole("button", { name: "Ana, Ben, and Cy can draw each other again" }).click();
  await page.locator("[aria-live=polite]").getByText(sentence).waitFor({ state: "detached" });
  await join(page, ["Ana", "Ben"]);
  await create(page);
  const game = await managed(site, page, await arrive(page));
  assert.deepEqual(householdNames(game), ["Ana+Ben"]);
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "a draft survives a lost tab until its author starts over or begins on the start page",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  await fillEvent(page);
  await typeNames(page, ["Ana", "Ben", "Cy", "Dee"]);
  await join(page, ["Ana", "Ben"]);
  await page.getByLabel("People can ask for a different name").uncheck();
  // Long after the last keystroke, like a person who loses their tab.
  await untilTrue(page, "localStorage.getItem('new-game')?.includes('households')");
  await page.waitForTimeout(500);
  await page.close();

  const again = await page.context().newPage();
  for (const name of ["", "Olga"]) {
    await again.goto("/");
    await again.getByLabel("Your name").fill(name);
    await again.getByRole("button", { name: "Next: the date" }).click();
    await again.getByText("We’ve kept what you typed last time.").waitFor();
    assert.equal(await again.getByLabel("Name of the event").inputValue(), "Christmas at ours");
    assert.equal(await nameOf(again, 4).inputValue(), "Dee");
    await again.getByText("Lives with Ben", { exact: true }).waitFor();
    // Longer than the pause after which the form is saved again.
    await again.waitForTimeout(500);
  }
  assert.equal(await again.getByLabel("Date", { exact: true }).inputValue(), inDays(30));
  assert.equal(await again.getByLabel("People can ask for a different name").isChecked(), false);
  assert.equal(await again.getByLabel("Personal links only").isChecked(), true);
  assert.equal(await again.getByLabel("I’m taking part, too").isChecked(), false);
  assert.equal(await again.getByRole("radio", { name: "$20" }).isChecked(), true);
  assert.equal(await nameOf(again, 2).inputValue(), "Ben");
  await openRules(again);
  await again.getByRole("button", { name: "Ana and Ben can draw each other again" }).waitFor();
  await again.goto("/");
  await again.getByLabel("Your name").fill("Olga");
  await again.getByLabel("Name 2").fill("Pia");
  await again.getByLabel("Name 3").fill("Quin");
  await again.getByRole("button", { name: "Next: the date" }).click();
  // Folded, because nothing is missing with three names.
  await nameOf(again, 2).waitFor({ state: "attached" });
  assert.equal(await nameOf(again, 2).inputValue(), "Quin");
  assert.equal(await again.getByText("We’ve kept what you typed last time.").count(), 0);

  await again.goto("/create");
  await again.getByText("We’ve kept what you typed last time.").waitFor();
  await again.getByRole("button", { name: "Start over" }).click();
  await again.getByRole("button", { name: "Start over" }).click();
  await untilTrue(again, "document.querySelector('[name=name]')?.value === ''");
  await again.reload();
  await nameOf(again, 1).waitFor();
  assert.equal(await nameOf(again, 1).inputValue(), "");
  assert.equal(await again.getByText("We’ve kept what you typed last time.").count(), 0);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  { name: "Adding, removing and undoing in the list of people", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ width: 1280 });
    await page.goto("/create");
    await typeNames(page, ["Ana", "Ben", "Cy", "Dee"]);
    await untilTrue(
      page,
      "document.activeElement.getAttribute('aria-label') === 'Name 5'",
    );
    await join(page, ["Ana", "Ben"]);
    await page.getByRole("button", { name: "Remove Ben" }).click();
    await page.getByText("Ben has been removed.").waitFor();
    const editor = page.locator("#people");
    assert.equal(await editor.getByText("Lives with Ben").count(), 0);
    await nameOf(page, 4).fill("Eli");
    await page.getByLabel("Your name").fill("Olga");
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await nameOf(page, 2).inputValue(), "Ben");
    // Later changes stay, and so does the name that the reader gave themselves.
    assert.equal(await nameOf(page, 5).inputValue(), "Eli");
    await nameOf(page, 5).fill("");
    assert.match(await editor.innerText(), /Olga \(you\)/);
    assert.equal(await editor.getByText("Lives with Ben", { exact: true }).count(), 1);
    assert.equal(await editor.getByText("Lives with Ana", { exact: true }).count(), 1);
    await openRules(page);
    const chips = page.getByRole("group", { name: "Who shouldn’t draw each other?" });
    for (const name of ["Cy", "Dee"]) {
      await chips.getByRole("button", { name, exact: true })
        .click();
    }
    await page.getByRole("button", { name: "Keep them apart" }).waitFor();
    // The form shows the rule before it is sent.
    const isSent = "document.querySelector('[name=exclusions]').form.dispatchEvent(" +
      "new Event('submit', { bubbles: true, cancelable: true }))";
    assert.equal(await page.evaluate(isSent), false);
    assert.equal(await page.getByRole("button", { name: "Keep them apart" }).count(), 0);
    assert.deepEqual(
      await page.evaluate(
        "['households', 'exclusions'].map((name) => document.querySelector(`[name=${name}]`).value)",
      ),
      ['"Ana","Ben"', '"Cy","Dee"'],
    );
    await page.getByLabel("Choose a CSV file").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('name,email\r\n"Lima, Eve",eve@example.org\r\n'),
    });
    await page.getByText("6 people", { exact: true }).waitFor();
    assert.equal(await nameOf(page, 5).inputValue(), "Lima, Eve");
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  {
    name: "/create copes with a browser whose time zone is unknown",
    ...BROWSER_TEST,
  },
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ width: 1280 });
    const open = async (zone: string) => {
      await page.addInitScript(
        `Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: "${zone}" })`,
      );
      await page.goto("/create?draw=later");
    };
    const held = 'document.querySelector("input[name=timeZone]").value';
    await open("Mars/Base");
    await untilTrue(page, `${held} === "Mars/Base"`);
    await fillEvent(page);
    await open("Etc/Unknown");
    await page.getByRole("button", { name: "Start over" }).waitFor();
    assert.equal(await page.evaluate(held), "");
    await open("Mars/Base");
    await untilTrue(page, `${held} === "Mars/Base"`);
    const button = page.getByRole("button", { name: "Create the invitation" });
    await button.click();
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await button.click();
    await page.waitForURL(/\/games\/\d{6}\/created\b/);
    const code = new URL(page.url()).pathname.split("/")[2] ?? "";
    assert.equal((await site.services.store.readGame(code))?.timeZone, "Europe/Berlin");
  },
);
