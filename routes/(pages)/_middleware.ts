import { csrf } from "fresh";
import { asset } from "fresh/runtime";
import { withLists } from "@/lib/pages/in_turns.ts";
import { define, type State } from "@/lib/state.ts";

/** What a page of a game says, and one whose address is a key, stays with its reader, search engines included. */
const keepOutOfCaches = define.middleware(async (ctx) => {
  const answer = await ctx.next();
  const { pathname } = ctx.url;
  const isSecret = /^\/(games\/|unsubscribe|confirm|report)/.test(pathname);
  if (isSecret) answer.headers.set("cache-control", "no-store");
  else if (!answer.headers.has("cache-control")) {
    answer.headers.set("cache-control", "private, no-cache");
  }
  // A game's picture is asked for again and again, so what fetched it may keep it.
  if (isSecret || pathname.startsWith("/preview/")) answer.headers.set("x-robots-tag", "noindex");
  answer.headers.append("vary", "accept-language, cookie");
  return answer;
});

/** Nothing is seen before the style sheet is there: on a slow line it goes before the scripts. */
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

/** Behind a proxy of ours a form comes from the origin that its sender has reached. */
const refuseForeignForms = csrf<State>({
  origin: (origin, { state, url }) => origin === state.origin || origin === url.origin,
});

export default [refuseForeignForms, keepOutOfCaches, fetchStylesFirst, addLists];
