import type { Below } from "./notices.ts";

/**
 * Range of the random delay, in seconds, of a mail caused by a participant's action and sent to their giver or
 * receiver (`isDelayed` in the table of kinds). If people sit together, the phone that rings at once would reveal the
 * pair.
 */
export const MAIL_DELAY = { least: 180, most: 900 } as const;

/** Draws a delay from `MAIL_DELAY`, uniformly. @returns seconds */
export function drawMailDelay(below: Below): number {
  return MAIL_DELAY.least + below(MAIL_DELAY.most - MAIL_DELAY.least + 1);
}
