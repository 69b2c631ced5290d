import { type Context, cors, type Middleware } from "fresh";
import type { State } from "../../state.ts";
import { errorAnswer } from "../answers.ts";
import { isApi } from "../api.ts";
import { toLimitedError } from "./limit_requests.ts";

/** Runs a middleware only for the JSON API. */
function onApi(middleware: Middleware<State>): Middleware<State> {
  return (ctx) => isApi(ctx.url) ? middleware(ctx) : ctx.next();
}

async function answerErrors(ctx: Context<State>): Promise<Response> {
  try {
    return await ctx.next();
  } catch (error) {
    return errorAnswer(await toLimitedError(ctx, error));
  }
}

const share = cors<State>({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
  allowHeaders: [
    "content-type",
    "idempotency-key",
    "x-create-key",
    "x-organizer-token",
    "x-participant-token",
    "x-purpose",
  ],
  exposeHeaders: ["retry-after"],
  maxAge: 86_400,
});

/** Lets pages of other origins use the API. An OPTIONS request that is no preflight is for the route. */
function shareWithOrigins(ctx: Context<State>): Response | Promise<Response> {
  const { method, headers } = ctx.req;
  const isForRoute = method === "OPTIONS" && !headers.has("access-control-request-method");
  return isForRoute ? ctx.next() : share(ctx);
}

/** Middleware of the whole API, including unknown paths: CORS for any origin, and errors as JSON. */
export const serveApi: readonly Middleware<State>[] = [shareWithOrigins, answerErrors].map(onApi);
