import assert from "node:assert/strict";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
  turnTo,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { act, createFamilyGame, enterAsOrganizer, FAMILY } from "./support/organizer.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

/** Ids that more than one element of the page has. */
const DOUBLE_IDS = `(() => {
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
})()`;

Deno.test(
  "The organizer's page shows changes as they happen, and disturbs no one using it",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site, { organizerName: "Olga" });
    const page = await enterAsOrganizer(site, game, {});
    const moment = page.locator("#moment");
    const people = page.locator("#people-list");
    const row = (name: string) => people.getByRole("listitem").filter({ hasText: name });
    const dots = people.getByRole("link", { name: "Options for Cleo" });
    assert.match(await moment.innerText(), /^Hello, Olga! .* Gifts opened: 0\sof\s6\./);

    // Open sections stay open; focus and scroll position stay unchanged.
    await dots.focus();
    const height = async () => (await dots.boundingBox())?.y ?? NaN;
    const before = await height();
    const { token: participantToken } = named(game, "Ben");
    await site.client.readAsParticipant(game, { participantToken });
    await turnTo(page);
    await row("Ben").getByText("Opened").waitFor();
    assert.match(await moment.innerText(), /Gifts opened: 1\sof\s6\./);
    assert.match(await page.locator("#standing li").first().innerText(), /1 of 6/);
    assert(await dots.evaluate((element) => element.matches(":focus")));
    assert(Math.abs(await height() - before) <= 1, "the page has moved");
    await assertNoSidewaysScroll(page);

    // While a menu is open, the page beneath it waits.
    await dots.click();
    const sheet = page.getByRole("dialog", { name: "Cleo" });
    await sheet.getByRole("link", { name: "Remove Cleo" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await act(site, game, "Ana", "confirmAssignment");
    await act(site, game, "Dan", "requestReassignment");
    await turnTo(page);
    assert.deepEqual(asked, []);
    await page.keyboard.press("Escape");
    await turnTo(page);
    await page.getByRole("heading", { name: "Dan would like a different name" }).waitFor();
    await row("Ana").getByText("Happy with the name").waitFor();
    assert(await dots.evaluate((element) => element.matches(":focus")));

    // New parts work, and the focused control stays.
    const decline = page.getByRole("button", { name: "Keep the same name: Dan" });
    await decline.focus();
    const { id: participantId, token } = named(game, "Dan");
    await site.client.act(game, "cancelReassignmentRequest", {
      participantId,
      participantToken: token,
    });
    await turnTo(page);
    await row("Dan").getByText("Wants a different name").waitFor({ state: "detached" });
    assert(await decline.evaluate((element) => element.matches(":focus")));
    await dots.focus();
    await turnTo(page);
    await decline.waitFor({ state: "detached" });

    const { invitationToken } = game;
    await site.client.join(game, { invitationToken, participantName: "Gil" });
    await turnTo(page);
    await row("Gil").waitFor();
    await page.getByRole("heading", { name: "7 people", exact: true }).waitFor();

    // A page that is up to date checks once and loads nothing.
    asked.length = 0;
    await turnTo(page);
    await page.waitForResponse(/\/progress\?known=/);
    assert.deepEqual(asked.map((url) => new URL(url).pathname), [
      `/games/${game.code}/organize/progress`,
    ]);
    await site.client.archive(game);
    await turnTo(page);
    await page.getByText("This game has closed").waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "A link that is being copied stays though its owner has just opened their gift",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const participants = ["Ana", "Ben", "Cleo", "Dan", "Eve"].map((name) => ({ name }));
    const game = await createFamilyGame(site, { participants });
    const open = async (name: string) => {
      const { token: participantToken } = named(game, name);
      await site.client.readAsParticipant(game, { participantToken });
    };
    for (const name of ["Dan", "Eve"]) await open(name);
    const page = await enterAsOrganizer(site, game, {});
    const step = page.locator("#needsLink");
    const item = (name: string) =>
      step.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    for (const name of ["Ana", "Ben"]) await item(name).locator("details summary").click();
    const field = step.getByLabel("Ana’s link", { exact: true });
    await field.focus();

    // The focused part stays with its surroundings: the link under Ana's name is hers.
    await open("Ana");
    await turnTo(page);
    await page.locator("#people-list").getByRole("listitem").filter({ hasText: "Ana" })
      .getByText("Opened").waitFor();
    assert.deepEqual(await page.evaluate(DOUBLE_IDS), []);
    assert.match(await field.inputValue(), new RegExp(named(game, "Ana").token));
    assert.match(
      await step.getByLabel("Ben’s link", { exact: true }).inputValue(),
      new RegExp(named(game, "Ben").token),
    );
    assert(await item("Ana").isVisible());

    // Once it loses the focus, Ana's row goes; Ben's is unchanged and still open.
    const copy = item("Ben").getByRole("button", { name: "Copy link Ben’s link" });
    await copy.focus();
    await turnTo(page);
    await item("Ana").waitFor({ state: "detached" });
    assert(await copy.evaluate((element) => element.matches(":focus")));
    await page.keyboard.press("Enter");
    const copied = await page.evaluate("navigator.clipboard.readText()");
    assert.match(String(copied), new RegExp(named(game, "Ben").token));
    await open("Cleo");
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    await turnTo(page);
    await step.getByLabel("Link shared Cleo").waitFor({ state: "detached" });
    assert(await step.getByLabel("Link shared Ben").isChecked());
    assert.deepEqual(await page.evaluate(DOUBLE_IDS), []);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "A form is sent once, and the page after a refused one reloads without sending it again",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site);
    const page = await enterAsOrganizer(site, game, {});
    await page.waitForLoadState("networkidle");
    const methods: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) methods.push(request.method());
    });
    await page.evaluate(`(() => {
      const form = document.createElement("form");
      form.method = "post";
      form.innerHTML = '<input name="action" value="addParticipant"><input name="name" value="Ana">';
      document.body.append(form);
      form.requestSubmit();
      form.requestSubmit();
    })()`);
    await page.getByRole("alert").first().waitFor();
    assert.deepEqual(methods, ["POST"]);
    await page.waitForLoadState("networkidle");
    // A notification leads back here: a refused form stays so that it can be corrected.
    await page.evaluate(
      "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'news' }));0",
    );
    await page.waitForTimeout(300);
    assert.deepEqual(methods.splice(0), ["POST"]);
    await site.client.archive(game);
    await turnTo(page);
    await until(() => methods.length, "the page is loaded anew");
    assert.deepEqual(methods, ["GET"]);
  },
);

Deno.test(
  "After a release an organizer's page that is still open shows changes, too",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site, { organizerName: "Olga" });
    const page = await enterAsOrganizer(site, game, {});
    await page.waitForLoadState("networkidle");
    await site.release();
    const { token: participantToken } = named(game, "Cleo");
    await site.client.readAsParticipant(game, { participantToken });
    await turnTo(page);
    await page.locator("#moment").getByText(/Gifts opened: 1\sof\s6/).waitFor();
  },
);

Deno.test(
  "Actions for one person are never shown for another, however late they arrive",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site);
    const page = await enterAsOrganizer(site, game, {});
    const late = Promise.withResolvers<void>();
    await page.route(`**/people/${named(game, "Ana").id}/menu`, async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    const open = (name: string) =>
      page.locator("#people-list").getByRole("link", { name: `Options for ${name}` }).click();
    await open("Ana");
    await page.keyboard.press("Escape");
    await open("Ben");
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Link shared Ben").waitFor();
    const answered = page.waitForResponse((response) => response.url().endsWith("/menu"));
    late.resolve();
    await answered;
    await page.waitForTimeout(100);
    assert.equal(await sheet.getByRole("heading").first().innerText(), "Ben");
    assert.equal(await sheet.getByLabel("Link shared Ana").count(), 0);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "Over plain http a person's menu copies that person's link, too",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site);
    const page = await enterAsOrganizer(site, game, {});
    const reader = await page.context().newPage();
    await reader.goto("/help");
    await reader.bringToFront();
    await reader.evaluate("navigator.clipboard.writeText('what was copied before')");
    await page.bringToFront();
    // As on a page that is not secure.
    await page.addInitScript("delete Navigator.prototype.clipboard");
    await page.reload();
    assert.equal(await page.evaluate("'clipboard' in navigator"), false);
    await page.locator("#people-list").getByRole("link", { name: "Options for Cleo" }).click();
    const sheet = page.getByRole("dialog", { name: "Cleo" });
    await sheet.locator("[data-pass-act=message]").first().click();
    await sheet.locator("[data-pass-act=message][data-done]").waitFor();
    await reader.bringToFront();
    const copied = await reader.evaluate("navigator.clipboard.readText()");
    assert.match(String(copied), new RegExp(named(game, "Cleo").token));
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "No one whose link was ticked as shared is said to need it, until the tick is removed",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const participants = [...FAMILY, "Gil", "Hal", "Ida"].map((name) => ({ name }));
    const game = await createFamilyGame(site, { participants });
    for (const name of ["Cleo", "Dan", "Eve", "Finn"]) {
      const { token: participantToken } = named(game, name);
      await site.client.readAsParticipant(game, { participantToken });
    }
    const page = await enterAsOrganizer(site, game, {});
    const step = page.locator("#needsLink");
    const people = page.locator("#people-list");
    const row = (name: string) => people.getByRole("listitem").filter({ hasText: name });
    const tick = async (name: string) => {
      await people.getByRole("link", { name: `Options for ${name}` }).click();
      const sheet = page.getByRole("dialog", { name });
      await sheet.getByLabel(`Link shared ${name}`).click();
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "hidden" });
    };
    const says = (title: string) => step.getByRole("heading", { name: title }).waitFor();
    await says("People who still need their link: 5");
    for (const name of ["Ana", "Ben"]) await tick(name);
    await says("People who still need their link: 3");
    await row("Ana").getByText("Link shared").waitFor();
    assert.equal(await row("Ana").getByText("Needs their link").count(), 0);

    // This stays the same on reload, after a change, and in the filtered list.
    await page.goto(`/games/${game.code}/organize?show=needsLink`);
    await says("People who still need their link: 3");
    await page.getByText(/^3\sof\s9$/).waitFor();
    assert(!await row("Ana").isVisible() && await row("Gil").isVisible());
    await page.getByRole("search").locator("label", { hasText: "Everyone" }).click();
    const { token: participantToken } = named(game, "Ida");
    await site.client.readAsParticipant(game, { participantToken });
    await turnTo(page);
    await says("People who still need their link: 2");
    await row("Ana").getByText("Link shared").waitFor();
    await tick("Gil");
    await says("Hal still needs their link");
    await tick("Hal");
    await says("Everyone has their link");
    await page.goto(`/games/${game.code}/organize/people/${named(game, "Ana").id}`);
    await page.getByText("Link shared").first().waitFor();
    await page.getByLabel("Link shared Ana").uncheck();
    await page.getByText("Needs their link").waitFor();
    for (const name of ["Hal", "Gil"]) {
      const { token: participantToken } = named(game, name);
      await site.client.readAsParticipant(game, { participantToken });
    }
    await page.goto(`/games/${game.code}/organize`);
    await says("Ana still needs their link");

    // A few links are shared here, so the menu's elements have ids of their own.
    await people.getByRole("link", { name: "Options for Ana" }).click();
    await page.getByRole("dialog").getByLabel("Link shared Ana").waitFor();
    assert.deepEqual(await page.evaluate(DOUBLE_IDS), []);
    await page.getByRole("dialog").getByLabel("Link shared Ana").check();
    await page.keyboard.press("Escape");
    await says("Everyone has their link");
    assert(await step.getByLabel("Link shared Ben").isChecked());
    assert(!await step.getByRole("link", { name: "WhatsApp" }).first().isVisible());
    await step.getByLabel("Link shared Ben").uncheck();
    await says("Ben still needs their link");
    await step.getByRole("link", { name: "WhatsApp" }).first().waitFor();
    await assertAccessible(page);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "No one needs a link once the day is over, and every question leads to its answer",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const help = await (await fetch(`${site.url}/help`)).text();
    const asked = new Set<string>();
    const people = FAMILY.map((name) => ({ name }));
    for (const isSealed of [false, true]) {
      const game = await createFamilyGame(site, { isSealed, participants: people });
      const cookie = `organizer_${game.code}=${game.organizerToken}`;
      const read = async (rest: string) => {
        const answer = await fetch(`${site.url}/games/${game.code}/organize${rest}`, {
          headers: { cookie },
        });
        assert.equal(answer.status, 200, rest);
        const html = await answer.text();
        for (const [, anchor = ""] of html.matchAll(/href="\/help#(\w+)"/g)) asked.add(anchor);
        return html;
      };
      const pages = ["", "?show=needsLink", `/people/${named(game, "Ana").id}`];
      for (const rest of pages) assert.match(await read(rest), /Needs their link/, rest);
      await site.client.manage(game, "updateGameDetails", { date: inDays(-2) });
      for (const rest of [...pages, `/people/${named(game, "Ana").id}/menu`, "/people.csv"]) {
        assert.doesNotMatch(await read(rest), /[Nn]eeds? the(ir)? link/, rest);
      }
      for (const rest of ["/apart", "/room", "/again", "/tools"]) await read(rest);
      if (!isSealed) await read("/pairs");
    }
    for (const anchor of asked) assert(help.includes(`id="${anchor}"`), anchor);
    assert.deepEqual(
      [...asked].toSorted(),
      [
        "change",
        "notices",
        "peek",
        "place",
      ],
    );
  },
);

Deno.test(
  "The organizer's pages fit a narrow phone with text of twice the size, in German",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamilyGame(site, { language: "de" });
    const page = await enterAsOrganizer(site, game, { width: 320, language: "de" });
    for (const rest of ["", "/details", "/apart", `/people/${named(game, "Ana").id}`]) {
      await page.goto(`/games/${game.code}/organize${rest}`);
      await page.evaluate(`
        document.documentElement.style.fontSize = "32px";
        for (const fold of document.querySelectorAll("main details")) fold.open = true;
      `);
      await assertNoSidewaysScroll(page);
    }
  },
);
