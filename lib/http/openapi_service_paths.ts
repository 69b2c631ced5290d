import {
  configSchema,
  healthSchema,
  liveSchema,
  pushKeySchema,
  readySchema,
} from "./answer_schemas.ts";
import { answer, type Operation, refusals } from "./openapi_operations.ts";

/** Errors that any request may get, even one that is not rate-limited. */
const UNREAD = {
  "4XX": { description: "The HTTP server refused it unread, for example for its headers' length" },
};

const OF_SERVICE = { tags: ["Operation"], security: [] } satisfies Partial<Operation>;

/** The operations about the service itself, by method and path. */
export const SERVICE_OPERATIONS: Readonly<Record<string, Operation>> = {
  "get /api/health": {
    operationId: "readHealth",
    summary: "The health of the service and what it depends on",
    description:
      "`version` names the build: the commit, or what was set. Not limited, as the other two below it.",
    ...OF_SERVICE,
    responses: {
      200: answer("Healthy or degraded", healthSchema),
      ...UNREAD,
      503: answer("The database does not answer, or stores nothing", healthSchema),
    },
  },
  "get /api/health/live": {
    operationId: "readLiveness",
    summary: "Whether the process runs",
    description: "Asks nothing of the database: where this does not answer, restart the process.",
    ...OF_SERVICE,
    responses: { 200: answer("It runs", liveSchema), ...UNREAD },
  },
  "get /api/health/ready": {
    operationId: "readReadiness",
    summary: "Whether requests can be served",
    description:
      "Also 503 while the process is about to end: a proxy sends it no more requests then.",
    ...OF_SERVICE,
    responses: {
      200: answer("They can", readySchema),
      ...UNREAD,
      503: answer("The database does not answer, or stores nothing", readySchema),
    },
  },
  "get /api/config": {
    operationId: "readConfig",
    summary: "Settings for frontends; no secrets",
    description: "What a frontend other than the pages of this service may need to know.",
    ...OF_SERVICE,
    responses: { 200: answer("The settings", configSchema), ...refusals() },
  },
  "get /api/push-key": {
    operationId: "readPushKey",
    summary: "The key that browsers subscribe with",
    description: "For `PushManager.subscribe()`; see `POST /api/games/{code}/push`.",
    tags: ["Devices"],
    security: [],
    responses: { 200: answer("The key", pushKeySchema), ...refusals() },
  },
};
