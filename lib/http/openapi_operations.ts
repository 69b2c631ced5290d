/** Building blocks of the OpenAPI document. */
import type { z } from "zod";
import { derive } from "../game/derive.ts";
import { type ErrorCode, statusOf } from "../game/errors.ts";
import { PHOTO_TYPES, type PhotoType } from "../game/photo_bytes.ts";
import { errorSchema } from "./answer_schemas.ts";

/** A parameter or header of a request. */
export type Parameter = ReturnType<typeof parameter>;

/** @param pattern of its values */
export function parameter(
  place: "path" | "query" | "header",
  name: string,
  description: string,
  pattern?: string,
) {
  const schema = { type: "string", ...pattern && { pattern } } as const;
  return { name, in: place, required: place === "path", description, schema };
}

/** One method of one path. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: [Tag];
  /** Any one of these is enough; `{}` means that no credential is needed, or that it may be in the body. */
  security: SecurityRequirement[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Answer>;
}

interface Answer {
  description: string;
  content?: Content;
}

type Content = { "application/json"?: JsonContent } & { [Type in PhotoType]?: typeof BINARY };
type JsonContent = { schema: SchemaReference; examples: Record<string, Reference> };
const BINARY = { schema: { type: "string", format: "binary" } } as const;
type Reference = { $ref: string };
type SchemaReference = Reference | { anyOf: Reference[] };

/** The groups of operations, in the order of the document. */
export const TAGS = {
  Games: "Create games, read them, change them",
  "E-mail": "Send and resend links",
  Devices: "Notify people in their browsers (Web Push)",
  Operation: "The service itself: health, settings, daily work",
};
type Tag = keyof typeof TAGS;

/** Where each credential may be sent, besides the body. */
export const SECURITY_SCHEMES = {
  organizerToken: apiKey("header", "x-organizer-token", "The organizer's token"),
  organizerTokenInQuery: tokenInQuery("organizerToken", "The organizer's token"),
  participantToken: apiKey("header", "x-participant-token", "A participant's token"),
  participantTokenInQuery: tokenInQuery("participantToken", "A participant's token"),
  invitationToken: apiKey(
    "query",
    "invitationToken",
    "Shows the invitation: what a person sees of the game before they join",
  ),
  cleanupSecret: apiKey(
    "header",
    "x-cleanup-secret",
    "The secret of the setting CLEANUP_SECRET",
  ),
};
type SchemeName = keyof typeof SECURITY_SCHEMES;
type SecurityRequirement = { [Name in SchemeName]?: [] };

function tokenInQuery(name: string, whose: string) {
  return apiKey("query", name, `${whose}; as a header it does not end up in logs on the way`);
}

function apiKey(place: "header" | "query", name: string, description: string) {
  return { type: "apiKey", in: place, name, description } as const;
}

export const ORGANIZER: readonly SchemeName[] = ["organizerToken", "organizerTokenInQuery"];
export const PARTICIPANT: readonly SchemeName[] = ["participantToken", "participantTokenInQuery"];

/**
 * The part of an operation that lists the accepted credentials. They are also listed as parameters, for generators
 * that do not support security schemes.
 */
export function anyOf(...names: SchemeName[]): Required<Secured> {
  return {
    security: names.map((name) => ({ [name]: [] })),
    parameters: names.map((name) => {
      const { in: place, name: given, description } = SECURITY_SCHEMES[name];
      return { ...parameter(place, given, description), required: names.length === 1 };
    }),
  };
}

/** The same for credentials that are optional or may be in the body. */
export function optionally(...names: SchemeName[]): Required<Secured> {
  const { security, parameters } = anyOf(...names);
  return {
    security: [{}, ...security],
    parameters: parameters.map((one) => ({ ...one, required: false })),
  };
}

type Secured = Pick<Operation, "security" | "parameters">;

/** Errors that any operation can answer with. */
export const GENERAL_REFUSALS: readonly ErrorCode[] = [
  "TOO_MANY_REQUESTS",
  "SERVICE_BUSY",
  "INTERNAL",
  "DATABASE_UNAVAILABLE",
];
/** Errors of any request body. */
export const REFUSALS_OF_BODY: readonly ErrorCode[] = [
  "MALFORMED_JSON",
  "VALIDATION_FAILED",
  "BODY_TOO_LARGE",
  "BODY_TOO_SLOW",
];

const PROBLEMS: Readonly<Record<number, string>> = {
  400: "The request body is invalid or breaks a rule of the game; `details` says where",
  401: "A credential is missing",
  403: "A credential is wrong, or is one of another game or another participant",
  404: "No active game with this code, or nothing in it with this id",
  408: "The body did not come within 10 s",
  409:
    "The request has already been carried out or is still in progress, or what it changes has changed since",
  413: "The body is larger than it may be, 256 KiB for JSON",
  429: "Too many requests; `Retry-After` says how long to wait",
  500: "Internal error; no details are disclosed",
  503:
    "The database or the e-mail service is not available, or too much is asked for at once. A change may have been " +
    "carried out all the same: read the game before you repeat it, or use an `Idempotency-Key`",
};

/** A response with any of these schemas, and the example of each. */
export function answer(description: string, ...schemas: z.ZodType[]): Answer {
  return { description, content: content(schemas) };
}

/** The error responses of an operation by status, including the general ones. */
export function refusals(...codes: ErrorCode[]): Operation["responses"] {
  const byStatus = Map.groupBy([...codes, ...GENERAL_REFUSALS], statusOf);
  return Object.fromEntries(
    [...byStatus].toSorted(([one], [other]) => one - other)
      .map(([status, codes]) => [status, refusal(PROBLEMS[status] ?? "", codes)]),
  );
}

/** An error response with these codes. @param other schema of another body with the same status, and its example */
export function refusal(
  description: string,
  codes: readonly ErrorCode[],
  other?: { schema: z.ZodType; example: string },
): Answer {
  const words = codes.map((code) => `\`${code}\``).join(", ");
  return {
    description: `${description}: ${words}`,
    content: content(
      [...(other ? [other.schema] : []), errorSchema],
      [...(other ? [other.example] : []), ...codes],
    ),
  };
}

/** The error responses of an operation with a body. */
export function refusalsOfBody(...codes: ErrorCode[]): Operation["responses"] {
  return refusals(...REFUSALS_OF_BODY, ...codes);
}

/** A JSON body with this schema. @param examples names of its examples. */
export function body(
  schema: z.ZodType,
  examples?: readonly string[],
): NonNullable<Operation["requestBody"]> {
  return { required: true, content: content([schema], examples) };
}

/** The bytes of a photo. */
export const PHOTO_CONTENT: Readonly<Record<PhotoType, typeof BINARY>> = derive(
  PHOTO_TYPES,
  () => BINARY,
);

/** Not `oneOf`: several views contain all fields of another. */
function content(
  schemas: readonly z.ZodType[],
  examples: readonly string[] = schemas.map(idOf),
): Content {
  const references = schemas.map((schema) => ({ $ref: `#/components/schemas/${idOf(schema)}` }));
  const [first] = references;
  return {
    "application/json": {
      schema: first && references.length === 1 ? first : { anyOf: references },
      examples: Object.fromEntries(
        examples.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
      ),
    },
  };
}

function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (!id) throw new Error("A schema of the document needs an id");
  return id;
}
