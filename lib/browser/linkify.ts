import { parseUrl } from "../game/clean_link.ts";

/** A part of a text; a link if it has `href`. */
export interface TextPiece {
  text: string;
  href?: string;
}

const LINK = /(?:https?:\/\/|www\.)[^\s<>"'“”«»「」]+/gi;
/** Characters at the end of a link that belong to the sentence around it. */
const TRAILING = ".,;:!?…)]}、。，；：！？）】";

/**
 * Finds the web addresses in a text; only http and https become links. Not linkifyjs, which weighs 10 KB compressed
 * instead of 0.3, in a script that participants load, and takes 。 and 」 for a part of the address.
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

/** Uses a loop because a pattern tried at each of many characters takes quadratic time. */
function withoutTrailing(address: string): string {
  let end = address.length;
  // Stops at a letter, because each address begins with some.
  while (TRAILING.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
