import type { Context, Middleware } from "fresh";
import { GameError } from "../../game/errors.ts";
import type { State } from "../../state.ts";
import { errorAnswer, isFailedLookup } from "../answers.ts";
import { clientKey, ClientLimits } from "./client_limits.ts";

/** Middleware: names the client and turns it away where it asks too much; health checks always pass. */
export function limitRequests(): Middleware<State> {
  let limits: ClientLimits | undefined;
  return (ctx) => {
    const { rateLimit, trustProxy } = ctx.state.services.settings;
    const counts = limits ??= new ClientLimits(rateLimit);
    const peer = ctx.info?.remoteAddr;
    const client = clientKey(
      ctx.req.headers,
      peer && "hostname" in peer ? peer.hostname : undefined,
      trustProxy,
    );
    ctx.state.client = client;
    ctx.state.countFailedLookup = () => counts.fail(client, Date.now());
    if (ctx.url.pathname.startsWith("/api/health")) return ctx.next();
    const wait = counts.request(client, Date.now());
    return wait === 0 ? ctx.next() : tooManyRequests(wait);
  };
}

function tooManyRequests(seconds: number): Response {
  return errorAnswer(new GameError("TOO_MANY_REQUESTS", { retryAfter: seconds }));
}

/** Counts an error against its client where it tells of a code, an id or a token guessed wrong. */
export function countFailure({ state }: Pick<Context<State>, "state">, error: unknown): void {
  if (isFailedLookup(error)) state.countFailedLookup();
}
