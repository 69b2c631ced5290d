import { TextCipher, type TextPlace } from "./sealed_text.ts";

/** The place of an address; it cannot be decrypted at another one. */
interface AddressPlace {
  gameId: string;
  /** By number. */
  participant: number;
}

/** Encrypts postal addresses in the database, as messages are. */
export class AddressCipher extends TextCipher<AddressPlace> {
  protected override placeOf({ gameId, participant }: AddressPlace): TextPlace {
    const bound = ["address", gameId, participant].join("\n");
    return { gameId, purpose: "addresses", bound };
  }
}
