/**
 * User agents that fetch a link to show a preview: chats, mail programs and forums. Others get the usual
 * redirect and show the service.
 */
const FETCHERS =
  /(?<!cu)bot\b|externalhit|line-poker|preview|embedly|iframely|vkshare|mastodon|synapse/i;

/** Chats whose in-app browsers also have the chat's name in their user agent, after a browser's. */
const CHATS = /whatsapp|telegram|skype|teams|slack|discord|viber|kakao|snapchat|pinterest/i;
const BROWSERS = /AppleWebKit|Gecko\//;

/** True when a request comes from a program that makes link previews. */
export function isLinkPreview({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const agent = (headers.get("user-agent") ?? "").slice(0, 500);
  return FETCHERS.test(agent) || (CHATS.test(agent) && !BROWSERS.test(agent));
}
