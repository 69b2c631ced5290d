import { z } from "zod";
import { pick } from "./derive.ts";
import { changeShape, creationShape } from "./field_rows.ts";
import {
  CHANGEABLE,
  desiredGift,
  flag,
  GAME_FIELDS,
  groups,
  keepers,
  language,
  livesWith,
  messageText,
  oneWayPairs,
  optionalEmail,
  organizerToken,
  pairs,
  participantId,
  participantToken,
  PERSON_FIELDS,
  renewLink,
  timeZone,
  token,
  wish,
} from "./fields.ts";
import { PARTNERS, QUESTIONS } from "./messages.ts";
import { LIMITS } from "./types.ts";

const proposalId = z.string("proposalId must be text").min(1, "proposalId is missing")
  .max(1000, "This is not an id of a proposal").describe("Of one of householdProposals");

function participantAction<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
) {
  return z.object({ action: z.literal(name), participantId, participantToken, ...shape });
}

function organizerAction<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
) {
  return z.object({ action: z.literal(name), organizerToken, ...shape });
}

/** Of an action for which an id is never enough. */
const ownToken = {
  participantId: participantId.optional(),
  participantToken: token.optional().describe(
    "Always needed; may also come as the header x-participant-token",
  ),
};

const partner = z.enum(PARTNERS, `to must be one of ${PARTNERS.join(", ")}`)
  .describe("receiver: the person one gives to; giver: who gives to one");

const { name: participantName, email: participantEmail, ...further } = creationShape(PERSON_FIELDS);
/** Someone new: this body has more names than theirs. */
const newcomer = { participantName, participantEmail, ...further };

const actionSchemas = [
  participantAction("requestReassignment", {}),
  z.object({
    action: z.literal("cancelReassignmentRequest"),
    participantId,
    participantToken,
    organizerToken: token.optional().describe("With it the organizer declines the request"),
    kind: z.enum(["reassign", "leave", ""]).optional().describe(
      "Which request: for somebody else, or to be let go; absent or empty: both",
    ),
  }),
  participantAction("confirmAssignment", {}),
  participantAction("updateWish", { wish, desiredGift: desiredGift.optional() }),
  participantAction("updateParticipantEmail", {
    email: optionalEmail,
    language: language.optional(),
    renewLink,
  }),
  z.object({
    action: z.literal("joinInvitation"),
    invitationToken: token.optional(),
    ...newcomer,
    livesWith: livesWith.default([]).describe(
      "Names of those who live with them, in the game or not yet: the organizer may make a household of it",
    ),
  }),
  z.object({
    action: z.literal("leaveGame"),
    participantId: participantId.optional(),
    participantToken: token.optional().describe(
      "Always needed; may also come as the header x-participant-token",
    ),
  }),
  z.object({
    action: z.literal("muteThread"),
    ...ownToken,
    to: partner,
    muted: flag.describe("Whether to get no mails about messages in this thread"),
  }),
  organizerAction("drawNames", {}),
  organizerAction("acceptHousehold", { proposalId }),
  organizerAction("declineHousehold", { proposalId }),
  organizerAction("updateGameDetails", {
    ...changeShape(pick(creationShape(GAME_FIELDS), CHANGEABLE)),
    timeZone: z.union([timeZone, z.literal("")]).optional(),
    renewLink,
  }),
  organizerAction("updateParticipantDetails", {
    participantId,
    ...changeShape(creationShape(PERSON_FIELDS)),
    renewLink,
  }),
  organizerAction("addParticipant", newcomer),
  organizerAction("removeParticipant", { participantId }),
  organizerAction("replaceParticipant", {
    participantId,
    participantName,
    participantEmail,
    keepRules: flag.default(true).describe(
      "Whether exclusions, households and keepers go on for whoever takes the place",
    ),
  }),
  organizerAction("regenerateToken", { participantId }),
  organizerAction("approveReassignment", { participantId }),
  organizerAction("approveAllReassignments", {}),
  organizerAction("forceReassignParticipant", { participantId }),
  organizerAction("reassignAll", {}),
  organizerAction("setExclusions", {
    exclusions: pairs.optional().describe(
      "The whole list from now on; each one by participant id, or by name. Absent: unchanged",
    ),
    oneWayExclusions: oneWayPairs.optional().describe(
      "The whole list from now on, of pairs of giver and receiver; each one by participant id, or by " +
        "name. Absent: unchanged",
    ),
    households: groups.optional().describe(
      "The whole list from now on; each one by participant id, or by name. Absent: unchanged",
    ),
  }),
  organizerAction("setKeepers", {
    keepers,
    keepersMayDraw: flag.optional().describe("Absent: as it is"),
  }),
  organizerAction("regenerateInvitationToken", {}),
  organizerAction("issueClaim", {
    participantId: participantId.optional().describe(
      "Without it: all who have no address, and no link that opens their place",
    ),
  }),
  organizerAction("breakSeal", {}),
  z.object({
    action: z.literal("claimPlace"),
    claimToken: token.optional().describe("The end of the claim's link"),
  }),
] as const;

/**
 * What no active game can decide by itself: the old link ends only once the mail with the new one is accepted,
 * and what is erased may be archived.
 */
const furtherSchemas = [
  organizerAction("regenerateOrganizerToken", {}),
  organizerAction("eraseGame", {
    confirmName: z.string("confirmName must be text, the name of the game")
      .max(LIMITS.gameName * 10, "This is not the name of the game")
      .describe("The name of the game, as a safeguard against deleting the wrong one"),
  }),
  organizerAction("openInRoom", { participantId }),
  z.object({
    action: z.literal("eraseMe"),
    participantToken: token.optional().describe(
      "Always needed; may also come as the header x-participant-token",
    ),
    participantId: participantId.optional(),
  }),
  z.object({
    action: z.literal("sendMessage"),
    ...ownToken,
    to: partner,
    text: messageText.optional(),
    question: z.enum(QUESTIONS, `question must be one of ${QUESTIONS.join(", ")}`).optional()
      .describe("Instead of a text: one that stands ready, which each reads in their language"),
  }).superRefine(({ text, question }, context) => {
    if ((text === undefined) !== (question === undefined)) return;
    const message = "A message is either a text or a question";
    context.addIssue({ code: "custom", path: ["text"], message });
  }),
  z.object({ action: z.literal("sendThanks"), ...ownToken, text: messageText }),
  z.object({
    action: z.literal("agreeHandover"),
    participantToken: token.optional().describe(
      "Of the link that opened the gift, which has ended since; may also come as the header x-participant-token",
    ),
  }),
] as const;

const unknownAction = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === "invalid_union"
      ? `Unknown action, expected one of ${ACTION_NAMES.join(", ")}`
      : "The body must be a JSON object",
};

/** What can be done with a game. */
export const gameActionSchema = z.discriminatedUnion("action", actionSchemas, unknownAction);

/** Body of PATCH /api/games/{code}. */
export const patchGameSchema = z.discriminatedUnion(
  "action",
  [...actionSchemas, ...furtherSchemas],
  unknownAction,
).meta({ id: "GameAction" });

/** Of everything that a PATCH can ask for. */
export const ACTION_NAMES = [...actionSchemas, ...furtherSchemas]
  .map((schema) => schema.shape.action.value);
/** What someone writes to the other one of their pair. */
export type SendMessage = Extract<z.infer<typeof patchGameSchema>, { action: "sendMessage" }>;
export type SendThanks = Extract<z.infer<typeof patchGameSchema>, { action: "sendThanks" }>;
export type GameAction = z.infer<typeof gameActionSchema>;
export type ActionName = GameAction["action"];
/** The body of one action. */
export type ActionOf<Name extends ActionName> = Extract<GameAction, { action: Name }>;
