import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { gzipMarkup } from "./markup_gzip.ts";

/** Rows of a list whose words are these. */
function page(words: readonly string[]): string {
  const rows = words.map((word) =>
    `<li class="flex items-center"><a class="link" href="/${word}">${word}</a></li>`
  );
  return `<!DOCTYPE html><ul class="list">${rows.join("")}</ul>`;
}

/** Of the page as it is sent. */
function gzip(html: string): Promise<Uint8Array<ArrayBuffer>> {
  return gzipMarkup(new TextEncoder().encode(html));
}

/** The size of what was compressed, without the name that makes up for what is missing to the next step. */
async function sizeOf(html: string): Promise<number> {
  const file = await gzip(html);
  return file.length - file.subarray(10).indexOf(0);
}

Deno.test("gzipMarkup() writes what other programs unpack, for any input", async () => {
  const words = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 200 });
  const ends = fc.oneof(fc.string(), fc.constant('<p class="\0\0\0\0"></p><p class="\0\0\0\0">'));
  await fc.assert(fc.asyncProperty(words, ends, async (words, end) => {
    const html = page(words) + end;
    const file = await gzip(html);
    assert.equal(gunzipSync(file).toString(), html);
    const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
    assert.equal(await new Response(stream).text(), html);
  }));
});

Deno.test("gzipMarkup() is as long for words that are alike as for others of their length", async () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcxyz019-_"), minLength: 12, maxLength: 12 });
  const words = fc.array(word, { minLength: 1, maxLength: 40 });
  await fc.assert(fc.asyncProperty(words, word, async (words, secret) => {
    const expected = await sizeOf(page(words));
    assert.equal(await sizeOf(page(words.map(() => secret))), expected);
    // Markup in a word would be found again in the page's own, were it not escaped.
    assert.equal(await sizeOf(page(words.map(() => "class=ul-li-"))), expected);
  }));
});

Deno.test("gzipMarkup() writes markup once, and words each time", async () => {
  const word = "x".repeat(1000);
  assert(await sizeOf(page([word])) > 2 * word.length);
  const rows = page(Array(1000).fill(""));
  assert(rows.length > 60_000);
  assert(await sizeOf(rows) < 4_000);
});

Deno.test("gzipMarkup() unpacks where repetitions lie further apart than may be told", async () => {
  const far = [..."abcdefgh"].map((letter) => letter.repeat(30_000));
  const html = page(far) + page(Array(5000).fill("é"));
  assert.equal(gunzipSync(await gzip(html)).toString(), html);
});

Deno.test("gzipMarkup() hides some letters more or less", async () => {
  const lengths = new Set<number>();
  for (const name of ["Jo", "Ana", "Maximilian", "Anna-Magdalena"]) {
    const { length } = await gzip(page(["Your gift goes to", name]));
    assert.equal(length % 1024, 0);
    lengths.add(length);
  }
  assert.equal(lengths.size, 1);
});

Deno.test("gzipMarkup() lets others in between the parts of a long page", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  await gzip(page(Array(20_000).fill("Ana")));
  clearInterval(timer);
  assert(turns >= 10, `Others had ${turns} turns`);
});
