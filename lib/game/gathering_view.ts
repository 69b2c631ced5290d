/** Additional fields of a gathering game's view. */
import { z } from "zod";
import { GameError } from "./errors.ts";
import { isRevealed } from "./finale.ts";
import { namedKeepers } from "./keepers.ts";
import { householdProposalSchema, viewProposals } from "./proposals.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import {
  COVERS,
  DRAW_PROBLEMS,
  type DrawProblemCode,
  type Game,
  LANGUAGES,
  REVEALS,
} from "./types.ts";

/** For the organizer alone. */
export const gatheringShape = {
  drawProblem: z.object({
    code: z.enum(DRAW_PROBLEMS).describe("A stable word for programs"),
    error: z.string().describe("A sentence for people"),
  }).nullable().describe(
    "Why the names were not drawn when their time came; null again with another drawAt",
  ),
  householdProposals: z.array(householdProposalSchema).describe(
    "What people who joined said of who lives with them, and no household holds yet",
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

/** The people who cannot be served are named when the draw is tried: they may be others by then. */
const DRAW_FAILED: Readonly<Record<DrawProblemCode, () => string>> = {
  TOO_FEW_PARTICIPANTS: () => new GameError("TOO_FEW_PARTICIPANTS", {}).message,
  DRAW_IMPOSSIBLE: () =>
    "When the time came, no draw could keep all exclusions: remove some of them and draw the names",
  EVENT_OVER: () => new GameError("EVENT_OVER", { isDrawn: false }).message,
  RULES_TELL_PAIRS: () =>
    "When the time came, the rules left so few draws that someone could have worked out a pair: " +
    "remove a rule or add a participant, and draw the names",
};

/** What an invited person sees before they join. */
export const invitationViewSchema = z.object({
  view: z.literal("invitation"),
  code: z.string(),
  name: z.string(),
  organizerName: z.string(),
  cover: z.enum([...COVERS, ""]),
  date: z.iso.date(),
  time: z.string().describe('HH:MM, or ""'),
  timeZone: z.string().nullable().describe("IANA name"),
  location: z.string(),
  amount: z.string(),
  currency: z.string(),
  language: z.enum(LANGUAGES),
  state: z.enum(["gathering", "drawn"]),
  drawAt: z.iso.datetime().nullable().describe("When the names are drawn by themselves, or were"),
  participantCount: z.int().describe("How many people are in"),
  isSealed: z.boolean().describe("Not even the organizer sees pairs"),
  sealBrokenAt: z.iso.datetime().nullable().describe("When the organizer broke the seal"),
  byPost: z.boolean().describe("Whether gifts go by post"),
  sendBy: z.string().describe('By when to send: YYYY-MM-DD, or ""'),
  reveal: z.enum(REVEALS).describe("Whether everybody in the game sees all pairs once it is over"),
  isOver: z.boolean().describe("All pairs are revealed, and nobody can join"),
  keepers: z.array(z.tuple([z.string(), z.string()])).describe(
    "Of a sealed game: pairs of names, the first opens the gift of the second, too",
  ),
}).meta({ id: "InvitationView" });

export type InvitationView = z.infer<typeof invitationViewSchema>;

export function invitationView(game: Game, now: Date): InvitationView {
  return {
    view: "invitation",
    code: game.code,
    name: game.name,
    organizerName: game.organizerName,
    cover: game.cover,
    date: game.date,
    time: game.time,
    timeZone: game.timeZone,
    location: game.location,
    amount: game.amount,
    currency: game.currency,
    language: game.language,
    state: game.isGathering ? "gathering" : "drawn",
    drawAt: game.drawAt,
    participantCount: game.participants.length,
    isSealed: game.isSealed,
    sealBrokenAt: game.sealBrokenAt,
    byPost: game.byPost,
    sendBy: game.sendBy,
    reveal: game.reveal,
    isOver: isRevealed(game, now),
    keepers: pairsHiddenFromOrganizer(game) ? namedKeepers(game) : [],
  };
}
