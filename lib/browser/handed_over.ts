import { keep, readKept } from "./kept.ts";
import { notifyPageUpdated } from "./page_updated.ts";

/** Key of the links ticked as handed over on this device, stored as short fingerprints that reveal no link. */
const KEY = "handed-over";

/** Maximum number of links remembered; the oldest are dropped. */
const KEPT = 3000;

/** A link's fingerprint (FNV-1a, 32 bits): a new link of the same person has another. Pure. */
export function fingerprintOf(link: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < link.length; i++) {
    hash = Math.imul(hash ^ link.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Fingerprints of the links that were handed over; empty if the browser stores nothing. */
export function readHandedOver(): Set<string> {
  const kept = readKept(KEY);
  return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
}

export function writeHandedOver(fingerprint: string, isHandedOver: boolean): void {
  const kept = readHandedOver();
  kept.delete(fingerprint);
  if (isHandedOver) kept.add(fingerprint);
  keep(KEY, [...kept].slice(-KEPT));
  notifyPageUpdated();
}
