import type { Reader } from "@/lib/i18n/reader.ts";
import ThemeToggle from "@/islands/ThemeToggle.tsx";
import { LanguagePicker } from "./LanguagePicker.tsx";
import { Logo } from "./Logo.tsx";

interface HeaderProps {
  url: URL;
  reader: Reader;
}

/** The head of every page: home, language, light and dark. */
export function Header({ url, reader: { language, t } }: HeaderProps) {
  return (
    <header class="no-print">
      <div class="ribbon" />
      <div class="mx-auto flex max-w-6xl items-center gap-1 px-4 py-3 sm:px-6">
        <a
          href="/"
          class="mr-auto flex min-h-11 items-center gap-3 rounded-lg pr-2"
          aria-current={url.pathname === "/" ? "page" : "false"}
        >
          <Logo />
          <span class="font-display text-lg leading-tight font-semibold sm:text-xl">
            {t("common.siteName")}
          </span>
        </a>
        <ThemeToggle
          returnTo={url.pathname + url.search}
          toDark={t("common.darkMode")}
          toLight={t("common.lightMode")}
        />
        <LanguagePicker url={url} language={language} t={t} />
      </div>
    </header>
  );
}
