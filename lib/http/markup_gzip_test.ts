import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { gzipMarkup } from "./markup_gzip.ts";

/** A list with these words in its rows. */
function page(words: readonly string[]): string {
  const rows = words.map((word) =>
    `<li class="flex items-center"><a class="link" href="/${word}">${word}</a></li>`
  );
  return `<!DOCTYPE html><ul class="list">${rows.join("")}</ul>`;
}

/** Compresses the page as it is sent. */
function gzip(html: string): Promise<Uint8Array<ArrayBuffer>> {
  return gzipMarkup(new TextEncoder().encode(html));
}

/** Size of the compressed data, without the file name that pads it to the next step. */
async function sizeOf(html: string): Promise<number> {
  const file = await gzip(html);
  return file.length - file.subarray(10).indexOf(0);
}

Deno.test("gzipMarkup() writes data that other programs unpack, for any input", async () => {
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

Deno.test("gzipMarkup() is as long for identical words as for different ones of the same length", async () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcxyz019-_"), minLength: 12, maxLength: 12 });
  const words = fc.array(word, { minLength: 1, maxLength: 40 });
  await fc.assert(fc.asyncProperty(words, word, async (words, secret) => {
    const expected = await sizeOf(page(words));
    assert.equal(await sizeOf(page(words.map(() => secret))), expected);
    // Without escaping, markup in a word would match the page's own.
    assert.equal(await sizeOf(page(words.map(() => "class=ul-li-"))), expected);
  }));
});

Deno.test("gzipMarkup() compresses repeated markup, but not repeated words", async () => {
  const word = "x".repeat(1000);
  assert(await sizeOf(page([word])) > 2 * word.length);
  const rows = page(Array(1000).fill(""));
  assert(rows.length > 60_000);
  assert(await sizeOf(rows) < 4_000);
});

Deno.test("gzipMarkup() can be unpacked if repetitions are further apart than the format can express", async () => {
  const far = [..."abcdefgh"].map((letter) => letter.repeat(30_000));
  const html = page(far) + page(Array(5000).fill("é"));
  assert.equal(gunzipSync(await gzip(html)).toString(), html);
});

Deno.test("gzipMarkup() hides a difference of some letters", async () => {
  const lengths = new Set<number>();
  for (const name of ["Jo", "Ana", "Maximilian", "Anna-Magdalena"]) {
    const { length } = await gzip(page(["Your gift goes to", name]));
    assert.equal(length % 1024, 0);
    lengths.add(length);
  }
  assert.equal(lengths.size, 1);
});

Deno.test("gzipMarkup() yields to other work between the parts of a long page", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  await gzip(page(Array(20_000).fill("Ana")));
  clearInterval(timer);
  assert(turns >= 10, `Others had ${turns} turns`);
});
