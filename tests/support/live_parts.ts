/** The ids of the parts of a page that its script keeps as they are on the server. */
export function liveParts(html: string): string[] {
  return (html.match(/<[^>]* data-live[^>]*>/g) ?? []).flatMap((tag) =>
    / id="([^"]*)"/.exec(tag)?.[1] ?? []
  );
}
