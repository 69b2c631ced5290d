import { HttpError } from "fresh";
import { isLanguage } from "@/lib/i18n/languages.ts";
import { followAddress } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** The public pages in a language of their own address; what is no language leads nowhere. */
export default define.middleware((ctx) => {
  const { lang } = ctx.params;
  if (!isLanguage(lang)) throw new HttpError(404);
  followAddress(ctx, lang);
  return ctx.next();
});
