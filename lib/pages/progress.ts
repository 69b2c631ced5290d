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
