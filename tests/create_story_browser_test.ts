import assert from "node:assert/strict";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { Story } from "./support/stories.ts";
import { sample } from "./support/sample.ts";

const NAMES = ["Tom", "Clara", "Benjamin", "Gina", "Kurt"];

for (const language of sample(["ja", "de"] as const)) {
  Deno.test(
    `six with a couple are drawn, and the first link is in the chat (360 pixels, ${language})`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const story = new Story(site, language);
      const { t } = story;
      const page = await story.phone();
      // The structure is the same in every language.
      const look = (name: string) =>
        language === "de" ? story.look(page, name) : story.lookAtWidth(page, name);
      // No other apps are installed here, so checking what would be opened is enough.
      const [chat, host] = language === "ja"
        ? [t("passOn.line"), "line.me"]
        : [t("passOn.whatsApp"), "wa.me"];
      await page.context().route(`https://${host}/**`, (route) => route.fulfill({ body: "" }));

      story.begin("create");
      await page.goto("/");
      await story.press(page, "button", t("home.next"));
      // The editor of people has loaded: before that, Enter submits the form.
      await page.locator("[data-guest]").first().waitFor();
      await story.type(page.getByLabel(t("common.yourName")), "Olga");
      await story.enter(page);
      for (const name of NAMES) {
        await story.keys(page, name);
        await story.enter(page);
      }
      const label = t("create.people.livesWith", { name: "Olga" });
      await story.press(page, "button", label);
      // Scrolled to the end, where the bar at the bottom of the window covers no field.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await story.lookAtWidth(page, "couple");
      await story.tap(
        page.getByRole("group", { name: label }).getByRole("button", { name: "Tom", exact: true }),
      );
      await story.type(page.getByLabel(t("create.event.name")), "Weihnachten 2026");
      await story.type(page.getByLabel(t("mail.facts.date"), { exact: true }), inDays(20));
      await story.tap(page.locator("label", { has: page.locator("[name=budget]") }).nth(3));
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await look("ready");
      await story.press(page, "button", t("create.review.create"));
      await page.getByRole("heading", { level: 1, name: t("created.ready") }).waitFor();
      await story.lookAtWidth(page, "created");

      story.begin("the first link to the chat");
      const popup = page.waitForEvent("popup");
      const row = page.locator("#link-list li", {
        has: page.getByRole("heading", { name: "Tom" }),
      });
      await story.tap(row.getByRole("link", { name: chat }));
      const opened = new URL((await popup).url());
      assert.equal(opened.host, host);
      const sent = opened.searchParams.get("text") ?? "";
      assert(sent.includes("Tom") && /\nhttp\S+$/.test(sent), sent);
      assert(await row.getByLabel(t("passOn.handedOver")).isChecked());

      const code = /\/games\/(\d+)/.exec(page.url())?.[1] ?? "";
      const game = await site.services.store.readGame(code);
      assert(game);
      assert.deepEqual(game.participants.map(({ name }) => name), ["Olga", ...NAMES]);
      const [olga, tom] = game.participants;
      assert.deepEqual(game.households, [[olga?.number, tom?.number]]);
      assert.equal(game.organizerName, "Olga");
      assert.notEqual(game.amount, "");
      story.end("six with a couple");
      const { taps, keys } = story.cost("create");
      assert(taps <= 12 && keys <= 110, `${taps} taps, ${keys} keys`);
      assert(story.cost("the first link to the chat").taps <= 2);
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test("three names on the start page are drawn in two clicks", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  for (const hasScript of [true, false]) {
    const page = await site.visit({ hasScript });
    await page.goto("/");
    await page.getByLabel("Your name").fill("Olga");
    await page.getByLabel("Name 2").fill("Tom");
    await page.getByLabel("Name 3").fill("Ida");
    await page.getByRole("button", { name: "Next: the date" }).click();
    // The proposed values are visible and can be changed.
    const name = await page.getByLabel("Name of the event").inputValue();
    const date = await page.getByLabel("Date", { exact: true }).inputValue();
    assert.match(name, /^Gift Exchange 20\d\d$/);
    assert(date >= inDays(0), date);
    if (hasScript) await page.getByText("3 people", { exact: true }).waitFor();
    assert.equal(await page.getByText("Still missing").filter({ visible: true }).count(), 0);
    await page.getByRole("button", { name: "Create game and draw names" }).click();
    await page.getByRole("heading", { level: 1, name: "The names have been drawn!" }).waitFor();
    const code = /\/games\/(\d+)/.exec(page.url())?.[1] ?? "";
    const game = await site.services.store.readGame(code);
    assert.deepEqual([game?.name, game?.date, game?.participants.map((one) => one.name)], [
      name,
      date,
      ["Olga", "Tom", "Ida"],
    ]);
    await site.leave(page);
  }
  assert.deepEqual(site.problems, []);
});
