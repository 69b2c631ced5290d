import assert from "node:assert/strict";
import { withGlobals } from "./browser_testing.ts";
import { morph } from "./morph.ts";
import { FakeElement, type FakeNode, h } from "./morph_testing.ts";

/** Morphs one element into another, with the focus on the given node. */
function become(
  old: FakeElement,
  fresh: FakeElement,
  activeElement: FakeNode | null = null,
): boolean {
  using _ = withGlobals({
    Element: FakeElement,
    HTMLElement: FakeElement,
    document: { activeElement },
  });
  return Reflect.apply(morph, null, [old, fresh]);
}

const row = (key: string, text = key, rest: Record<string, string> = {}) =>
  h("li", { "data-key": key, ...rest }, text);

Deno.test("morph() changes texts and attributes, and leaves a <details> open that the reader has opened", () => {
  const old = h("details", { class: "a", open: "", title: "t" }, h("p", {}, "One"), "tail");
  const [kept] = old.children;
  const fresh = h("details", { class: "b", hidden: "", lang: "de" }, h("p", {}, "Two"), "end");
  assert.equal(become(old, fresh), true);
  assert.equal(String(old), "<details class=b lang=de open=><p>Two</>end</>");
  assert.equal(old.children[0], kept, "it is the same element");
  assert.deepEqual(old.moves, []);
});

Deno.test("morph() keeps each keyed child, moves it to its place, and removes children that are gone", () => {
  const old = h("ul", {}, row("a"), row("b"), row("c"));
  const [a, , c] = old.children;
  become(old, h("ul", {}, row("c"), row("new"), row("a", "A")));
  assert.equal(String(old), String(h("ul", {}, row("c"), row("new"), row("a", "A"))));
  assert.deepEqual([old.children[0], old.children[2]], [c, a]);
  const same = h("ul", {}, row("a"), row("b"));
  become(same, h("ul", {}, row("a"), row("b")));
  assert.deepEqual(same.moves, [], "nothing is touched without a difference");
});

Deno.test("morph() pairs children by id, key or link, and the rest by kind in their order", () => {
  const item = (href: string) => h("li", {}, h("a", { href }, href));
  const old = h(
    "ul",
    {},
    h("p", { id: "x" }, "x"),
    h("p", {}, "1"),
    h("p", {}, "2"),
    item("/1"),
    item("/2"),
  );
  const [x, one, two, first, second] = old.children;
  const fresh = h(
    "ul",
    {},
    h("p", {}, "one"),
    h("p", { id: "x" }, "X"),
    h("p", {}, "two"),
    item("/2"),
    item("/1"),
  );
  const expected = String(fresh);
  become(old, fresh);
  assert.equal(String(old), expected);
  assert.deepEqual(old.children, [one, x, two, second, first]);
});

Deno.test("morph() moves the other children around the one that has the focus", () => {
  for (const focused of ["a", "b", "c"]) {
    const old = h("ul", {}, row("a"), row("b"), row("c"));
    const held = old.children.find((one) => one.dataset.key === focused) ?? assert.fail();
    const fresh = h("ul", {}, row("c"), row("b"), row("a"));
    const expected = String(fresh);
    assert.equal(become(old, fresh, held), true);
    assert.equal(String(old), expected, focused);
    assert(!old.moves.some((move) => move.includes(String(held))), `${focused} has not moved`);
  }
});

Deno.test("morph() changes nothing if the focus would be lost", () => {
  const old = () => h("ul", {}, row("a"), h("li", { "data-key": "b" }, h("input", { id: "i" })));
  for (
    const [fresh, isDone] of [
      [h("ul", {}, row("a")), false],
      [h("ul", {}, row("a"), row("b")), false],
      [h("ul", {}, h("li", { "data-key": "b" }, h("input", { id: "i" }))), true],
    ] as const
  ) {
    const list = old();
    const before = String(list);
    const expected = isDone ? String(fresh) : before;
    const input = list.querySelector("input");
    assert.equal(become(list, fresh, input), isDone);
    assert.equal(String(list), expected);
    assert.equal(list.querySelector("input"), input);
  }
  const elsewhere = h("input", {});
  const list = old();
  assert.equal(become(list, h("ul", {}), elsewhere), true);
  assert.equal(String(list), "<ul></>");
});
