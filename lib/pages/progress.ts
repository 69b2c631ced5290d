import { createHash } from "node:crypto";

/** A version for `answerNews`, deterministic for the same content. In hex: a URL loses the spaces at its end. */
export function versionFor(shown: unknown): string {
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16);
}

/**
 * Answers a page that polls for changes: 204 if it is up to date.
 *
 * @param news what the page shows next, with a version that changes whenever it does
 */
export function answerNews({ searchParams }: URL, news: { version: string }): Response {
  return news.version === searchParams.get("known")
    ? new Response(null, { status: 204 })
    : Response.json(news);
}
