import { HttpError } from "fresh";
import { type ErrorCode, GameError } from "../game/errors.ts";
import { logError } from "../monitoring/log.ts";
import { DatabaseBusy, DatabaseUnavailable } from "../store/store.ts";

/** Game data must not be stored in any cache between the service and its reader. */
const PRIVATE_JSON = { "content-type": "application/json", "cache-control": "no-store" };

/** Creates a JSON response that caches must not store. */
export function json(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...PRIVATE_JSON, ...headers } });
}

/** Creates the response for an error under /api. */
export function errorAnswer(error: unknown, headers: Record<string, string> = {}): Response {
  const known = toGameError(error);
  const { status, retryAfter } = known;
  return json(errorBody(known), status, {
    ...headers,
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  });
}

/** The body of every error under /api. */
export function errorBody({ code, message, details, present }: GameError) {
  return { error: message, code, ...(details && { details }), ...present };
}

/** Returns a `GameError` unchanged; others become a neutral one. Failures of the service are logged here, once. */
export function toGameError(error: unknown): GameError {
  if (error instanceof GameError) return error;
  if (error instanceof HttpError) return new GameError(BY_STATUS.get(error.status) ?? "INTERNAL");
  if (error instanceof DatabaseBusy) {
    logError("database busy", error);
    return new GameError("SERVICE_BUSY", { retryAfter: error.retryAfter });
  }
  if (error instanceof DatabaseUnavailable) {
    logError("database unavailable", error);
    return new GameError("DATABASE_UNAVAILABLE");
  }
  logError("unexpected failure", error);
  return new GameError("INTERNAL");
}

/** Error codes for HTTP errors that are thrown before a page or the API handles the request. */
const BY_STATUS = new Map<number, ErrorCode>([
  [400, "MALFORMED_ADDRESS"],
  [403, "FOREIGN_FORM"],
  [404, "NOT_FOUND"],
  [405, "METHOD_UNKNOWN"],
]);

/** True when an error means that a code, an id or a token was wrong. */
export function isFailedLookup(error: unknown): boolean {
  return error instanceof GameError && FAILED_LOOKUPS.includes(error.code);
}

const FAILED_LOOKUPS: readonly ErrorCode[] = [
  "GAME_NOT_FOUND",
  "PARTICIPANT_NOT_FOUND",
  "INVALID_TOKEN",
  "INVALID_CREATE_KEY",
  "PHOTO_NOT_FOUND",
];

/** True when an error shows a client without a valid token whether a game with this code exists. */
export function revealsGameExists(error: unknown): boolean {
  return isFailedLookup(error) || error instanceof GameError && TELLING.includes(error.code);
}

const TELLING: readonly ErrorCode[] = ["PROTECTED_GAME", "TOKEN_REQUIRED", "ALREADY_ARCHIVED"];
