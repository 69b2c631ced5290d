import { parseUrl } from "../game/clean_link.ts";

/** A piece of a text: a link if it has an address. */
export interface TextPiece {
  text: string;
  href?: string;
}

const LINK = /(?:https?:\/\/|www\.)[^\s<>"'“”«»「」]+/gi;
/** Signs that end a sentence rather than an address. */
const TRAILING = ".,;:!?…)]}、。，；：！？）】";

/**
 * Finds the web addresses in a text; only http and https ever become links. Our own, since a participant
 * loads it: linkifyjs weighs 10 KB compressed for these 0.3, and takes 。 and 」 for a part of the address.
 */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const address = withoutTrailing(match[0]);
    const href = /^www\./i.test(address) ? `https://${address}` : address;
    if (!parseUrl(href)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** By a loop: a pattern that is tried at each of many signs takes the square of their time. */
function withoutTrailing(address: string): string {
  let end = address.length;
  // Ends at a letter: each address begins with some.
  while (TRAILING.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
