/**
 * Answers a page that looks for something new: 204 where it shows that already.
 *
 * @param news what it shows next; its version changes whenever that does
 */
export function answerNews({ searchParams }: URL, news: { version: string }): Response {
  const headers = { "cache-control": "no-store" };
  return news.version === searchParams.get("known")
    ? new Response(null, { status: 204, headers })
    : Response.json(news, { headers });
}
