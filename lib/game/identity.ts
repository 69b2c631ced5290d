/** Of printable ASCII, without spaces around it: as most are written, and much the sooner dealt with. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** Names and addresses are the same when they differ only in case or in how Unicode writes them. */
export function normalizedKey(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.trim().normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** Whether someone of a name is who invites, and takes part. */
export function isInviter({ organizerName }: { organizerName: string }, name: string): boolean {
  return normalizedKey(organizerName) === normalizedKey(name);
}

/** Who invites someone of a name; "" where it is not said, and for who invites and takes part. */
export function inviterOf(game: { organizerName: string }, name: string): string {
  return isInviter(game, name) ? "" : game.organizerName;
}
