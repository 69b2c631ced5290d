import { configSchema, healthSchema, liveSchema, readySchema } from "./answer_schemas.ts";
import { answer, type Operation, refusals } from "./openapi_operations.ts";

/** The operations about the service itself, by path and method. */
export const SERVICE_PATHS: Readonly<Record<string, Record<string, Operation>>> = {
  "/api/health": {
    get: {
      operationId: "readHealth",
      summary: "The health of the service and what it depends on",
      tags: ["Operation"],
      responses: {
        200: answer("Healthy or degraded", healthSchema),
        503: answer("The database does not answer, or stores nothing", healthSchema),
      },
    },
  },
  "/api/health/live": {
    get: {
      operationId: "readLiveness",
      summary: "Whether the process runs",
      tags: ["Operation"],
      responses: { 200: answer("It runs", liveSchema) },
    },
  },
  "/api/health/ready": {
    get: {
      operationId: "readReadiness",
      summary: "Whether requests can be served",
      tags: ["Operation"],
      responses: {
        200: answer("They can", readySchema),
        503: answer("The database does not answer, or stores nothing", readySchema),
      },
    },
  },
  "/api/config": {
    get: {
      operationId: "readConfig",
      summary: "Settings for frontends; no secrets",
      tags: ["Operation"],
      responses: { 200: answer("The settings", configSchema), ...refusals() },
    },
  },
};
