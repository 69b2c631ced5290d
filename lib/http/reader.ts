import type { Language } from "../game/types.ts";
import { isLanguage, likelyLocale, negotiateLanguage, wordsLocale } from "../i18n/languages.ts";
import { type Reader, THEMES } from "../i18n/reader.ts";
import { translator } from "../i18n/translate.ts";
import type { State } from "../state.ts";
import { readCookie } from "./cookies.ts";

/** The part of a request context that determines the reader. */
interface Asked {
  req: Pick<Request, "headers">;
  /** Has no services on a page that is shown before they were opened. */
  state: Pick<State, "reader"> & Partial<Pick<State, "services">>;
}

/** Returns the reader of a page, determined once per request; error pages of any path have one, too. */
export function readerOf({ req, state }: Asked): Reader {
  return state.reader ??= readReader(req.headers, state.services?.settings.siteName ?? null);
}

/** Shows the page in the language of a participant or a game, unless the reader chose another. */
export function suggestLanguage(ctx: Asked, language: Language): Reader {
  const reader = readerOf(ctx);
  if (reader.hasChosenLanguage) return reader;
  const asked = ctx.req.headers.has("accept-language") ? negotiateLanguage(ctx.req.headers) : null;
  return ctx.state.reader = {
    ...reader,
    ...speaking(language, ctx.req.headers, reader.siteName),
    ownLanguage: asked === language ? null : asked,
  };
}

/** The language that the reader chose or their browser requests; undefined if the page is in its game's language. */
export function askedLanguage(ctx: Asked): Language | undefined {
  const { language, hasChosenLanguage, ownLanguage } = readerOf(ctx);
  const isAsked = ctx.req.headers.has("accept-language") && ownLanguage === null;
  return hasChosenLanguage || isAsked ? language : undefined;
}

/** Shows the page in the language named in its URL. */
export function followAddress(ctx: Asked, language: Language): Reader {
  const reader = readerOf(ctx);
  return ctx.state.reader = {
    ...reader,
    ...speaking(language, ctx.req.headers, reader.siteName),
    addressLanguage: language,
  };
}

function speaking(language: Language, headers: Headers, siteName: string | null) {
  const locale = likelyLocale(headers, language);
  return { language, locale, t: translator(language, siteName, wordsLocale(headers, language)) };
}

function readReader(headers: Headers, siteName: string | null): Reader {
  const chosen = readCookie(headers, "lang");
  const theme = readCookie(headers, "theme");
  const language = isLanguage(chosen) ? chosen : negotiateLanguage(headers);
  return {
    ...speaking(language, headers, siteName),
    addressLanguage: null,
    ownLanguage: null,
    hasChosenLanguage: isLanguage(chosen),
    theme: THEMES.find((known) => known === theme) ?? null,
    siteName,
  };
}
