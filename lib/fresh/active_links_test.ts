import assert from "node:assert/strict";
import { markActiveLink } from "./active_links.ts";

/** The attributes that a page puts on a link. */
function marksOf(props: Record<string, unknown>, page: string): Record<string, unknown> {
  const { href: _, ...marks } = (markActiveLink(props, new URL(page, "http://localhost")), props);
  return marks;
}

const CURRENT = { "data-current": "true", "aria-current": "page" };
const ANCESTOR = { "data-ancestor": "true", "aria-current": "true" };

Deno.test("markActiveLink() distinguishes the page itself, pages above it, and other pages", () => {
  const cases: [href: string, page: string, marks: object][] = [
    ["/games/1", "/games/1", CURRENT],
    ["/games/1/", "/games/1", CURRENT],
    ["/games/1#top", "/games/1/", CURRENT],
    ["/größe", "/gr%C3%B6%C3%9Fe", CURRENT],
    ["/", "/", CURRENT],
    ["/", "/games/1", ANCESTOR],
    ["/games", "/games/1", ANCESTOR],
    ["/game", "/games/1", {}],
    ["/games/1/x", "/games/1", {}],
    ["/help", "/games/1", {}],
  ];
  for (const [href, page, marks] of cases) assert.deepEqual(marksOf({ href }, page), marks, href);
});

Deno.test("markActiveLink() treats a link with another query as one above the page", () => {
  assert.deepEqual(marksOf({ href: "/tabs" }, "/tabs?sort=name"), CURRENT);
  assert.deepEqual(marksOf({ href: "/tabs?sort=name" }, "/tabs?sort=name"), CURRENT);
  assert.deepEqual(marksOf({ href: "/tabs?sort=date" }, "/tabs?sort=name"), ANCESTOR);
  assert.deepEqual(marksOf({ href: "/tabs?sort=date" }, "/tabs"), ANCESTOR);
});

Deno.test("markActiveLink() leaves links alone that mark themselves or lead elsewhere", () => {
  for (const own of ["false", "step", undefined]) {
    const props = { href: "/", "aria-current": own };
    assert.deepEqual(marksOf(props, "/"), { "aria-current": own });
  }
  for (
    const href of ["#main", "page", "https://localhost/", "//[", "/\\[", "/\t/[", undefined, 1]
  ) {
    const marks = marksOf({ href }, "/page");
    assert.deepEqual(marks, {}, String(href));
  }
});
