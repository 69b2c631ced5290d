import { addressKey, addressKeys } from "../game/identity.ts";
import type { LimitStore } from "../store/store.ts";

/** A domain name with at least one dot, in ASCII. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/;

/** Converts a domain name to its ASCII form; "" if it is not a domain. */
function asciiDomain(text: string): string {
  const host = URL.parse(`http://${text}`)?.host ?? "";
  return DOMAIN.test(host) ? host : "";
}

/**
 * The subjects that block an address if the operator has blocked any of them: the address with and without its
 * `+` suffix, its domain, and every parent domain.
 */
export function blockingSubjects(address: string): string[] {
  // Includes the keys under which earlier releases stored them.
  const subjects = addressKeys(address).flatMap((key) => {
    const [local, domain] = partsOf(key);
    const labels = domain.split(".");
    return [
      `${local}@${domain}`,
      // The mailbox that gets mail for `ana+lists` is `ana`.
      `${local.replace(/(?<=.)\+.*$/, "")}@${domain}`,
      ...labels.slice(0, -1).map((_, index) => labels.slice(index).join(".")),
    ];
  });
  return [...new Set(subjects)];
}

/**
 * The subject to block for an address or a domain, in the form it is stored.
 *
 * @returns null if the text is neither. A top-level domain such as `com` is not accepted.
 */
export function toBlockedSubject(text: string): string | null {
  const typed = text.trim().replace(/^@/, "");
  if (!typed.includes("@")) return asciiDomain(addressKey(typed)) || null;
  const [local, domain] = partsOf(addressKey(typed));
  return local && DOMAIN.test(domain) && !/[\s@,;<>"]/.test(local) ? `${local}@${domain}` : null;
}

function partsOf(key: string): [local: string, domain: string] {
  const at = key.lastIndexOf("@");
  const domain = key.slice(at + 1);
  return [key.slice(0, at), asciiDomain(domain) || domain];
}

/** True if the operator has blocked an address or its domain. */
export async function isBlocked(
  limits: Pick<LimitStore, "isBlocked">,
  address: string,
): Promise<boolean> {
  return await limits.isBlocked(blockingSubjects(address));
}
