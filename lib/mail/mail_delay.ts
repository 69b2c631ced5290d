import type { Below } from "./notices.ts";

/**
 * Range of the random delay of a mail that someone sends to their giver or receiver by what they do (`isDelayed` in the
 * table of kinds), in seconds: at one table, the phone that rings must not tell whom they did it to.
 */
export const MAIL_DELAY = { least: 180, most: 900 } as const;

/** Draws a delay from `MAIL_DELAY`, uniformly. @returns seconds */
export function drawMailDelay(below: Below): number {
  return MAIL_DELAY.least + below(MAIL_DELAY.most - MAIL_DELAY.least + 1);
}
