import type { Column, ColumnType } from "../records.ts";
import type { Value } from "./connection.ts";

type Convert = (value: unknown) => unknown;

const json: Convert = (value) => value === "[]" ? [] : JSON.parse(String(value));
const READ: Partial<Record<ColumnType, Convert>> = {
  boolean: (value) => value === null ? null : value === 1,
  integers: json,
  json,
  object: json,
  moment: (value) => value === null ? null : new Date(Number(value)).toISOString(),
  serial: String,
};
const WRITE: Partial<Record<ColumnType, Convert>> = {
  boolean: (value) => value === null ? null : Number(value),
  integers: JSON.stringify,
  json: JSON.stringify,
  object: JSON.stringify,
  moment: (value) => value === null ? null : Date.parse(String(value)),
  serial: Number,
};

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array;
}

/**
 * Describes how a table stores records of the domain.
 *
 * @param place index of the first column in the rows that are read.
 */
export function tableOf<Row extends object>(
  columns: Readonly<Record<string, Column>>,
  place = 0,
) {
  const fields = Object.entries(columns).map(([field, { name, type }]) => ({
    ...{ field, name },
    read: READ[type],
    write: WRITE[type],
  }));
  return {
    /** `name, general_notes` */
    columns: fields.map(({ name }) => name).join(", "),
    /** `?, ?`: one for each column. */
    marks: fields.map(() => "?").join(", "),
    /** Returns the record in a row of these columns. */
    // The map names every field, and strict tables guarantee the types.
    read: compileReader(fields, place) as (row: readonly Value[]) => Row,
    /** Returns a record's values in the order of these columns. */
    write(record: Row): Value[] {
      return fields.map(({ field, write }) => {
        const kept: unknown = Reflect.get(record, field);
        const value = write ? write(kept) : kept;
        if (value === null || typeof value === "string" || typeof value === "number") return value;
        if (isBytes(value)) return value;
        throw new TypeError(`Cannot store ${field}: it is ${typeof value}`);
      });
    },
  };
}

/**
 * Builds the function that makes a record from a row. Compiling it to one object literal takes a third of the time of
 * setting field by field, which matters because a large game has as many records as people.
 */
function compileReader(
  fields: readonly { field: string; read: Convert | undefined }[],
  place: number,
): (row: readonly Value[]) => unknown {
  const members = fields.map(({ field, read }, index) => {
    const value = `row[${place + index}]`;
    return `${JSON.stringify(field)}: ${read ? `convert[${index}](${value})` : value}`;
  });
  const make = new Function("convert", `return (row) => ({ ${members.join()} })`);
  return make(fields.map(({ read }) => read));
}
