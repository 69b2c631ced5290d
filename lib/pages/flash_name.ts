import { managePath } from "../browser/links.ts";
import { readCookie, writeCookie } from "../http/cookies.ts";

const COOKIE = "whom";

/** Long enough for the next page, in seconds. */
const LASTS = 60;

/**
 * Tells the next page whom something was done with: in a cookie, as names have no place in addresses, and who has
 * left is not in the game any more.
 *
 * @param told the act, or `mail`.
 */
export function setFlashName(
  answer: Response,
  origin: string,
  code: string,
  told: string,
  name: string,
): Response {
  const value = new URLSearchParams({ told, name }).toString();
  const path = managePath(code);
  answer.headers.append("set-cookie", writeCookie(origin, COOKIE, value, { path, maxAge: LASTS }));
  return answer;
}

/** Whom the page is to name with what it tells; undefined: nobody is known. */
export function readFlashName(headers: Headers, { searchParams }: URL): string | undefined {
  const kept = new URLSearchParams(readCookie(headers, COOKIE) ?? "");
  const isTold = kept.get("told") === (searchParams.get("done") ?? "mail");
  return isTold ? kept.get("name") ?? undefined : undefined;
}
