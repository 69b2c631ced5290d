import { hasUnopenedGift } from "../game/assignments.ts";
import type { ReceiverChange } from "../game/types.ts";
import type { ParticipantView } from "../game/view_schemas.ts";

/** The one thing that someone in a game does next, or waits for. */
export type NextStep = "open" | "leaving" | "read" | "wish" | "asked" | "done" | "over";

interface Standing {
  view: Pick<ParticipantView, "state" | "isWithheld">;
  own: {
    viewedAt: string | null;
    receiverChange: ReceiverChange | null;
    wish: string;
    desiredGift: string;
    hasAskedToLeave: boolean;
    hasPendingReassignmentRequest: boolean;
  };
  /** How many messages wait that may be told of. */
  waiting: number;
  /** Days until the event; negative after it. */
  daysLeft: number;
}

/** What comes first on a participant's page. */
export function nextStepOf({ view, own, waiting, daysLeft }: Standing): NextStep {
  if (daysLeft < 0) return "over";
  if (own.hasAskedToLeave) return "leaving";
  if (view.state === "drawn" && hasUnopenedGift(own) && !view.isWithheld) return "open";
  if (waiting > 0) return "read";
  if (!own.wish && !own.desiredGift) return "wish";
  return own.hasPendingReassignmentRequest ? "asked" : "done";
}
