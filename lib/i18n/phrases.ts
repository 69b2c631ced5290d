/** Japanese is known by its own letters, in whatever language a page is. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const OPENS = /^\p{Ps}/u;
const OPENED = /\p{Ps}$/u;

/** After which a line may end, if no sign follows; a bracket that closes has its particle after it. */
const ENDS = /[\p{Po}\s]$|(?:^|\p{Pe})[がを]$/u;
const SIGN = /^[\p{Pe}\p{Po}\s]/u;

/** "「職場の会」への": no line begins with the particles of a bracket. */
const CLOSED = /\p{Pe}\p{Script=Hiragana}{0,2}$/u;
const PARTICLE = /^[がをにへでとのはもや]$|^(?:から|まで|など)$/u;

/** Hiragana and signs that close belong to what they follow; what comes then begins again. */
const ENDING = /[\p{Script=Hiragana}\p{Pe}]$/u;
const FOLLOWS = /^(?![おご]\p{Script=Han})[\p{Script=Hiragana}ー]/u;

/** "贈る人", "引き直す": what tells of whom or how, and no line begins with. */
const TAILS = /^(?:人|直[さしすせそ])/;

/** A date and its time are one: "12月25日（金）18:30". */
const OF_DATE = /^(?:\d|（)/;
const IN_DATE = /(?:[\d日]|\d[:.,]|[月火水木金土日]）)$/;

/** "お疲れさま": politeness that goes with the word after it. */
const POLITE = /^[おご]$/;

/** Made when first needed, as it brings a dictionary. */
let segmenter: Intl.Segmenter | undefined;

/**
 * A text in the phrases that a Japanese line is broken between, each in its words with the signs beside them.
 * Browsers that break between phrases guess where they are, and take names apart ("おば｜あちゃん"); others
 * break anywhere. Without Japanese the text is one word.
 *
 * @example splitPhrases("花子さんから「職場の会」への招待です") // 花子 さん から, 「職場 の, 会」への, 招待 です
 */
export function splitPhrases(text: string): string[][] {
  if (!KANA.test(text)) return [[text]];
  const phrases: string[][] = [[]];
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  for (const { segment } of segmenter.segment(text)) {
    const phrase = phrases.at(-1) ?? [];
    const before = phrase.at(-1);
    if (before === undefined) phrase.push(segment);
    else if (begins(segment, before)) phrases.push([segment]);
    else if (belongs(segment, before)) phrase.push(phrase.pop() + segment);
    else phrase.push(segment);
  }
  return phrases;
}

/** Whether a word begins a phrase after the one before. */
function begins(word: string, before: string): boolean {
  if (SIGN.test(word) || OPENED.test(before)) return false;
  if (OF_DATE.test(word) && IN_DATE.test(before)) return false;
  if (OPENS.test(word) || ENDS.test(before)) return true;
  return ENDING.test(before) && !FOLLOWS.test(word) && !TAILS.test(word) && !POLITE.test(before);
}

/** Whether there is no line between the two, whatever happens. */
function belongs(word: string, before: string): boolean {
  return SIGN.test(word) || OPENED.test(before) || POLITE.test(before) ||
    PARTICLE.test(word) && CLOSED.test(before);
}
