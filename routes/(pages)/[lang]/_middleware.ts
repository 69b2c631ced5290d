import { HttpError } from "fresh";
import { isLanguage } from "@/lib/i18n/languages.ts";
import { followAddress } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** Serves the public pages in the language of their URL; 404 for an unknown language. */
export default define.middleware((ctx) => {
  const { lang } = ctx.params;
  if (!isLanguage(lang)) throw new HttpError(404);
  followAddress(ctx, lang);
  return ctx.next();
});
