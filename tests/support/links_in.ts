import { LinkifyIt } from "linkify-it";

/** Finds more links than mail programs do: bare hosts with many endings, addresses, IP addresses. */
const judge = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .tlds(["example", "who", "js", "com", "de", "org", "now", "bank"], true);

/** The URLs of the links that a program would find in a text. */
export function linksIn(text: string): string[] {
  return (judge.match(text) ?? []).map(({ url }) => url);
}
