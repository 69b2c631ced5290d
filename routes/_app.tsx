import { asset } from "fresh/runtime";
import ForgetNews from "@/islands/ForgetNews.tsx";
import OfflineBar from "@/islands/OfflineBar.tsx";
import OnePerson from "@/islands/OnePerson.tsx";
import RegisterWorker from "@/islands/RegisterWorker.tsx";
import { Footer } from "@/components/Footer.tsx";
import { Header, LanguageAddresses } from "@/components/Header.tsx";
import { directionOf } from "@/lib/browser/bidi.ts";
import { languageTag } from "@/lib/browser/format.ts";
import { manifestPath, sitePicturePath } from "@/lib/browser/links.ts";
import { NEWS_QUERY, PASSING_QUERY } from "@/lib/browser/flash_query.ts";
import { type Language, LANGUAGES } from "@/lib/game/types.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

const DATA_THEMES = { light: "gift", dark: "gift-night" } as const;

/** The languages whose script the display font has. */
const DISPLAYED = LANGUAGES.filter((one) => new Intl.Locale(one).maximize().script === "Latn");

export default define.layout(function App(props) {
  const { Component, req, url, state } = props;
  const reader = readerOf(props);
  const { language, siteName, theme, t } = reader;
  const description = t("common.description", { languages: LANGUAGES.length });
  const preview = state.origin ? `${state.origin}${sitePicturePath(language, siteName)}` : null;
  // Programs that make link previews keep no cookies.
  const isForPreview = !req.headers.get("cookie");
  // An error page keeps the link, so that it can be tried again.
  const passing = (state.shownTo ? PASSING_QUERY : NEWS_QUERY)
    .filter((name) => url.searchParams.has(name));
  return (
    <html
      lang={languageTag(language)}
      dir={directionOf(language)}
      {...(theme && { "data-theme": DATA_THEMES[theme] })}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t("common.siteName")}</title>
        <meta name="description" content={description} />
        {/* Forms send their origin only to this site, and links to other sites reveal no URL. */}
        <meta name="referrer" content="same-origin" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbf7f0" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1914" media="(prefers-color-scheme: dark)" />
        <LanguageAddresses url={url} origin={state.origin} />
        {isForPreview && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={t("common.siteName")} />
            <meta property="og:locale" content={previewLocale(language)} />
            <meta property="og:title" content={t("common.siteName")} />
            <meta property="og:description" content={description} />
            {preview && <meta property="og:image" content={preview} />}
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href={asset("/icon.svg")} type="image/svg+xml" />
        <link rel="icon" href={asset("/icon-32.png")} type="image/png" sizes="32x32" />
        <link rel="apple-touch-icon" href={asset("/apple-touch-icon.png")} />
        <link rel="manifest" href={manifestPath(language)} />
        {/* Only on wide screens: on a phone's slow connection it would delay what the page needs first. */}
        {DISPLAYED.includes(language) && (
          <link
            rel="preload"
            href={asset("/fonts/fraunces-latin-600-normal.woff2")}
            as="font"
            type="font/woff2"
            crossorigin="anonymous"
            media="(width >= 40rem)"
          />
        )}
        <link rel="stylesheet" href={asset("/styles.css")} />
      </head>
      {/* Checked by pages that come back from the back/forward cache. */}
      <body data-reader={state.shownTo && (state.shownTo.id || "none")}>
        <a
          href="#main"
          class="btn btn-primary no-print sr-only z-10 focus:not-sr-only focus:absolute focus:m-2 focus:px-4 focus:py-2"
        >
          {t("common.skipToContent")}
        </a>
        {state.isBare ? <div class="ribbon" /> : <Header url={url} reader={reader} />}
        <main
          id="main"
          tabindex={-1}
          class={`flex-1 ${state.isBare ? "flex flex-col justify-center overflow-clip" : ""}`}
        >
          <Component />
        </main>
        {!state.isBare && <Footer operator={operatorOf(state)} reader={reader} />}
        {passing.length > 0 && <ForgetNews names={passing} />}
        {state.shownTo && <OnePerson {...state.shownTo} />}
        <RegisterWorker />
        <OfflineBar text={t("offline.bar")} />
      </body>
    </html>
  );
});

/** "de_DE": how link previews name a language. */
function previewLocale(code: Language): string {
  const { language, region } = new Intl.Locale(languageTag(code)).maximize();
  return `${language}_${region}`;
}
