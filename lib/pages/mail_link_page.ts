import { page } from "fresh";
import { type Form, readForm } from "../http/form.ts";
import { type Ctx, define } from "../state.ts";

/**
 * Makes the handlers of a page behind a link in an email. Only its buttons change something, because programs that
 * check emails follow their links.
 *
 * @param tell opens the link and makes the choice of a form, if there is one; null for an invalid link.
 * @param land changes the page's query to what it shows after a button was pressed.
 */
export function mailLinkPage<Told extends object>(
  tell: (ctx: Ctx, form?: Form) => Promise<Told | null>,
  land: (query: URLSearchParams, told: Told) => void = () => {},
) {
  const show = (told: Told | null) => page<Told | null>(told, { status: told ? 200 : 404 });
  return define.handlers({
    async GET(ctx) {
      return show(await tell(ctx));
    },

    async POST(ctx) {
      const form = await readForm(ctx.req);
      const told = await tell(ctx, form);
      // One click in a mail program (RFC 8058) follows no redirect.
      if (!told || form.has("List-Unsubscribe")) return show(told);
      const query = new URLSearchParams(ctx.url.searchParams);
      land(query, told);
      return ctx.redirect(`${ctx.url.pathname}?${query}`, 303);
    },
  });
}
