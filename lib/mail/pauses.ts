/** Back-off before retrying a mail: first and longest pause in seconds, and the factor between two pauses. */
export const PAUSES = { first: 5, longest: 4 * 3600, factor: 3 };
/** The same before probing a mail server that was down. */
export const SERVER_PAUSES = { first: 1, longest: 60, factor: 2 };

/** Exponential back-off in seconds, with a jitter of ±20 % so that many mails are not retried at once. */
export function pauseBefore(
  attempt: number,
  { first, longest, factor }: { first: number; longest: number; factor: number },
): number {
  const pause = Math.min(first * factor ** (attempt - 1), longest);
  return pause * (0.8 + 0.4 * Math.random());
}
