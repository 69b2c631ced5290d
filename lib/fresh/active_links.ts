/** A path without its trailing slash. */
const bare = (path: string) => path.replace(/(.)\/$/, "$1");

/**
 * Sets `aria-current` on a link to the current page ("page") or to a page above it ("true"), on the server and in the
 * browser. A link to this path with a different query counts as one above. Leaves links that already have an
 * `aria-current` unchanged.
 * @example On `/games/1` a link to `/games/1` becomes "page", one to `/games` or `/` becomes "true".
 */
export function markActiveLink(
  props: Record<string, unknown>,
  { pathname, search }: { pathname: string; search: string },
): void {
  const { href } = props;
  if (typeof href !== "string" || href[0] !== "/" || "aria-current" in props) return;
  const link = new URL(`http://host${href}`); // never throws: the path cannot change the host
  const here = bare(pathname);
  const there = bare(link.pathname);
  const isSame = here === there;
  if (isSame && (!link.search || link.search === search)) {
    Object.assign(props, { "data-current": "true", "aria-current": "page" });
  } else if (isSame || there === "/" || here.startsWith(`${there}/`)) {
    Object.assign(props, { "data-ancestor": "true", "aria-current": "true" });
  }
}
