import assert from "node:assert/strict";
import { linkify } from "./linkify.ts";

Deno.test("linkify() finds addresses, without the punctuation that ends the sentence", () => {
  assert.deepEqual(linkify("See https://example.org/a?b=1. Or www.example.com!"), [
    { text: "See " },
    { text: "https://example.org/a?b=1", href: "https://example.org/a?b=1" },
    { text: ". Or " },
    { text: "www.example.com", href: "https://www.example.com" },
    { text: "!" },
  ]);
  assert.deepEqual(linkify("本(https://example.jp/本)。"), [
    { text: "本(" },
    { text: "https://example.jp/本", href: "https://example.jp/本" },
    { text: ")。" },
  ]);
});

Deno.test("linkify() links only web addresses", () => {
  for (
    const text of ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.example", "", "http://"]
  ) {
    assert(linkify(text).every(({ href }) => href === undefined), text);
  }
});

Deno.test("linkify() keeps every character of the text", () => {
  const text = 'a "https://x.example/<b>" www. https://[bad\nhttps://y.example/)) end';
  assert.equal(linkify(text).map((piece) => piece.text).join(""), text);
});

Deno.test("linkify() takes no longer for an address that is all punctuation", () => {
  const start = performance.now();
  const [piece] = linkify(`www.${".".repeat(30_000)}x`);
  assert.equal(piece?.text.length, 30_005);
  assert(performance.now() - start < 1_000);
});
