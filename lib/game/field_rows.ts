/** Derives from a table of fields: request bodies, stored values and answers. */
import { z } from "zod";
import { derive, namesOf } from "./derive.ts";

/** One field that people set. */
export interface FieldRow {
  /** The field in a creation body, with a default if it may be absent. */
  schema: z.ZodType;
  /** True if a value that is not set, "" in a body, is stored as null. */
  isNullable: boolean;
}

type Rows = Readonly<Record<string, FieldRow>>;
type Bare<Schema> = Schema extends z.ZodDefault<infer Inner> | z.ZodOptional<infer Inner> ? Inner
  : Schema;

/** The fields as they are stored. */
export type Stored<Table extends Rows> = {
  -readonly [Name in keyof Table]: Table[Name]["isNullable"] extends true
    ? Exclude<z.output<Table[Name]["schema"]>, "" | undefined> | null
    : Exclude<z.output<Table[Name]["schema"]>, undefined>;
};

/** The fields of a body that creates something. */
export function creationShape<Table extends Rows>(table: Table) {
  return derive<{ [Name in keyof Table]: Table[Name]["schema"] }>(
    namesOf(table),
    (name) => table[name]?.schema,
  );
}

/** The fields of a body that changes something: absent fields stay unchanged. */
export function changeShape<Shape extends z.ZodRawShape>(shape: Shape) {
  return derive<{ [Name in keyof Shape]: z.ZodOptional<Bare<Shape[Name]>> }>(
    namesOf(shape),
    (name) => bare(shape[name]).optional(),
  );
}

/** The fields of an answer. Text fields have no limits here: those apply to requests only. */
export function answerShape<Table extends Rows, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
) {
  return derive<{ [One in Name]: z.ZodType<Stored<Table>[One]> }>(names, (name) => {
    const schema = bare(table[name]?.schema);
    const plain = schema instanceof z.ZodString ? z.string() : schema;
    return table[name]?.isNullable ? plain.nullable() : plain;
  });
}

/** The values of these fields in a body, as they are stored. */
export function storedValues<Table extends Rows, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
  body: Readonly<Partial<Record<Name, unknown>>>,
) {
  return derive<Pick<Stored<Table>, Name>>(
    names,
    (name) => table[name]?.isNullable ? body[name] || null : body[name],
  );
}

/** Unwraps defaults and optional schemas. */
export function bare(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return bare(schema.unwrap());
  }
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError("A row needs a schema");
}
