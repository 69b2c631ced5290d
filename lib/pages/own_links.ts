import { ownLinksSchema } from "../game/schemas.ts";
import { readerOf } from "../http/reader.ts";
import { requestOwnLinks } from "../operations/own_links.ts";
import type { Ctx } from "../state.ts";
import { submit } from "./forms.ts";

/** Emails the links of an address to it, in the reader's language. The answer does not reveal whether there are any. */
export function mailOwnLinks(ctx: Ctx, email: string) {
  const { t, language } = readerOf(ctx);
  const { services, client } = ctx.state;
  return submit(
    t,
    ownLinksSchema,
    { email, language },
    (body) => requestOwnLinks(services, body, client),
    ["TOO_MANY_MAILS"],
  );
}
