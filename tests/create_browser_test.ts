import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import Papa from "papaparse";
import type { Locator, Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  scriptWeight,
  TestSite,
  WIDTHS,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";

const KIB = 1024;

/** A family with two couples, as lines. */
const FAMILY = "Ana, ana@example.org\nBen, ben@example.org\nCy\nDee\nEve";

/** Waits until an expression is true in the page; the policy forbids the browser's own way. */
async function until(page: Page, expression: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; !await page.evaluate(`Boolean(${expression})`);) {
    assert(Date.now() < deadline, `never true: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function fillEvent(page: Page): Promise<void> {
  await page.getByLabel("Name of the event").fill("Christmas at ours");
  await page.getByLabel("Date", { exact: true }).fill(inDays(30));
  await page.getByLabel("Place").fill("Grandma’s");
  await page.getByLabel("Budget per gift").fill("20");
}

/** The row of a person in the editor, from 1. */
function nameOf(page: Page, number: number): Locator {
  return page.getByLabel(`Name of person ${number}`, { exact: true });
}

async function typeNames(page: Page, names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await nameOf(page, index + 1).fill(name);
    await nameOf(page, index + 1).press("Enter");
  }
}

/** Taps these people and puts them into one household. */
async function join(page: Page, names: string[]): Promise<void> {
  const chips = page.getByRole("group", { name: "Who should not draw each other?" });
  for (const name of names) await chips.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: "Live together" }).click();
}

async function pasteList(page: Page, text: string): Promise<void> {
  await page.getByText("Paste a list or choose a file").click();
  await page.getByLabel("Your list").fill(text);
  await page.getByRole("button", { name: "Add these people" }).click();
}

async function create(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Draw names and create" }).click();
}

/** Expects the page with the links, and answers the game's code. */
async function arrive(page: Page): Promise<string> {
  await page.waitForURL(/\/games\/\d{6}\/created$/);
  assert.equal(await page.locator("h1").textContent(), "The names are drawn!");
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

/** The game as its organizer sees it, opened by the link that the page shows. */
// deno-lint-ignore no-explicit-any -- the API's own tests hold it to its schema
async function managed(site: TestSite, page: Page, code: string): Promise<any> {
  const link = new URL(await page.getByLabel("Link for managing the game").inputValue());
  assert.equal(link.pathname, `/games/${code}/organize`);
  const token = link.searchParams.get("token");
  return await site.api("GET", `/api/games/${code}?organizerToken=${token}`);
}

// deno-lint-ignore no-explicit-any -- as above
function householdNames(game: any): string[] {
  const names = new Map(
    game.participants.map((one: { id: string; name: string }) => [one.id, one.name]),
  );
  return game.households.map((ids: string[]) => ids.map((id) => names.get(id)).join("+"));
}

for (const width of WIDTHS) {
  Deno.test(
    {
      name: `/create makes a game of a family with two couples (${width} pixels)`,
      ...BROWSER_TEST,
    },
    async () => {
      await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
      const page = await site.visit({ width });
      await page.goto("/create");
      await assertAccessible(page);
      await fillEvent(page);
      await typeNames(page, ["Ana", "Ben", "Cy", "Dee", "Eve"]);
      await page.getByLabel("E-mail address of person 1").fill("ana@example.org");
      await join(page, ["Ana", "Ben"]);
      await join(page, ["Cy", "Dee"]);
      await page.getByLabel("Your e-mail address").fill("olga@example.org");
      await page.getByText("5 (Ana, Ben, Cy, Dee, Eve)").waitFor();
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
      await create(page);

      const code = await arrive(page);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
      const game = await managed(site, page, code);
      assert.deepEqual(householdNames(game), ["Ana+Ben", "Cy+Dee"]);
      assert.equal(game.isProtected, true);
      assert.equal(game.sendEmails, true);
      assert.equal(
        game.timeZone,
        await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"),
      );
      assert.equal(await page.getByText("Sent: 1", { exact: true }).count(), 1);
      assert.equal(await page.getByText("Without a link by e-mail: 4").count(), 1);

      const link = await page.getByLabel("Link of Ben").inputValue();
      await page.locator("li", { hasText: "Ben" }).getByRole("button", { name: "Copy" }).click();
      assert.equal(await page.evaluate("navigator.clipboard.readText()"), link);
      await page.locator("li", { hasText: "Ben" }).getByText("QR code and token").click();
      const picture = page.getByAltText("QR code with the link of Ben");
      await picture.scrollIntoViewIfNeeded();
      await until(page, "document.querySelector('details[open] img').naturalWidth > 0");
      await assertAccessible(page);

      const draft = await page.evaluate("localStorage.getItem('new-game')");
      assert.equal(draft, null, "the draft is forgotten");
      await page.goto(link, { waitUntil: "networkidle" });
      await page.getByText("Hello, Ben!").waitFor();
      assert.deepEqual(site.problems, []);
    },
  );

  Deno.test(
    { name: `/create works without scripts (${width} pixels)`, ...BROWSER_TEST },
    async () => {
      await using site = await TestSite.open();
      const page = await site.visit({ width, hasScript: false });
      await page.goto("/create");
      await fillEvent(page);
      await page.getByLabel("Everybody who takes part").fill("Ana, ana.example.org\nBen");
      await page.getByLabel("Couples and households").fill("Ana, Bob");
      await create(page);
      // Each of them beside its field and in the summary above.
      assert.equal(await page.getByText("A game needs at least 3 people.").count(), 2);
      assert.equal(await page.getByText("Ana: This is not an e-mail address.").count(), 2);
      await page.getByLabel("Everybody who takes part").fill(FAMILY);
      await create(page);
      assert.equal(await page.getByText("“Bob” is not in the list of people.").count(), 2);
      assert.equal(await page.getByLabel("Everybody who takes part").inputValue(), FAMILY);
      assert.equal(await page.getByLabel("Name of the event").inputValue(), "Christmas at ours");
      await page.getByLabel("Couples and households").fill("Ana, Ben\nCy, Dee");
      await page.getByLabel("Personal links only").uncheck();
      await create(page);

      const code = await arrive(page);
      const game = await managed(site, page, code);
      assert.deepEqual(householdNames(game), ["Ana+Ben", "Cy+Dee"]);
      assert.equal(game.isProtected, false);
      await page.getByText("No e-mails were sent").waitFor();
      await page.getByText("QR code and token").first().click();
      await page.getByAltText("QR code with the link of Ana").waitFor();
      await page.getByRole("link", { name: "Print slips" }).click();
      await page.getByRole("heading", { name: "For Eve" }).waitFor();
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test({
  name: "/create says what is wrong beside each field and keeps everything",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  const page = await site.visit();
  await page.goto("/create");
  await page.getByLabel("Name of the event").fill("Yesterday’s party");
  await page.getByLabel("Date", { exact: true }).fill(inDays(-2));
  await typeNames(page, ["Ana", "Ben", "Cy"]);
  await page.getByLabel("Your e-mail address").fill("olga@example");
  await create(page);
  await page.getByText("Please have another look").waitFor();
  assert.equal(await page.getByLabel("Your e-mail address").getAttribute("aria-invalid"), "true");
  await assertAccessible(page);
  await page.getByLabel("Your e-mail address").fill("");
  await create(page);
  await page.getByText("This date has passed").first().waitFor();
  assert.equal(await page.getByLabel("Date", { exact: true }).getAttribute("aria-invalid"), "true");
  assert.equal(await nameOf(page, 3).inputValue(), "Cy");
  await page.getByLabel("Date", { exact: true }).fill(inDays(0));
  await nameOf(page, 3).fill("ana");
  await page.getByText("This name is there twice. Add a surname or a nickname.").waitFor();
  await create(page);
  await page.getByText("ana: This name is there twice.").first().waitFor();
  assert.equal(await nameOf(page, 3).getAttribute("aria-invalid"), "true");
  await nameOf(page, 3).fill("Cy");
  await create(page);
  await arrive(page);
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "/create names the group that no draw can serve and keeps everything",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  await fillEvent(page);
  await pasteList(page, "Ana\nBen\nCy\nDee");
  await join(page, ["Ana", "Ben", "Cy"]);
  await create(page);
  const sentence = /No draw is possible: (Ana|Ben) and (Ben|Cy) may only give to Dee\./;
  await page.getByText(sentence).first().waitFor();
  assert.equal(await page.getByText(sentence).count(), 2, "in the summary and beside the groups");
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  assert.equal(await nameOf(page, 4).inputValue(), "Dee");
  await page.getByRole("button", { name: "Ana + Ben + Cy may draw each other again" }).click();
  await join(page, ["Ana", "Ben"]);
  await create(page);
  const game = await managed(site, page, await arrive(page));
  assert.deepEqual(householdNames(game), ["Ana+Ben"]);
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "/create keeps what is typed through a lost tab, until one starts afresh",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  await page.goto("/create");
  await fillEvent(page);
  await typeNames(page, ["Ana", "Ben", "Cy"]);
  await join(page, ["Ana", "Ben"]);
  await page.getByLabel("People may ask for another name").uncheck();
  // Long after the last key, as somebody who loses their tab.
  await until(page, "localStorage.getItem('new-game')?.includes('households')");
  await page.waitForTimeout(500);
  await page.close();

  const again = await page.context().newPage();
  await again.goto("/create");
  await again.getByText("This is what you typed last time.").waitFor();
  assert.equal(await again.getByLabel("Name of the event").inputValue(), "Christmas at ours");
  assert.equal(await again.getByLabel("Date", { exact: true }).inputValue(), inDays(30));
  assert.equal(await again.getByLabel("People may ask for another name").isChecked(), false);
  assert.equal(await again.getByLabel("Personal links only").isChecked(), true);
  assert.equal(await nameOf(again, 2).inputValue(), "Ben");
  await again.getByRole("button", { name: "Ana + Ben may draw each other again" }).waitFor();
  await assertAccessible(again);

  await again.getByRole("button", { name: "Start afresh" }).click();
  await again.getByRole("button", { name: "Throw it away" }).click();
  await until(again, "document.querySelector('[name=name]')?.value === ''");
  await again.reload();
  await nameOf(again, 1).waitFor();
  assert.equal(await nameOf(again, 1).inputValue(), "");
  assert.equal(await again.getByText("This is what you typed last time.").count(), 0);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  { name: "/create takes 200 people by pasting", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    await page.goto("/create");
    await fillEvent(page);
    const lines = Array.from({ length: 200 }, (_, index) => {
      const home = index < 120 ? `Home ${Math.floor(index / 2)}` : "";
      return `Person ${index + 1};p${index + 1}@example.org;${home}`;
    });
    await pasteList(page, `Name;E-mail;Household\n${lines.join("\n")}`);
    await page.getByText("People: 200").waitFor();
    await page.getByText("Added: 200.").waitFor();
    await page.getByLabel("Search for a person").first().fill("person 17");
    await nameOf(page, 17).waitFor();
    assert.equal(await nameOf(page, 170).inputValue(), "Person 170");
    await page.getByLabel("Search for a person").first().fill("");
    await page.getByRole("button", { name: "Show all 200" }).click();
    await nameOf(page, 200).scrollIntoViewIfNeeded();
    await nameOf(page, 200).fill("Person 200 herself");
    await nameOf(page, 200).fill("Person 200");
    await assertNoSidewaysScroll(page);
    await create(page);
    const code = await arrive(page);
    const game = await managed(site, page, code);
    assert.equal(game.participants.length, 200);
    assert.equal(game.households.length, 60);
    assert.equal(await page.getByLabel(/^Link of /).count(), 200);
    await page.getByLabel("Search for a person").fill("person 200");
    await page.getByText("Shown: 1", { exact: true }).waitFor();
    await page.goto(`/games/${code}/slips`);
    assert.equal(await page.getByRole("heading", { name: /^For / }).count(), 200);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  { name: "Adding, removing and undoing in the list of people", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ width: 1280 });
    await page.goto("/create");
    await typeNames(page, ["Ana", "Ben", "Cy", "Dee"]);
    await until(page, "document.activeElement.getAttribute('aria-label') === 'Name of person 5'");
    await join(page, ["Ana", "Ben"]);
    await page.getByRole("button", { name: "Remove Ben" }).click();
    await page.getByText("Ben is removed.").waitFor();
    assert.equal(await page.getByText("Ana + Ben").count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await nameOf(page, 2).inputValue(), "Ben");
    assert.equal(await page.getByText("Ana + Ben", { exact: true }).count(), 1);
    const chips = page.getByRole("group", { name: "Who should not draw each other?" });
    for (const name of ["Cy", "Dee"]) {
      await chips.getByRole("button", { name, exact: true })
        .click();
    }
    await page.getByRole("button", { name: "Just keep them apart" }).click();
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
    await page.getByText("People: 5").waitFor();
    assert.equal(await nameOf(page, 5).inputValue(), "Lima, Eve");
    assert.deepEqual(site.problems, []);
  },
);

/** Sends the form as a browser would. */
function post(site: TestSite, fields: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/create`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({
      name: "Christmas",
      date: inDays(30),
      currency: "EUR",
      language: "en",
      people: FAMILY,
      ...fields,
    }),
  });
}

/** The cookie header that the creation's answer asks for, and where it leads. */
function signedIn(answer: Response): { cookie: string; location: string } {
  return {
    cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
    location: answer.headers.get("location") ?? "",
  };
}

Deno.test({
  name: "POST /create makes one game of a form sent twice, and another of another",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const answers = await Promise.all([
    post(site, { key: "k" }),
    post(site, { key: "k" }),
    post(site, { key: "k", location: "Elsewhere" }),
    post(site, { key: "l" }),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get("set-cookie") ?? "", /; SameSite=Lax; HttpOnly/);
    await answer.body?.cancel();
  }
  const [first, twice, ...others] = answers.map((answer) => signedIn(answer).location);
  assert.equal(first, twice);
  assert.equal(new Set([first, ...others]).size, 3);
});

Deno.test({
  name: "The page of links, its codes, slips and table open to the organizer alone",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const { cookie, location } = signedIn(
    await post(site, { people: `${FAMILY}\n=1+1, x@example.org` }),
  );
  const code = location.split("/")[2] ?? "";
  const token = cookie.split("=")[1] ?? "";
  const game = await site.api("GET", `/api/games/${code}?organizerToken=${token}`);
  const [ana] = game.participants;
  const paths = [
    location,
    `${location}/links.csv`,
    `${location}/qr?participant=${ana.id}`,
    `/games/${code}/slips`,
  ];
  for (const path of paths) {
    const strangers = [
      { headers: {}, status: 401 },
      { headers: { cookie: `participant_${code}=${ana.token}` }, status: 401 },
      { headers: { cookie: `organizer_${code}=${ana.token}` }, status: 403 },
    ];
    for (const { headers, status } of strangers) {
      const answer = await fetch(site.url + path, { headers });
      assert.equal(answer.status, status, path);
      assert(!(await answer.text()).includes(token));
    }
    const answer = await fetch(site.url + path, { headers: { cookie } });
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const text = await answer.text();
    if (path.endsWith(".csv")) {
      const rows = Papa.parse<string[]>(text.trim()).data;
      assert.equal(rows.length, 7);
      assert(rows.flat().every((cell) => !/^[=+\-@]/.test(cell)), text);
      assert.equal(rows[1]?.[2], `${site.url}/games/${code}?participant=${ana.token}`);
    }
  }
});

Deno.test(
  { name: "The pages of creation stay within 35 KB of script", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open();
    const { cookie, location } = signedIn(await post(site, {}));
    for (const path of ["/create", location, location.replace("created", "slips")]) {
      const weight = await scriptWeight(site, path, { cookie });
      console.log(`${path.replace(/\d{6}/, "CODE")}: ${(weight / KIB).toFixed(1)} KB of script`);
      assert(weight > 0 && weight <= 35 * KIB, `${path}: ${weight} bytes`);
    }
  },
);

Deno.test({
  name: "Slips print six to a sheet, dark on white in the dark theme too",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const { cookie, location } = signedIn(
    await post(site, { people: "Ana\nBen\nCy\nDee\nEve\nFlo\nGus" }),
  );
  const page = await site.visit({ width: 1280 });
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto(location.replace("created", "slips"));
  await assertAccessible(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  assert.equal(await page.locator("header").first().isVisible(), false);
  const colors = await page.locator("li", { hasText: "Ana" }).last().evaluate((slip) => {
    const { color, backgroundColor } = getComputedStyle(slip);
    return [color, backgroundColor];
  });
  assert.deepEqual(colors, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  const pdf = new TextDecoder("latin1").decode(
    await page.pdf({
      format: "A4",
      margin: { top: "10mm", bottom: "10mm", left: "10mm", right: "10mm" },
    }),
  );
  assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 2);
  assert.deepEqual(site.problems, []);
});

Deno.test({
  name: "/create keeps what somebody typed before the scripts had come",
  ...BROWSER_TEST,
}, async () => {
  await using site = await TestSite.open();
  const page = await site.visit();
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  await page.route("**/_fresh/js/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/create", { waitUntil: "commit" });
  await page.getByLabel("Everybody who takes part").fill("Ana\nBen\nCy");
  await page.getByLabel("Name of the event").fill("Slow line");
  release();
  await nameOf(page, 3).waitFor();
  assert.equal(await nameOf(page, 3).inputValue(), "Cy");
  assert.equal(await page.getByLabel("Name of the event").inputValue(), "Slow line");
  assert.deepEqual(site.problems, []);
});
