import { errorCount } from "./metrics.ts";
import { requestId } from "./request_id.ts";

type Fields = Record<string, string | number | boolean | null>;

/**
 * One line of JSON on standard output, with the id of the request that it belongs to. Never give it a token,
 * a code, an address, a name or a URL's path and query.
 */
export function log(event: string, fields: Fields = {}): void {
  console.log(lineOf("info", event, fields));
}

/** The same for what an operator should look at, on standard error. */
export function logWarning(event: string, fields: Fields = {}): void {
  console.error(lineOf("warning", event, fields));
}

/**
 * One line of JSON on standard error, and one more in the count of errors. Of the error only its kind, code
 * and stack are logged: what a driver puts into other members may hold parameters of the query, and so may
 * its message, see {@linkcode withoutData}.
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

/** What a driver or the system calls the error: `ECONNREFUSED`, an SQLSTATE. */
function codeOf(error: unknown): { code?: string } {
  if (!(error instanceof Error) || !("code" in error)) return {};
  const code = String(error.code);
  return /^[A-Z0-9_]{1,40}$/.test(code) ? { code } : {};
}

function stackOf({ name, message, stack = "" }: Error): string {
  const frames = stack.indexOf("\n    at ");
  return `${name}: ${withoutData(message)}${frames < 0 ? "" : stack.slice(frames)}`;
}

/** What a driver quotes, addresses, codes and ids, and whatever is as long as a token. */
const DATA = /"(?:[^"\\]|\\.)*"|'(?:[^'\\\s]|\\.)*'|[^\s<>"']+@[^\s<>"']+|\d{6,}|[\w-]{20,}/g;

/** A message of someone else's code without what it may quote of a person's data. */
function withoutData(message: string): string {
  return message.replaceAll(DATA, "…");
}
