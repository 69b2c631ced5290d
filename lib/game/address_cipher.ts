import { TextCipher, type TextPlace } from "./sealed_text.ts";

/** The place of a stored address. A ciphertext that is moved to another place cannot be decrypted. */
interface AddressPlace {
  gameId: string;
  /** Participant number. */
  participant: number;
}

/** Encrypts the postal addresses in the database, in the same way as messages. */
export class AddressCipher extends TextCipher<AddressPlace> {
  protected override placeOf({ gameId, participant }: AddressPlace): TextPlace {
    const bound = ["address", gameId, participant].join("\n");
    return { gameId, purpose: "addresses", bound };
  }
}
