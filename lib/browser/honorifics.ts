/** Names that end with an honorific or a title. */
const SPOKEN = /(?:さん|ちゃん|くん|君|さま|様|先生|ママ|パパ)$/;

/**
 * Removes the "さん" that a Japanese text adds to a name that needs none: "おばあちゃんさん".
 *
 * @param values the values that the text was filled with, including names
 */
export function dedupeHonorifics(text: string, values: readonly unknown[]): string {
  if (!text.includes("さん")) return text;
  return values.flat().reduce<string>(
    (whole, value) =>
      typeof value === "string" && SPOKEN.test(value)
        ? whole.replaceAll(`${value}さん`, () => value)
        : whole,
    text,
  );
}
