import type { Context } from "fresh";
import type { State } from "../state.ts";
import type { Credential } from "../game/access.ts";
import { GameError } from "../game/errors.ts";
import { errorAnswer } from "./answers.ts";

/** True for requests to the JSON API; everything else is a page or a file. */
export function isApi({ pathname }: URL): boolean {
  return /^\/api(\/|$)(?!docs\/?$)/.test(pathname);
}

type ApiHandler = (ctx: Context<State>) => Response | Promise<Response>;
type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Builds the handler of an API route: HEAD follows from GET, and any other missing method gets 405 with
 * `Allow` (file routes are registered for every method).
 */
export function apiHandler(methods: Partial<Record<Method, ApiHandler>>): ApiHandler {
  const refuse = refuseMethods(Object.keys(methods));
  const byMethod = new Map<string, ApiHandler>(Object.entries(methods));
  return async (ctx) => {
    const { method } = ctx.req;
    const handler = byMethod.get(method === "HEAD" ? "GET" : method);
    if (handler) {
      const answer = await handler(ctx);
      return method === "HEAD" ? new Response(null, answer) : answer;
    }
    return refuse(ctx);
  };
}

/** Builds the handler for methods that a path does not support. @param names the supported methods */
export function refuseMethods(names: readonly string[]) {
  const allow = [...names, ...(names.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return ({ req: { method } }: Pick<Context<State>, "req">): Response =>
    method === "OPTIONS"
      ? new Response(null, { status: 204, headers: { allow } })
      : errorAnswer(new GameError("METHOD_NOT_ALLOWED", { method, allow }), { allow });
}

/**
 * True when a person will see the answer, so that the pair counts as viewed. False for HEAD requests and
 * prefetches.
 */
export function isLookedAt({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  return method === "GET" && !["sec-purpose", "purpose", "x-purpose", "x-moz"]
    .some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));
}

/** Reads the Idempotency-Key. @throws {GameError} 400 if it is not 1 to 200 printable ASCII characters. */
export function requestKeyOf({ headers }: Pick<Request, "headers">): { key: string } | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x20-\x7e]{1,200}$/.test(key)) return { key };
  const message = "Idempotency-Key must be 1 to 200 printable ASCII characters";
  throw new GameError("VALIDATION_FAILED", { details: [{ path: "Idempotency-Key", message }] });
}

/** Reads the credentials from a request's headers and query; headers win. */
export function credentialOf({ req, url }: Pick<Context<State>, "req" | "url">): Credential {
  const query = url.searchParams;
  const tokenIn = (header: string, field: string) =>
    req.headers.get(header) || query.get(field) || undefined;
  return {
    organizerToken: tokenIn("x-organizer-token", "organizerToken"),
    participantToken: tokenIn("x-participant-token", "participantToken"),
    participantId: query.get("participantId") || undefined,
  };
}
