import { namesOf } from "../../game/derive.ts";
import type { Game } from "../../game/types.ts";
import { deskStatements } from "../sql/desk.ts";
import type { Dialect, Param } from "../sql/dialect.ts";
import { assignmentsOf, membersOf, type Pairs } from "../difference.ts";
import {
  type Column,
  columns,
  ERASED_COLUMNS,
  GAME_COLUMNS,
  PERSON_COLUMNS,
  personRecord,
  PHOTO_COLUMNS,
  type PhotoRecord,
} from "../records.ts";
import {
  type Contents,
  GAME_RECORDS,
  type GameRecord,
  type Item,
  TABLES,
  type Target,
  toCounts,
} from "./port.ts";

type Columns = Readonly<Record<string, Column>>;

/** A row to write; in a table that refers to games, with the id of its game. */
export type Row = object & { gameId?: string | null };

/** A table to write. */
export interface WrittenTable {
  table: string;
  columns: Columns;
  /** True if rows belong, or may belong, to a game. */
  isOfGames: boolean;
}

/** A table, and the rows that items have in it. */
interface ItemTable extends WrittenTable {
  rowsOf(item: Item): readonly Row[];
}

/** In an order that violates no constraint. */
const ITEM_TABLES: readonly ItemTable[] = [
  {
    ...{ table: "games", columns: GAME_COLUMNS, isOfGames: false },
    rowsOf(item) {
      if (!("game" in item)) return [];
      const { participants: _, ...row } = item.game;
      return [row];
    },
  },
  ofGames("participants", PERSON_COLUMNS, ({ game }) => game.participants.map(personRecord)),
  pairsOf("assignments", "giver", "receiver", (game) => assignmentsOf(game.participants)),
  pairsOf("exclusions", "a", "b", ({ exclusions }) => exclusions),
  pairsOf("household_members", "household", "member", (game) => membersOf(game.households)),
  ofGames(
    "unsubscriptions",
    columns({ addressKey: { type: "text" } }),
    ({ unsubscribed }) => unsubscribed.map((addressKey) => ({ addressKey })),
  ),
  ...namesOf(GAME_RECORDS).map((name) => {
    const { table, columns } = GAME_RECORDS[name];
    return ofGames(table, columns, (record) => record[name]);
  }),
  {
    ...{ table: "erased_games", columns: ERASED_COLUMNS, isOfGames: false },
    rowsOf: (item) => "erased" in item ? [item.erased] : [],
  },
  {
    table: "photos",
    columns: {
      ...PHOTO_COLUMNS,
      ...columns({ bytes: { type: "bytes" }, size: { type: "integer" } }),
    },
    isOfGames: true,
    rowsOf: (item) => "photo" in item ? [{ ...item.photo, size: item.photo.bytes.length }] : [],
  },
];

const DECLINED = {
  table: "declined_addresses",
  columns: columns({
    addressKey: { type: "text" },
    carriedTo: { type: "text" },
    createdAt: { type: "moment" },
  }),
  isOfGames: false,
};

const BLOCKED = {
  table: "blocked_senders",
  columns: columns({ subject: { type: "text" }, createdAt: { type: "timestamp" } }),
  isOfGames: false,
};

const LOG = {
  table: "desk_log",
  columns: columns({ at: { type: "timestamp" }, act: { type: "text" }, detail: { type: "text" } }),
  isOfGames: true,
};

/** All tables that a transfer writes. */
export const WRITTEN_TABLES: readonly WrittenTable[] = [...ITEM_TABLES, DECLINED, BLOCKED, LOG];

function ofGames(
  table: string,
  columns: Columns,
  rowsOf: (record: GameRecord) => readonly object[],
): ItemTable {
  return {
    ...{ table, columns, isOfGames: true },
    rowsOf: (item) =>
      "game" in item ? rowsOf(item).map((row) => ({ ...row, gameId: item.game.id })) : [],
  };
}

/** A table of pairs of numbers. */
function pairsOf(
  table: string,
  one: string,
  other: string,
  read: (game: Game) => Pairs,
): ItemTable {
  return ofGames(
    table,
    columns({ [one]: { type: "integer" }, [other]: { type: "integer" } }),
    ({ game }) => read(game).map(([a, b]) => ({ [one]: a, [other]: b })),
  );
}

/** Makes the verbs that write a target. @param insert called for one table after another, not awaited in between */
export function writing(insert: (table: WrittenTable, rows: readonly Row[]) => Promise<void>) {
  return {
    async write(items) {
      await Promise.all(ITEM_TABLES.map(async (table) => {
        const rows = items.flatMap(table.rowsOf);
        if (rows.length > 0) await insert(table, rows);
      }));
    },

    async writeAside({ declined, desk }) {
      const createdAt = new Date().toISOString();
      const keys = declined.map((line) => {
        const [addressKey, carriedTo = null] = line.split(" ");
        return { addressKey, carriedTo, createdAt };
      });
      await insert(DECLINED, keys);
      await insert(BLOCKED, desk.blocked);
      await insert(LOG, desk.log);
    },
  } satisfies Partial<Target>;
}

/** Makes the verbs that read both databases in the same way. */
export function commonContents(
  dialect: Dialect,
  rows: <Row extends object>(sql: string, params: Param[]) => Promise<Row[]>,
) {
  const { texts, cast, param, day, momentTime, collation, serial, gameId } = dialect;
  const { readBlocked, readLog } = deskStatements(dialect);
  const sql = texts({
    counts: TABLES
      .map((table) => `select '${table}' as "table", count(*) as count from ${table}`)
      .join(" union all "),

    erased: `
      select ${day("created_on")} as "createdOn", ${day("archived_on")} as "archivedOn",
        people, games
      from erased_games order by created_on, archived_on, people`,

    /** $1 the serial to continue after, $2 the maximum number. */
    photos: `
      select ${cast(serial, "text")} as serial, ${gameId} as "gameId", id, participant, version,
        type, state, ${momentTime("photos.since")} as since, bytes
      from photos where ${serial} > ${param("$1", "bigint")}
      order by photos.${serial} limit ${param("$2", "integer")}`,

    declined: `
      select address_key || coalesce(' ' || carried_to, '') as key from declined_addresses
      order by address_key${collation}`,
  });
  return {
    async counts() {
      const counted = await rows<{ table: string; count: number | string }>(sql.counts, []);
      return toCounts(counted.map(({ table, count }) => [table, Number(count)]));
    },
    readErased: () => rows(sql.erased, []),
    async *readPhotos(limit) {
      for (let after: string | undefined = "0"; after !== undefined;) {
        const page: (PhotoRecord & { serial: string })[] = await rows(sql.photos, [after, limit]);
        after = page.at(-1)?.serial;
        if (page.length > 0) yield page.map(({ serial: _, ...photo }) => photo);
      }
    },
    async readAside() {
      const declined = (await rows<{ key: string }>(sql.declined, [])).map(({ key }) => key);
      return {
        declined,
        desk: { blocked: await rows(readBlocked, []), log: await rows(readLog, []) },
      };
    },
  } satisfies Partial<Contents>;
}
