/** Trimmed printable ASCII: the common case, and much faster. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** The key of a name: equal for texts that differ only in case or Unicode normalization. */
export function normalizedKey(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.trim().normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** Invisible characters except the two joiners: domains with and without a joiner have different owners. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Full stops of other scripts. */
const FULL_STOP = /[\u3002\uff0e\uff61]/g;

/**
 * An email address without what mail programs drop or replace in a domain (UTS 46): invisible characters and full stops
 * of other scripts. Otherwise one mailbox would have any number of addresses, each with limits of its own.
 */
export function bareAddress(address: string): string {
  if (PLAIN.test(address)) return address;
  return address.replace(INVISIBLE, "").replace(FULL_STOP, ".");
}

/**
 * The key of an email address. Unlike in names, "ß" and "ss" are not the same, nor are "ı" and "i": domains that differ
 * in these have different owners.
 */
export function addressKey(address: string): string {
  return keyAsWritten(bareAddress(address));
}

/** The key as earlier releases computed it, with invisible characters. */
function keyAsWritten(address: string): string {
  if (PLAIN.test(address)) return address.toLowerCase();
  return address.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** The key of an email address, followed by its keys in earlier releases, which may also be another address's key. */
export function addressKeys(address: string): [string, ...string[]] {
  const key = addressKey(address);
  if (PLAIN.test(address)) return [key];
  const former = new Set([keyAsWritten(address), normalizedKey(address)]);
  former.delete(key);
  return [key, ...former];
}

/** True if a set of keys contains an address, under its current key or one of earlier releases. */
export function isAmong(keys: ReadonlySet<string>, address: string): boolean {
  return addressKeys(address).some((key) => keys.has(key));
}

/** True if a person with this name is the organizer, who takes part. */
export function isInviter({ organizerName }: { organizerName: string }, name: string): boolean {
  return normalizedKey(organizerName) === normalizedKey(name);
}

/** The inviter's name for a participant; "" if unknown, or if they are the organizer themselves. */
export function inviterOf(game: { organizerName: string }, name: string): string {
  return isInviter(game, name) ? "" : game.organizerName;
}
