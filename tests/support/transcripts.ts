/** Compares what the organizers of two games received. */
import assert from "node:assert/strict";

/** True if `longWords` finds a secret: it is as long as a token, and has the characters of tokens and ids. */
export function isLongWord(secret: string): boolean {
  return /^[\w-]{22,}$/.test(secret);
}

/** The distinct long words of a text: searching whole pages for a hundred secrets takes many times as long. */
export function longWords(text: string): string {
  return [...new Set(text.match(/[\w-]{22,}/g))].join(" ");
}

/** Removes what differs between any two games: ids, tokens, codes, times, pictures, fingerprints of links. */
export function normalized(text: string): string {
  return text
    // The longest first, so that the others search less text.
    .replaceAll(/ d="[^"]{200,}"/g, "")
    .replaceAll("%2F", "/").replaceAll("%3F", "?").replaceAll("%3D", "=")
    .replaceAll(/((pass|menu)-|handed-over=")[0-9a-f]{8}/g, "PRINT")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/nonce="[^"]*"/g, "NONCE")
    .replaceAll("%2F", "/")
    .replaceAll(/(?<=data-handed-over="|data-link="|pass-|menu-)[0-9a-f]{8}/g, "HASH")
    // The paper depends on the game's id and the person's number.
    .replaceAll(/<g class="gift-box">.*?<\/svg>/gs, "GIFT")
    .replaceAll(/viewBox="0 0 \d+ \d+"/g, "")
    .replaceAll(/(?<=(token|participant|invitation|mail|c)[=\/])[\w-]{22,}/g, "TOKEN")
    // On slips, a URL breaks between its parts.
    .replaceAll(/(?<=break-all">)[\w-]{22}(?=<)/g, "TOKEN")
    .replaceAll(/"(organizer|invitation)Token":"[\w-]{22}"/g, "TOKEN")
    // Derived from ids and tokens; the comparison of different pairs keeps these fixed.
    .replaceAll(/"version":"[0-9a-f]{16}"/g, "VERSION")
    .replaceAll(/"drawn"( value=|:)"[\w-]{43}"/g, "DRAW")
    .replaceAll(/(game=ID&(amp;)?token|never)=[\w-]+/g, "TOKEN")
    .replaceAll(/\d{1,2}:\d\d( [AP]M)?/g, "TIME")
    .replaceAll(/\b[1-9]\d{5}\b/g, "CODE");
}

/** Asserts that two long texts are equal, and shows where they differ. */
export function assertSame(one: string, other: string): void {
  if (one === other) return;
  const place = [...one].findIndex((letter, index) => letter !== other[index]);
  const near = (text: string) => text.slice(Math.max(place - 100, 0), place + 100);
  assert.equal(near(one), near(other), one.slice(0, 60));
}
