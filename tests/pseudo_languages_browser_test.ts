import assert from "node:assert/strict";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { createFamilyGame } from "./support/organizer.ts";
import { createWinterGame, signIn } from "./support/participants.ts";
import { findLayoutFaults, speak } from "./support/pseudo_language.ts";
import { named } from "./support/views.ts";

Deno.test(
  "main pages have room on a small phone for longer words and for a right-to-left script",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const game = await createWinterGame(site);
    const gathering = await createFamilyGame(site, { draw: "later" });
    const page = await site.visit({ width: 360 });
    const { code } = game;
    await signIn(page, game, named(game, "Ana"));
    await signIn(page, game, { token: game.organizerToken }, "organizer");
    const paths = [
      ...["/", "/create", "/help"],
      `/games/${gathering.code}/join?invitation=${gathering.invitationToken}`,
      ...["", "/wishes", "/gift", "/organize", "/created", "/slips"].map((rest) =>
        `/games/${code}${rest}`
      ),
    ];
    for (const path of paths) {
      await page.goto(path);
      for (const language of ["longer", "rightToLeft"] as const) {
        await speak(page, language);
        assert.deepEqual(await findLayoutFaults(page), [], `${path} ${language}`);
      }
    }
  },
);

Deno.test(
  "findLayoutFaults() finds elements that are cut off, overlap or leave the screen",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit({ width: 360 });
    await page.goto("/help");
    assert.deepEqual(await findLayoutFaults(page), []);
    await page.evaluate(() => {
      document.querySelector("main")?.insertAdjacentHTML(
        "beforeend",
        `<p id="wide">wide</p><p id="narrow">cut off here</p><p>below</p><p id="on">above</p>`,
      );
      const style = (id: string, changes: Partial<CSSStyleDeclaration>) =>
        Object.assign(document.getElementById(id)?.style ?? {}, changes);
      style("wide", { marginLeft: "345px", whiteSpace: "nowrap" });
      style("narrow", { width: "20px", overflow: "hidden", whiteSpace: "nowrap" });
      style("on", { marginTop: "-24px" });
    });
    const found = (await findLayoutFaults(page)).join("\n");
    for (const fault of ["leaves the screen: wide", "cut: cut off here", "one on the other"]) {
      assert.match(found, new RegExp(fault));
    }
  },
);
