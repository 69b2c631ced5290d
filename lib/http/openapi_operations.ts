/** Building blocks of the OpenAPI document. */
import type { z } from "zod";
import { type ErrorCode, statusOf } from "../game/errors.ts";
import { errorSchema } from "./answer_schemas.ts";

/** A parameter or header of a request. */
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
  responses: Record<string, Answer>;
}

interface Answer {
  description: string;
  content?: JsonContent;
}

type JsonContent = { "application/json": { schema: SchemaReference } };
type SchemaReference = { $ref: string } | { oneOf: SchemaReference[] };

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
  404: "No active game with this code, or no such participant in it",
  408: "The body did not come within 10 s",
  409: "The request has already been carried out, or is still in progress",
  413: "The body is larger than 256 KiB",
  429: "Too many requests; `Retry-After` says how long to wait",
  500: "Internal error; no details are disclosed",
  503:
    "The database or the e-mail service is not available, or too much is asked for at once; nothing was changed",
};

/** An answer of one of these schemas. */
export function answer(description: string, ...schemas: z.ZodType[]): Answer {
  const [first, ...others] = schemas.map(reference);
  const schema = first && others.length === 0 ? first : { oneOf: schemas.map(reference) };
  return { description, content: { "application/json": { schema } } };
}

/** The error responses of an operation by status, the general ones included. */
export function refusals(...codes: ErrorCode[]): Operation["responses"] {
  const byStatus = Map.groupBy([...codes, ...GENERAL_REFUSALS], statusOf);
  return Object.fromEntries(
    [...byStatus].toSorted(([one], [other]) => one - other).map(([status, codes]) => {
      const words = codes.map((code) => `\`${code}\``).join(", ");
      return [status, answer(`${PROBLEMS[status] ?? ""}: ${words}`, errorSchema)];
    }),
  );
}

/** The error responses of an operation with a body. */
export function refusalsOfBody(...codes: ErrorCode[]): Operation["responses"] {
  return refusals(...REFUSALS_OF_BODY, ...codes);
}

/** A JSON body of this schema. */
export function body(schema: z.ZodType): NonNullable<Operation["requestBody"]> {
  return { required: true, content: { "application/json": { schema: reference(schema) } } };
}

/** A credential, which may come in the query or as a header. */
export function credential(name: string, header: string, description: string): Parameter[] {
  const common = { required: false, description, schema: { type: "string" as const } };
  return [{ name, in: "query", ...common }, { name: header, in: "header", ...common }];
}

function reference(schema: z.ZodType): { $ref: string } {
  const id = schema.meta()?.id;
  if (!id) throw new Error("A schema of the document needs an id");
  return { $ref: `#/components/schemas/${id}` };
}
