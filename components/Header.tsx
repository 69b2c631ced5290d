import { asset } from "fresh/runtime";
import { directionOf } from "@/lib/browser/bidi.ts";
import { findPublicPage, publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import CloseMenus from "@/islands/CloseMenus.tsx";
import ThemeToggle from "@/islands/ThemeToggle.tsx";
import { type Language, LANGUAGES } from "@/lib/game/types.ts";
import { languageName, languageTag } from "@/lib/browser/format.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { Icon } from "./Icon.tsx";

interface HeaderProps {
  url: URL;
  reader: Reader;
}

/** The head of every page: link to the start page, language, light and dark. */
export function Header({ url, reader }: HeaderProps) {
  const { addressLanguage, ownLanguage, t } = reader;
  const home = publicPath("", addressLanguage);
  return (
    <header class="no-print">
      <div class="ribbon" />
      {/* With large text the controls wrap below the name, which stays whole. */}
      <div class="mx-auto flex max-w-6xl flex-wrap items-center gap-1 px-4 py-3 sm:px-6">
        <a
          href={home}
          class="me-auto flex min-h-11 min-w-0 grow basis-[9rem] items-center gap-2 rounded-lg pe-1 sm:gap-3 sm:pe-2"
          aria-current={url.pathname === home ? "page" : "false"}
        >
          <img src={asset("/icon.svg")} width="40" height="40" alt="" class="size-10 shrink-0" />
          <span class="font-display min-[22rem]:text-lg min-w-0 leading-tight font-semibold wrap-break-word sm:text-xl">
            {t("common.siteName")}
          </span>
        </a>
        <div class="ms-auto flex items-center gap-1">
          <ThemeToggle
            returnTo={url.pathname + url.search}
            toDark={t("common.darkMode")}
            toLight={t("common.lightMode")}
          />
          <LanguagePicker url={url} reader={reader} />
        </div>
        <CloseMenus />
      </div>
      {ownLanguage && (
        <p class="mx-auto max-w-6xl px-4 sm:px-6">
          <a
            href={addressesOf(url)(ownLanguage)}
            lang={languageTag(ownLanguage)}
            aria-current="false"
            class="text-link inline-flex min-h-11 items-center gap-2"
          >
            <Icon name="languages" />
            {translator(ownLanguage)("common.readIn")}
          </a>
        </p>
      )}
    </header>
  );
}

/** The languages, each under its own name. */
function LanguagePicker({ url, reader: { language, t } }: HeaderProps) {
  const addressIn = addressesOf(url);
  const isPublic = findPublicPage(url.pathname) !== null;
  return (
    <details class="group relative" data-menu="">
      <summary
        class="btn btn-ghost gap-2 px-3"
        aria-label={t("common.chooseLanguage", { language: languageName(language) })}
      >
        <Icon name="languages" />
        <span class="hidden sm:inline">{languageName(language)}</span>
        <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
      </summary>
      <ul class="paper absolute end-0 z-20 mt-2 w-52 max-w-[calc(100vw-2rem)] p-2">
        {LANGUAGES.map((one) => (
          <li key={one}>
            <a
              href={addressIn(one)}
              lang={languageTag(one)}
              dir={directionOf(one)}
              {...isPublic && { hreflang: languageTag(one), rel: "nofollow" }}
              class="menu-item"
              aria-current={one === language ? "true" : "false"}
            >
              {languageName(one)}
              {one === language && <Icon name="check" class="text-primary size-5" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Returns the page's URL in a language and remembers that language. Reads the query once because it may be long. */
function addressesOf({ pathname, searchParams }: URL): (language: Language) => string {
  const query = new URLSearchParams(searchParams);
  query.delete("lang");
  const rest = query.size === 0 ? "" : `${query}&`;
  const known = findPublicPage(pathname);
  return (language) =>
    `${known ? publicPath(known.page, language) : pathname}?${rest}lang=${language}`;
}

interface LanguageAddressesProps {
  url: URL;
  /** Origin of the request; undefined before the service has started. */
  origin: string | undefined;
}

/** Tells search engines the canonical URL of a public page and its URLs in the other languages. */
export function LanguageAddresses({ url: { pathname }, origin }: LanguageAddressesProps) {
  const known = origin && findPublicPage(pathname);
  if (!known) return null;
  const { page, language } = known;
  return (
    <>
      <link rel="canonical" href={origin + publicPath(page, language)} />
      <link rel="alternate" hreflang="x-default" href={origin + publicPath(page)} />
      {LANGUAGES.map((one) => (
        <link
          key={one}
          rel="alternate"
          hreflang={languageTag(one)}
          href={origin + publicPath(page, one)}
        />
      ))}
    </>
  );
}
