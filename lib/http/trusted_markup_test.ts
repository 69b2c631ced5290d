import assert from "node:assert/strict";
import * as fc from "fast-check";
import { trustedMarkup } from "./trusted_markup.ts";

/** What of a page is not its own, separated by bars. */
function others(html: string): string {
  return [...trustedMarkup(html)].filter(({ isOwn }) => !isOwn)
    .map(({ start, end }) => html.slice(start, end)).join("|");
}

Deno.test("trustedMarkup() trusts the page's own tags and values, and nothing else", () => {
  const cases = [
    [`<p class="muted">Ana</p>`, "Ana"],
    [`Ana`, "Ana"],
    [`<a class="link" href="/games/1">Ana</a>`, "/games/1|Ana"],
    [`<input type="text" value="a > b" disabled/>`, "a > b"],
    [`<p class="[&amp;>svg]:hidden" title="x">Ana</p>`, "x|Ana"],
    // What someone writes may look like an attribute.
    [`<p>class= class="x</p>`, `class= class="x`],
    [`<p title=" class=" lang="de">Ana</p>`, " class=|de|Ana"],
    // Nothing in comments and scripts is a tag.
    [`<!--key:ana<p class="x">--><p>`, `<!--key:ana<p class="x">-->`],
    [
      `<script nonce="n">const a = "<p class='x'></p>"</script><br/>`,
      `<script nonce="n">const a = "<p class='x'></p>"</script>`,
    ],
    // What is not written as the renderer writes.
    [`<p class='ana'>`, `<p class='ana'>`],
    [`<p class=ana>`, `<p class=ana>`],
    [`<p class="ana`, `<p class="ana`],
    [`a < b <3`, `a < b <3`],
    [`<p class="\0">Ana</p>`, `<p class="\0">Ana`],
  ] as const;
  for (const [html, expected] of cases) assert.equal(others(html), expected, html);
});

Deno.test("trustedMarkup() loses nothing of any input", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(...`< > " ' = / ! -- <p class="a"> <!-- --> <script> </script>`.split(" ")),
  );
  fc.assert(fc.property(fc.array(piece), (parts) => {
    const html = parts.join("");
    const pieces = [...trustedMarkup(html)];
    assert.equal(pieces.map(({ start, end }) => html.slice(start, end)).join(""), html);
    assert(
      pieces.every(({ start, end, isOwn }) => !isOwn || !html.slice(start, end).includes("\0")),
    );
  }));
});
