import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import type { CreatedGame } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { enterAsOrganizer } from "./support/organizer.ts";
import { named, pairsOf, withoutKeys } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const NAMES = ["Oma Hilde", "Opa Kurt", "Ana", "Ben", "Clara", "Dirk", "Emil", "Frieda"];

function createFamily(site: TestSite): Promise<CreatedGame> {
  return site.client.createGame({
    ...{ name: "Weihnachten bei Oma", isProtected: true, language: "de", amount: "20" },
    ...{ currency: "EUR", location: "Bei Oma", date: inDays(0), timeZone: "UTC" },
    participants: NAMES.map((name) => ({ name })),
    households: [["Oma Hilde", "Opa Kurt"], ["Ana", "Ben"], ["Clara", "Dirk"]],
    oneWayExclusions: [["Emil", "Frieda"], ["Frieda", "Ana"]],
  });
}

/** The game whose links the page shows, in the organizer's view. */
async function readCreated(site: TestSite, page: Page): Promise<CreatedGame> {
  const code = /games\/(\d+)\/created/.exec(page.url())?.[1] ?? "";
  const cookies = await page.context().cookies(`${site.url}/games/${code}`);
  const organizerToken = cookies.find(({ name }) => name === `organizer_${code}`)?.value;
  assert(organizerToken, "the organizer is signed in at the new game");
  const view = await site.client.readAsOrganizer({ code, organizerToken });
  const none = { participantEmailsSent: 0, participantEmailsFailed: 0, participantEmailsQueued: 0 };
  return { ...view, emailResults: { organizerEmailSent: false, ...none } };
}

for (const hasScript of sample([false, true])) {
  const how = hasScript ? "with" : "without";
  Deno.test(`a family plays again by touch, ${how} JavaScript`, BROWSER_TEST, async () => {
    await using site = await TestSite.open();
    const game = await createFamily(site);
    const visitor = { hasScript, hasTouch: true, language: "de" };
    const page = await enterAsOrganizer(site, game, visitor);
    await page.getByRole("link", { name: "Noch einmal wichteln" }).tap();
    await page.getByRole("heading", { level: 1, name: "Noch einmal wichteln" }).waitFor();
    await assertNoSidewaysScroll(page);
    if (hasScript) await assertAccessible(page);
    assert.equal(await page.getByLabel("Name der Runde").inputValue(), game.name);
    const date = page.getByLabel("Datum");
    // The date is prefilled with the same day of next year.
    const nextYear = Temporal.PlainDate.from(inDays(0)).add({ years: 1 }).toString();
    assert.equal(await date.inputValue(), nextYear);
    assert.equal(await date.getAttribute("min"), inDays(0));

    // Without a date no game is created, and the choices made so far are kept.
    await date.fill("");
    if (hasScript) await page.getByRole("button", { name: "Dirk von der Liste nehmen" }).tap();
    else {
      const people = page.getByLabel("Alle, die mitmachen");
      const lines = await people.inputValue();
      await people.fill(lines.split("\n").filter((line) => !line.startsWith("Dirk")).join("\n"));
      const homes = page.getByLabel("Paare und Haushalte");
      await homes.fill((await homes.inputValue()).replace(/^Clara, ?Dirk\n?/m, ""));
    }
    await page.getByLabel("Frieda beschenkt nie Ana").tap();
    await page.getByRole("button", { name: "Auslosen und anlegen" }).tap();
    await page.locator("#date-error").waitFor();
    assert.equal(await page.getByLabel("Frieda beschenkt nie Ana").isChecked(), false);
    await assertNoSidewaysScroll(page);

    await date.fill(inDays(365));
    await page.getByRole("button", { name: "Auslosen und anlegen" }).tap();
    await page.waitForURL(/\/created\b/);
    const next = await readCreated(site, page);
    assert.deepEqual(
      next.participants.map(({ name }) => name),
      NAMES.filter((name) => name !== "Dirk"),
    );
    assert.deepEqual([next.name, next.location, next.amount, next.isProtected], [
      ...[game.name, "Bei Oma", "20"],
      true,
    ]);
    assert.equal(next.households.length, 2);
    assert.deepEqual(next.oneWayExclusions, [[named(next, "Emil").id, named(next, "Frieda").id]]);
    // With seven people, avoiding last year's pairs would reveal pairs, so none are avoided.
    const forbidden = [
      "Emil>Frieda",
      "Ana>Ben",
      "Ben>Ana",
      "Oma Hilde>Opa Kurt",
      "Opa Kurt>Oma Hilde",
    ];
    assert.deepEqual(pairsOf(next).filter((pair) => forbidden.includes(pair)), []);
    assert.deepEqual(site.problems, []);
  });

  Deno.test(
    `one-way rules are set by touch, ${how} JavaScript`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await site.client.createGame({
        ...{ isProtected: true, language: "de" },
        participants: NAMES.slice(0, 5).map((name) => ({ name })),
      });
      const ana = named(game, "Ana");
      const visitor = { hasScript, hasTouch: true, language: "de" };
      const page = await site.visit(visitor);
      await page.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
      const read = async () => (await site.client.readAsOrganizer(game)).oneWayExclusions;
      await page.goto(`/games/${game.code}/organize/apart`);
      await page.getByRole("button", { name: "Regel hinzufügen" }).tap();
      await page.getByText("Bitte wähle zwei verschiedene Personen.").first().waitFor();
      await page.getByLabel("Wer", { exact: true }).selectOption("Ana");
      await page.getByLabel("beschenkt nie", { exact: true }).selectOption("Ben");
      if (hasScript) await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Regel hinzufügen" }).tap();
      await page.getByText("Ana beschenkt nie Ben").first().waitFor();
      assert.deepEqual(await read(), [[ana.id, named(game, "Ben").id]]);

      // Once a participant has opened their gift, the page asks for confirmation first.
      await site.client.readAsParticipant(game, { participantToken: ana.token });
      await page.getByLabel("Wer", { exact: true }).selectOption("Ben");
      await page.getByLabel("beschenkt nie", { exact: true }).selectOption("Clara");
      await page.getByRole("button", { name: "Regel hinzufügen" }).tap();
      await page.getByRole("heading", { name: "Ben beschenkt nie Clara" }).waitFor();
      await assertNoSidewaysScroll(page);
      assert.equal((await read()).length, 1);
      await page.getByRole("button", { name: "Speichern" }).tap();
      await page.getByRole("button", { name: "Entfernen: Ben beschenkt nie Clara" })
        .waitFor();
      assert.equal((await read()).length, 2);
      await page.getByRole("button", { name: "Entfernen: Ana beschenkt nie Ben" }).tap();
      await page.getByText("Ana beschenkt nie Ben", { exact: true }).waitFor({
        state: "detached",
      });
      assert.deepEqual(await read(), [[named(game, "Ben").id, named(game, "Clara").id]]);
      assert.deepEqual(site.problems, []);
    },
  );
}

Deno.test("an old link shows a page of its own", BROWSER_TEST, async () => {
  await using site = await TestSite.open();
  const game = await createFamily(site);
  await site.client.archive(game);
  const page = await site.visit({ hasTouch: true, language: "de" });
  const ana = named(game, "Ana");
  for (
    const link of [
      `/games/${game.code}?participant=${ana.token}`,
      `/games/${game.code}/join?invitation=${game.invitationToken}`,
    ]
  ) {
    const answer = await page.goto(link);
    assert.equal(answer?.status(), 410, link);
    await page.getByRole("heading", { level: 1, name: game.name }).waitFor();
    await page.getByText("Nächstes Jahr wieder?").waitFor();
    await assertNoSidewaysScroll(page);
    // `erasure_browser_test.ts` runs axe on what a participant sees.
    if (link.includes("/join")) await assertAccessible(page);
    // Without scripts the reader sees what was sent.
    const sent = await answer?.text() ?? "";
    assert(sent.includes("Nächstes Jahr wieder?") && sent.includes(`${game.name}</h1>`));
    const shown = withoutKeys(await page.content());
    for (const { name, id } of game.participants) {
      // Other tabs recognize whose page this is by the participant's id.
      const isOwn = id === ana.id && link.includes("participant=");
      assert((isOwn || !shown.includes(id)) && !shown.includes(name), name);
    }
    assert.equal(await page.getByRole("link", { name: "Noch einmal wichteln" }).count(), 0);
  }
  for (const rest of ["", "?participant=wrong", "/join?invitation=wrong"]) {
    const answer = await site.client.get(`/games/${game.code}${rest}`);
    assert.equal(answer.status, 404, rest);
    assert(!answer.text.includes(game.name));
  }
  // An organizer who is signed in on this device can continue from there.
  await page.goto(`/games/${game.code}/organize?token=${game.organizerToken}`);
  await page.getByRole("link", { name: "Noch einmal wichteln" }).waitFor();
  const answer = await page.goto(`/games/${game.code}`);
  assert.equal(answer?.status(), 410);
  assert.match(await answer?.text() ?? "", /<a [^>]*href="[^"]*\/organize\/again"/);
  await page.getByRole("link", { name: "Noch einmal wichteln" }).tap();
  await page.getByLabel("Datum").fill(inDays(300));
  await page.getByRole("button", { name: "Auslosen und anlegen" }).tap();
  await page.waitForURL(/\/created\b/);
  assert.deepEqual(site.problems, []);
});
