import assert from "node:assert/strict";
import type { PersonProgress } from "../game/progress.ts";
import { filtersOf, searchKey } from "./people_filter.ts";

const person: PersonProgress = {
  id: "1",
  name: "Ana",
  hasAddress: true,
  reach: "mail",
  link: "needed",
  gift: "unopened",
  newName: null,
  hasWish: false,
  asksToLeave: false,
  asksForOther: false,
  told: null,
};

Deno.test("filtersOf() lets people through every filter that describes them", () => {
  assert.deepEqual(filtersOf(person), ["all", "needsLink", "unopened", "noWish", "unconfirmed"]);
  assert.deepEqual(
    filtersOf({ ...person, hasAddress: false, link: "failed", gift: "confirmed", hasWish: true }),
    ["all", "confirmed", "mailFailed", "noEmail"],
  );
  assert(!filtersOf({ ...person, link: "gone" }).includes("unopened"), "erased");
  const hasNoNews = (fields: Partial<PersonProgress>) =>
    filtersOf({ ...person, reach: "none", link: "used", ...fields }).includes("noNews");
  assert.deepEqual(
    [hasNoNews({}), hasNoNews({ reach: "mail" }), hasNoNews({ link: "needed" })],
    [true, false, false],
  );
  for (const asks of [{ asksToLeave: true }, { asksForOther: true }]) {
    assert(filtersOf({ ...person, ...asks }).includes("asking"));
  }
});

Deno.test("searchKey() ignores case, accents, width and surrounding spaces", () => {
  assert.equal(searchKey("  ÉLODIE Ｂ "), "elodie b");
  assert.equal(searchKey("山田"), "山田");
});
