import { define } from "@/lib/state.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    new Response(
      `# Pages of games say noindex by themselves, which a crawler must be able to read.
User-agent: *
Disallow: /api/
Allow: /api/docs

Sitemap: ${ctx.state.origin}/sitemap.xml
`,
      {
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "public, max-age=3600",
        },
      },
    ),
});
