import { openText, sealText, type TextPlace } from "./sealed_text.ts";

/** The place of an address; it cannot be decrypted at another one. */
interface AddressPlace {
  gameId: string;
  /** By number. */
  participant: number;
}

/** Encrypts postal addresses in the database, as messages are. */
export class AddressCipher {
  readonly #keys: readonly Uint8Array[];

  /** @param keys of the server: the first encrypts, any of them decrypts. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys;
  }

  /** @param nonce `NONCE_BYTES` random bytes for this text only. */
  seal(text: string, place: AddressPlace, nonce: Uint8Array): string {
    return sealText(this.#keys, text, toTextPlace(place), nonce);
  }

  /** @returns null if it was encrypted with another key, or for another place. */
  open(sealed: string, place: AddressPlace): string | null {
    return openText(this.#keys, sealed, toTextPlace(place));
  }
}

function toTextPlace({ gameId, participant }: AddressPlace): TextPlace {
  const bound = ["address", gameId, participant].join("\n");
  return { gameId, purpose: "addresses", bound };
}
