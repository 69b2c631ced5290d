import { z } from "zod";
import type { Operation } from "./openapi_operations.ts";
import type { Operation as GameOperation } from "../game/operation.ts";
import {
  answersOf,
  OPERATION_NAMES,
  type OperationName,
  OPERATIONS,
  refusalsOf,
} from "../game/operations.ts";
import { PATHS } from "./openapi_paths.ts";

/** A JSON schema as the document holds it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The OpenAPI 3.1 document, made from the schemas that validate requests.
 *
 * Not zod-openapi (138 KB): it closes every answer (`additionalProperties: false`), although answers may get
 * new members at any time, and duplicates each schema that has defaults. Zod's own JSON schemas are enough.
 */
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Readonly<Record<string, Record<string, Operation>>>;
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
      schemas: schemas ??= componentSchemas(),
    },
  };
}

/** Made once, on the first request, because it takes several milliseconds. */
let schemas: Record<string, JsonSchema> | undefined;

/** All schemas that have an id, with references in the form of the document. */
function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    // With "output", objects would be closed, and answers could not grow.
    io: "input",
    override({ zodSchema, jsonSchema }) {
      const action = OPERATION_NAMES.find((name) => OPERATIONS[name].body === zodSchema);
      if (action) jsonSchema.description = describeAction(action);
    },
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/** Who may ask, in the words of the document. */
const ASKERS = {
  organizer: "the organizer",
  participant: "a participant",
  invited: "anyone with the invitation",
  claiming: "the holder of a claim",
  formerHolder: "the holder of the link that opened the gift",
};

function describeAction(name: OperationName): string {
  const { by }: GameOperation<never> = OPERATIONS[name];
  const askers = Object.entries(ASKERS).flatMap(([who, words]) => who in by ? words : []);
  const answers = answersOf(name).map((schema) => `${schema.meta()?.id}`);
  const refusals = [...refusalsOf(name)].map((code) => `\`${code}\``);
  return `By ${askers.join(" or ")}. Answers ${answers.join(" or ")}. Refusals, besides those of ` +
    `every body: ${refusals.join(", ")}.`;
}
