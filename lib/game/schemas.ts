import { z } from "zod";
import { creationShape } from "./field_rows.ts";
import {
  GAME_FIELDS,
  groups,
  keepers,
  language,
  lines,
  oneWayPairs,
  optionalEmail,
  organizerToken,
  pairs,
  participantId,
  PERSON_FIELDS,
} from "./fields.ts";
import { GAME_CODE, LIMITS } from "./types.ts";

const newParticipant = z.object(
  creationShape(PERSON_FIELDS),
  "A participant is an object with a name and, if there is one, an e-mail address",
);

const { name, date, drawAt, keepersMayDraw, ...fields } = creationShape(GAME_FIELDS);

/** The fields of a new game. */
const newGame = z.object({
  name,
  date,
  draw: z.enum(["now", "later"], "draw must be now or later").default("now").describe(
    "later: people join first, and there are no pairs until the names are drawn",
  ),
  drawAt,
  participants: z.array(newParticipant, "participants must be an array of {name, email}")
    .max(LIMITS.maxParticipants, `A game may have at most ${LIMITS.maxParticipants} participants`)
    .describe(`At least ${LIMITS.minParticipants}, unless the names are drawn later`),
  ...fields,
  exclusions: pairs.default([]).describe("Pairs of names: neither draws the other"),
  oneWayExclusions: oneWayPairs.default([]).describe(
    "Pairs of names, giver and receiver: the first does not draw the second, who may draw the first",
  ),
  households: groups.default([]).describe(
    "Groups of names: people of the same group do not draw each other",
  ),
  keepers: keepers.default([]),
  keepersMayDraw,
}, "The body must be a JSON object");

/** The minimum number of people depends on when the names are drawn. */
function requireEnough(body: unknown, context: z.RefinementCtx): void {
  const { draw, drawAt, participants }: Partial<z.infer<typeof newGame>> = Object(body);
  if (draw === "later") return;
  if (Array.isArray(participants) && participants.length < LIMITS.minParticipants) {
    context.addIssue({
      code: "too_small",
      origin: "array",
      minimum: LIMITS.minParticipants,
      path: ["participants"],
      message: `A game needs at least ${LIMITS.minParticipants} participants`,
    });
  }
  if (drawAt) {
    context.addIssue({
      code: "custom",
      path: ["drawAt"],
      message: "drawAt is for a game whose names are drawn later: draw must be later",
    });
  }
}

/** A new game. Without `language` the request's headers decide. Reports all problems together. */
export const createGameSchema = newGame.superRefine(requireEnough, { when: () => true });

/** Body of POST /api/games. */
export const createRequestSchema = newGame.extend({
  createKey: z.string("The key must be text").max(200, "This is no key of this service").optional()
    .describe("Where creating takes a key; may also come as the header x-create-key"),
}).superRefine(requireEnough, { when: () => true }).meta({ id: "CreateGame" });

export type CreateGame = z.infer<typeof createGameSchema>;

/** The kinds of mail that can be requested. */
export const EMAIL_TYPES = [
  "organizer",
  "participant",
  "allParticipants",
  "failedParticipants",
  "reminder",
  "reminderAll",
  "recoverOrganizerLink",
  "recoverParticipantLink",
] as const;

/** Body of POST /api/email/send. */
export const sendEmailSchema = z.object({
  code: z.string("The game code must be text").trim().max(20, "This is not a game code")
    .meta({ pattern: GAME_CODE.source }),
  type: z.enum(EMAIL_TYPES, `The type must be one of ${EMAIL_TYPES.join(", ")}`).describe(
    "failedParticipants: their own link again to all whose latest mail has failed",
  ),
  language: language.optional().describe("Instead of each reader's own language"),
  organizerToken,
  participantId: participantId.optional(),
  customMessage: lines(LIMITS.notes, "The message").default("")
    .describe("For reminders; all other types ignore it"),
  email: optionalEmail.optional().describe("For the two recoveries: the address on file"),
}, "The body must be a JSON object")
  .refine(({ type, participantId }) => type !== "participant" || participantId, {
    path: ["participantId"],
    message: "type participant needs a participantId",
  })
  .refine(({ type, email }) => !type.startsWith("recover") || email, {
    path: ["email"],
    message: "A recovery needs an email",
  })
  .meta({ id: "SendEmail" });

/** Body of POST /api/email/links. */
export const ownLinksSchema = z.object({
  email: optionalEmail.refine((text) => text !== "", "An address is needed"),
  language: language.optional().describe("Instead of the reader's own language"),
}, "The body must be a JSON object").meta({ id: "RequestLinks" });

export type OwnLinksRequest = z.infer<typeof ownLinksSchema>;

export type SendEmail = z.infer<typeof sendEmailSchema>;
