import { addressKey } from "../game/identity.ts";
import { isKeptBy } from "../game/keepers.ts";
import { isRevealBlocked } from "../game/seal.ts";
import type { Change, Game, GameEvent, Participant } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { type MailContext, type MailParts, naming, subjectOf } from "./parts.ts";

/** The keepers to notify when a kept person's receiver changes; see `isSaidInSameMailbox`. */
export function toKeepers(
  event: GameEvent,
  { game: { participants } }: Change,
): Pick<NewMail, "recipient" | "payload" | "topic">[] {
  if (event.type !== "receiverChanged" && event.type !== "reassignmentApproved") return [];
  const { participant: kept } = event;
  return participants.filter(({ keeps }) => keeps.includes(kept))
    .map(({ number }) => ({
      recipient: number,
      payload: { participant: kept },
      topic: String(kept),
    }));
}

/**
 * True if the kept person's own mail brings the same news to the same mailbox as this mail to the keeper. On the
 * keeper's devices there is no such duplicate.
 */
export function isSaidInSameMailbox(
  { participants }: Game,
  { kind, recipient, payload }: Pick<NewMail, "kind" | "recipient" | "payload">,
): boolean {
  if (kind !== "keptChanged") return false;
  const [keeper, kept] = [recipient, payload?.participant].map((number) =>
    addressKey(participants.find((one) => one.number === number)?.email ?? "")
  );
  return keeper === kept;
}

/** Writes a mail that names the kept person, as long as the reader may open their gift. */
export const writeKeptChange = naming(({ number }, { game, recipient: { participant } }) =>
  participant && isKeptBy(game, participant, number)
);

/** The person whose parcels a mail is about: its reader, or a person they keep. null if the mail no longer applies. */
export function parcelPersonOf(context: MailContext): Participant | null {
  const { game, payload, recipient: { participant = null } } = context;
  if (!game.byPost) return null;
  const kept = payload.participant;
  const person = kept === undefined ? participant : subjectOf(context);
  const isKept = kept === undefined || participant && isKeptBy(game, participant, kept);
  return person && isKept && !isRevealBlocked(game, person) ? person : null;
}

/** The texts of a mail about someone's parcels to their keeper; empty if the reader is that person. */
export function toKeeperOf(
  { number, name }: Participant,
  said: "get.onItsWay" | "mail.parcelArrived" | "mail.sendSoon",
  { game, recipient, t }: MailContext,
): MailParts {
  if (recipient.participant?.number === number) return {};
  return {
    subject: t("mail.notice"),
    heading: t("post.kept.title", { name }),
    text: t(`post.kept.${said}`, { game: game.name, name }),
  };
}
