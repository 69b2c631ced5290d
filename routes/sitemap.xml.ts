import { languageTag } from "@/lib/browser/format.ts";
import { PUBLIC_PAGES, type PublicPage, publicPath } from "@/lib/browser/links.ts";
import { type Language, LANGUAGES } from "@/lib/game/types.ts";
import { define } from "@/lib/state.ts";

/** The public pages in every language, each with links to its other languages. */
export const handler = define.handlers({
  GET(ctx) {
    const places = PUBLIC_PAGES.flatMap((page) =>
      [null, ...LANGUAGES].map((language) => entry(ctx.state.origin, page, language))
    );
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${places.join("\n")}
</urlset>
`,
      {
        headers: {
          "content-type": "application/xml; charset=utf-8",
          "cache-control": "public, max-age=3600",
        },
      },
    );
  },
});

function entry(origin: string, page: PublicPage, language: Language | null): string {
  const others = [null, ...LANGUAGES].map((one) =>
    `<xhtml:link rel="alternate" hreflang="${one ? languageTag(one) : "x-default"}" href="${
      escapeXml(origin + publicPath(page, one))
    }"/>`
  );
  return `<url><loc>${escapeXml(origin + publicPath(page, language))}</loc>${
    others.join("")
  }</url>`;
}

/** Escapes a URL for XML, because a host name may contain special characters. */
function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
