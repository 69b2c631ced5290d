import Negotiator from "negotiator";

/** Length of an Accept-Encoding header that is parsed: only attackers send more, and parsing is slow. */
const READ_LENGTH = 1000;

/** Returns the available encodings that the client accepts, in the given order. */
export function acceptedEncodings<Encoding extends string>(
  headers: Headers,
  available: readonly Encoding[],
): Encoding[] {
  const read = headers.get("accept-encoding")?.slice(0, READ_LENGTH) ?? "";
  const accepted = new Negotiator({ headers: { "accept-encoding": read } }).encodings(available);
  return available.filter((encoding) => accepted.includes(encoding));
}
