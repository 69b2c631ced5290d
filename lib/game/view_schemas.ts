import { z } from "zod";
import { fieldsWith } from "./derive.ts";
import { deviceSchema } from "./devices.ts";
import { answerShape } from "./field_rows.ts";
import { GAME_FIELDS, PERSON_FIELDS } from "./fields.ts";
import { gatheringShape } from "./gathering_view.ts";
import { ownParcelsSchema, parcelCountSchema } from "./parcels.ts";
import { KEPT_ADDRESSES, postalAddressSchema } from "./postal_address.ts";
import { ownWishesShape, receiverWishesShape } from "./wishes.ts";
import { MAIL_FAILURES, MAIL_KINDS, RECEIVER_CHANGES, UNSERVED_REASONS } from "./types.ts";

const timestamp = z.iso.datetime().describe("ISO 8601, UTC");
const assignmentSchema = z.object({ giverId: z.string(), receiverId: z.string() })
  .meta({ id: "Assignment" });

export const common = z.object({
  id: z.uuid(),
  code: z.string().describe("Six or eight digits"),
  ...answerShape(GAME_FIELDS, fieldsWith(GAME_FIELDS, "seenBy", "everyone")),
  date: z.iso.date(),
  time: z.string().describe('HH:MM, or ""'),
  timeZone: z.string().nullable().describe("IANA name"),
  drawAt: timestamp.nullable().describe("When the names are drawn by themselves, or were"),
  createdAt: timestamp,
  isArchived: z.boolean(),
  archivedAt: timestamp.nullable(),
  state: z.enum(["gathering", "drawn"]),
  sealBrokenAt: timestamp.nullable(),
}).meta({ id: "GameFacts" });

const revealed = z.array(assignmentSchema).optional().describe(
  "All pairs: there once the event is over, where `reveal` is afterEvent",
);

const receiverChange = z.enum(RECEIVER_CHANGES).nullable().describe(
  "Why there is a different receiver since the gift was last opened: someone `left` or `joined`, names were " +
    "swapped because someone `asked`, the `rules` changed, or all names were `redrawn`. null: there is none, or " +
    "an earlier answer has shown the new one",
);

/** Shown to everyone, so that an organizer who redraws until the gifts they hold reveal something is noticed. */
const drawHistory = {
  drawCount: z.int().describe(
    "How often all names were drawn; 0 while the game gathers. A change that moves a few is no such draw; in a " +
      "sealed game every change of people or rules but a replacement, and each granted or forced reassignment, " +
      "draws all names",
  ),
  lastDrawnAt: timestamp.nullable().describe(
    "When all names were last drawn; null: not yet, or by an earlier release",
  ),
};

const person = z.object({
  id: z.string(),
  ...answerShape(PERSON_FIELDS, fieldsWith(PERSON_FIELDS, "seenBy", "everyone")),
});
export const personWithWishes = person.extend(
  answerShape(PERSON_FIELDS, fieldsWith(PERSON_FIELDS, "seenBy", "giver")),
);
/** A participant's receiver. */
const receiverSchema = personWithWishes.extend({
  postalAddress: postalAddressSchema.nullable().optional().describe(
    "Only where gifts go by post, with the participant's token; null: not given",
  ),
  ...receiverWishesShape,
}).meta({ id: "Receiver" });
/** What a participant sees of their own record. */
export const ownRecordWithoutAddress = personWithWishes.extend({
  ...answerShape(PERSON_FIELDS, fieldsWith(PERSON_FIELDS, "seenBy", "self")),
  hasConfirmedAssignment: z.boolean(),
  hasPendingReassignmentRequest: z.boolean(),
  openedInRoomAt: timestamp.nullable().describe("When it was last opened on the organizer's phone"),
  hasAskedToLeave: z.boolean().describe("The game is drawn, and the organizer decides"),
  viewedAt: timestamp.nullable(),
  receiverChange,
  claim: z.object({ issuedAt: timestamp, openedAt: timestamp.nullable() }).nullable().describe(
    "The latest link by which this place could be taken, once; null: there was none",
  ),
}).meta({ id: "OwnRecord" });
export const ownRecordSchema = ownRecordWithoutAddress.and(z.object({ email: z.string() }));
const ownRecordWithWishes = ownRecordSchema.and(z.object(ownWishesShape));
export const ownRecordById = ownRecordWithoutAddress.and(z.object({
  hasEmail: z.boolean().describe(
    "In an unprotected game an id alone shows whether there is an address, and not which",
  ),
}));

export const emailStatusSchema = z.object({
  status: z.enum(["none", "queued", "sent", "failed"]).describe(
    "none, too, in the answer to a change after which the database was lost",
  ),
  kind: z.enum(MAIL_KINDS).nullable().describe(
    "What the latest mail said, of those that the organizer may know of; null without one",
  ),
  at: timestamp.nullable().describe(
    "When it was sent or given up; of a queued one, when it was written",
  ),
  reason: z.enum(MAIL_FAILURES).nullable().describe(
    "Why it failed; of a queued one, why the last attempt did",
  ),
}).meta({ id: "EmailStatus" });

export const organizerViewSchema = common.and(z.object({
  view: z.literal("organizer"),
  ...answerShape(GAME_FIELDS, fieldsWith(GAME_FIELDS, "seenBy", "organizer")),
  organizerEmail: z.string(),
  organizerEmailStatus: emailStatusSchema,
  isOrganizerEmailConfirmed: z.boolean().describe(
    "Whether the organizer has pressed the button behind the link in a mail to their address",
  ),
  mailsHeld: z.int().describe(
    "How many mails to participants wait until the organizer has confirmed",
  ),
  mailPausedAt: timestamp.nullable().describe(
    "Since when no mail of the game goes out, because people have reported it; the operator decides",
  ),
  organizerToken: z.string(),
  invitationToken: z.string(),
  participants: z.array(
    ownRecordSchema.and(z.object({
      token: z.string().describe('In a sealed game ""'),
      emailStatus: emailStatusSchema,
      hasPostalAddress: z.boolean().describe("In a sealed game false, with a broken seal, too"),
      hasDevice: z.boolean().describe("Whether a browser of theirs is notified"),
      hasWishes: z.boolean().describe("Whether there is an item on their list"),
    })),
  ).describe(
    "In a sealed game `hasConfirmedAssignment` is false, `viewedAt` is when they first opened at all, " +
      "`receiverChange` is null, and " +
      "`emailStatus` covers only mails that do not depend on the pairs",
  ),
  devices: z.array(deviceSchema).describe("The organizer's own browsers that are notified"),
  confirmedCount: z.int().describe(
    "How many have said yes; in a sealed game, since the last full draw",
  ),
  assignments: z.array(assignmentSchema),
  revealed,
  ...drawHistory,
  exclusions: z.array(z.tuple([z.string(), z.string()]))
    .describe("Pairs of ids that exclude each other, without those of a household"),
  oneWayExclusions: z.array(z.tuple([z.string(), z.string()]))
    .describe("Pairs of ids: the first does not give to the second, who may give to the first"),
  keepers: z.array(z.tuple([z.string(), z.string()])).describe(
    "Pairs of ids: who opens, and whose gift",
  ),
  households: z.array(z.array(z.string()))
    .describe("Groups of ids whose members never give to each other"),
  parcels: parcelCountSchema,
  reassignmentRequests: z.array(
    z.object({
      participantId: z.string(),
      participantName: z.string(),
      requestedAt: timestamp,
      kind: z.enum(["reassign", "leave"]).describe("To get someone else, or to leave"),
    }),
  ),
  ...gatheringShape,
})).meta({ id: "OrganizerView" });

/** The organizer's view after all requests were approved. */
export const approvedViewSchema = organizerViewSchema.and(z.object({
  unserved: z.array(
    z.object({
      participantId: z.string(),
      participantName: z.string(),
      reason: z.string().describe("A sentence for people"),
      code: z.enum(UNSERVED_REASONS).describe("A stable word for programs"),
    }),
  ).describe("Those who asked for someone else and keep the person they have; their requests stay"),
})).meta({ id: "ApprovedView" });

export const keepersToAllowSchema = z.object({
  names: z.array(z.string()),
  areAllowed: z.boolean(),
}).nullable().describe(
  "Those who saw this participant's gift until a claim of their place was used, and whether `allowKeepers` lets " +
    "them see it again; null if there is no one",
);

export const participantViewSchema = common.and(z.object({
  view: z.literal("participant"),
  authenticatedParticipantId: z.string(),
  participants: z.array(z.union([ownRecordWithWishes, ownRecordById, personWithWishes, person]))
    .describe(
      "The participant's own record, their receiver's wishes, and the names of the others",
    ),
  receiver: receiverSchema.nullable().describe(
    "The participant's receiver; null if the credential lets its holder act but not see",
  ),
  assignments: z.array(assignmentSchema).max(1),
  revealed: revealed.describe(
    "All pairs: only with the participant's token, once the event is over, where `reveal` is afterEvent",
  ),
  ...drawHistory,
  keeping: z.array(
    z.object({
      participantId: z.string(),
      name: z.string(),
      receiver: receiverSchema.nullable().describe("The person they give to"),
      receiverChange,
      address: z.enum(KEPT_ADDRESSES).nullable().optional().describe(
        "Whether their own postal address is known, and who entered it: a keeper may enter or replace it unless " +
          "they did so themselves; present where `postalAddress` is, null where their gift is withheld",
      ),
      parcels: ownParcelsSchema.nullable().optional().describe(
        "Their parcels; present where `address` is, null before the draw and where their gift is withheld",
      ),
    }),
  ).describe("People whose gifts this participant opens for them"),
  postalAddress: postalAddressSchema.nullable().optional().describe(
    "The participant's own; only where gifts go by post, with their token",
  ),
  parcels: ownParcelsSchema.nullable().optional().describe(
    "There as `postalAddress` is; null before the draw, and where the gift is withheld",
  ),
  devices: z.array(deviceSchema).optional().describe(
    "The participant's own browsers that are notified; only with their token",
  ),
  keptBy: z.array(z.string()).describe("Names of those who also see this participant's gift"),
  keepersToAllow: keepersToAllowSchema,
  isWithheld: z.boolean().describe(
    "In a sealed game: the gift was opened with an earlier link, and stays closed until the holder of " +
      "that link agrees, or names are redrawn",
  ),
})).meta({ id: "ParticipantView" });

export const publicViewSchema = common.and(z.object({
  view: z.literal("public"),
  participants: z.array(personWithWishes),
  assignments: z.array(assignmentSchema).max(0),
})).meta({ id: "PublicView" });

export type OrganizerView = z.infer<typeof organizerViewSchema>;
export type ParticipantView = z.infer<typeof participantViewSchema>;
export type PublicView = z.infer<typeof publicViewSchema>;
export type GameView = OrganizerView | ParticipantView | PublicView;
