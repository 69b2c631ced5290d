import { withCookies, writeCookie } from "@/lib/http/cookies.ts";
import { readForm } from "@/lib/http/form.ts";
import { THEMES } from "@/lib/i18n/reader.ts";
import { define } from "@/lib/state.ts";

const YEAR = 365 * 86_400;

export const handler = define.handlers({
  async POST(ctx) {
    const form = await readForm(ctx.req);
    const theme = THEMES.find((known) => known === form.text("theme"));
    const answer = ctx.redirect(ownPath(form.text("returnTo") || "/", ctx.url), 303);
    const options = { path: "/", maxAge: YEAR, isReadable: true };
    return theme
      ? withCookies(answer, writeCookie(ctx.state.origin, "theme", theme, options))
      : answer;
  },
});

/** Returns the path and query of a URL of this site; the home page for any other. */
function ownPath(address: string, here: URL): string {
  const target = URL.parse(address, here);
  return target?.origin === here.origin ? target.pathname + target.search : "/";
}
