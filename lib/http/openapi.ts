import { z } from "zod";
import type { Operation as GameOperation } from "../game/operation.ts";
import {
  answersOf,
  OPERATION_NAMES,
  type OperationName,
  OPERATIONS,
  patchGameSchema,
  refusalsOf,
} from "../game/operations.ts";
import { RELEASE, type Settings } from "../settings.ts";
import { actionSchemaId, type Examples, openApiExamples } from "./openapi_examples.ts";
import { SECURITY_SCHEMES, TAGS } from "./openapi_operations.ts";
import { PATHS } from "./openapi_paths.ts";

/** A JSON schema of the document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Builds the OpenAPI 3.1 document from the schemas that validate requests.
 *
 * Does not use zod-openapi (138 KB), which closes every response (`additionalProperties: false`), although responses
 * may get new members at any time, and duplicates each schema that has defaults. Zod's own JSON schemas are enough.
 */
export function openApiDocument(
  { publicUrl, operator }: Pick<Settings, "publicUrl" | "operator">,
) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Gift exchange",
      version: RELEASE,
      description: "Create a gift exchange, draw the names, and manage it. Every error is " +
        "`{error, code, details?}`; every answer about a game says `Cache-Control: no-store`.",
      contact: {
        name: operator.name ?? "The operator of this service",
        ...(operator.contact && { url: operator.contact.url }),
      },
      license: { name: "No licence has been chosen yet", identifier: "LicenseRef-None" },
    },
    servers: [{ url: publicUrl ?? "/", description: "This service" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: PATHS,
    components: {
      schemas: schemas ??= componentSchemas(),
      examples: examples ??= usedExamples(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Cached on the first request, because building takes several milliseconds. */
let schemas: Record<string, JsonSchema> | undefined;
let examples: Examples | undefined;

/** The examples that operations refer to, which excludes errors such as that for an unknown path. */
function usedExamples(): Examples {
  const paths = JSON.stringify(PATHS);
  return Object.fromEntries(
    Object.entries(openApiExamples()).filter(([name]) => paths.includes(`/examples/${name}"`)),
  );
}

/** All schemas that have an id and the schemas of all actions, with references as used in the document. */
function componentSchemas(): Record<string, JsonSchema> {
  for (const name of OPERATION_NAMES) {
    z.globalRegistry.add(OPERATIONS[name].body, {
      id: actionSchemaId(name),
      title: name,
      description: describeAction(name),
    });
  }
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    // With "output", objects would be closed, and responses could not get new members.
    io: "input",
    override({ zodSchema, jsonSchema }) {
      describeDefault(jsonSchema);
      // `items: false` after `prefixItems` only repeats `maxItems`, and some linters and generators fail on it.
      const [first] = jsonSchema.prefixItems ?? [];
      if (first) jsonSchema.items = first;
      if (zodSchema === patchGameSchema) jsonSchema.discriminator = actionDiscriminator();
    },
    uri: schemaPointer,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function schemaPointer(id: string): string {
  return `#/components/schemas/${id}`;
}

/** Moves a default into the description, because generators treat a field with a default as required. */
function describeDefault(schema: JsonSchema): void {
  const text = JSON.stringify(schema.default);
  delete schema.default;
  if (text === undefined || text === '""' || text === "[]") return;
  schema.description = `${schema.description ? `${schema.description}. ` : ""}Default: ${text}`;
}

function actionDiscriminator() {
  const mapping = OPERATION_NAMES.map((name) => [name, schemaPointer(actionSchemaId(name))]);
  return { propertyName: "action", mapping: Object.fromEntries(mapping) };
}

/** The possible callers of an operation, as the document calls them. */
const ASKERS = {
  organizer: "the organizer",
  participant: "a participant",
  invited: "anyone with the invitation",
  claiming: "the holder of a claim",
  formerHolder: "the holder of a former link, which opened the gift or entered wishes or address",
};

function describeAction(name: OperationName): string {
  const { by }: GameOperation<never> = OPERATIONS[name];
  const askers = Object.entries(ASKERS).flatMap(([who, words]) => who in by ? words : []);
  const answers = answersOf(name).map((schema) => `${schema.meta()?.id}`);
  const refusals = [...refusalsOf(name)].map((code) => `\`${code}\``);
  return `By ${askers.join(" or ")}. Answers ${answers.join(" or ")}. Refusals, besides those of ` +
    `every body: ${refusals.join(", ")}.`;
}
