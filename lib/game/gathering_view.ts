/** Additional fields of a gathering game's view. */
import { z } from "zod";
import { fieldsWith, pick } from "./derive.ts";
import { GameError } from "./errors.ts";
import { answerShape } from "./field_rows.ts";
import { GAME_FIELDS } from "./fields.ts";
import { isClosedToInvited, willReveal } from "./finale.ts";
import { namedKeepers } from "./keepers.ts";
import { householdProposalSchema, viewProposals } from "./proposals.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import { DRAW_PROBLEMS, type DrawProblemCode, type Game } from "./types.ts";

/** Fields that only the organizer sees. */
export const gatheringShape = {
  drawProblem: z.object({
    code: z.enum(DRAW_PROBLEMS).describe("A stable word for programs"),
    error: z.string().describe("A sentence for people"),
  }).nullable().describe(
    "Why the names were not drawn when their time came; null again with another drawAt",
  ),
  householdProposals: z.array(householdProposalSchema).describe(
    "People whom participants named as living with them, and who are in no common household yet",
  ),
};

export function viewGathering(game: Game) {
  return {
    drawProblem: game.drawProblem && {
      code: game.drawProblem,
      error: DRAW_FAILED[game.drawProblem](),
    },
    householdProposals: viewProposals(game),
  };
}

/** Sentences that do not name who cannot be served: by now it may be others, and the next attempt names them. */
const DRAW_FAILED: Readonly<Record<DrawProblemCode, () => string>> = {
  TOO_FEW_PARTICIPANTS: () => new GameError("TOO_FEW_PARTICIPANTS", {}).message,
  DRAW_IMPOSSIBLE: () =>
    "When the time came, no draw could keep all exclusions: remove some of them and draw the names",
  EVENT_OVER: () => new GameError("EVENT_OVER", { isDrawn: false }).message,
  RULES_TELL_PAIRS: () =>
    "When the time came, the rules left so few draws that someone could have worked out a pair: " +
    "remove a rule or add a participant, and draw the names",
};

const SEEN_BY_INVITED = fieldsWith(GAME_FIELDS, "isForInvited", true);

/** What an invited person sees before they join. */
export const invitationViewSchema = z.object({
  view: z.literal("invitation"),
  code: z.string(),
  ...answerShape(GAME_FIELDS, SEEN_BY_INVITED),
  date: z.iso.date(),
  time: z.string().describe('HH:MM, or ""'),
  timeZone: z.string().nullable().describe("IANA name"),
  state: z.enum(["gathering", "drawn"]),
  drawAt: z.iso.datetime().nullable().describe("When the names are drawn by themselves, or were"),
  participantCount: z.int().describe("How many people are in"),
  sealBrokenAt: z.iso.datetime().nullable().describe("When the organizer broke the seal"),
  isOver: z.boolean().describe("The event is over, and nobody can join"),
  willReveal: z.boolean().describe(
    "Everyone will see all pairs once the event is over; false, too, if the game closes before",
  ),
  keepers: z.array(z.tuple([z.string(), z.string()])).describe(
    "Of a sealed game: pairs of names, the first opens the gift of the second, too",
  ),
}).meta({ id: "InvitationView" });

export type InvitationView = z.infer<typeof invitationViewSchema>;

export function invitationView(game: Game, now: Date): InvitationView {
  return {
    view: "invitation",
    code: game.code,
    ...pick(game, SEEN_BY_INVITED),
    state: game.isGathering ? "gathering" : "drawn",
    participantCount: game.participants.length,
    sealBrokenAt: game.sealBrokenAt,
    isOver: isClosedToInvited(game, now),
    willReveal: willReveal(game, now),
    keepers: pairsHiddenFromOrganizer(game) ? namedKeepers(game) : [],
  };
}
