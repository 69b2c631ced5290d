import type { Game, Participant } from "../../game/types.ts";
import {
  addressesLeft,
  type Column,
  FIXED_COLUMNS,
  GAME_COLUMNS,
  type GameColumn,
  identityColumns,
  PARTICIPANT_COLUMNS,
  type ParticipantField,
} from "../records.ts";

import type { Connection, Value } from "./connection.ts";
import { listDevices } from "./devices.ts";
import type { Statement } from "./writes.ts";

/** A stored game, with the version of its state. */
export interface StoredGame {
  game: Game;
  version: number;
}

/** A field of the domain and its column. */
type Field = readonly [field: string, column: Column];

const GAME_FIELDS: readonly Field[] = Object.entries(GAME_COLUMNS);
const PARTICIPANT_FIELDS: readonly Field[] = Object.entries(PARTICIPANT_COLUMNS);

const CHANGEABLE_FIELDS = GAME_FIELDS.filter(([field]) => !FIXED_COLUMNS.has(field));

const names = (fields: readonly Field[], prefix = "") =>
  fields.map(([, { name }]) => prefix + name).join(", ");
const marks = (count: number) => Array(count).fill("?").join(", ");

/** Selects the key of the game with this id. */
export const GAME_KEY = "(select key from games where id = ?)";

const ACTIVE = "code = ?1 and archived_at is null";
const ARCHIVED = "code = ?1 and archived_at is not null order by archived_at desc";
const READ = {
  active: readBy(ACTIVE),
  // In two parts, because the codes of active and of archived games have separate indexes.
  latest: readBy(`key = coalesce(
    (select key from games where ${ACTIVE}), (select key from games where ${ARCHIVED} limit 1))`),
  archived: readBy(`${ARCHIVED} limit 100`),
  byId: readBy("id = ?1"),
};

function readBy(condition: string): string {
  return `select key, version, ${names(GAME_FIELDS)} from games where ${condition}`;
}

const READ_PARTICIPANTS = `
  select a.receiver, ${names(PARTICIPANT_FIELDS, "p.")}
  from participants p left join assignments a on a.game = p.game and a.giver = p.number
  where p.game = ? order by p.number`;
const READ_EXCLUSIONS = "select a, b from exclusions where game = ? order by a, b";
const READ_HOUSEHOLDS =
  "select household, member from household_members where game = ? order by household, member";

/** The games that are found by a code or an id. */
export function readGames(db: Connection, by: keyof typeof READ, value: string): StoredGame[] {
  return db.all<[number, number, ...Value[]]>(READ[by], value).map((row) => {
    const [key, version] = row;
    const households: number[][] = [];
    for (const [household, member] of db.all<[number, number]>(READ_HOUSEHOLDS, key)) {
      (households[household] ??= []).push(member);
    }
    const game: Game = {
      ...fromRow<Pick<Game, GameColumn>>(GAME_FIELDS, row, 2),
      participants: db.all<[number | null, ...Value[]]>(READ_PARTICIPANTS, key).map((row) => ({
        ...fromRow<Pick<Participant, ParticipantField>>(PARTICIPANT_FIELDS, row, 1),
        receiver: row[0],
      })),
      exclusions: db.all<[number, number]>(READ_EXCLUSIONS, key),
      households,
      devices: listDevices(db, key),
    };
    return { game, version };
  });
}

/** The fields of the domain in a row, from its column number `first` on. */
function fromRow<Fields>(fields: readonly Field[], row: readonly Value[], first: number): Fields {
  const record: Record<string, unknown> = {};
  let index = first;
  for (const [field, { type }] of fields) {
    const value = row[index++];
    record[field] = type === "boolean"
      ? value === 1
      : type === "integers" || type === "json"
      ? JSON.parse(String(value))
      : value;
  }
  // The map names each of the fields, and the strict tables hold what it says of them.
  return record as Fields;
}

/** The values of a row for these fields of the domain. */
function toRow(fields: readonly Field[], record: Readonly<Record<string, unknown>>): Value[] {
  return fields.map(([field]) => {
    const value = record[field];
    if (typeof value === "boolean") return Number(value);
    if (Array.isArray(value)) return JSON.stringify(value);
    if (value === null || typeof value === "string" || typeof value === "number") return value;
    throw new TypeError(`Cannot store ${field}: it is ${typeof value}`);
  });
}

const CREATED_FIELDS = GAME_FIELDS.filter(([field]) => field !== "code");

const INSERT = `insert into games (${names(GAME_FIELDS)}) values (${marks(GAME_FIELDS.length)})`;

/** Takes the first free one of the codes. */
const CREATE = `
  insert into games (code, ${names(CREATED_FIELDS)})
  select proposal.value, ${marks(CREATED_FIELDS.length)} from json_each(?) proposal
  where not exists (select 1 from games where code = proposal.value and archived_at is null)
  limit 1
  returning code`;

const UPDATE = `
  update games set version = version + 1, ${
  CHANGEABLE_FIELDS.map(([, { name }]) => `${name} = ?`).join(", ")
} where id = ? and version = ? returning version`;
const NEXT_VERSION =
  "update games set version = version + 1 where id = ? and version = ? returning version";
const REMEMBER = `
  update games set is_remembered = 1, version = version + 1
  where id = ? and is_remembered = 0 returning version`;

const UPSERT_PARTICIPANT = `
  insert into participants (game, ${names(PARTICIPANT_FIELDS)}, name_key)
  values (${GAME_KEY}, ${marks(PARTICIPANT_FIELDS.length + 1)})
  on conflict (game, number) do update set ${
  [...PARTICIPANT_FIELDS.map(([, { name }]) => name), "name_key"]
    .map((name) => `${name} = excluded.${name}`).join(", ")
}`;
const DELETE_PARTICIPANT = `delete from participants where game = ${GAME_KEY} and number = ?`;
const INSERT_ASSIGNMENT =
  `insert into assignments (game, giver, receiver) values (${GAME_KEY}, ?, ?)`;
const DELETE_ASSIGNMENT = `delete from assignments where game = ${GAME_KEY} and giver = ?`;
/** A list of twenty thousand is handed to the writer's thread and stored faster than as many rows. */
const INSERT_EXCLUSIONS = `
  insert into exclusions (game, a, b)
  select ${GAME_KEY}, value ->> 0, value ->> 1 from json_each(?)`;
const DELETE_EXCLUSIONS = `
  delete from exclusions
  where game = ${GAME_KEY} and (a, b) in (select value ->> 0, value ->> 1 from json_each(?))`;
const INSERT_MEMBER =
  `insert into household_members (game, household, member) values (${GAME_KEY}, ?, ?)`;
const DELETE_MEMBER =
  `delete from household_members where game = ${GAME_KEY} and household = ? and member = ?`;

const FORGET_ADDRESSES = `
  delete from unsubscriptions
  where game = ${GAME_KEY} and address_key not in (select value from json_each(?))`;

/** How many codes of six digits active games have. */
export function readSixDigitCodes(db: Connection): number {
  return db.get<[number]>("select six_digit_codes from code_usage")?.[0] ?? 0;
}

/** Stores a new game; the first statement gives back the code that it got. */
export function creation(game: Game, codes: readonly string[]): Statement[] {
  return [
    {
      sql: CREATE,
      params: [[...toRow(CREATED_FIELDS, { ...game }), JSON.stringify(codes)]],
      isGuard: true,
    },
    ...insides(game),
  ];
}

/** Stores a game, archived or not, under its own code. */
export function insertion(game: Game): Statement[] {
  return [{ sql: INSERT, params: [toRow(GAME_FIELDS, { ...game })] }, ...insides(game)];
}

/** Stores the people and rules of a game whose row is there. */
function insides(game: Game): Statement[] {
  return [
    { sql: UPSERT_PARTICIPANT, params: game.participants.map((one) => personRow(game, one)) },
    { sql: INSERT_ASSIGNMENT, params: pairRows(game, game.participants) },
    { sql: INSERT_EXCLUSIONS, params: listOf(game.id, game.exclusions) },
    { sql: INSERT_MEMBER, params: rowsOf(game.id, membersOf(game.households)) },
  ];
}

/**
 * Statements that store the differences and the rest of a change, in an order that violates no constraint,
 * unless the game was changed meanwhile; empty if there is nothing to store.
 */
export function changes(
  { game: before, version }: StoredGame,
  after: Game,
  mails: readonly Statement[],
): Statement[] {
  const old = new Map(before.participants.map((one) => [one.number, one]));
  const kept = new Set(after.participants.map((one) => one.number));
  const removed = before.participants.filter((one) => !kept.has(one.number));
  const written = after.participants.filter((one) => {
    const then = old.get(one.number);
    return then !== one && (!then || !isSame(personRow(before, then), personRow(after, one)));
  });
  const moved = after.participants.filter((one) => old.get(one.number)?.receiver !== one.receiver);
  const freed = [...removed, ...moved.filter(({ number }) => old.has(number))];
  const numbersOf = (people: Participant[]) => people.map(({ number }) => [before.id, number]);
  const exclusions = difference(before.exclusions, after.exclusions);
  const members = difference(...householdMembers(before, after));
  const row = toRow(CHANGEABLE_FIELDS, { ...after });
  const addresses = addressesLeft(before, after);
  const isRowSame = isSame(toRow(CHANGEABLE_FIELDS, { ...before }), row);
  const rest = [
    { sql: DELETE_ASSIGNMENT, params: numbersOf(freed) },
    { sql: DELETE_EXCLUSIONS, params: listOf(before.id, exclusions.removed) },
    { sql: DELETE_MEMBER, params: rowsOf(before.id, members.removed) },
    { sql: DELETE_PARTICIPANT, params: numbersOf(removed) },
    { sql: UPSERT_PARTICIPANT, params: written.map((one) => personRow(after, one)) },
    { sql: INSERT_ASSIGNMENT, params: pairRows(after, moved) },
    { sql: INSERT_EXCLUSIONS, params: listOf(before.id, exclusions.added) },
    { sql: INSERT_MEMBER, params: rowsOf(before.id, members.added) },
    { sql: FORGET_ADDRESSES, params: addresses ? [[before.id, JSON.stringify(addresses)]] : [] },
    ...mails,
  ].filter(({ params }) => params.length > 0);
  if (!isRowSame) {
    return [{ sql: UPDATE, params: [[...row, before.id, version]], isGuard: true }, ...rest];
  }
  return rest.length === 0 ? [] : [nextVersion(before.id, version), ...rest];
}

/** The guard of a change that leaves the game's own row as it is. */
export function nextVersion(gameId: string, version: number): Statement {
  return { sql: NEXT_VERSION, params: [[gameId, version]], isGuard: true };
}

/** Records that another game continues this one; returns no row if one already does. */
export function remembering(gameId: string): Statement {
  return { sql: REMEMBER, params: [[gameId]], isGuard: true };
}

/** null: there is no such game. */
export function readCode(db: Connection, gameId: string): string | null {
  return db.get<[string]>("select code from games where id = ?", gameId)?.[0] ?? null;
}

/** null: the game is not there any more. */
export function readVersion(db: Connection, gameId: string): number | null {
  return db.get<[number]>("select version from games where id = ?", gameId)?.[0] ?? null;
}

/** Records when a giver saw their receiver; returns a row if the receiver is still the same. */
export function viewing(
  game: Pick<Game, "id">,
  { number, receiver }: Pick<Participant, "number" | "receiver">,
  at: string,
): Statement[] {
  return [
    {
      sql: `
        update participants
        set viewed_at = coalesce(viewed_at, ?1), first_viewed_at = coalesce(first_viewed_at, ?1),
          receiver_change = null
        where game = ${
        GAME_KEY.replace("?", "?2")
      } and number = ?3 and (viewed_at is null or receiver_change is not null) and exists (
          select 1 from assignments a
          where a.game = participants.game and a.giver = participants.number and a.receiver = ?4
        )
        returning number`,
      params: [[at, game.id, number, receiver]],
      isGuard: true,
    },
    { sql: "update games set version = version + 1 where id = ?", params: [[game.id]] },
  ];
}

function personRow({ id }: Game, one: Participant): Value[] {
  return [id, ...toRow(PARTICIPANT_FIELDS, { ...one }), identityColumns(one).name_key];
}

function pairRows({ id }: Game, people: readonly Participant[]): Value[][] {
  return people.flatMap(({ number, receiver }) =>
    receiver === null ? [] : [[id, number, receiver]]
  );
}

/** The parameters of a statement that takes a list: none for an empty one. */
function listOf(id: string, pairs: Pairs): Value[][] {
  return pairs.length === 0 ? [] : [[id, JSON.stringify(pairs)]];
}

function rowsOf(id: string, pairs: Pairs): Value[][] {
  return pairs.map(([one, other]) => [id, one, other]);
}

function membersOf(households: Game["households"]): Pairs {
  return households.flatMap((members, household) =>
    members.map((member): [number, number] => [household, member])
  );
}

function householdMembers(before: Game, after: Game): [Pairs, Pairs] {
  const members = membersOf(before.households);
  return [members, before.households === after.households ? members : membersOf(after.households)];
}

type Pairs = readonly (readonly [number, number])[];

/** Pairs of one list that are missing in the other; for the same list, the usual case, none. */
function difference(before: Pairs, after: Pairs): { removed: Pairs; added: Pairs } {
  if (before === after) return { removed: [], added: [] };
  const lacking = (pairs: Pairs, others: Pairs): Pairs => {
    const known = new Map<number, Set<number>>();
    for (const [one, other] of others) {
      const those = known.get(one);
      if (those) those.add(other);
      else known.set(one, new Set([other]));
    }
    return pairs.filter(([one, other]) => !known.get(one)?.has(other));
  };
  return { removed: lacking(before, after), added: lacking(after, before) };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
