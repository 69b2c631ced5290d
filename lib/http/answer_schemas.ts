/** Schemas of the JSON API's responses, except the views of a game. */
import { z } from "zod";
import { done } from "../game/action_answers.ts";
import { organizerViewSchema } from "../game/view_schemas.ts";
import { ownWishesShape } from "../game/wishes.ts";

export const errorSchema = z.object({
  error: z.string().describe("A sentence for people"),
  code: z.string().describe("A stable word for programs").meta({ examples: ["GAME_NOT_FOUND"] }),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  wishes: ownWishesShape.wishes.describe("Of `STALE_WISHES`: the present list"),
  wishesRevision: ownWishesShape.wishesRevision.describe("Of `STALE_WISHES`: its revision"),
}).meta({ id: "Error" });

export const createdGameSchema = organizerViewSchema.and(z.object({
  emailResults: z.object({
    organizerEmailSent: z.boolean(),
    participantEmailsSent: z.int(),
    participantEmailsFailed: z.int(),
    participantEmailsQueued: z.int(),
  }),
})).meta({ id: "CreatedGame" });

const healthStatus = z.enum(["Healthy", "Degraded", "Unhealthy", "NotConfigured"]);
export const healthSchema = z.object({
  overallStatus: healthStatus,
  status: healthStatus,
  timestamp: z.iso.datetime(),
  version: z.string(),
  buildDate: z.string(),
  environment: z.string(),
  uptime: z.number().describe("Seconds"),
  checks: z.object({
    database: z.object({ status: z.enum(["ok", "error"]) }),
    email: z.object({ status: z.enum(["ok", "error", "not_configured"]) }),
  }),
  services: z.array(z.object({
    name: z.string(),
    status: healthStatus,
    message: z.string(),
    responseTimeMs: z.number().nullable(),
  })).length(3),
  forwarded: z.object({
    addresses: z.number().int().min(0)
      .describe("Addresses in X-Forwarded-For: of each proxy on the way that adds one"),
    proto: z.string().nullable().describe("X-Forwarded-Proto"),
    host: z.string().nullable().describe("X-Forwarded-Host"),
  }).describe("What proxies have told of this very request"),
}).meta({ id: "HealthReport" });

export const liveSchema = z.object({ status: z.literal("alive"), timestamp: z.iso.datetime() })
  .meta({ id: "Liveness" });
export const readySchema = z.object({
  status: z.enum(["ready", "not_ready"]),
  timestamp: z.iso.datetime(),
  checks: z.object({
    database: z.union([
      z.object({ status: z.literal("healthy"), latencyMs: z.number() }),
      z.object({ status: z.literal("unhealthy"), error: z.string() }),
    ]),
  }),
}).meta({ id: "Readiness" });

export const archivedSchema = done.extend({ archivedCode: z.string() }).meta({ id: "Archived" });

export const cleanupSchema = z.object({
  archivedCount: z.int(),
  failedCount: z.int(),
  totalFound: z.int(),
}).meta({ id: "CleanupResult" });

export const sentSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  sent: z.int(),
  failed: z.int(),
  queued: z.int(),
  withoutMessage: z.int().optional().describe(
    "With a customMessage: to how many people the mail went without it, because they have never opened one " +
      "and the organizer has not confirmed their own address",
  ),
  notified: z.int().optional().describe(
    "How many people get no mail, and a notice on the devices that they have added",
  ),
}).meta({ id: "EmailResult" });

export const linksRequestedSchema = done.meta({ id: "LinksRequested" });

export const photoAddedSchema = z.object({
  photo: z.uuid().describe("Its id, for an item of `setWishes`"),
}).meta({ id: "PhotoAdded" });

export const pushKeySchema = z.object({
  key: z.string().describe(
    "What browsers subscribe with (`applicationServerKey`): an uncompressed point of P-256, in base64url. " +
      "It changes with the secret of the service: a browser that subscribed with another one does so again",
  ),
}).meta({ id: "PushKey" });

export const configSchema = z.object({
  appMonitoringConnectionString: z.string(),
  isCreationOpen: z.boolean().describe("Whether anyone may create a game; else it takes a key"),
}).meta({ id: "Config" });
