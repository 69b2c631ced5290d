import { TextCipher, type TextPlace } from "./sealed_text.ts";

/** The place of a stored text. A ciphertext that is moved to another place cannot be decrypted. */
export interface MessagePlace {
  gameId: string;
  /** Participant number. */
  giver: number;
  receiver: number;
  isFromGiver: boolean;
  /** Id of the message. */
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
export class MessageCipher extends TextCipher<MessagePlace> {
  protected override placeOf(
    { gameId, giver, receiver, isFromGiver, id }: MessagePlace,
  ): TextPlace {
    const bound = ["message", gameId, giver, receiver, isFromGiver ? "giver" : "receiver", id];
    return { gameId, purpose: "messages", bound: bound.join("\n") };
  }
}
