import { z } from "zod";
import { findText, sealText, type TextPlace } from "./sealed_text.ts";
import { type VapidKeys, vapidKeysOf } from "./vapid_keys.ts";

/** A browser's push subscription, as `PushSubscription.toJSON()` returns it. */
const subscriptionSchema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** The stored form of a device. An earlier release stored only the subscription. */
const storedSchema = subscriptionSchema.extend({
  /**
   * True if its owner added it after unsubscribing from reminders and notices of the game by mail. The device gets them
   * anyway, as its owner was told.
   */
  isAfterOptOut: z.boolean().default(false),
});

/** The place of a stored subscription. A ciphertext that is moved to another place cannot be decrypted. */
interface DevicePlace {
  gameId: string;
  /** Id of the device. */
  id: string;
}

/** Encrypts the push subscriptions in the database, in the same way as messages. */
export class DeviceCipher {
  readonly #keys: readonly Uint8Array[];
  #vapid: readonly VapidKeys[] | undefined;

  /** @param keys of the server: the first encrypts, any of them decrypts. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys;
  }

  /** The key that browsers subscribe with: base64url, an uncompressed point of P-256. */
  get publicKey(): string {
    return this.#vapidKeys[0]?.publicKey ?? "";
  }

  /** @param nonce `NONCE_BYTES` random bytes for this text only. */
  seal(
    { endpoint, keys, isAfterOptOut }: Subscription & { isAfterOptOut?: boolean },
    place: DevicePlace,
    nonce: Uint8Array,
  ): string {
    const text = JSON.stringify({ endpoint, keys, isAfterOptOut });
    return sealText(this.#keys, text, toTextPlace(place), nonce);
  }

  /**
   * Decrypts a subscription. `vapid` are the keys that the browser subscribed with, from the server's key at the time.
   *
   * @returns null if it was encrypted with another key, or for another place.
   */
  open(
    sealed: string,
    place: DevicePlace,
  ): { subscription: Subscription; isAfterOptOut: boolean; vapid: VapidKeys } | null {
    const found = findText(this.#keys, sealed, toTextPlace(place));
    const vapid = found && this.#vapidKeys[found.key];
    if (!found || !vapid) return null;
    const { isAfterOptOut, ...subscription } = storedSchema.parse(JSON.parse(found.text));
    return { subscription, isAfterOptOut, vapid };
  }

  get #vapidKeys(): readonly VapidKeys[] {
    return this.#vapid ??= this.#keys.map(vapidKeysOf);
  }
}

function toTextPlace({ gameId, id }: DevicePlace): TextPlace {
  return { gameId, purpose: "devices", bound: ["device", gameId, id].join("\n") };
}
