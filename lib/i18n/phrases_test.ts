import assert from "node:assert/strict";
import { splitPhrases } from "./phrases.ts";

const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  "names whole": ["花子さんから", "「おばあちゃんちの", "クリスマス」への", "招待です"],
  "what follows a name with it": ["よしこおばあちゃん"],
  "polite beginnings with their words": ["太郎さん、", "お疲れさまでした！"],
  "first and last names apart": ["佐藤 ", "陽子さん、", "こんにちは！"],
  "verbs of several letters whole": ["健太さんに", "切り替えますか？"],
  "objects apart from what is done to them": ["新しい", "リンクが", "できました"],
  "a person with the clause about them": ["お互いに", "当たらない人"],
  "how something is done with it": ["すべて", "引き直しますか？"],
  "dates with their times": ["くじ引きは", "12月25日（金）18:30です。"],
  "Chinese words and quotation marks": [
    ...["小明", "邀请你", "参加", "“办公室", "圣诞节", "礼物", "交换”"],
  ],
  "Chinese names and counted people": ["3 人", "还没有", "拿到链接，", "韩梅梅"],
  "brackets with what is in them": ["全員の", "プレゼント", "（「秘密」）"],
};

for (const [what, phrases] of Object.entries(HEADINGS)) {
  Deno.test(`splitPhrases() keeps ${what}`, () => {
    const found = splitPhrases(phrases.join("")).map((words) => words.join(""));
    assert.deepEqual(found, phrases);
  });
}

Deno.test("splitPhrases() leaves a text in other scripts whole", () => {
  for (const text of ["", "Olivia’s (second) party!", "“Вечер”"]) {
    assert.deepEqual(splitPhrases(text), [[text]]);
  }
});

Deno.test("splitPhrases() returns the words of a phrase, with adjacent punctuation", () => {
  assert.deepEqual(splitPhrases("「よしこおばあちゃん、」"), [["「よしこ", "おばあちゃん、」"]]);
});

Deno.test("splitPhrases() keeps a bracket and its particles in one word", () => {
  assert.deepEqual(splitPhrases("「職場の会」への招待"), [["「職場", "の"], ["会」への"], [
    "招待",
  ]]);
  assert.deepEqual(splitPhrases("「連絡先」がまだです"), [["「連絡先」が"], ["まだ", "です"]]);
});
