import { page } from "fresh";
import { type Form, readForm } from "../http/form.ts";
import { type Ctx, define } from "../state.ts";

/**
 * Makes the handlers of a page behind a link in an email. Only its buttons change anything, because programs that scan
 * emails follow their links.
 *
 * @param tell opens the link, and carries out the form's choice if a form was sent; null for an invalid link.
 * @param land changes the page's query to show the result of a button.
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
      // A mail program's one-click request (RFC 8058) follows no redirect.
      if (!told || form.has("List-Unsubscribe")) return show(told);
      const query = new URLSearchParams(ctx.url.searchParams);
      land(query, told);
      return ctx.redirect(`${ctx.url.pathname}?${query}`, 303);
    },
  });
}
