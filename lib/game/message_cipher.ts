import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** As AES-GCM has it (NIST SP 800-38D, 8.2): drawn at random, it may serve 2^32 messages of one key, of one game. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Texts are filled up to a multiple of so many bytes, so that a dump tells little of how long they are. */
const BLOCK = 256;
/** No text holds it: control characters are refused. */
const FILLING = 0;

/** Where a text belongs: kept elsewhere, it cannot be read. */
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
 * Keeps what people write to each other from whoever reads the database: AES-256-GCM, under a key of each game that is
 * derived from the server's (HKDF, RFC 5869), bound to its place. While the server's key is being changed, what was
 * written under those before it is read, too.
 *
 * @example
 * const sealed = cipher.seal("Do you like tea?", place, randomBytes(NONCE_BYTES));
 * cipher.open(sealed, place); // "Do you like tea?"
 */
export class MessageCipher {
  readonly #keys: readonly Uint8Array[];

  /** @param keys of the server: the first seals, any of them opens. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys;
  }

  /** @param nonce `NONCE_BYTES` drawn at random for this text alone: one that comes twice gives both texts away. */
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

  /** @returns null where it was sealed with another key, or for another place. */
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
