/** What the JSON API answers besides the views of a game. */
import { z } from "zod";
import { organizerViewSchema, participantViewSchema } from "../game/views.ts";

export const errorSchema = z.object({
  error: z.string().describe("A sentence for people"),
  code: z.string().describe("A stable word for programs").meta({ examples: ["GAME_NOT_FOUND"] }),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
}).meta({ id: "Error" });

export const createdGameSchema = organizerViewSchema.extend({
  emailResults: z.object({
    organizerEmailSent: z.boolean(),
    participantEmailsSent: z.int(),
    participantEmailsFailed: z.int(),
    participantEmailsQueued: z.int(),
  }),
}).meta({ id: "CreatedGame" });

export const newcomerViewSchema = participantViewSchema.extend({ participantToken: z.string() })
  .meta({ id: "NewcomerView" });

export const renewedSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  emailSent: z.boolean(),
}).meta({ id: "OrganizerTokenRenewed" });

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

export const archivedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  archivedCode: z.string(),
}).meta({ id: "Archived" });

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
}).meta({ id: "EmailResult" });

export const configSchema = z.object({ appMonitoringConnectionString: z.string() }).meta({
  id: "Config",
});
