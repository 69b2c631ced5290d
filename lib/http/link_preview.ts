/**
 * What fetches a link to show what is behind it: chats, mail programs and forums, which say so. Those that do not are
 * led as everyone is, and show the service.
 */
const FETCHERS =
  /(?<!cu)bot\b|externalhit|line-poker|preview|embedly|iframely|vkshare|mastodon|synapse/i;

/** Chats whose name is in what people read pages with inside them, too: then it comes behind that of a browser. */
const CHATS = /whatsapp|telegram|skype|teams|slack|discord|viber|kakao|snapchat|pinterest/i;
const BROWSERS = /AppleWebKit|Gecko\//;

/** Whether a request comes from a program that shows what a link leads to, without cookies and for nobody. */
export function isLinkPreview({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const agent = (headers.get("user-agent") ?? "").slice(0, 500);
  return FETCHERS.test(agent) || (CHATS.test(agent) && !BROWSERS.test(agent));
}
