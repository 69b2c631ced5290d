import type { ParticipantView } from "../game/view_schemas.ts";

/** The one thing that somebody in a game does next. */
export type NextStep = "open" | "wish" | "done" | "over";

interface Standing {
  view: Pick<ParticipantView, "state" | "isWithheld">;
  own: { viewedAt: string | null; wish: string; desiredGift: string };
  /** Days until the event; negative after it. */
  daysLeft: number;
}

/** What comes first on a participant's page. */
export function nextStepOf({ view, own, daysLeft }: Standing): NextStep {
  if (daysLeft < 0) return "over";
  if (view.state === "drawn" && own.viewedAt === null && !view.isWithheld) return "open";
  return own.wish || own.desiredGift ? "done" : "wish";
}
