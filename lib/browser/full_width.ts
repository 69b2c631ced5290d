const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。！「」]/gu;

/** How many of a text's letters fill a square, as those of Chinese and Japanese do: about as wide as two others. */
export function countFullWidth(text: string): number {
  return text.match(SQUARE)?.length ?? 0;
}
