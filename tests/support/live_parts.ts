/** Ids of the parts of a page that its script keeps up to date. */
export function liveParts(html: string): string[] {
  return (html.match(/<[^>]* data-live[^>]*>/g) ?? []).flatMap((tag) =>
    / id="([^"]*)"/.exec(tag)?.[1] ?? []
  );
}
