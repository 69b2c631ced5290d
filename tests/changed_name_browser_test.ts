import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  BROWSER_TEST,
  TestSite,
} from "./support/browser.ts";
import type { CreatedGame } from "./support/client.ts";
import { assertNews } from "./support/organizer.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const NAMES = ["Mum", "Grandma", "David", "Finn", "Ben", "Lou"];

/** A family without addresses, each giving to the next; Mum opens Finn's gift for him. */
async function createFamily({ client, services: { store } }: TestSite): Promise<CreatedGame> {
  const game = await client.createGame({
    organizerName: "Mum",
    isProtected: true,
    participants: NAMES.map((name) => ({ name, wish: `Something for ${name}` })),
    keepers: [["Mum", "Finn"]],
  });
  await store.changeGame(game.code, (before) => {
    assert(before);
    const participants = before.participants.map((one, index, all) => ({
      ...one,
      receiver: all[(index + 1) % all.length]?.number ?? null,
    }));
    return { game: { ...before, participants }, outbox: null, result: null };
  });
  return game;
}

function linkOf(game: CreatedGame, name: string): string {
  return `/games/${game.code}?participant=${named(game, name).token}`;
}

/** Opens a gift and wraps it up again. @param section of the page, which shows one person's gift */
async function lookInside(page: Page, section: string, hasScript: boolean): Promise<string> {
  await page.locator(`${section} button`, { hasText: /^Open (it|again|for)/ }).click();
  const heading = page.locator(".gift-opened").getByRole("heading", { level: 2 });
  await heading.waitFor();
  const name = await heading.textContent();
  await page.getByRole("link", { name: "Wrap it up again" }).click();
  if (hasScript) await page.locator("dialog").waitFor({ state: "detached" });
  else await page.waitForURL(/\/games\/\d+$/);
  return name ?? "";
}

for (const hasScript of sample([true, false])) {
  Deno.test(
    `Grandma is told that she gives to someone new until she looks, and Mum whom to tell (360 pixels, ${
      hasScript ? "with" : "without"
    } scripts)`,
    BROWSER_TEST,
    async () => {
      await using site = await TestSite.open();
      const game = await createFamily(site);
      const grandma = await site.visit({ hasScript });
      await grandma.goto(linkOf(game, "Grandma"));
      assert.match(await lookInside(grandma, "#gift", hasScript), /David/);
      const keeper = await site.visit({ hasScript });
      await keeper.goto(linkOf(game, "Mum"));
      const kept = '[id^="gift-"]:has(h2)';
      await lookInside(keeper, kept, hasScript);

      const mum = await site.visit({ hasScript });
      await mum.request.get(`/games/${game.code}/organize?token=${game.organizerToken}`);
      const { id: david } = named(game, "David");
      const asked = new URLSearchParams({ action: "removeParticipant", participantId: david });
      await mum.goto(`/games/${game.code}/organize/confirm?${asked}`);
      await mum.getByRole("button", { name: "Remove David" }).click();
      await assertNews(mum, /^David has been removed\.$/);
      const { id: finn } = named(game, "Finn");
      await site.client.manage(game, "forceReassignParticipant", { participantId: finn });
      await mum.reload();
      const step = mum.locator("#changed");
      await step.getByRole("heading", {
        name: "New name waiting: Grandma and Finn",
      }).waitFor();
      const message = await step.getByRole("link", { name: "WhatsApp" }).first()
        .getAttribute("href");
      const said = decodeURIComponent(message ?? "");
      assert.match(said, /Hi Grandma, .* you’re giving to someone new/);
      assert(said.endsWith(linkOf(game, "Grandma")));
      assert.doesNotMatch(said.replace(linkOf(game, "Grandma"), ""), /David|Finn|Ben|Lou/);
      const row = mum.locator("#people-list li", { hasText: "Grandma" });
      await row.getByText("New name waiting").waitFor();
      await assertNoSidewaysScroll(mum);
      if (hasScript) {
        await assertAccessible(mum);
        await step.getByRole("button", { name: "Copy message" }).first().click();
        await step.getByText("Copied").first().waitFor();
        assert(said.includes(await mum.evaluate("navigator.clipboard.readText()")));
      }

      // The page that was open shows no other name before it has announced the change.
      await grandma.getByRole("button", { name: "Open again" }).click();
      const note = grandma.getByText("You’re giving to someone new");
      await note.waitFor();
      await grandma.getByText("Someone dropped out").waitFor();
      await grandma.getByText("Already bought something?").waitFor();
      assert.equal(await grandma.getByText("A name is waiting inside").count(), 0);
      assert.equal(await grandma.getByText("Hold for a quick look").count(), 0);
      const after = await site.client.readAsOrganizer(game);
      const pair = after.assignments.find(({ giverId }) => giverId === named(game, "Grandma").id);
      const receiver = after.participants.find(({ id }) => id === pair?.receiverId);
      assert(receiver && receiver.name !== "David");
      assert(!(await grandma.content()).includes(receiver.wish), "nothing of them is on the page");
      await assertNoSidewaysScroll(grandma);
      if (hasScript) await assertAccessible(grandma);

      const look = hasScript ? "Hold for a quick look: Finn" : "Open for Finn";
      await keeper.getByRole("button", { name: look }).click();
      const keptNote = keeper.getByRole("link", { name: "There’s a new name in Finn’s gift" });
      await keptNote.waitFor();
      await keeper.locator(kept).getByText("Already bought something?").waitFor();
      await assertNoSidewaysScroll(keeper);
      if (hasScript) await assertAccessible(keeper);

      assert.equal(await lookInside(grandma, "#gift", hasScript), receiver.name);
      await note.waitFor({ state: hasScript ? "hidden" : "detached" });
      await lookInside(keeper, kept, hasScript);
      await keptNote.waitFor({ state: "detached" });
      for (const [page, name] of [[grandma, "Grandma"], [keeper, "Mum"]] as const) {
        const anew = await (await page.request.get(page.url())).text();
        assert(anew.includes(`Hello, ${name}`));
        assert.doesNotMatch(anew, /someone new|new name/);
      }
      const anew = await (await mum.request.get(`/games/${game.code}/organize`)).text();
      assert(anew.includes('id="people-list"'));
      assert.doesNotMatch(anew, /id="changed"|New name waiting/);
      const refused = hasScript ? 2 : 0;
      assert.deepEqual(site.problems, Array(refused).fill(`${site.url}/games/${game.code}: 404`));
    },
  );
}
