import { normalizedKey } from "../game/identity.ts";
import { type Game, type Language, ORGANIZER, type Participant } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";

/** Someone in their mail program. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Who reads a mail. */
export interface Recipient extends Mailbox {
  /** Their own, else the game's. */
  language: Language;
  /** What they are, or were, to the game. */
  role: "participant" | "organizer" | "leaver";
  /** null for all but participants. */
  participant: Participant | null;
}

/** Whether other people of the game read this mailbox, too: then a mail says at once whose it is. */
export function isShared(game: Game, { participant, address }: Recipient): boolean {
  if (!participant) return false;
  const key = normalizedKey(address);
  return game.participants.some(({ number, email }) =>
    number !== participant.number && email !== null && normalizedKey(email) === key
  );
}

/** Whom a mail in the outbox goes to. */
export type Addressed = Pick<NewMail, "recipient" | "payload"> & { address?: string | null };

/** @returns null where they are not in the game any more or have no address. */
export function findRecipient(game: Game, mail: Addressed): Recipient | null {
  const { recipient, address, payload } = mail;
  const { language } = game;
  if (recipient === null) {
    if (!address) return null;
    return { name: payload?.name ?? "", address, language, role: "leaver", participant: null };
  }
  if (recipient === ORGANIZER) {
    if (!game.organizerEmail) return null;
    return {
      name: game.organizerName,
      address: game.organizerEmail,
      language,
      role: "organizer",
      participant: null,
    };
  }
  const participant = game.participants.find(({ number }) => number === recipient);
  if (!participant?.email) return null;
  return {
    name: participant.name,
    address: participant.email,
    language: participant.language ?? language,
    role: "participant",
    participant,
  };
}
