import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { translator } from "@/lib/i18n/translate.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import { inDays } from "./support/games.ts";
import { signIn } from "./support/participants.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

/** Folder for screenshots of each screen; empty: none are taken. */
const PICTURES = Deno.env.get("SEALED_PICTURES") ?? "";

/** @param isNew false if axe has checked this screen in another language, with the same structure. */
async function checkScreen(page: Page, name: string, isNew = true): Promise<void> {
  await assertNoSidewaysScroll(page);
  if (isNew) await assertAccessible(page);
  if (!PICTURES) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

for (const hasScript of sample([false, true])) {
  Deno.test({
    ...BROWSER_TEST,
    name: `a sealed game on a phone, in German, ${hasScript ? "with" : "without"} scripts`,
    async fn() {
      await using site = await TestSite.open();
      const t = translator("de");
      const visitor = { language: "de", hasScript };
      // Scripts that inspect a page run in it.
      const check = hasScript ? checkScreen : () => Promise.resolve();
      const organizer = await site.visit(visitor);
      const game = await site.client.createGame({
        name: "Büro",
        date: inDays(20),
        language: "de",
        isSealed: true,
        participants: ["Gina", "Ömer", "Paul"].map((name) => ({ name })),
      });
      await signIn(organizer, game, { token: game.organizerToken }, "organizer");
      if (hasScript) {
        await organizer.goto(`/games/${game.code}/organize`);
        await organizer.getByText(t("sealed.noteOwn")).waitFor();
        await check(organizer, "organize");
        await organizer.goto(`/games/${game.code}/organize/pairs`);
        assert.match(organizer.url(), /organize\/tools#pairs$/, "no page shows the pairs");
      }

      await organizer.goto(`/games/${game.code}/created`);
      await organizer.getByRole("button", { name: t("sealed.links.makeMissing") }).click();
      const field = organizer.getByLabel(t("created.people.link", { name: "Gina" }), {
        exact: true,
      });
      const claimUrl = await field.inputValue();
      await check(organizer, "links");
      if (hasScript) {
        await organizer.goto(`/games/${game.code}/slips`);
        assert.equal(await organizer.locator("svg[role=img]").count(), 3);
      }

      const gina = await site.visit(visitor);
      await gina.goto(claimUrl);
      await check(gina, "claim");
      await gina.getByRole("button", { name: t("sealed.claim.button", { name: "Gina" }) }).click();
      await gina.getByRole("heading", { name: t("game.in.title", { name: "Gina" }) }).waitFor();
      const keep = gina.locator("#keep");
      await keep.getByRole("heading", { name: t("game.device.link") }).waitFor();
      const link = await keep.locator("[data-pass-on]").getAttribute("data-pass-on");
      assert.match(link ?? "", new RegExp(`/games/${game.code}\\?participant=`));
      await check(gina, "place");
      await gina.getByRole("button", { name: t("game.reveal.open") }).click();
      await gina.getByText(t("game.reveal.youGiveTo"), { exact: true }).waitFor();

      const late = await site.visit(visitor);
      if (hasScript) {
        await late.goto(claimUrl);
        await late.getByRole("heading", { name: t("errorPage.403.title") }).waitFor();
        await check(late, "ended");
      }

      const [first] = game.participants;
      assert(first);
      await organizer.goto(`/games/${game.code}/organize/people/${first.id}`);
      await organizer.getByRole("button", { name: t("sealed.links.make") }).click();
      const renewed = await organizer.getByLabel(t("created.people.link", { name: "Gina" }), {
        exact: true,
      })
        .inputValue();
      assert.notEqual(renewed, claimUrl);
      await check(organizer, "person");
      await late.goto(renewed);
      await late.getByRole("button", { name: t("sealed.claim.button", { name: "Gina" }) }).click();
      await late.getByText(t("sealed.withheld.title")).waitFor();
      await check(late, "withheld");

      await gina.goto(`/games/${game.code}`);
      await gina.getByText(t("sealed.handover.asked")).waitFor();
      await check(gina, "handover");
      await gina.getByRole("button", { name: t("sealed.handover.agree") }).click();
      await gina.getByText(t("game.done.agreeHandover")).waitFor();
      await late.reload();
      await late.getByRole("button", { name: t("game.reveal.open") }).waitFor();
      if (hasScript) await assertNoSidewaysScroll(late);

      await organizer.goto(`/games/${game.code}/organize/confirm?action=breakSeal`);
      await check(organizer, "break");
      await organizer.getByRole("button", { name: t("organize.confirm.breakSeal.button") }).click();
      if (hasScript) {
        await late.reload();
        await late.getByText("hat die Versiegelung am").waitFor();
        await check(late, "broken");
      } else {
        const isBroken = async () =>
          (await site.client.readAsOrganizer(game)).sealBrokenAt !== null;
        await until(isBroken, "the broken seal");
      }
      assert.deepEqual(site.problems, []);
    },
  });
}

Deno.test({
  ...BROWSER_TEST,
  name: "the form for a sealed game and the page of a claim fit a phone in Japanese",
  async fn() {
    await using site = await TestSite.open();
    const t = translator("ja");
    const page = await site.visit({ language: "ja" });
    await page.goto("/create");
    await page.locator("#more > summary").click();
    const box = page.getByLabel(t("sealed.create.label"));
    await box.check();
    assert(await box.isChecked());
    // Scrolled to the end, where the bar at the bottom of the window covers no field.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await checkScreen(page, "create-ja");
    const game = await site.client.createGame({ isSealed: true, language: "ja" });
    await page.goto(`/games/${game.code}/join?invitation=${game.invitationToken}`);
    await page.getByText(t("named.sealNote", { organizer: t("common.theOrganizer") })).waitFor();
    await checkScreen(page, "join-ja", false);
    const { organizerToken } = game;
    const participantId = game.participants[0]?.id;
    const body = { action: "issueClaim", organizerToken, participantId };
    const answer = await site.client.patchGame(game, body);
    const { claimUrl } = JSON.parse(answer.text);
    await page.goto(claimUrl);
    await page.getByRole("button", { name: t("sealed.claim.button", { name: "P1" }) }).waitFor();
    await checkScreen(page, "claim-ja", false);
    assert.deepEqual(site.problems, []);
  },
});

Deno.test(
  "content entered with an earlier link is named to a later one, in the editor until it is replaced",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const { client, services: { store, tokens } } = site;
    const participants = ["Ana", "Ben", "Cy"].map((name) => ({ name }));
    const game = await client.createGame({ isSealed: true, byPost: true, participants });
    const participantId = named(game, "Ana").id;
    const ownToken = async () => {
      const stored = await store.readGameById(game.id);
      return stored ? tokens.participant(stored, named(stored, "Ana")) : assert.fail();
    };
    const former = { participantToken: await ownToken() };
    const wishes = [{ title: "A teapot" }];
    const set = { action: "setWishes", ...former, wishes, revision: 0 };
    assert.equal((await client.patchGame(game, set)).status, 200);
    const lines = ["Ana Ahorn", "Ahornweg 1"];
    await client.act(game, "updateAddress", { ...former, lines, country: "DE" });
    const path = `/games/${game.code}`;
    const page = await site.visit({ language: "en" });
    const signInAgain = async () => {
      await client.manage(game, "regenerateToken", { participantId });
      await signIn(page, game, { token: await ownToken() });
    };
    await signInAgain();
    for (const rest of ["", "/post", "/wishes"]) {
      await page.goto(path + rest);
      await page.getByText(/here for your secret giver that was/).first().waitFor();
      await checkScreen(page, `of-other${rest.replace("/", "-")}`, rest !== "");
    }
    const note = page.getByText("There’s a wish list here");
    const saved = page.getByText("Saved. Your giver will see it.");
    const field = page.getByLabel("What would you like?");
    await field.fill("Socks");
    await field.press("Enter");
    await saved.waitFor();
    assert.equal(await note.count(), 0);
    await signInAgain();
    await page.goto(`${path}/wishes`);
    await note.waitFor();
    await page.getByRole("button", { name: "Delete it" }).click();
    await saved.waitFor();
    assert.equal(await note.count(), 0);
    assert.equal(await page.locator("[data-wish]").count(), 0);
    assert.deepEqual(site.problems, []);
  },
);
