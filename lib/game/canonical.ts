import { z } from "zod";
import { bare } from "./field_rows.ts";

/**
 * Renders a body as canonical JSON: bodies that mean the same have the same text, in later releases, too. Keys are
 * sorted, and members equal to the schema's default are left out, so that a field with a default can be added.
 *
 * @param body as parsed by the schema.
 */
export function canonicalText(schema: z.ZodType, body: unknown): string {
  return JSON.stringify(canonical(schema, body));
}

function canonical(schema: unknown, value: unknown): unknown {
  const type = schema && inside(schema);
  if (Array.isArray(value)) {
    const element = type instanceof z.ZodArray ? type.element : undefined;
    return value.map((one) => canonical(element, one));
  }
  if (typeof value !== "object" || value === null) return value;
  const shape: z.ZodRawShape = type instanceof z.ZodObject ? type.shape : {};
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, one]): [string, unknown] => [name, canonical(shape[name], one)])
      .filter(([name, one]) => !isDefault(shape[name], one))
      .toSorted(([one], [other]) => one < other ? -1 : 1),
  );
}

function isDefault(schema: unknown, value: unknown): boolean {
  return schema instanceof z.ZodDefault &&
    JSON.stringify(canonical(schema, schema.def.defaultValue)) === JSON.stringify(value);
}

/** Unwraps the schema of a default, optional or preprocessed value. */
function inside(schema: unknown): unknown {
  const inner = bare(schema);
  return inner instanceof z.ZodPipe ? inside(inner.out) : inner;
}
