import assert from "node:assert/strict";
import fc from "fast-check";
import { replaceWishes } from "./actions/wishes.ts";
import { LIMITS } from "./types.ts";
import { givenWishes, isSame, type Wish, wishBytes } from "./wishes.ts";

const price = fc.record({
  amount: fc.constantFrom("1", "25.50"),
  currency: fc.constantFrom("EUR", "JPY"),
});
const typed = fc.record({
  title: fc.string({ unit: "grapheme", maxLength: 130 }),
  url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.constant("")),
  price: fc.option(price),
  note: fc.string({ unit: "binary", maxLength: 310 }),
});

/** Replaces a list as a request does; null: refused. */
function replace(present: readonly Wish[], items: object[]): readonly Wish[] | null {
  const given = givenWishes.safeParse(items).data;
  return given ? replaceWishes(present, given, () => crypto.randomUUID(), () => false) : null;
}

Deno.test("a list keeps any text within its limits, or refuses it; what it keeps it takes again", () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 6 }), (items) => {
      const wishes = replace([], items);
      if (wishes === null) return;
      kept++;
      assert(wishBytes(wishes) <= LIMITS.wishBytes);
      for (const { title, url, note } of wishes) {
        assert(title.length >= 1 && title.length <= LIMITS.wishTitle);
        assert(url === "" || /^https?:\/\/[\x21-\x7e]+$/.test(url), url);
        assert(url.length <= LIMITS.wishUrl && note.length <= LIMITS.wishNote);
      }
      assert.equal(replace(wishes, [...wishes]), wishes, "the same list is no change");
    }),
    { numRuns: 500 },
  );
  assert(kept > 50, `only ${kept} were kept`);
});

Deno.test("items keep their ids in any order, with any changes, and no others are taken", () => {
  const list = fc.array(fc.constantFrom("Tea", "A book", "A lamp"), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(list, fc.infiniteStream(fc.nat()), (titles, numbers) => {
      const present = replace([], titles.map((title) => ({ title })));
      assert(present);
      const next = () => numbers.next().value ?? 0;
      const moved = present.filter(() => next() % 4 > 0)
        .map((wish) => next() % 2 ? wish : { ...wish, note: "changed" })
        .sort(() => next() % 3 - 1);
      const after = replace(present, [...moved, { title: "New" }].slice(0, LIMITS.wishes));
      assert(after);
      const news = after.slice(moved.length);
      assert.deepEqual(after.slice(0, moved.length).map(({ id }) => id), moved.map(({ id }) => id));
      assert(moved.every((wish, index) => isSame(wish, after[index] ?? wish)));
      assert(news.every(({ id }) => !present.some((one) => one.id === id)));
      const strange = [...moved.slice(0, 5), { id: crypto.randomUUID(), title: "Strange" }];
      assert.throws(() => replace(present, strange), { code: "UNKNOWN_WISH" });
    }),
    { numRuns: 200 },
  );
});
