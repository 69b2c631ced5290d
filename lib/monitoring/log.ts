type Fields = Record<string, string | number | boolean | null>;

/** One line of JSON on standard output. Never give it a token, an address, a name or a URL's query. */
export function log(event: string, fields: Fields = {}): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), level: "info", event, ...fields }));
}

/**
 * One line of JSON on standard error. Of the error only its kind and stack are logged: what a driver
 * puts into other members may hold parameters of the query.
 */
export function logError(event: string, error: unknown, fields: Fields = {}): void {
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  console.error(
    JSON.stringify({ time: new Date().toISOString(), level: "error", event, ...fields, stack }),
  );
}
