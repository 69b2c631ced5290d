import { createHash } from "node:crypto";

/** A version for `answerNews`, deterministic for the same content. In hex: a URL loses the spaces at its end. */
export function versionFor(shown: unknown): string {
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16);
}

/**
 * Answers a page that looks for something new: 204 where it shows that already.
 *
 * @param news what it shows next; its version changes whenever that does
 */
export function answerNews({ searchParams }: URL, news: { version: string }): Response {
  return news.version === searchParams.get("known")
    ? new Response(null, { status: 204 })
    : Response.json(news);
}
