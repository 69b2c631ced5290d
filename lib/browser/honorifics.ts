/** Names that say themselves how their bearer is spoken of. */
const SPOKEN = /(?:さん|ちゃん|くん|君|さま|様|先生|ママ|パパ)$/;

/**
 * Takes back the "さん" that a Japanese text gives to a name that needs none: "おばあちゃんさん".
 *
 * @param values what the text was filled in with, names among them
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
