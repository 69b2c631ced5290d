import { createECDH, randomBytes } from "node:crypto";

/** A browser that has subscribed to a push service: what it tells us, and what it keeps to itself. */
export interface BrowserDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** What decrypts (RFC 8291). */
  secret: { privateKey: Uint8Array; publicKey: Uint8Array; auth: Uint8Array };
}

/** The host of the push services of tests: a known one, which no test reaches. */
export const PUSH_ORIGIN = "https://updates.push.services.mozilla.com";

const toText = (bytes: Uint8Array) => bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/** @param name the end of its endpoint */
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
