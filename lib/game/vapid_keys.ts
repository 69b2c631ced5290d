import { createECDH, hkdfSync } from "node:crypto";

/**
 * The keys that identify this service to push services (RFC 8292), in base64url: the public one is an uncompressed
 * point of P-256, of 65 bytes, the private one has 32.
 */
export type VapidKeys = ReturnType<typeof vapidKeysOf>;

const KEY_BYTES = 32;

/**
 * Derives the keys from the server's key, so that they are backed up, moved and changed with it. A browser accepts
 * notices only under the key that it subscribed with: keep the old secret until it has visited again.
 */
export function vapidKeysOf(serverKey: Uint8Array) {
  const ecdh = createECDH("prime256v1");
  for (let attempt = 0;; attempt++) {
    const key = new Uint8Array(hkdfSync("sha256", serverKey, "", `vapid ${attempt}`, KEY_BYTES));
    try {
      ecdh.setPrivateKey(key);
    } catch {
      // Not below the order of the curve: happens once in 2^32 keys.
      continue;
    }
    const toText = (bytes: Uint8Array) =>
      bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    return { publicKey: toText(new Uint8Array(ecdh.getPublicKey())), privateKey: toText(key) };
  }
}
