import { createECDH, randomBytes } from "node:crypto";

/** A browser with a push subscription: what it sends us, and what it keeps secret. */
export interface BrowserDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** Decryption keys (RFC 8291). */
  secret: { privateKey: Uint8Array; publicKey: Uint8Array; auth: Uint8Array };
}

/** Origin of the push service in tests: a known one, which no test reaches. */
export const PUSH_ORIGIN = "https://updates.push.services.mozilla.com";

const toText = (bytes: Uint8Array) => bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/** Makes a subscribed browser. @param name last segment of its endpoint */
export function makeDevice(
  name: string = crypto.randomUUID(),
  origin = PUSH_ORIGIN,
): BrowserDevice {
  const ecdh = createECDH("prime256v1");
  const publicKey = new Uint8Array(ecdh.generateKeys());
  const auth = new Uint8Array(randomBytes(16));
  return {
    endpoint: `${origin}/wpush/v2/${name}`,
    keys: { p256dh: toText(publicKey), auth: toText(auth) },
    secret: { privateKey: new Uint8Array(ecdh.getPrivateKey()), publicKey, auth },
  };
}
