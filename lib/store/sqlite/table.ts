import type { Column, ColumnType } from "../records.ts";
import type { Value } from "./connection.ts";

/** How one table keeps records of the domain. */
export interface Table<Row> {
  /** `name, general_notes` */
  columns: string;
  /** `?, ?`: one for each column. */
  marks: string;
  /** The record in a row of these columns. */
  read(row: readonly Value[]): Row;
  /** The values of these columns. */
  write(record: Row): Value[];
}

type Convert = (value: unknown) => unknown;

const json: Convert = (value) => JSON.parse(String(value));
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

export function tableOf<Row extends object>(columns: Readonly<Record<string, Column>>): Table<Row> {
  const fields = Object.entries(columns).map(([field, { name, type }]) => ({
    ...{ field, name },
    read: READ[type],
    write: WRITE[type],
  }));
  return {
    columns: fields.map(({ name }) => name).join(", "),
    marks: marks(fields.length),
    read(row) {
      const record: Record<string, unknown> = {};
      fields.forEach(({ field, read }, index) => {
        record[field] = read ? read(row[index]) : row[index];
      });
      // The map names each of the fields, and the strict tables hold what it says of them.
      return record as Row;
    },
    write(record) {
      return fields.map(({ field, write }) => {
        const kept: unknown = Reflect.get(record, field);
        const value = write ? write(kept) : kept;
        if (value === null || typeof value === "string" || typeof value === "number") return value;
        throw new TypeError(`Cannot store ${field}: it is ${typeof value}`);
      });
    },
  };
}

export function marks(count: number): string {
  return Array(count).fill("?").join(", ");
}
