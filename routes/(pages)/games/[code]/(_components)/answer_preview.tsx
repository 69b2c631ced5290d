import { directionOf } from "@/lib/browser/bidi.ts";
import { render } from "preact-render-to-string";
import { GameError } from "@/lib/game/errors.ts";
import { isFailedLookup } from "@/lib/http/answers.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { type Translate, translator } from "@/lib/i18n/translate.ts";
import { openSharedLink, type SharedLink } from "@/lib/operations/preview.ts";
import { readerOf } from "@/lib/http/reader.ts";
import type { Ctx } from "@/lib/state.ts";
import { formatDate, languageTag } from "@/lib/browser/format.ts";
import { picturePath, sitePicturePath } from "@/lib/browser/links.ts";
import type { Game, Language } from "@/lib/game/types.ts";
import { localeAt } from "@/lib/i18n/time_zone.ts";
import { GAME_PICTURE_SIZE, PREVIEW_SIZE } from "@/lib/preview/card.tsx";

/**
 * Answers a program that makes link previews: with the invitation if the link opens a game; otherwise with the service,
 * whether the game exists or not. Such programs follow no redirect with a cookie, and their owners see what they see.
 *
 * @returns null for a URL that people do not share.
 */
export async function answerPreview(ctx: Ctx): Promise<Response | null> {
  const link = readLink(ctx);
  if (!link) return null;
  const html = render(<LinkPreview {...await describe(ctx, link)} />);
  return new Response(`<!DOCTYPE html>\n${html}`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

function readLink({ url, params }: Ctx): SharedLink | null {
  const [, page, claimToken] = /^\/games\/\d+(\/join|\/c\/([^/]+))?\/?$/.exec(url.pathname) ?? [];
  const { code = "" } = params;
  const of = (name: string) => url.searchParams.get(name) ?? undefined;
  if (claimToken !== undefined) return { code, claimToken };
  if (page === "/join") return { code, invitationToken: of("invitation") ?? "" };
  return /^\/games\/\d+\/?$/.test(url.pathname)
    ? { code, participantToken: of("participant") }
    : null;
}

async function describe(ctx: Ctx, link: SharedLink): Promise<PreviewFacts> {
  const { services, lookups, origin } = ctx.state;
  const reader = readerOf(ctx);
  if (lookups.wait() > 0) return describeSite(reader, origin);
  try {
    const game = await openSharedLink(services, link);
    const key = services.tokens.preview(game);
    return describeGame(game, key, origin, translator(game.language, reader.siteName));
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    if (isFailedLookup(error)) lookups.fail();
    return describeSite(reader, origin);
  }
}

/** The preview of a link in a chat: the organizer, the event and its date, and no other name. */
interface PreviewFacts {
  language: Language;
  title: string;
  description: string;
  /** URL with its origin. */
  picture: string;
  /** Size of the picture, in pixels. */
  size: { width: number; height: number };
}

/** The preview of a link that opens this game. @param key `Tokens.preview` of the game */
function describeGame(game: Game, key: string, origin: string, t: Translate): PreviewFacts {
  const { name, organizerName, language } = game;
  return {
    language,
    title: organizerName
      ? t("join.invites", { name: organizerName, game: name })
      : t("join.title", { game: name }),
    description: `${t("common.siteName")} · ${
      formatDate(game.date, localeAt(language, game.timeZone))
    }`,
    picture: origin + picturePath(game.code, key),
    size: GAME_PICTURE_SIZE,
  };
}

/** The preview of every other link. */
function describeSite({ language, siteName, t }: Reader, origin: string): PreviewFacts {
  return {
    language,
    title: t("common.siteName"),
    description: t("home.lead"),
    picture: origin + sitePicturePath(language, siteName),
    size: PREVIEW_SIZE,
  };
}

/** The whole answer to such a program: only metadata, and no key except the picture's. */
function LinkPreview({ language, title, description, picture, size }: PreviewFacts) {
  const tag = new Intl.Locale(languageTag(language)).maximize();
  return (
    <html lang={languageTag(language)} dir={directionOf(language)}>
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
        <meta property="og:image:width" content={`${size.width}`} />
        <meta property="og:image:height" content={`${size.height}`} />
        <meta name="twitter:card" content="summary_large_image" />
      </head>
      <body>
        <h1>{title}</h1>
        <p>{description}</p>
      </body>
    </html>
  );
}
