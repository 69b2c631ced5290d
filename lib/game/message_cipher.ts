import { openText, sealText, type TextPlace } from "./sealed_text.ts";

export { NONCE_BYTES } from "./sealed_text.ts";

/** The place of a text; it cannot be decrypted at another one. */
export interface MessagePlace {
  gameId: string;
  /** By number. */
  giver: number;
  receiver: number;
  isFromGiver: boolean;
  /** Of the message. */
  id: string;
}

/**
 * Encrypts messages in the database, see `sealText`. During a change of the server's key, texts under earlier
 * keys can still be read.
 *
 * @example
 * const sealed = cipher.seal("Do you like tea?", place, randomBytes(NONCE_BYTES));
 * cipher.open(sealed, place); // "Do you like tea?"
 */
export class MessageCipher {
  readonly #keys: readonly Uint8Array[];

  /** @param keys of the server: the first encrypts, any of them decrypts. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys;
  }

  /** @param nonce `NONCE_BYTES` random bytes for this text only: a repeated nonce reveals both texts. */
  seal(text: string, place: MessagePlace, nonce: Uint8Array): string {
    return sealText(this.#keys, text, toTextPlace(place), nonce);
  }

  /** @returns null if it was encrypted with another key, or for another place. */
  open(sealed: string, place: MessagePlace): string | null {
    return openText(this.#keys, sealed, toTextPlace(place));
  }
}

function toTextPlace({ gameId, giver, receiver, isFromGiver, id }: MessagePlace): TextPlace {
  const bound = ["message", gameId, giver, receiver, isFromGiver ? "giver" : "receiver", id];
  return { gameId, purpose: "messages", bound: bound.join("\n") };
}
