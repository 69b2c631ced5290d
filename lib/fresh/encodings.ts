import Negotiator from "negotiator";

/** Characters that are read of an Accept-Encoding header; only attackers send more, and parsing takes long. */
const READ_LENGTH = 1000;

/** The available encodings that a client takes, in the order in which they are given. */
export function acceptedEncodings<Encoding extends string>(
  headers: Headers,
  available: readonly Encoding[],
): Encoding[] {
  const read = headers.get("accept-encoding")?.slice(0, READ_LENGTH) ?? "";
  const accepted = new Negotiator({ headers: { "accept-encoding": read } }).encodings(available);
  return available.filter((encoding) => accepted.includes(encoding));
}
