import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { type Translate, translator } from "@/lib/i18n/translate.ts";
import type { Language } from "@/lib/game/types.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
  turnTo,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { until } from "./support/until.ts";
import { sample } from "./support/sample.ts";

/** Folder for screenshots of every screen; empty: none are taken. */
const PICTURES = Deno.env.get("PICTURES");
let pictures = 0;

async function look(page: Page, name: string): Promise<void> {
  await assertNoSidewaysScroll(page);
  // The structure is the same in every language.
  if (name.startsWith("de") || PICTURES) await assertAccessible(page);
  if (!PICTURES) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(500);
    const path = `${PICTURES}/${String(++pictures).padStart(2, "0")}-${name}-${colorScheme}.png`;
    await page.screenshot({ path, fullPage: true });
  }
}

/** Joins with the shared link, on a separate device. */
async function join(
  site: TestSite,
  language: Language,
  link: string,
  name: string,
  livesWith = "",
): Promise<Page> {
  const t = translator(language);
  const page = await site.visit({ language, hasTouch: true });
  await page.goto(link);
  if (name === "Clara") await look(page, `${language}-join`);
  await page.getByLabel(t("common.yourName"), { exact: true }).fill(name);
  if (livesWith) {
    await page.getByText(t("join.more")).tap();
    await page.getByLabel(t("gather.join.livesWith")).fill(livesWith);
  }
  await page.getByRole("button", { name: t("join.button") }).tap();
  await page.getByRole("heading", { level: 1 }).filter({
    hasText: t("game.in.title", { name }),
  }).waitFor();
  return page;
}

/** Creates a round with the form. @returns the organizer's page and the link to send. */
async function begin(site: TestSite, language: Language, t: Translate): Promise<[Page, string]> {
  const page = await site.visit({ language, hasTouch: true });
  await page.goto("/");
  await look(page, `${language}-home`);
  await page.getByRole("link", { name: t("gather.home.later") }).tap();
  await page.getByRole("heading", { level: 1, name: t("gather.create.title") }).waitFor();
  await page.getByLabel(t("create.event.name")).fill("Familie");
  await page.getByLabel(t("mail.facts.date"), { exact: true }).fill(inDays(20));
  await page.getByLabel(t("common.yourName")).fill("Olga");
  await look(page, `${language}-create`);
  await page.getByRole("button", { name: t("gather.create.button") }).tap();
  await page.getByRole("heading", { level: 1, name: t("gather.created.title") }).waitFor();
  await page.getByRole("heading", { name: t("gather.created.ready") }).waitFor();
  await look(page, `${language}-created`);
  const link = await page.getByLabel(t("organize.links.invitation")).inputValue();
  await page.getByRole("link", { name: t("mail.button.organizer") }).tap();
  await page.getByText(t("create.people.total", { count: 1 })).waitFor();
  return [page, link];
}

for (const language of sample(["de", "ja"] as const)) {
  Deno.test(
    `a family joins through one link and is drawn, by touch in ${language}`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const t = translator(language);
      const [organizer, link] = await begin(site, language, t);
      const tom = await join(site, language, link, "Tom");
      const clara = await join(site, language, link, "Clara", "Tom");

      // The organizer's page shows who has joined, without being reloaded.
      if (language !== "de") await turnTo(organizer);
      await organizer.getByRole("link", { name: "Clara", exact: true }).waitFor();
      await organizer.getByText(t("create.people.total", { count: 3 })).waitFor();
      await look(organizer, `${language}-organize`);
      await organizer.getByRole("button", { name: t("create.people.exclusion") }).tap();
      await organizer.getByText(t("common.saved")).waitFor();
      await look(clara, `${language}-participant`);

      const ben = await join(site, language, link, "Ben");
      await ben.getByText(t("place.leaveTitle")).tap();
      await look(ben, `${language}-leave`);
      await ben.getByRole("button", { name: t("gather.leave.now") }).tap();
      await ben.getByText(t("game.done.left")).waitFor();
      await site.leave(ben);
      const invitationToken = new URL(link).searchParams.get("invitation") ?? "";
      const game = { code: /\/games\/(\d+)/.exec(link)?.[1] ?? "" };
      for (const participantName of ["Gina", "Finn"]) {
        const body = { action: "joinInvitation", invitationToken, participantName };
        assert.equal((await site.client.patchGame(game, body)).status, 200);
      }

      await turnTo(organizer);
      await organizer.getByRole("link", { name: "Finn", exact: true }).waitFor();
      assert.equal(await organizer.getByRole("link", { name: "Ben", exact: true }).count(), 0);
      await organizer.getByRole("link", {
        name: t("organize.confirm.drawNames.button"),
        exact: true,
      }).tap();
      await organizer.getByRole("heading", {
        level: 1,
        name: t("organize.confirm.drawNames.button"),
      })
        .waitFor();
      await look(organizer, `${language}-confirm`);
      await organizer.getByRole("button", { name: t("organize.confirm.drawNames.button") }).tap();
      await organizer.locator("p:not(.draw-title)", { hasText: t("created.ready") }).waitFor();
      for (const page of [tom, clara]) {
        // The page may already be loading the drawn names by itself.
        await page.reload().catch(() => page.reload());
        await page.getByRole("button", { name: t("game.reveal.open") }).tap();
        await page.getByText(t("game.reveal.youGiveTo"), { exact: true }).waitFor();
      }
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test(
  "a round collects people without JavaScript, and its form turns into the other one",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const t = translator("en");
    const page = await site.visit({ hasScript: false });
    await page.goto("/create");
    await page.getByLabel(t("create.event.name")).fill("Office party");
    await page.locator("[name=people]").fill("Ana\nBen");
    await page.getByRole("button", { name: t("gather.home.later") }).click();
    await page.getByRole("heading", { level: 1, name: t("gather.create.title") }).waitFor();
    assert.equal(await page.getByLabel(t("create.event.name")).inputValue(), "Office party");
    assert.equal(
      (await page.locator("[name=people]").inputValue()).replaceAll("\r", ""),
      "Ana\nBen",
    );
    await page.locator("#more > summary").click();
    await page.getByLabel(t("organize.details.timeZone")).fill("Europe/Berlin");
    await page.getByLabel(t("gather.create.drawAt")).fill(`${inDays(5)}T18:00`);
    await page.getByLabel(t("mail.facts.date"), { exact: true }).fill(inDays(20));
    await page.getByRole("button", { name: t("gather.home.now") }).click();
    await page.getByRole("heading", { level: 1, name: t("create.title") }).waitFor();
    await page.getByRole("button", { name: t("gather.home.later") }).click();
    await page.getByRole("button", { name: t("gather.create.button") }).click();
    await page.getByText(t("errors.required.name")).first().waitFor();
    await page.getByLabel(t("gather.create.takesPart")).uncheck();
    await page.getByRole("button", { name: t("gather.create.button") }).click();
    await page.getByRole("heading", { name: t("gather.created.ready") }).waitFor();
    await page.getByRole("link", { name: t("mail.button.organizer") }).click();
    await page.getByText(t("create.people.total", { count: 2 })).waitFor();
    await page.getByText(t("errors.fewPeople", { min: 3 })).waitFor();
    const code = /\/games\/(\d+)/.exec(page.url())?.[1] ?? "";
    const stored = await site.services.store.readGame(code);
    const drawAt = Temporal.PlainDateTime.from(`${inDays(5)}T18:00`).toZonedDateTime(
      "Europe/Berlin",
    );
    assert.equal(stored?.drawAt, new Date(drawAt.epochMilliseconds).toISOString());

    // The draw is due with two people in the round: only the organizer is notified, and can fix it.
    await drawDue(site.services, new Date(Date.now() + 6 * 86_400_000));
    await page.reload();
    await page.getByText(t("mail.kinds.drawFailed.subject")).waitFor();
    await page.getByText(t("create.people.add")).click();
    await page.locator("#participantName").fill("Cy");
    await page.getByRole("button", { name: t("wishes.add") }).click();
    await page.getByRole("link", { name: t("organize.confirm.drawNames.button") }).click();
    await page.getByRole("button", { name: t("organize.confirm.drawNames.button") }).click();
    await page.locator("p:not(.draw-title)", { hasText: t("created.ready") }).waitFor();
    assert.equal((await site.services.store.readGame(code))?.isGathering, false);
    assert.deepEqual(site.problems, []);
  },
);

Deno.test(
  "people who wait see a changed draw time without reloading the page",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const game = await site.client.createGame({ draw: "later", drawAt: inHours(30) });
    const page = await site.visit();
    await page.goto(`/games/${game.code}?participant=${game.participants[0]?.token}`);
    const time = page.locator("#drawn-at");
    const before = await time.innerText();
    await page.waitForLoadState("networkidle");
    await site.client.manage(game, "updateGameDetails", { drawAt: inHours(90) });
    await page.evaluate("self.isOld = true");
    await turnTo(page);
    await until(async () => await time.innerText() !== before, "the new time");
    assert.equal(await page.evaluate("self.isOld"), true);
    assert.deepEqual(site.problems, []);
  },
);
