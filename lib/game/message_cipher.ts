import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/**
 * Nonce size of AES-GCM (NIST SP 800-38D, 8.2): random nonces allow 2^32 messages per key, that is, per game.
 */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Texts are padded to a multiple of this many bytes, to hide their length. */
const BLOCK = 256;
/** Padding character; no text contains it, because control characters are refused. */
const FILLING = 0;

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
 * Encrypts messages in the database: AES-256-GCM with a key per game derived from the server's key (HKDF, RFC
 * 5869), bound to the place of the text. During a change of the server's key, texts under earlier keys can
 * still be read.
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
    const [key] = this.#keys;
    if (!key) throw new Error("A cipher needs a key");
    const bytes = Buffer.from(text);
    const filled = Buffer.alloc(Math.max(1, Math.ceil(bytes.length / BLOCK)) * BLOCK, FILLING);
    bytes.copy(filled);
    const cipher = createCipheriv(CIPHER, keyOf(key, place), nonce).setAAD(toBytes(place));
    const sealed = Buffer.concat([cipher.update(filled), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** @returns null if it was encrypted with another key, or for another place. */
  open(sealed: string, place: MessagePlace): string | null {
    const bytes = Buffer.from(sealed, "base64url");
    for (const key of this.#keys) {
      const text = openWith(key, bytes, place);
      if (text !== null) return text;
    }
    return null;
  }
}

function openWith(key: Uint8Array, bytes: Buffer, place: MessagePlace): string | null {
  try {
    const decipher = createDecipheriv(
      CIPHER,
      keyOf(key, place),
      bytes.subarray(0, NONCE_BYTES),
      { authTagLength: TAG_BYTES },
    ).setAAD(toBytes(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
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

function keyOf(key: Uint8Array, { gameId }: MessagePlace): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key, gameId, "messages", KEY_BYTES));
}

function toBytes({ gameId, giver, receiver, isFromGiver, id }: MessagePlace): Buffer {
  return Buffer.from(
    ["message", gameId, giver, receiver, isFromGiver ? "giver" : "receiver", id].join("\n"),
  );
}
