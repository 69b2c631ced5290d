import assert from "node:assert/strict";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  pressOffline,
  TestSite,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { readMessages } from "./support/messages.ts";
import { until } from "./support/until.ts";
import { named, receivers } from "./support/views.ts";

const NAMES = ["Gina", "Clara", "Finn", "Lou", "Max"];

function createFamily(site: TestSite) {
  return site.client.createGame({
    name: "Weihnachten bei Oma",
    date: inDays(9),
    language: "de",
    isProtected: true,
    participants: NAMES.map((name) => ({ name, wish: `Wunsch von ${name}` })),
    keepers: [["Gina", "Finn"]],
  });
}

Deno.test(
  "each kept gift is wrapped separately, and two people share a phone (360 pixels, German)",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const pairs = receivers(game);
    const link = (name: string) => `/games/${game.code}?participant=${named(game, name).token}`;
    for (const hasScript of [true, false]) {
      const page = await site.visit({ hasScript, language: "de" });
      await page.goto(link("Gina"));
      const card = page.locator("section,div").filter({ hasText: "Das packst du für Finn aus" })
        .last();
      await card.waitFor();
      const isKnown = async () => (await page.content()).includes(pairs.get("Finn") + "</h2>");
      assert(!await isKnown());
      await page.getByRole("button", { name: "Auspacken" }).nth(1).click();
      await page.getByRole("heading", { level: 2, name: `Finn beschenkt ${pairs.get("Finn")}` })
        .waitFor();
      await page.getByText("Finn beschenkt", { exact: true }).waitFor();
      await assertNoSidewaysScroll(page);
      if (hasScript) await assertAccessible(page);
      assert.equal(
        await page.locator(".gift-opened").getByRole("heading", { level: 2 }).count(),
        1,
        "one's own stays wrapped",
      );
      const seen = await site.client.readAsOrganizer(game);
      assert(named(seen, "Finn").viewedAt && !named(seen, "Gina").viewedAt);
      // Another person's link asks who is meant; both are remembered.
      await page.goto(link("Clara"));
      await page.getByRole("heading", { name: "Weiter als Clara" }).waitFor();
      await assertNoSidewaysScroll(page);
      if (hasScript) await assertAccessible(page);
      await page.getByRole("link", { name: "Weiter als Gina" }).click();
      await page.getByRole("heading", { name: "Hallo Gina!" }).waitFor();
      await page.goto(link("Clara"));
      await page.getByRole("button", { name: "Weiter als Clara" }).click();
      await page.getByRole("heading", { name: "Hallo Clara!" }).waitFor();
      assert(!page.url().includes("participant="));
      await page.getByRole("button", { name: "Weiter als Gina" }).click();
      await page.getByRole("heading", { name: "Hallo Gina!" }).waitFor();
      await page.locator("#data > summary").click();
      await page.getByRole("button", { name: "Auf diesem Gerät abmelden" }).click();
      assert.deepEqual(
        (await page.context().cookies()).filter(({ name }) => /^(participant|others)_/.test(name)),
        [],
      );
      // The next user of the phone goes back and finds no link.
      for (let back = 0; hasScript && back < 12; back++) {
        // Pages reload on the way, and the browser reports no history meanwhile: then it is one step less.
        await page.goBack().catch((error) => {
          assert.match(String(error), /Not attached to an active page/);
          return page.waitForLoadState();
        });
        assert.equal(await page.getByRole("heading", { name: /^Hallo/ }).count(), 0, page.url());
      }
      await site.leave(page);
    }
    assert.deepEqual(site.problems, []);
  },
);

Deno.test("signing out in one tab signs out in all of them", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createFamily(site);
  const page = await site.visit({ language: "de" });
  await page.goto(`/games/${game.code}?participant=${named(game, "Gina").token}`);
  await page.getByRole("heading", { name: "Hallo Gina!" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator("#data > summary").click();
  await other.getByRole("button", { name: "Auf diesem Gerät abmelden" }).click();
  await page.getByRole("heading", { name: "Hallo Gina!" }).waitFor({ state: "detached" });
  assert.equal(await page.getByText("Gina").count(), 0);
  // Text that was being typed at the sign-in is still there after a visit to the help.
  await other.locator("input[name=token]").fill("abc");
  await other.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));0");
  await other.waitForTimeout(300);
  assert.equal(await other.locator("input[name=token]").inputValue(), "abc");
  await other.goto(`/games/${game.code}?participant=${named(game, "Clara").token}`);
  await page.getByRole("heading", { name: "Hallo Clara!" }).waitFor();
  await other.close();
  await site.leave(page);
  assert.deepEqual(site.problems, []);
});

Deno.test(
  "a shared phone goes round: hold to open, close, pass on (360 pixels, German)",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const pairs = receivers(game);
    const organizer = `/games/${game.code}/organize?token=${game.organizerToken}`;
    const page = await site.visit({ language: "de" });
    await page.goto(organizer);
    await page.getByRole("link", { name: "Handy herumgeben" }).click();
    await assertAccessible(page);
    await page.getByRole("link", { name: "Finn" }).click();
    await page.getByRole("heading", { name: "Gib Finn das Handy" }).waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    const hold = page.getByRole("button", { name: "Zum Auspacken gedrückt halten" });
    await hold.click();
    await page.waitForTimeout(900);
    assert.equal(
      (await site.client.readAsOrganizer(game)).participants.filter(({ viewedAt }) => viewedAt)
        .length,
      0,
      "a tap opens nothing",
    );
    await hold.click({ delay: 1000, noWaitAfter: true });
    const name = page.getByRole("heading", { name: pairs.get("Finn") ?? "", exact: true });
    await name.waitFor();
    await assertAccessible(page);
    // The name disappears at once, though the next page may take a while.
    const next = page.getByRole("button", { name: "Verstecken und Handy weitergeben" });
    await page.context().setOffline(true);
    await pressOffline(next);
    await name.waitFor({ state: "detached" });
    await page.context().setOffline(false);
    await next.click();
    await page.getByRole("heading", { name: "Gib Gina das Handy" }).waitFor();
    await hold.focus();
    await page.keyboard.down("Enter");
    await page.waitForTimeout(1000);
    await page.keyboard.up("Enter");
    const other = page.getByRole("heading", { name: pairs.get("Gina") ?? "", exact: true });
    await other.waitFor();
    // The phone is locked while the name is open: the next person finds the list.
    await page.waitForLoadState("networkidle");
    await page.evaluate(`
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));0`);
    assert.equal(await other.count(), 0);
    await page.getByRole("link", { name: "Lou" }).waitFor();
    // Without scripts it opens on a click, and never for the same person twice.
    const plain = await site.visit({ language: "de", hasScript: false });
    await plain.request.get(organizer);
    await plain.goto(`/games/${game.code}/organize/room`);
    assert.equal(await plain.getByRole("link", { name: "Finn" }).count(), 0);
    await plain.getByRole("link", { name: "Lou" }).click();
    await plain.getByRole("link", { name: "Zurück" }).click();
    await plain.getByRole("link", { name: "Lou" }).click();
    await plain.getByRole("button", { name: "Zum Auspacken gedrückt halten" }).click();
    await plain.getByRole("heading", { name: pairs.get("Lou") ?? "", exact: true }).waitFor();
    const { text } = await site.client.get(`/games/${game.code}`, {
      cookie: `participant_${game.code}=${named(game, "Finn").token}; lang=de`,
    });
    assert.match(text, /auf dem Handy, mit dem die Runde organisiert wird/);
    assert.match(text, /Dein Päckchen kann auch von Gina ausgepackt werden/);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a phone that is locked before the name arrives shows no name",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const page = await site.visit({ language: "de" });
    await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
    await page.addInitScript(`Object.defineProperty(document, "hidden", {
    get: () => document.querySelector(".gift-opened") !== null,
  })`);
    await page.goto(`/games/${game.code}/organize/room`);
    await page.getByRole("link", { name: "Finn" }).click();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Zum Auspacken gedrückt halten" })
      .click({ delay: 1000, noWaitAfter: true });
    // Later, the page would turn to the list anyway.
    await page.getByRole("link", { name: "Gina" }).waitFor({ timeout: 10_000 });
  },
);

Deno.test(
  "held after a tap, by a repeating key, or pressed three times: each time the name is seen",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const pairs = receivers(game);
    const page = await site.visit({ language: "de" });
    await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
    // Leaves time to press again before the answer arrives.
    await page.route("**/organize/room", async (route) => {
      if (route.request().method() !== "POST") return await route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      await page.waitForTimeout(1000);
      // No one waits for the answer to an aborted request.
      await route.fulfill({ response }).catch(() => {});
    });
    const hold = page.getByRole("button", { name: "Zum Auspacken gedrückt halten" });
    const press = async (ms = 0) => {
      await page.mouse.down();
      await page.waitForTimeout(ms);
      await page.mouse.up();
    };
    const ways: Record<string, () => Promise<void>> = {
      async Finn() {
        await press();
        await press(900);
      },
      async Gina() {
        await hold.focus();
        for (let time = 0; time < 8; time++) {
          await page.keyboard.down("Enter");
          await page.waitForTimeout(50);
        }
        await page.keyboard.up("Enter");
      },
      async Lou() {
        for (let time = 0; time < 3; time++) await press();
      },
    };
    for (const [name, way] of Object.entries(ways)) {
      await page.goto(`/games/${game.code}/organize/room?who=${named(game, name).id}`);
      await page.getByRole("heading", { name: `Gib ${name} das Handy` }).waitFor();
      await page.waitForLoadState("networkidle");
      await hold.hover();
      await way();
      await page.waitForURL("**/organize/room");
      await page.getByRole("heading", { name: pairs.get(name) ?? "", exact: true })
        .waitFor({ timeout: 10_000 });
    }
    // The next user of the phone may go back to a page that the browser has kept.
    await page.waitForLoadState("networkidle");
    await page.evaluate(
      "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));0",
    );
    assert.equal(await page.locator("main").innerText(), "");
    await page.evaluate(
      "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));0",
    );
    await page.getByRole("link", { name: "Oma" }).or(page.getByRole("heading")).first().waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "when one tab switches to another person, all do: nothing is sent as someone else",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const link = (name: string) => `/games/${game.code}?participant=${named(game, name).token}`;
    const own = await site.visit({ language: "de" });
    const tab = () => own.context().newPage();
    await own.goto(link("Gina"));
    await own.getByRole("heading", { name: "Hallo Gina!" }).waitFor();
    const [messages, wishes, other] = await Promise.all([tab(), tab(), tab()]);
    await messages.goto(`/games/${game.code}/whisper?with=giver`);
    await wishes.goto(`/games/${game.code}/wishes`);
    for (const page of [own, messages, wishes]) await page.waitForLoadState("networkidle");
    const field = messages.getByLabel("Deine Nachricht");
    const wish = wishes.locator("#wish-text");
    await field.fill("Von Gina");
    await wish.fill("Tee für Gina");

    // Another of her own pages changes nothing.
    await other.goto(`/games/${game.code}`, { waitUntil: "networkidle" });
    assert.equal(await field.inputValue(), "Von Gina");
    await other.goto(link("Clara"));
    await other.getByRole("button", { name: "Weiter als Clara" }).click();
    await own.getByRole("heading", { name: "Hallo Clara!" }).waitFor();
    for (const typed of [field, wish]) {
      await until(async () => await typed.inputValue() === "", "the page as Clara sees it");
    }
    const sent = await readMessages(site.client, game, named(game, "Clara"));
    assert.deepEqual(sent.toGiver, []);
    // The typed text is there when she is back.
    await other.getByRole("button", { name: "Weiter als Gina" }).click();
    await own.getByRole("heading", { name: "Hallo Gina!" }).waitFor();
    await until(async () => await wish.inputValue() === "Tee für Gina", "Gina's draft");
    // In a closed game, too, the forms in every tab belong to the participant who is signed in.
    await site.client.archive(game);
    await other.goto(`/games/${game.code}`);
    await other.getByRole("button", { name: "Weiter als Clara" }).click();
    await own.getByRole("heading", { name: "Hallo Gina!" }).waitFor({ state: "detached" });
    await own.getByRole("button", { name: "Weiter als Gina" }).click();
    await other.getByRole("button", { name: "Weiter als Clara" }).waitFor();
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "a newcomer takes Finn's place in three taps, and a person who cannot come asks to leave (360 pixels, German)",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const lou = await site.visit({ language: "de" });
    await lou.goto(`/games/${game.code}?participant=${named(game, "Lou").token}`);
    await lou.locator("#leave summary").click();
    await lou.getByRole("button", { name: "Ja, die Wichtelleitung soll es wissen" }).click();
    // `whole_story_browser_test.ts` runs axe on what both see of it.
    await lou.getByText("Bis die Wichtelleitung entscheidet").first().waitFor();
    const page = await site.visit({ language: "de" });
    await page.goto(`/games/${game.code}/organize?token=${game.organizerToken}`);
    await page.getByRole("heading", { name: "Lou möchte aussteigen" }).waitFor();
    await assertNoSidewaysScroll(page);
    await page.locator("#people").getByRole("link", { name: "Finn", exact: true }).click();
    await page.locator("#place summary").click();
    const form = page.locator("#place form");
    await form.getByLabel("Name", { exact: true }).fill("gina");
    await form.getByRole("button", { name: "Platz übergeben" }).click();
    await page.getByRole("alert").first().waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Zoe");
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await form.getByRole("button", { name: "Platz übergeben" }).click();
    await page.getByText("Zoe ist dabei").waitFor();
    // Finn's keeper also opens Zoe's gift until another person does.
    await page.locator("#opener").getByLabel("Gina").uncheck();
    await page.locator("#opener select").selectOption("Max");
    await page.locator("#opener").getByRole("button", { name: "Speichern" }).click();
    await page.getByText("Gespeichert.").waitFor();
    const after = await site.client.readAsOrganizer(game);
    assert.deepEqual(after.keepers, [[named(after, "Max").id, named(after, "Zoe").id]]);
    await lou.getByRole("button", { name: "Ich bleibe doch dabei" }).click();
    await lou.getByText("Schön: Du bleibst dabei.").waitFor();
    // Slips with names are only for organizers who tick that they do not play.
    await page.goto(`/games/${game.code}/slips`);
    assert.equal(await page.getByText(/^Du beschenkst/).count(), 0);
    await page.getByLabel("Ich mache selbst nicht mit").check();
    await page.getByRole("button", { name: "Zettel mit Namen erstellen" }).click();
    await page.waitForLoadState();
    assert.equal(await page.getByText(/^Du beschenkst/).count(), NAMES.length);
    assert.deepEqual(site.problems, []);
  },
);
