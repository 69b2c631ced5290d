/** Characters by which Japanese is detected, on pages in any language. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

const OPENS = /^[\p{Ps}\p{Pi}]/u;
const OPENED = /[\p{Ps}\p{Pi}]$/u;

/** Words after which a line may break if no punctuation follows; a closing bracket keeps its particle. */
const ENDS = /[\p{Po}\s]$|(?:^|\p{Pe})[がを]$/u;
const SIGN = /^[\p{Pe}\p{Pf}\p{Po}\s]/u;

/** "「職場の会」への": a line must not begin with the particles after a bracket. */
const CLOSED = /\p{Pe}\p{Script=Hiragana}{0,2}$/u;
const PARTICLE = /^[がをにへでとのはもや]$|^(?:から|まで|など)$/u;

/** Hiragana and closing punctuation belong to the preceding word; the next word starts a new phrase. */
const ENDING = /[\p{Script=Hiragana}\p{Pe}]$/u;
const FOLLOWS = /^(?![おご]\p{Script=Han})[\p{Script=Hiragana}ー]/u;

/** "贈る人", "引き直す": dependent words with which a line must not begin. */
const TAILS = /^(?:人|直[さしすせそ])/;

/** A date and its time stay together: "12月25日（金）18:30". */
const OF_DATE = /^(?:\d|（)/;
const IN_DATE = /(?:[\d日]|\d[:.,]|[月火水木金土日]）)$/;

/** "お疲れさま": an honorific prefix stays with its word. */
const POLITE = /^[おご]$/;

/** "办公|室", "链|接", "3 |人": the dictionary splits off single characters, which stay with a neighbour. */
const SINGLE = /^\p{Script=Han}$/u;
const JOINED = /^\p{Ps}?\p{Pi}?(?:[\p{Script=Han}]{1,4}|\d+\s?\p{Script=Han})$/u;

/** Created on first use, because it loads a dictionary. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into phrases between which a Japanese or Chinese line may break, and each phrase into words with their
 * punctuation; in Chinese each word is a phrase. Browsers that break between phrases have to guess and split names
 * ("おば｜あちゃん"); others break anywhere. A text in another script is one word.
 *
 * @example splitPhrases("花子さんから「職場の会」への招待です") // 花子 さん から, 「職場 の, 会」への, 招待 です
 */
export function splitPhrases(text: string): string[][] {
  if (!KANA.test(text)) return HAN.test(text) ? splitChinese(text) : [[text]];
  const phrases: string[][] = [[]];
  for (const segment of wordsOf(text)) {
    const phrase = phrases.at(-1) ?? [];
    const before = phrase.at(-1);
    if (before === undefined) phrase.push(segment);
    else if (begins(segment, before)) phrases.push([segment]);
    else if (belongs(segment, before)) phrase.push(phrase.pop() + segment);
    else phrase.push(segment);
  }
  return phrases;
}

function splitChinese(text: string): string[][] {
  const phrases: [string][] = [];
  for (const word of wordsOf(text)) {
    const last = phrases.at(-1);
    if (last && staysWith(word, last[0])) last[0] += word;
    else phrases.push([word]);
  }
  return phrases;
}

function staysWith(word: string, before: string): boolean {
  return SIGN.test(word) || OPENED.test(before) ||
    (SINGLE.test(word) || SINGLE.test(before)) && JOINED.test(before + word);
}

/** Splits a text into words with a dictionary for Japanese and Chinese. */
function wordsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** True if a word starts a new phrase. */
function begins(word: string, before: string): boolean {
  if (SIGN.test(word) || OPENED.test(before)) return false;
  if (OF_DATE.test(word) && IN_DATE.test(before)) return false;
  if (OPENS.test(word) || ENDS.test(before)) return true;
  return ENDING.test(before) && !FOLLOWS.test(word) && !TAILS.test(word) && !POLITE.test(before);
}

/** True if a line must never break between the two. */
function belongs(word: string, before: string): boolean {
  return SIGN.test(word) || OPENED.test(before) || POLITE.test(before) ||
    PARTICLE.test(word) && CLOSED.test(before);
}
