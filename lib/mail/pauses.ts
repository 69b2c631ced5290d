/** The first and the longest pause before trying a mail again, in seconds; each is three times the last. */
export const PAUSES = { first: 5, longest: 4 * 3600, factor: 3 };
/** The same before trying a mail server again that did not serve. */
export const SERVER_PAUSES = { first: 1, longest: 60, factor: 2 };

/** Growing pauses in seconds, up to a fifth shorter or longer, so that many do not come back at once. */
export function pauseBefore(
  attempt: number,
  { first, longest, factor }: { first: number; longest: number; factor: number },
): number {
  const pause = Math.min(first * factor ** (attempt - 1), longest);
  return pause * (0.8 + 0.4 * Math.random());
}
