import { formatDate, languageTag } from "@/lib/browser/format.ts";
import { picturePath, sitePicturePath } from "@/lib/browser/links.ts";
import type { Game, Language } from "@/lib/game/types.ts";
import { localeAt } from "@/lib/i18n/time_zone.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** What a chat shows of a link: whose invitation it is, to what and when, and nobody else's name. */
export interface PreviewFacts {
  language: Language;
  title: string;
  description: string;
  /** With its origin. */
  picture: string;
}

/** Of a link that opens this game. @param key `Tokens.preview` of it */
export function describeGame(game: Game, key: string, origin: string, t: Translate): PreviewFacts {
  const { name, organizerName, language } = game;
  return {
    language,
    title: organizerName
      ? t("preview.by", { name: organizerName, game: name })
      : t("preview.alone", { game: name }),
    description: `${t("common.siteName")} · ${
      formatDate(game.date, localeAt(language, game.timeZone))
    }`,
    picture: origin + picturePath(game.code, key),
  };
}

/** Of every other. */
export function describeSite(language: Language, origin: string, t: Translate): PreviewFacts {
  return {
    language,
    title: t("common.siteName"),
    description: t("home.lead"),
    picture: origin + sitePicturePath(language),
  };
}

/** All that a program that shows links gets of a page: no page, and no key but the picture's. */
export function LinkPreview({ language, title, description, picture }: PreviewFacts) {
  const tag = new Intl.Locale(languageTag(language)).maximize();
  return (
    <html lang={languageTag(language)}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="robots" content="noindex" />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content={`${tag.language}_${tag.region}`} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:image" content={picture} />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
      </head>
      <body>
        <h1>{title}</h1>
        <p>{description}</p>
      </body>
    </html>
  );
}
