import assert from "node:assert/strict";
import { parseWishLines } from "../../browser/wish_links.ts";
import { COVERS, LANGUAGES } from "../../game/types.ts";
import { translator } from "../../i18n/translate.ts";
import { ideasOf } from "./wish_ideas.ts";

Deno.test("ideasOf() gives each cover three ideas of its own, each the beginning of a wish", () => {
  for (const language of LANGUAGES) {
    const t = translator(language);
    const sets = COVERS.map((cover) =>
      ideasOf({ cover, name: "", date: "2027-12-24", language, timeZone: null }, t)
    );
    for (const ideas of sets) {
      assert.equal(new Set(ideas).size, 3, String(ideas));
      for (const idea of ideas) {
        assert.deepEqual(parseWishLines(`${idea} `), [
          { title: idea, url: "", note: "", price: null },
        ]);
      }
    }
    assert.equal(new Set(sets.map((ideas) => ideas.toSorted().join())).size, COVERS.length);
  }
});
