import type { Language } from "../game/types.ts";
import { isLanguage, likelyLocale, negotiateLanguage } from "../i18n/languages.ts";
import { type Reader, THEMES } from "../i18n/reader.ts";
import { translator } from "../i18n/translate.ts";
import type { State } from "../state.ts";
import { readCookie } from "./cookies.ts";

/** As much of a request's context as its reader is read from. */
interface Asked {
  req: Pick<Request, "headers">;
  state: Pick<State, "reader">;
}

/** The reader of a page, read once for each request; error pages of any path have one too. */
export function readerOf({ req, state }: Asked): Reader {
  return state.reader ??= readReader(req.headers);
}

/** Shows the page in the language of a participant or a game, unless the reader chose another. */
export function suggestLanguage(ctx: Asked, language: Language): Reader {
  const reader = readerOf(ctx);
  if (reader.hasChosenLanguage) return reader;
  return ctx.state.reader = { ...reader, ...speaking(language, ctx) };
}

/** Shows the page in the language that its address names. */
export function followAddress(ctx: Asked, language: Language): Reader {
  return ctx.state.reader = {
    ...readerOf(ctx),
    ...speaking(language, ctx),
    addressLanguage: language,
  };
}

function speaking(language: Language, { req }: Pick<Asked, "req">) {
  return { language, locale: likelyLocale(req.headers, language), t: translator(language) };
}

function readReader(headers: Headers): Reader {
  const chosen = readCookie(headers, "lang");
  const theme = readCookie(headers, "theme");
  const language = isLanguage(chosen) ? chosen : negotiateLanguage(headers);
  return {
    language,
    locale: likelyLocale(headers, language),
    addressLanguage: null,
    hasChosenLanguage: isLanguage(chosen),
    theme: THEMES.find((known) => known === theme) ?? null,
    t: translator(language),
  };
}
