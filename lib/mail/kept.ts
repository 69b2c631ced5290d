import { normalizedKey } from "../game/identity.ts";
import type { Change, GameEvent } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";

/** The keepers to notify when a kept person's receiver changes, except those who read the same mailbox. */
export function toKeepers(
  event: GameEvent,
  { game: { participants } }: Change,
): Pick<NewMail, "recipient" | "payload" | "topic">[] {
  if (event.type !== "receiverChanged" && event.type !== "reassignmentApproved") return [];
  const { participant: kept } = event;
  const own = normalizedKey(participants.find(({ number }) => number === kept)?.email ?? "");
  return participants
    .filter(({ keeps, email }) => keeps.includes(kept) && email && normalizedKey(email) !== own)
    .map(({ number }) => ({
      recipient: number,
      payload: { participant: kept },
      topic: String(kept),
    }));
}
