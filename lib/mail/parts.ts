import type { MailContent, MailFact } from "@/components/mail/content.ts";
import { daysUntil } from "../game/calendar.ts";
import { inviterOf } from "../game/identity.ts";
import { countConfirmed } from "../game/seal.ts";
import type { Game, Language, MailKind, Participant } from "../game/types.ts";
import type { Translate } from "../i18n/translate.ts";
import type { MailPayload } from "../store/store.ts";
import type { Recipient } from "./recipient.ts";

/** What a mail is written from: the game as it is now, its reader, and the facts that the outbox kept. */
export interface MailContext {
  game: Game;
  recipient: Recipient;
  payload: MailPayload;
  /** The mail's own; the recipient's unless someone asked for another. */
  language: Language;
  t: Translate;
  now: Date;
  /** How whoever runs the service is reached; "": not known. */
  contact: string;
}

/** What one kind of mail says beyond what all mails say. */
export interface MailParts extends
  Partial<
    Pick<MailContent, "preheader" | "quote" | "facts" | "areFactsNews">
  > {
  /** Whose texts it has instead of its own: what is so by now. */
  saysAs?: MailKind;
  /** Instead of the kind's own. */
  subject?: string;
  /** Instead of the kind's own. */
  heading?: string;
  /** Whether its heading greets its reader, and says who invites. */
  isAddressed?: true;
  /** Instead of the kind's own text. */
  text?: string;
  /** For the placeholders of its texts, beside those that all mails fill in. */
  values?: { name?: string; when?: string; confirmed?: number };
}

/** What the organizer alone needs to know of a game. */
export function gameFacts({ game, t }: MailContext): MailFact[] {
  return [
    { label: t("mail.facts.code"), value: game.code },
    {
      label: t("mail.facts.participants"),
      value: t("mail.facts.headcount", { total: game.participants.length }),
    },
  ];
}

/** What a mail says instead of its own text while nobody gives to anyone yet. */
export function whileGathering(
  { game, t }: MailContext,
  kind: "organizerWelcome" | "reminder" | "eventNear",
  when = "",
): Pick<MailParts, "text"> {
  if (!game.isGathering) return {};
  return { text: t(`mail.kinds.${kind}.textGathering`, { game: game.name, when }) };
}

/** What the organizer of a sealed game learns: not who it was. */
export function writeConfirmedCount({ game, t }: MailContext): MailParts {
  const counts = { confirmed: countConfirmed(game), total: game.participants.length };
  return {
    heading: t("mail.kinds.assignmentConfirmed.headingSealed"),
    text: t("mail.kinds.assignmentConfirmed.textSealed", counts),
  };
}

/** The kinds that tell what the organizer has done or decides. */
type OrganizersDoing =
  | "addressChanged"
  | "claimIssued"
  | "detailsChanged"
  | "gameArchived"
  | "leaveDeclined"
  | "participantRemoved"
  | "reassignmentApproved"
  | "reassignmentDeclined"
  | "sealBroken";

/**
 * What the organizer did, told by name where they have given one; to who organizes and takes part without.
 *
 * @param name of whom it is about, where that is said.
 */
export function byOrganizer(
  { game: all, recipient, t }: MailContext,
  kind: OrganizersDoing,
  name = "",
): Pick<MailParts, "text"> {
  const game = all.name;
  const organizer = inviterOf(all, recipient.name);
  return {
    text: organizer
      ? t(`mail.kinds.${kind}.textNamed`, { game, organizer, name })
      : t(`mail.kinds.${kind}.text`, { game, name }),
  };
}

/** The participant whom a mail is about. */
export function subjectOf({ game, payload }: MailContext): Participant | undefined {
  return game.participants.find(({ number }) => number === payload.participant);
}

/** Whether the event's day was still to come, or there, when its game was archived. */
export function wasArchivedAhead(game: Game): boolean {
  return game.archivedAt !== null && daysUntil(game, new Date(game.archivedAt)) >= 0;
}
