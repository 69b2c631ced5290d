import type { Language } from "../game/types.ts";
import { isLanguage, likelyLocale, negotiateLanguage, wordsLocale } from "../i18n/languages.ts";
import { type Reader, THEMES } from "../i18n/reader.ts";
import { translator } from "../i18n/translate.ts";
import type { State } from "../state.ts";
import { readCookie } from "./cookies.ts";

/** As much of a request's context as its reader is read from. */
interface Asked {
  req: Pick<Request, "headers">;
  /** Without services on a page that is shown before anything was opened. */
  state: Pick<State, "reader"> & Partial<Pick<State, "services">>;
}

/** The reader of a page, read once for each request; error pages of any path have one too. */
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

/** The language that readers chose, or their browser asks for; undefined if the page speaks only its game's. */
export function askedLanguage(ctx: Asked): Language | undefined {
  const { language, hasChosenLanguage, ownLanguage } = readerOf(ctx);
  const isAsked = ctx.req.headers.has("accept-language") && ownLanguage === null;
  return hasChosenLanguage || isAsked ? language : undefined;
}

/** Shows the page in the language that its address names. */
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
