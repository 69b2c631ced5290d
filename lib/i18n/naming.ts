import type { Texts, Translate } from "./translate.ts";

/** The texts of `named` without a name; both variants are complete sentences. */
const NAMELESS = {
  notes: "game.notes",
  asked: "game.reveal.asked",
  doneAsk: "game.done.ask",
  doneLeave: "game.done.leave",
  askHint: "game.reveal.askHint",
  byHand: "gather.own.byHand",
  leaveLead: "place.leaveLead",
  leaveNow: "place.leaveNow",
  leaveAsked: "place.asked",
} as const satisfies Record<keyof Texts["named"], string>;

/** A text that mentions the organizer. */
export type NamingText = keyof typeof NAMELESS;

/** Translates a text that mentions the organizer, by name if it is known: "Olivia decides". */
export function naming(t: Translate, organizer: string): (text: NamingText) => string {
  return (text) => organizer ? t(`named.${text}`, { organizer }) : t(NAMELESS[text]);
}
