import { addressKey } from "../game/identity.ts";
import { isKeptBy } from "../game/keepers.ts";
import { isRevealBlocked } from "../game/seal.ts";
import type { Change, GameEvent, Participant } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { type MailContext, type MailParts, naming, subjectOf } from "./parts.ts";

/**
 * The keepers to notify when a kept person's receiver changes, except those who read the same mailbox. Those without an
 * address are notified in their browsers.
 */
export function toKeepers(
  event: GameEvent,
  { game: { participants } }: Change,
): Pick<NewMail, "recipient" | "payload" | "topic">[] {
  if (event.type !== "receiverChanged" && event.type !== "reassignmentApproved") return [];
  const { participant: kept } = event;
  const own = addressKey(participants.find(({ number }) => number === kept)?.email ?? "");
  return participants
    .filter(({ keeps, email }) => keeps.includes(kept) && (!email || addressKey(email) !== own))
    .map(({ number }) => ({
      recipient: number,
      payload: { participant: kept },
      topic: String(kept),
    }));
}

/** Names the kept person, while the reader sees their gift. */
export const writeKeptChange = naming(({ number }, { game, recipient: { participant } }) =>
  participant && isKeptBy(game, participant, number)
);

/** The person whose parcels a mail is about: its reader, or someone whose gift they keep and see. */
export function parcelPersonOf(context: MailContext): Participant | null {
  const { game, payload, recipient: { participant = null } } = context;
  const kept = payload.participant;
  const person = kept === undefined ? participant : subjectOf(context);
  const isKept = kept === undefined || participant && isKeptBy(game, participant, kept);
  return person && isKept && !isRevealBlocked(game, person) ? person : null;
}

/** What a mail about someone's parcels says to their keeper; nothing else than its own texts to that person. */
export function toKeeperOf(
  { number, name }: Participant,
  said: "parcelSent" | "parcelArrived" | "sendSoon" | "sendSoonBy",
  { game, recipient, t }: MailContext,
  when = "",
): MailParts {
  if (recipient.participant?.number === number) return {};
  return {
    subject: t("post.kept.mail.subject"),
    heading: t("post.kept.title", { name }),
    text: t(`post.kept.mail.${said}`, { game: game.name, name, when }),
  };
}
