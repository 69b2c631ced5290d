import { z } from "zod";
import { createGameSchema, patchGameSchema, sendEmailSchema } from "../game/schemas.ts";
import { GAME_CODE } from "../game/types.ts";
import {
  assignmentSchema,
  emailStatusSchema,
  organizerViewSchema,
  participantViewSchema,
  publicViewSchema,
} from "../game/views.ts";
import * as answers from "./answer_schemas.ts";

/** Every schema that the document names. */
const SCHEMAS = [
  createGameSchema,
  patchGameSchema,
  sendEmailSchema,
  assignmentSchema,
  emailStatusSchema,
  organizerViewSchema,
  participantViewSchema,
  publicViewSchema,
  ...Object.values(answers),
];

/** One thing that can be sent or shown with a request besides its body. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: { type: "string"; pattern?: string };
}

/** One method of one path. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: JsonContent };
  responses: Record<string, { description: string; content?: JsonContent }>;
}

type JsonContent = { "application/json": { schema: SchemaReference } };
type SchemaReference = { $ref: string } | { oneOf: SchemaReference[] };

const code: Parameter = {
  name: "code",
  in: "path",
  required: true,
  description: "The code of the game: six digits, or eight",
  schema: { type: "string", pattern: GAME_CODE.source },
};

function credential(name: string, header: string, description: string): Parameter[] {
  const common = { required: false, description, schema: { type: "string" as const } };
  return [{ name, in: "query", ...common }, { name: header, in: "header", ...common }];
}

const organizerToken = credential(
  "organizerToken",
  "x-organizer-token",
  "The organizer's token; as a header it does not end up in logs on the way",
);
const participantToken = credential(
  "participantToken",
  "x-participant-token",
  "A participant's token",
);

const PROBLEMS: Record<number, string> = {
  400: "The body or a rule of the game is broken; `code` and `details` say which",
  401: "A credential is missing",
  403: "A credential is wrong, or is one of another game or another participant",
  404: "No active game with this code, or no such participant in it",
  409: "The game is archived already",
  413: "The body is larger than 256 KiB",
  429: "Too many requests or failed look-ups; `Retry-After` says how long to wait",
  500: "Something went wrong here; nothing of it is told",
  503: "The database or the e-mail service is not available; nothing was changed",
};

function answer(description: string, ...schemas: z.ZodType[]) {
  const references = schemas.map(reference);
  const [first] = references;
  const schema = first && references.length === 1 ? first : { oneOf: references };
  return { description, content: { "application/json": { schema } } };
}

function problems(...statuses: number[]): Operation["responses"] {
  return Object.fromEntries(
    [...statuses, 429, 500, 503].map((status) => [
      status,
      answer(PROBLEMS[status] ?? "", answers.errorSchema),
    ]),
  );
}

function body(schema: z.ZodType): NonNullable<Operation["requestBody"]> {
  return { required: true, content: { "application/json": { schema: reference(schema) } } };
}

function reference(schema: z.ZodType): { $ref: string } {
  return { $ref: `#/components/schemas/${idOf(schema)}` };
}

const PATHS: Record<string, Record<string, Operation>> = {
  "/api/games": {
    post: {
      operationId: "createGame",
      summary: "Create a game and draw who gives to whom",
      tags: ["Games"],
      requestBody: body(createGameSchema),
      responses: {
        201: answer("The game as its organizer sees it", answers.createdGameSchema),
        ...problems(400, 413),
      },
    },
  },
  "/api/games/{code}": {
    get: {
      operationId: "readGame",
      summary: "Read a game, as much of it as the credential opens",
      description:
        "Without a credential an unprotected game shows its public view; with `participantId` it shows " +
        "that participant's view. A protected game opens to tokens alone.",
      tags: ["Games"],
      parameters: [code, ...organizerToken, ...participantToken, {
        name: "participantId",
        in: "query",
        required: false,
        description: "In an unprotected game: whose view to show",
        schema: { type: "string" },
      }],
      responses: {
        200: answer(
          "One of the three views",
          organizerViewSchema,
          participantViewSchema,
          publicViewSchema,
        ),
        ...problems(401, 403, 404),
      },
    },
    patch: {
      operationId: "changeGame",
      summary: "Carry out an action on a game",
      description:
        "The order of checks: body (400), game (404), credential (401, 403), target (404), rules (400). " +
        "Tokens may also come as headers or in the query.",
      tags: ["Games"],
      parameters: [code, ...organizerToken, ...participantToken],
      requestBody: body(patchGameSchema),
      responses: {
        200: answer(
          "Organizer actions: the organizer's view. Participant actions: that participant's view. " +
            "joinInvitation: the newcomer's view with their token",
          organizerViewSchema,
          participantViewSchema,
          answers.newcomerViewSchema,
          answers.renewedSchema,
        ),
        ...problems(400, 401, 403, 404, 413),
      },
    },
    delete: {
      operationId: "archiveGame",
      summary: "Archive a game",
      tags: ["Games"],
      parameters: [code, ...organizerToken],
      responses: {
        200: answer("It is archived", answers.archivedSchema),
        ...problems(401, 403, 404, 409),
      },
    },
  },
  "/api/games/cleanup": {
    post: {
      operationId: "archiveExpiredGames",
      summary: "Archive every game whose date is three days ago or longer",
      description: "The service does this by itself every day at 02:00 UTC.",
      tags: ["Operation"],
      parameters: [{
        name: "x-cleanup-secret",
        in: "header",
        required: true,
        description: "The secret of the setting CLEANUP_SECRET",
        schema: { type: "string" },
      }],
      responses: { 200: answer("What was done", answers.cleanupSchema), ...problems(401) },
    },
  },
  "/api/email/send": {
    post: {
      operationId: "sendEmail",
      summary: "Send or resend mails of a game, or recover a lost link",
      tags: ["E-mail"],
      requestBody: body(sendEmailSchema),
      responses: {
        200: answer("How many went, failed, and still wait", answers.sentSchema),
        ...problems(400, 401, 403, 404, 413),
      },
    },
  },
  "/api/health": {
    get: {
      operationId: "readHealth",
      summary: "The health of the service and what it depends on",
      tags: ["Operation"],
      responses: {
        200: answer("Healthy or degraded", answers.healthSchema),
        503: answer("The database does not answer", answers.healthSchema),
      },
    },
  },
  "/api/health/live": {
    get: {
      operationId: "readLiveness",
      summary: "Whether the process runs",
      tags: ["Operation"],
      responses: { 200: answer("It runs", answers.liveSchema) },
    },
  },
  "/api/health/ready": {
    get: {
      operationId: "readReadiness",
      summary: "Whether requests can be served",
      tags: ["Operation"],
      responses: {
        200: answer("They can", answers.readySchema),
        503: answer("The database does not answer", answers.readySchema),
      },
    },
  },
  "/api/config": {
    get: {
      operationId: "readConfig",
      summary: "Settings for frontends; no secrets",
      tags: ["Operation"],
      responses: { 200: answer("The settings", answers.configSchema), ...problems() },
    },
  },
};

/** The schemas by their ids, referring to one another as the document writes it. */
function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const schema of SCHEMAS) registry.add(schema, { id: idOf(schema) });
  const { schemas } = z.toJSONSchema(registry, {
    // What may be sent, so that nothing says an answer could not hold more some day.
    io: "input",
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (!id) throw new Error("A schema of the document needs an id");
  return id;
}

/** A JSON schema as the document holds it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The OpenAPI 3.1 document, made from the very schemas that validate. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** @param version of this build of the service. */
export function openApiDocument(version: string): OpenApiDocument {
  return {
    openapi: "3.1.0",
    info: {
      title: "Gift exchange",
      version,
      description:
        "Create a gift exchange, draw who gives to whom, and manage it. Every error is " +
        "`{error, code, details?}`; every answer about a game says `Cache-Control: no-store`.",
    },
    paths: PATHS,
    components: {
      schemas: componentSchemas(),
    },
  };
}
