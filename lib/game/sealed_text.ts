import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/**
 * Nonce size of AES-GCM (NIST SP 800-38D, 8.2): random nonces allow 2^32 texts per key, that is, per game.
 */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Texts are padded to a multiple of this many bytes, to hide their length. */
const BLOCK = 256;
/** Padding character; no text contains it, because control characters are refused. */
const FILLING = 0;

/** The purpose and place of a text. The ciphertext cannot be decrypted for another purpose or at another place. */
export interface TextPlace {
  gameId: string;
  purpose: "messages" | "addresses" | "devices";
  /** Everything else that the text is bound to. */
  bound: string;
}

/**
 * Encrypts a text: AES-256-GCM with a key per game and purpose derived from the server's key (HKDF, RFC 5869),
 * bound to its place.
 *
 * @param keys of the server: the first encrypts.
 * @param nonce `NONCE_BYTES` random bytes for this text only: a repeated nonce reveals both texts.
 */
export function sealText(
  [key]: readonly Uint8Array[],
  text: string,
  place: TextPlace,
  nonce: Uint8Array,
): string {
  if (!key) throw new Error("A cipher needs a key");
  const bytes = Buffer.from(text);
  const filled = Buffer.alloc(Math.max(1, Math.ceil(bytes.length / BLOCK)) * BLOCK, FILLING);
  bytes.copy(filled);
  const cipher = createCipheriv(CIPHER, keyOf(key, place), nonce).setAAD(Buffer.from(place.bound));
  const sealed = Buffer.concat([cipher.update(filled), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts a text.
 *
 * @param keys of the server: any of them decrypts, so that the server's key can be changed.
 * @returns the text and the index of the key that it was encrypted with; null if it was encrypted with another key, or
 * for another place.
 */
export function findText(
  keys: readonly Uint8Array[],
  sealed: string,
  place: TextPlace,
): { text: string; key: number } | null {
  const bytes = Buffer.from(sealed, "base64url");
  for (const [index, key] of keys.entries()) {
    const text = openWith(key, bytes, place);
    if (text !== null) return { text, key: index };
  }
  return null;
}

/** Encrypts texts at places of one kind. */
export abstract class TextCipher<Place> {
  readonly #keys: readonly Uint8Array[];

  /** @param keys of the server: the first encrypts, any of them decrypts. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys;
  }

  protected abstract placeOf(place: Place): TextPlace;

  /** @param nonce `NONCE_BYTES` random bytes for this text only: a repeated nonce reveals both texts. */
  seal(text: string, place: Place, nonce: Uint8Array): string {
    return sealText(this.#keys, text, this.placeOf(place), nonce);
  }

  /** @returns null if it was encrypted with another key, or for another place. */
  open(sealed: string, place: Place): string | null {
    return findText(this.#keys, sealed, this.placeOf(place))?.text ?? null;
  }
}

function openWith(key: Uint8Array, bytes: Buffer, place: TextPlace): string | null {
  try {
    const decipher = createDecipheriv(
      CIPHER,
      keyOf(key, place),
      bytes.subarray(0, NONCE_BYTES),
      { authTagLength: TAG_BYTES },
    ).setAAD(Buffer.from(place.bound)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const filled = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    const end = filled.indexOf(FILLING);
    return filled.subarray(0, end === -1 ? filled.length : end).toString();
  } catch {
    return null;
  }
}

function keyOf(key: Uint8Array, { gameId, purpose }: TextPlace): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key, gameId, purpose, KEY_BYTES));
}
