import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Operator } from "@/lib/settings.ts";

interface FooterProps {
  /** null before the service has started. */
  operator: Operator | null;
  reader: Reader;
}

/** The foot of every page. */
export function Footer({ operator, reader: { t, addressLanguage } }: FooterProps) {
  const links = [
    [publicPath("help", addressLanguage), t("common.help")],
    [publicPath("recover", addressLanguage), t("common.recover")],
    [publicPath("privacy", addressLanguage), t("common.privacy")],
    ...operator?.contact ? [[operator.contact.url, t("common.contact")]] : [],
    ...operator?.imprintUrl ? [[operator.imprintUrl, t("common.imprint")]] : [],
  ];
  return (
    <footer class="no-print border-base-300 mt-8 border-t">
      <div class="mx-auto flex max-w-6xl flex-col gap-2 px-4 py-6 sm:flex-row sm:items-center sm:px-6">
        <div class="muted min-w-0 text-sm sm:me-auto">
          <p>{t("common.promise")}</p>
          {operator?.name && (
            <p class="wrap-anywhere">{t("common.operatedBy", { name: operator.name })}</p>
          )}
        </div>
        <nav aria-label={t("common.siteName")}>
          <ul class="-mx-2 grid grid-cols-2 sm:flex sm:flex-wrap">
            {links.map(([href, label]) => (
              <li key={href}>
                <a
                  href={href}
                  class="flex min-h-11 items-center px-2 text-sm font-semibold hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
