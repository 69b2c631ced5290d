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

/** Middleware of the whole API, including unknown paths: CORS for any origin, and errors as JSON. */
export const serveApi: readonly Middleware<State>[] = [
  cors<State>({
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
  }),
  answerErrors,
].map(onApi);
