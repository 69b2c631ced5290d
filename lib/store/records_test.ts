import assert from "node:assert/strict";
import {
  type Column,
  type ColumnType,
  ERASED_COLUMNS,
  GAME_COLUMNS,
  PERSON_COLUMNS,
  PHOTO_COLUMNS,
} from "./records.ts";
import { Connection } from "./sqlite/connection.ts";
import { migrate } from "./sqlite/migrations.ts";
import { WRITTEN_TABLES } from "./transfer/contents.ts";
import { GAME_RECORDS } from "./transfer/port.ts";

/** SQLite's name for each type in strict tables. */
const IN_SQLITE: Readonly<Record<ColumnType, string>> = {
  ...{ uuid: "TEXT", text: "TEXT", date: "TEXT", timestamp: "TEXT" },
  ...{ integers: "TEXT", json: "TEXT", object: "TEXT" },
  ...{ integer: "INTEGER", boolean: "INTEGER", moment: "INTEGER", serial: "INTEGER" },
  bytes: "BLOB",
};

const TABLES: readonly { table: string; columns: Readonly<Record<string, Column>> }[] = [
  ...Object.values(GAME_RECORDS),
  { table: "games", columns: GAME_COLUMNS },
  { table: "participants", columns: PERSON_COLUMNS },
  { table: "photos", columns: PHOTO_COLUMNS },
  { table: "erased_games", columns: ERASED_COLUMNS },
  ...WRITTEN_TABLES,
];

Deno.test("each column of a record has the type that SQLite stores", () => {
  const connection = new Connection(":memory:");
  try {
    migrate(connection.db);
    for (const { table, columns } of TABLES) {
      const kept = connection.db.prepare("select name, type from pragma_table_info(?)").all(table);
      const types = new Map(kept.map(({ name, type }) => [name, type]));
      for (const { name, type } of Object.values(columns)) {
        assert.equal(types.get(name), IN_SQLITE[type], `${table}.${name}`);
      }
    }
  } finally {
    connection.close();
  }
});
