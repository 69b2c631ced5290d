/** Trimmed printable ASCII: the common case, and much faster. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** The key of a name: equal for texts that differ only in case or Unicode normalization. */
export function normalizedKey(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.trim().normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/**
 * The key of an email address. Unlike in names, "ß" and "ss" are not the same, nor are "ı" and "i": domains that differ
 * in these have different owners.
 */
export function addressKey(address: string): string {
  if (PLAIN.test(address)) return address.toLowerCase();
  return address.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** True if an address is among some that are kept by their keys, also by those of earlier releases. */
export function isAmong(addressKeys: ReadonlySet<string>, address: string): boolean {
  return addressKeys.has(addressKey(address)) || addressKeys.has(normalizedKey(address));
}

/** True if a person with this name is the organizer, who takes part. */
export function isInviter({ organizerName }: { organizerName: string }, name: string): boolean {
  return normalizedKey(organizerName) === normalizedKey(name);
}

/** The inviter's name for a participant; "" if unknown, or if they are the organizer themselves. */
export function inviterOf(game: { organizerName: string }, name: string): string {
  return isInviter(game, name) ? "" : game.organizerName;
}
