import { HttpError } from "fresh";
import { GameError } from "../game/errors.ts";
import { logError } from "../monitoring/log.ts";
import { DatabaseUnavailable } from "../store/store.ts";

/** Game data must not stay in any cache between us and its reader. */
const NO_STORE = { "cache-control": "no-store" };

/** A JSON answer that no cache keeps. */
export function json(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { ...NO_STORE, ...headers } });
}

/** The body of every error under /api. */
export function errorAnswer(error: unknown): Response {
  const { status, code, message, details, retryAfter } = toGameError(error);
  return json(
    { error: message, code, ...(details ? { details } : {}) },
    status,
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  );
}

/** What of an error its asker may know. */
export interface Refusal
  extends Pick<GameError, "code" | "message">, Partial<Pick<GameError, "details" | "retryAfter">> {
  status: number;
}

/** What is refused by a status alone, before a route could say more. */
const BY_STATUS: Partial<Record<number, Pick<Refusal, "code" | "message">>> = {
  400: { code: "MALFORMED_ADDRESS", message: "This address is malformed" },
  403: { code: "FOREIGN_FORM", message: "This form was not sent by a page of this service" },
  404: { code: "NOT_FOUND", message: "There is nothing at this path" },
  405: { code: "METHOD_NOT_ALLOWED", message: "This method is not available" },
};

const INTERNAL = { code: "INTERNAL", message: "Internal server error" };

/**
 * What the asker may know of something thrown: a refusal as it is, anything else as one neutral
 * sentence, logged once here. An HttpError that has a message has a code in it.
 */
export function toGameError(error: unknown): Refusal {
  if (error instanceof GameError) return error;
  if (error instanceof HttpError) {
    const { code, message } = BY_STATUS[error.status] ?? INTERNAL;
    return { status: error.status, code: error.message || code, message };
  }
  if (error instanceof DatabaseUnavailable) {
    logError("database unavailable", error);
    return { status: 503, code: "DATABASE_UNAVAILABLE", message: "Database not available" };
  }
  logError("unexpected failure", error);
  return { status: 500, ...INTERNAL };
}

/** Whether a refusal tells of a code, an id or a token that was guessed wrong. */
export function isFailedLookup(error: unknown): boolean {
  return error instanceof GameError &&
    ["GAME_NOT_FOUND", "PARTICIPANT_NOT_FOUND", "INVALID_TOKEN"].includes(error.code);
}
