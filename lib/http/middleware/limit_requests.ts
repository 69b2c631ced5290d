import type { Context } from "fresh";
import { GameError } from "../../game/errors.ts";
import type { State } from "../../state.ts";
import { errorAnswer, isFailedLookup } from "../answers.ts";
import { clientKey } from "./client_limits.ts";

/** Middleware: names the client and turns it away where it asks too much; health checks always pass. */
export function limitRequests(ctx: Context<State>): Response | Promise<Response> {
  const { limits, settings } = ctx.state.services;
  const peer = ctx.info?.remoteAddr;
  ctx.state.client = clientKey(
    ctx.req.headers,
    peer && "hostname" in peer ? peer.hostname : undefined,
    settings.trustProxy,
  );
  if (ctx.url.pathname.startsWith("/api/health")) return ctx.next();
  const wait = limits.request(ctx.state.client, Date.now());
  return wait === 0 ? ctx.next() : tooManyRequests(wait);
}

function tooManyRequests(seconds: number): Response {
  const answer = errorAnswer(
    new GameError(429, "TOO_MANY_REQUESTS", `Too many requests: try again in ${seconds} seconds`),
  );
  answer.headers.set("retry-after", String(seconds));
  return answer;
}

/** Counts an error against its client where it tells of a code, an id or a token guessed wrong. */
export function countFailure({ state }: Pick<Context<State>, "state">, error: unknown): void {
  if (isFailedLookup(error)) state.services.limits.fail(state.client, Date.now());
}
