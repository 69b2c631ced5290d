import { csrf } from "fresh";
import { asset } from "fresh/runtime";
import { withLists } from "@/lib/pages/in_turns.ts";
import { define, type State } from "@/lib/state.ts";

/** Keeps game pages, and pages whose URL is a key, out of caches and search engines. */
const keepOutOfCaches = define.middleware(async (ctx) => {
  const answer = await ctx.next();
  const { pathname } = ctx.url;
  const isSecret = /^\/(games\/|unsubscribe|confirm|report)/.test(pathname);
  if (isSecret) answer.headers.set("cache-control", "no-store");
  else if (!answer.headers.has("cache-control")) {
    answer.headers.set("cache-control", "private, no-cache");
  }
  // Not `no-store` for a game's preview picture: it is requested often, so clients may cache it.
  if (isSecret || pathname.startsWith("/preview/")) answer.headers.set("x-robots-tag", "noindex");
  answer.headers.append("vary", "accept-language, cookie");
  return answer;
});

/** Preloads the style sheet before the scripts, because a slow connection shows nothing until it has arrived. */
const fetchStylesFirst = define.middleware(async (ctx) => {
  const answer = await ctx.next();
  const scripts = answer.headers.get("link");
  if (scripts) {
    const styles = `<${asset("/styles.css")}>; rel="preload"; as="style"`;
    answer.headers.set("link", `${styles}, ${scripts}`);
  }
  return answer;
});

const addLists = define.middleware((ctx) => withLists(() => ctx.next()));

/** Behind our proxy, a form's origin is the public one, which differs from the request's URL. */
const refuseForeignForms = csrf<State>({
  origin: (origin, { state, url }) => origin === state.origin || origin === url.origin,
});

export default [refuseForeignForms, keepOutOfCaches, fetchStylesFirst, addLists];
