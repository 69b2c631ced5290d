import { addressKey } from "../game/identity.ts";
import type { Tokens } from "../game/tokens.ts";
import { type Game, type Language, ORGANIZER, type Participant } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";

/** A display name and an address. */
export interface Mailbox {
  name: string;
  address: string;
}

/** The reader of a mail. */
export interface Recipient extends Mailbox {
  /** Their own language, otherwise the game's. */
  language: Language;
  /** The reader's role in the game; a leaver has none any more. */
  role: "participant" | "organizer" | "leaver";
  /** null except for participants. */
  participant: Participant | null;
}

/** True if other participants share this mailbox, so that a mail must say whom it is for. */
export function isShared(game: Game, { participant, address }: Recipient): boolean {
  if (!participant) return false;
  const key = addressKey(address);
  return game.participants.some(({ number, email }) =>
    number !== participant.number && email !== null && addressKey(email) === key
  );
}

/** The fields of a mail that determine its reader. */
export type Addressed = Pick<NewMail, "recipient" | "payload"> & { address?: string | null };

/** Finds the reader of a mail. @returns null if they have left the game or have no address. */
export function findRecipient(game: Game, mail: Addressed): Recipient | null {
  const { recipient, address, payload } = mail;
  const { language } = game;
  if (recipient === null) {
    if (!address) return null;
    return { name: payload?.name ?? "", address, language, role: "leaver", participant: null };
  }
  const reader = findReader(game, recipient);
  return reader?.address ? reader : null;
}

/** Finds the organizer or a participant, with or without an address. @returns null if they have left the game */
export function findReader(game: Game, number: number): Recipient | null {
  const { language } = game;
  if (number === ORGANIZER) {
    const { organizerName: name, organizerEmail } = game;
    return { name, address: organizerEmail ?? "", language, role: "organizer", participant: null };
  }
  const participant = game.participants.find((one) => one.number === number);
  if (!participant) return null;
  return {
    name: participant.name,
    address: participant.email ?? "",
    language: participant.language ?? language,
    role: "participant",
    participant,
  };
}

/**
 * True if the reader has ended reminders and notices of the game at their address.
 *
 * @param unsubscribed the stored opt-outs of the game
 */
export function hasOptedOut(
  tokens: Pick<Tokens, "isOptedOut">,
  game: Game,
  number: number,
  unsubscribed: ReadonlySet<string>,
): boolean {
  const address = findReader(game, number)?.address;
  return !!address && tokens.isOptedOut(game, address, unsubscribed);
}
