import { HttpError } from "fresh";
import { handedWishPath, manifestPath } from "@/lib/browser/links.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { languageTag } from "@/lib/browser/format.ts";
import { define } from "@/lib/state.ts";

const PAPER = "#fbf7f0";

const ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
];

/** What the system's share sheet sends once the site is installed: a form that only opens a page. */
const SHARE_TARGET = {
  action: handedWishPath,
  method: "POST",
  enctype: "application/x-www-form-urlencoded",
  params: { title: "title", text: "text", url: "url" },
};

/** The web app manifest, with the site's name on a home screen in each language. */
export const handler = define.handlers({
  GET(ctx) {
    const language = LANGUAGES.find((one) => manifestPath(one) === ctx.url.pathname);
    if (!language) throw new HttpError(404);
    const t = translator(language, ctx.state.services.settings.siteName);
    const manifest = {
      name: t("common.siteName"),
      short_name: t("common.siteName"),
      description: t("common.description", { languages: LANGUAGES.length }),
      lang: languageTag(language),
      id: "/",
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: PAPER,
      theme_color: PAPER,
      icons: ICONS,
      share_target: SHARE_TARGET,
    };
    return new Response(JSON.stringify(manifest), {
      headers: {
        "content-type": "application/manifest+json",
        "cache-control": "public, max-age=86400",
      },
    });
  },
});
