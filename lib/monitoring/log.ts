import { errorCount } from "./metrics.ts";
import { requestId } from "./request_id.ts";

type Fields = Record<string, string | number | boolean | null>;

/**
 * Logs one line of JSON to standard output, with the id of its request. Never pass a token, a code, an
 * address, a name, or a URL's path or query.
 */
export function log(event: string, fields: Fields = {}): void {
  console.log(lineOf("info", event, fields));
}

/** Logs a warning for the operator to standard error. */
export function logWarning(event: string, fields: Fields = {}): void {
  console.error(lineOf("warning", event, fields));
}

/**
 * Logs an error as one line of JSON to standard error, and counts it. Only its kind, code and stack are logged, because
 * other members of a driver's error may hold query parameters. Its message may, too, see {@linkcode withoutData}.
 */
export function logError(event: string, error: unknown, fields: Fields = {}): void {
  errorCount.add(1, { event });
  const stack = error instanceof Error ? stackOf(error) : withoutData(String(error));
  console.error(lineOf("error", event, { ...fields, ...codeOf(error), stack }));
}

function lineOf(level: string, event: string, fields: Fields): string {
  const request = requestId();
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    event,
    ...(request ? { request } : {}),
    ...fields,
  });
}

/** The driver's or the system's error code: `ECONNREFUSED`, an SQLSTATE. */
function codeOf(error: unknown): { code?: string } {
  if (!(error instanceof Error) || !("code" in error)) return {};
  const code = String(error.code);
  return /^[A-Z0-9_]{1,40}$/.test(code) ? { code } : {};
}

function stackOf({ name, message, stack = "" }: Error): string {
  const frames = stack.indexOf("\n    at ");
  return `${name}: ${withoutData(message)}${frames < 0 ? "" : stack.slice(frames)}`;
}

/** Matches quoted text, addresses, codes and ids, and anything as long as a token. */
const DATA = /"(?:[^"\\]|\\.)*"|'(?:[^'\\\s]|\\.)*'|[^\s<>"']+@[^\s<>"']+|\d{6,}|[\w-]{20,}/g;

/** Removes possible personal data from a third-party error message. */
function withoutData(message: string): string {
  return message.replaceAll(DATA, "…");
}
