import { type Language, LANGUAGES } from "@/lib/game/types.ts";
import { languageName, languageTag } from "@/lib/browser/format.ts";
import { findPublicPage, publicPath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Icon } from "./Icon.tsx";

interface LanguagePickerProps {
  url: URL;
  language: Language;
  t: Translate;
}

/** The languages, each under its own name. */
export function LanguagePicker({ url, language, t }: LanguagePickerProps) {
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
      <ul class="paper absolute right-0 z-20 mt-2 w-52 max-w-[calc(100vw-2rem)] p-2">
        {LANGUAGES.map((one) => (
          <li key={one}>
            <a
              href={addressIn(one)}
              lang={languageTag(one)}
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

/** Where the page is in a language, which is remembered on the way. The query may be long, so it is read once. */
function addressesOf({ pathname, searchParams }: URL): (language: Language) => string {
  const query = new URLSearchParams(searchParams);
  query.delete("lang");
  const rest = query.size === 0 ? "" : `${query}&`;
  const known = findPublicPage(pathname);
  return (language) =>
    `${known ? publicPath(known.page, language) : pathname}?${rest}lang=${language}`;
}
