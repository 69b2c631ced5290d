const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。！「」]/gu;

/** Counts full-width characters, such as Chinese and Japanese ones: each is about as wide as two others. */
export function countFullWidth(text: string): number {
  return text.match(SQUARE)?.length ?? 0;
}
