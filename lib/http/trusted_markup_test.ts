import assert from "node:assert/strict";
import * as fc from "fast-check";
import { foreignParts } from "./trusted_markup.ts";

/** The foreign parts of a page, separated by bars. */
function others(html: string): string {
  return [...foreignParts(html)].map(([start, end]) => html.slice(start, end)).join("|");
}

Deno.test("foreignParts() leaves out the page's own tags and values, and nothing else", () => {
  const cases = [
    [`<p class="muted">Ana</p>`, "Ana"],
    [`Ana`, "Ana"],
    [`<a class="link" href="/games/1">Ana</a>`, "/games/1|Ana"],
    [`<input type="text" value="a > b" disabled/>`, "a > b"],
    [`<p class="[&amp;>svg]:hidden" title="x">Ana</p>`, "x|Ana"],
    [`<svg class="icon"><use href="/icons.svg#gift"></use></svg>Ana`, "Ana"],
    [`&lt;use href="/icons.svg#gift">`, `&lt;use href="/icons.svg#gift">`],
    // User text may look like an attribute.
    [`<p>class= class="x</p>`, `class= class="x`],
    [`<p title=" class=" lang="de">Ana</p>`, " class=|de|Ana"],
    // Nothing in comments and scripts is a tag.
    [`<!--key:ana<p class="x">--><p>`, `<!--key:ana<p class="x">-->`],
    [
      `<script nonce="n">const a = "<p class='x'></p>"</script><br/>`,
      `<script nonce="n">const a = "<p class='x'></p>"</script>`,
    ],
    // Markup that the renderer would not write.
    [`<p class='ana'>`, `<p class='ana'>`],
    [`<p class=ana>`, `<p class=ana>`],
    [`<p class="ana`, `<p class="ana`],
    [`a < b <3`, `a < b <3`],
    [`<p class="\0">Ana</p>`, `<p class="\0">Ana`],
  ] as const;
  for (const [html, expected] of cases) assert.equal(others(html), expected, html);
});

Deno.test("foreignParts() leaves out only tags of any input", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(...`< > " ' = / ! -- <p class="a"> <!-- --> <script> </script>`.split(" ")),
  );
  fc.assert(fc.property(fc.array(piece), (parts) => {
    const html = parts.join("");
    let at = 0;
    let own = "";
    for (const [start, end] of foreignParts(html)) {
      assert(at <= start && start < end && end <= html.length);
      own += html.slice(at, start);
      at = end;
    }
    own += html.slice(at);
    assert(!own.includes("\0"));
    const values = own.replaceAll(/<\/?[a-z][\w-]*(?: [\w-]+(?:="[^"]*")?)* ?\/?>/g, "");
    assert.equal(values, "");
  }));
});
