/** A path without the slash at its end. */
const bare = (path: string) => path.replace(/(.)\/$/, "$1");

/**
 * Sets `aria-current` on a link to the current page ("page") or to a page above it ("true"), on the
 * server and in the browser. A link to this path with another query counts as one above. A link that
 * has an `aria-current` already is not changed.
 * @example On `/games/1` a link to `/games/1` becomes "page", one to `/games` or `/` becomes "true".
 */
export function markActiveLink(
  props: Record<string, unknown>,
  { pathname, search }: { pathname: string; search: string },
): void {
  const { href } = props;
  if (typeof href !== "string" || href[0] !== "/" || "aria-current" in props) return;
  const link = new URL(`http://host${href}`); // never throws: the host has ended
  const here = bare(pathname);
  const there = bare(link.pathname);
  const isSame = here === there;
  if (isSame && (!link.search || link.search === search)) {
    Object.assign(props, { "data-current": "true", "aria-current": "page" });
  } else if (isSame || there === "/" || here.startsWith(`${there}/`)) {
    Object.assign(props, { "data-ancestor": "true", "aria-current": "true" });
  }
}
