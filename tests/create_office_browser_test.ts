import assert from "node:assert/strict";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { arrive, create, fillEvent, nameOf, pasteList } from "./support/create_page.ts";

Deno.test(
  { name: "an office's list: names with addresses, teams, and an error far down", ...BROWSER_TEST },
  async () => {
    await using site = await TestSite.open({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
    const page = await site.visit();

    await page.goto("/create");
    await fillEvent(page);
    const lines = Array.from({ length: 40 }, (_, index) => {
      const address = index === 37 ? "p38example.org" : `p${index + 1}@example.org`;
      return `Person ${index + 1}\t${address}\tTeam ${Math.floor(index / 4)}`;
    });
    lines[0] = "Lima, Ana <ana@example.org>\t\tTeam 0";
    await pasteList(page, lines.join("\n"));
    await page.getByText("Added: 40.").waitFor();
    assert.equal(await nameOf(page, 1).inputValue(), "Lima, Ana");
    // Typed like this, the entry also counts as a name and an address.
    await nameOf(page, 6).fill("Ben Roy <ben@example.org>");
    await page.getByLabel("Email (optional) 6", { exact: true }).fill("");
    await create(page);
    const error = page.getByRole("alert").getByRole("link");
    await error.first().waitFor();
    assert(await page.evaluate(() => scrollY < 200), "the errors are in sight");
    await error.first().click();
    const wrong = page.getByLabel("Email (optional) 38", { exact: true });
    await wrong.waitFor();
    // Typed key by key: the first key clears the error.
    await wrong.press("ControlOrMeta+a");
    await wrong.pressSequentially("p38@example.org");
    await create(page);
    const code = await arrive(page);
    const link = await page.getByRole("textbox", { name: "Organizer link" }).inputValue();
    const organizerToken = new URL(link).searchParams.get("token") ?? "";
    const game = await site.client.readAsOrganizer({ code, organizerToken });
    assert.equal(game.households.length, 10);
    const named = new Map(game.participants.map(({ id, name, email }) => [id, [name, email]]));
    const teams = game.households.map((members) => members.map((id) => named.get(id)));
    assert.deepEqual(teams.map((team) => team.length), Array(10).fill(4));
    assert.deepEqual(teams[0]?.[0], ["Lima, Ana", "ana@example.org"]);
    assert.deepEqual(teams[1]?.[1], ["Ben Roy", "ben@example.org"]);
    assert.deepEqual(site.problems.filter((one) => !one.includes("400")), []);
  },
);
