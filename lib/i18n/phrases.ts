/** Japanese is known by its own letters, in whatever language a page is. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const OPENS = /^\p{Ps}/u;
const OPENED = /\p{Ps}$/u;

/** After which a line may end, if no sign follows; a bracket that closes has its particle after it. */
const ENDS = /[\p{Po}\s]$|^[がを]$/u;
const SIGN = /^[\p{Pe}\p{Po}\s]/u;

/** Hiragana and signs that close belong to what they follow; what comes then begins anew. */
const ENDING = /[\p{Script=Hiragana}\p{Pe}]$/u;
const FOLLOWS = /^(?![おご]\p{Script=Han})[\p{Script=Hiragana}ー]/u;

/** "お疲れさま": politeness that goes with the word after it. */
const POLITE = /^[おご]$/;

const words = new Intl.Segmenter("ja", { granularity: "word" });

/**
 * A text in the pieces that a Japanese line is broken between: words with what belongs to them. Browsers
 * that break between phrases guess where they are, and take names apart ("おば｜あちゃん"); others break
 * anywhere. Without Japanese the text is one piece.
 *
 * @example inPhrases("花子さんから「職場の会」への招待です") // "花子さんから", "「職場の", "会」への", "招待です"
 */
export function inPhrases(text: string): string[] {
  if (!KANA.test(text)) return [text];
  const phrases: string[] = [];
  let before = "";
  for (const { segment } of words.segment(text)) {
    const last = phrases.at(-1);
    if (last === undefined || begins(segment, before)) phrases.push(segment);
    else phrases[phrases.length - 1] += segment;
    before = segment;
  }
  return phrases;
}

/** Whether a word begins a phrase after the one before. */
function begins(word: string, before: string): boolean {
  if (SIGN.test(word) || OPENED.test(before)) return false;
  if (OPENS.test(word) || ENDS.test(before)) return true;
  return ENDING.test(before) && !FOLLOWS.test(word) && !POLITE.test(before);
}
