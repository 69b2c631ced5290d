/** Of printable ASCII, without spaces around it: as most are written, and much the sooner dealt with. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** Names and addresses are the same when they differ only in case or in how Unicode writes them. */
export function identityKey(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.trim().normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** Who invites somebody of a name; "" where it is not said, and for who invites and takes part. */
export function inviterOf({ organizerName }: { organizerName: string }, name: string): string {
  return identityKey(organizerName) === identityKey(name) ? "" : organizerName;
}
