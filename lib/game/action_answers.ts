/** Schemas of answers other than the views of a game. */
import { z } from "zod";
import { organizerViewSchema, participantViewSchema } from "./view_schemas.ts";

export const newcomerViewSchema = participantViewSchema.and(
  z.object({ participantToken: z.string() }),
)
  .meta({ id: "NewcomerView" });

const claim = z.object({
  claimUrl: z.string().describe("One-time link to claim the place: pass it on without opening it"),
  expiresAt: z.iso.datetime(),
});
export const claimIssuedSchema = organizerViewSchema.and(claim).meta({
  id: "ClaimIssued",
});
export const claimsIssuedSchema = organizerViewSchema.and(z.object({
  claims: z.array(claim.extend({ participantId: z.string() })),
})).meta({ id: "ClaimsIssued" });

export const openedInRoomSchema = z.object({
  receiver: z.object({ name: z.string(), desiredGift: z.string(), wish: z.string() }),
}).meta({ id: "OpenedInRoom" });

/** Answer of an operation that only reports success. */
export const done = z.object({ success: z.literal(true), message: z.string() });
export const leftSchema = done.meta({ id: "Left" });
export const erasedSchema = done.meta({ id: "Erased" });
export const handedOverSchema = done.meta({ id: "HandedOver" });
export const renewedSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  emailSent: z.boolean(),
}).meta({ id: "OrganizerTokenRenewed" });
