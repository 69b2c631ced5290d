import assert from "node:assert/strict";
import { drawable, setLines } from "./lines.ts";

const measure = (text: string) => text.length * 50;
const WIDTH = 1060;

Deno.test("drawable() keeps the letters of the supported languages, and no placeholder signs for others", () => {
  for (
    const text of ["Łukasz Nguyễn", "Noël à l’œuvre", "„Straße“ – 20 €", "São João", "Ağa Ștefan"]
  ) {
    assert.equal(drawable(text), text);
  }
  assert.equal(drawable("Party 🎄👩‍👩‍👧 2026 ❤️"), "Party 2026");
  assert.equal(drawable("voila\u202f! e\u0301"), "voila ! é");
  for (const text of ["春の会", "Ольга", "Party 春", "🎄", "a\u202eb", "a\u0000b"]) {
    assert.equal(drawable(text), "", text);
  }
});

Deno.test("setLines() sets a short title in one line, and a long one in two even lines", () => {
  const texts = { over: "Olga invites you", title: "Party", date: "Friday" };
  const short = setLines(texts, WIDTH, measure);
  assert.deepEqual(short.lines.map(({ text, size }) => [text, size]), [
    ["Olga invites you", 34],
    ["Party", 64],
    ["Friday", 34],
  ]);
  const title = "The long party of the whole department upstairs";
  const long = setLines({ ...texts, title }, WIDTH, measure);
  assert.deepEqual(long.lines.filter(({ part }) => part === "title").map(({ text }) => text), [
    "The long party of the",
    "whole department upstairs",
  ]);
  for (const { lines, height } of [short, long]) {
    lines.forEach(({ y, size }, index) => {
      assert.ok(y - size >= (lines[index - 1]?.y ?? 0), "lines lie on each other");
      assert.ok(y < height);
    });
    for (const { text, size } of lines) assert.ok(measure(text) * size / 100 <= WIDTH);
  }
});

Deno.test("setLines() leaves out illegible text, and has no height without lines", () => {
  const long = "W".repeat(100);
  const { lines } = setLines({ over: "Olga", title: long, date: "" }, WIDTH, measure);
  assert.deepEqual(lines.map(({ text }) => text), ["Olga"]);
  assert.deepEqual(setLines({ over: "", title: "春", date: "" }, WIDTH, measure), {
    lines: [],
    height: 0,
  });
});
