/**
 * What fetches a link to show what is behind it: chats, mail programs and forums, which say so. Those that do not are
 * led as everybody is, and show the service.
 */
const FETCHERS =
  /(?<!cu)bot\b|externalhit|whatsapp|telegram|skype|teams|slack|discord|viber|kakao|line-poker|preview|embedly|iframely|snapchat|pinterest|vkshare|mastodon|synapse/i;

/** Whether a request comes from a program that shows what a link leads to, without cookies and for nobody. */
export function isLinkPreview({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  return (method === "GET" || method === "HEAD") &&
    FETCHERS.test((headers.get("user-agent") ?? "").slice(0, 500));
}
