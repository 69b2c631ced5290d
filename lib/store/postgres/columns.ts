import {
  CHANGEABLE_COLUMNS,
  type Column,
  type ColumnType,
  GAME_COLUMNS,
  PARTICIPANT_COLUMNS,
  PERSON_COLUMNS,
} from "../records.ts";

export type Columns = Readonly<Record<string, Column>>;

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  uuid: "uuid",
  text: "text",
  integer: "integer",
  integers: "integer[]",
  json: "json",
  object: "jsonb",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamptz",
  moment: "timestamptz",
  serial: "bigint",
  // As Base64 in JSON.
  bytes: "text",
};

const READ: Partial<Record<ColumnType, (column: string) => string>> = {
  timestamp: isoTime,
  moment: isoTime,
  serial: (column) => `${column}::text`,
};

/** Columns and fields of one table, as the statements name them. */
export function tableText(columns: Columns) {
  const fields = Object.entries(columns);
  return {
    /** `name, general_notes` */
    columns: fields.map(([, { name }]) => name).join(", "),
    /** `r."name", r."generalNotes"`: the same columns of a row `r` that was read from JSON. */
    values: fields.map(([field, { type }]) =>
      type === "bytes" ? `decode(r."${field}", 'base64')` : `r."${field}"`
    ).join(", "),
    /** `"name" text, "generalNotes" text`: the row that is read from JSON. */
    record: fields.map(([field, { type }]) => `"${field}" ${SQL_TYPES[type]}`).join(", "),
  };
}

export const GAME = tableText(GAME_COLUMNS);
export const CHANGEABLE = tableText(CHANGEABLE_COLUMNS);
export const PARTICIPANT = tableText(PERSON_COLUMNS);

/** `g.name as "name", g.general_notes as "generalNotes"` */
export const GAME_SELECTION = selection(GAME_COLUMNS, "g");
export const PARTICIPANT_SELECTION = selection(PARTICIPANT_COLUMNS, "p");

/** The `on conflict` update of a participant's row. */
export const PARTICIPANT_UPDATE = Object.values(PERSON_COLUMNS)
  .map(({ name }) => `${name} = excluded.${name}`).join(", ");

/** Selects columns under the names of their fields, with times and serials in the domain's format. */
export function selection(columns: Columns, table: string): string {
  return Object.entries(columns).map(([field, { name, type, whenNull }]) => {
    const column = `${table}.${name}`;
    const value = READ[type]?.(column) ?? column;
    return `${whenNull === undefined ? value : `coalesce(${value}, '${whenNull}')`} as "${field}"`;
  }).join(", ");
}

/** The time in UTC as `Date.prototype.toISOString` writes it. */
export function isoTime(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
