import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import CloseMenus from "@/islands/CloseMenus.tsx";
import ThemeToggle from "@/islands/ThemeToggle.tsx";
import { LanguagePicker } from "./LanguagePicker.tsx";
import { Logo } from "./Logo.tsx";

interface HeaderProps {
  url: URL;
  reader: Reader;
}

/** The head of every page: home, language, light and dark. */
export function Header({ url, reader: { language, addressLanguage, t } }: HeaderProps) {
  const home = publicPath("", addressLanguage);
  return (
    <header class="no-print">
      <div class="ribbon" />
      {/* With large letters the controls go below the name, which stays whole. */}
      <div class="mx-auto flex max-w-6xl flex-wrap items-center gap-1 px-4 py-3 sm:px-6">
        <a
          href={home}
          class="mr-auto flex min-h-11 min-w-0 grow basis-36 items-center gap-2 rounded-lg pr-1 sm:gap-3 sm:pr-2"
          aria-current={url.pathname === home ? "page" : "false"}
        >
          <Logo />
          <span class="font-display min-[22rem]:text-lg min-w-0 leading-tight font-semibold wrap-break-word sm:text-xl">
            {t("common.siteName")}
          </span>
        </a>
        <div class="ml-auto flex items-center gap-1">
          <ThemeToggle
            returnTo={url.pathname + url.search}
            toDark={t("common.darkMode")}
            toLight={t("common.lightMode")}
          />
          <LanguagePicker url={url} language={language} t={t} />
        </div>
        <CloseMenus />
      </div>
    </header>
  );
}
