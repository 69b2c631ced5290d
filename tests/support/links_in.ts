import { LinkifyIt } from "linkify-it";

/** Finds more than mail programs do: bare hosts of many endings, addresses, numbers of hosts. */
const judge = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .tlds(["example", "who", "js", "com", "de", "org", "now", "bank"], true);

/** The links that a program would make of a text, as their addresses. */
export function linksIn(text: string): string[] {
  return (judge.match(text) ?? []).map(({ url }) => url);
}
