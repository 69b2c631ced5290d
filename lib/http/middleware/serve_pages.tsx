import type { Context, Middleware } from "fresh";
import { ErrorPage } from "@/components/ErrorPage.tsx";
import type { State } from "../../state.ts";
import { toGameError } from "../answers.ts";
import { isApi } from "../api.ts";
import { withCookies, writeCookie } from "../cookies.ts";
import { isLanguage } from "../../i18n/languages.ts";
import { readerOf } from "../reader.ts";
import { yieldToEventLoop } from "../../work/work_queue.ts";
import { toLimitedError } from "./limit_requests.ts";

const YEAR = 365 * 86_400;

/**
 * Middleware for plain http, as in a home network: browsers must not upgrade styles, scripts and forms to https,
 * where nothing listens.
 */
export async function servePlainHttp(ctx: Context<State>): Promise<Response> {
  const answer = await ctx.next();
  const policy = answer.headers.get("content-security-policy");
  if (policy && (ctx.state.origin ?? ctx.url.origin).startsWith("http:")) {
    const kept = policy.split("; ").filter((directive) =>
      directive !== "upgrade-insecure-requests"
    );
    answer.headers.set("content-security-policy", kept.join("; "));
  }
  return answer;
}

/** Runs a middleware only for pages. */
export function onPages(middleware: Middleware<State>): Middleware<State> {
  return (ctx) => isApi(ctx.url) ? ctx.next() : middleware(ctx);
}

/**
 * Middleware of all pages, including unknown ones. Refusals by rate limits and failures of the database are shown as
 * pages, too.
 */
export async function servePages(ctx: Context<State>): Promise<Response> {
  const answer = await answerWithPage(ctx);
  const { headers, status } = answer;
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (status === 429 && !headers.has("retry-after")) {
    headers.set("retry-after", String(ctx.state.lookups.wait() || 60));
  }
  return answer;
}

async function answerWithPage(ctx: Context<State>): Promise<Response> {
  try {
    const answer = await ctx.next();
    if (answer.status !== 429 || isPage(answer)) return answer;
    await answer.body?.cancel();
    const retryAfter = Number(answer.headers.get("retry-after") ?? 60);
    return await renderError(ctx, 429, "TOO_MANY_REQUESTS", retryAfter);
  } catch (error) {
    const { status, code, retryAfter } = toGameError(await toLimitedError(ctx, error));
    return await renderError(ctx, status, code, retryAfter);
  }
}

async function renderError(
  ctx: Context<State>,
  status: number,
  code: string,
  retryAfter?: number,
): Promise<Response> {
  // In a crowd many requests are refused at the same time; rendering all their pages in one turn would block for long.
  if (status === 429 || status === 503) await yieldToEventLoop();
  return await ctx.render(
    <ErrorPage
      {...{ status, code, retryAfter }}
      reader={readerOf(ctx)}
      hasNoCookies={!ctx.req.headers.has("cookie")}
    />,
    {
      status,
      ...retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } },
    },
  );
}

function isPage(answer: Response): boolean {
  return answer.headers.get("content-type")?.startsWith("text/html") ?? false;
}

/** Middleware that stores the language of `?lang=` in a cookie and redirects to the URL without it. */
export function chooseLanguage(ctx: Context<State>): Response | Promise<Response> {
  const { pathname, searchParams } = ctx.url;
  const language = searchParams.get("lang");
  if (language === null || ctx.req.method !== "GET") return ctx.next();
  const rest = new URLSearchParams(searchParams);
  rest.delete("lang");
  const answer = ctx.redirect(rest.size > 0 ? `${pathname}?${rest}` : pathname, 303);
  answer.headers.set("cache-control", "no-store");
  if (!isLanguage(language)) return answer;
  const options = { path: "/", maxAge: YEAR };
  return withCookies(answer, writeCookie(ctx.state.origin, "lang", language, options));
}
