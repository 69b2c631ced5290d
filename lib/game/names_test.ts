import assert from "node:assert/strict";
import fc from "fast-check";
import { normalizedKey } from "./identity.ts";
import { confusableKey, problemOfName } from "./names.ts";

const GOOD = [
  "Ana",
  "O'Brien-Smith",
  "Jean-Luc 2.",
  "Nguyễn Thị Ánh",
  "Nguyễn".normalize("NFD"),
  "Łukasz Żółć",
  "Анна Ñandú",
  "Ελένη",
  "Հայկ",
  "علی‌رضا",
  "می‌خواهم",
  "क्‍ष",
  "श्रीमान्",
  "ശ്രീ അവന്‍",
  "ක්‍රිස්ටි",
  "ခင်",
  "ཀརྨ་བསོད་ནམས",
  "שָׁלוֹם",
  "山田太郎",
  "葛\u{e0100}城",
  "ｱﾅ",
  "김민수",
  "Ana山田",
  "👩‍👩‍👧‍👦 Family",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ann",
  "❤️‍🔥",
  "👨🏽‍🚀",
  "1️⃣",
  "☃︎",
  "🏳️‍🌈",
  "?",
  "Ana (Ω)",
];

Deno.test("problemOfName() accepts the names of all languages, and emoji", () => {
  for (const name of GOOD) assert.equal(problemOfName(name), null, name);
});

const INVISIBLE = [
  ...["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u180e", "\u2064"],
  ...["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"],
  ...["\u200e", "\u200f", "\u061c", "\u2028", "\u2029", "\u2800", "\u3164", "\uffa0", "\u115f"],
  ...["\u1160", "\u17b4", "\ufe0f", "\u{e0041}", "\u{e0100}", "\u{1d173}", "\ufff9"],
];

Deno.test("problemOfName() refuses invisible or direction-changing characters anywhere in a name", () => {
  fc.assert(fc.property(
    fc.constantFrom(...INVISIBLE),
    fc.constantFrom("Ana", "Анна", "山", ""),
    fc.nat({ max: 4 }),
    (character, name, at) => {
      const hidden = name.slice(0, at) + character + name.slice(at);
      // A variation selector is fine after a character that has variants.
      if (name === "山" && at > 0 && character === "\u{e0100}") return;
      assert.match(problemOfName(hidden) ?? "", /invisible/, JSON.stringify(hidden));
    },
  ));
});

Deno.test("problemOfName() refuses joiners and tags that join nothing", () => {
  for (
    const name of ["A\u200dna", "علی\u200c", "\u200cعلی", "👩\u200d", "👩\u200dA", "🎁\u{e0067}"]
  ) {
    assert.match(problemOfName(name) ?? "", /invisible/, JSON.stringify(name));
  }
});

Deno.test("problemOfName() refuses piles of marks, blank names, and words of two alphabets", () => {
  assert.match(problemOfName("A" + "\u0315\u0316\u0317\u0318\u0319") ?? "", /marks/);
  assert.match(problemOfName("\u0301") ?? "", /show/);
  for (const name of ["\u0410na", "Ana P\u0435ters", "Αna", "Ａ\u043da"]) {
    assert.match(problemOfName(name) ?? "", /alphabets/, name);
  }
});

Deno.test("confusableKey() is the same for names that look the same", () => {
  const same = [
    ["Ana", "ana", "ＡＮＡ", "A\u200bna", "\u202eAna", "Ana\u3164", "A\u034fna"],
    ["Ana Bo", "Ana  Bo", "Ana\u00a0Bo", " Ana\u2003Bo "],
    ["copa", "сора", "СОРА"],
    ["\u039f", "O", "\u041e"],
    ["علی‌رضا", "علیرضا"],
    ["é", "e\u0301"],
  ];
  for (const names of same) assert.equal(new Set(names.map(confusableKey)).size, 1, names.join());
  const others = ["Ana", "Anna", "Ane", "Aná", "Анна", "Ben", "Юля", "Ilse", "llse", "👩", "👨"];
  assert.equal(new Set(others.map(confusableKey)).size, others.length);
});

Deno.test("confusableKey() and normalizedKey() treat plain names like all others", () => {
  const printable = fc.string({ unit: fc.constantFrom(..." !'-.09@AIKZ[aikz~") });
  fc.assert(
    fc.property(printable.map((text) => text.trimEnd()), (text) => {
      // A letter of another script takes the long way, and changes nothing else.
      assert.equal(`${normalizedKey(text)}日`, normalizedKey(`${text}日`));
      assert.equal(`${confusableKey(text)}日`, confusableKey(`${text}日`));
    }),
    { examples: [["Ana  B"], [" a"], [""]] },
  );
});
