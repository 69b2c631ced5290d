import type { Device, Game, Participant, WishHead } from "../../game/types.ts";
import { assignmentsOf, difference, IS_ADDRESS_KEY, membersOf, type Pairs } from "../difference.ts";
import {
  CHANGEABLE_COLUMNS,
  GAME_COLUMNS,
  type GameColumn,
  LISTED_DEVICE_COLUMNS,
  PARTICIPANT_COLUMNS,
  PERSON_COLUMNS,
  personRecord,
  WISH_HEAD_COLUMNS,
} from "../records.ts";
import type { KnownGames } from "../known_games.ts";
import type { Connection, Value } from "./connection.ts";
import { tableOf } from "./table.ts";
import { guard, type Statement } from "./writes.ts";

const { code: _, ...OTHER_COLUMNS } = GAME_COLUMNS;

type GameRow = Pick<Game, GameColumn>;
const OF_CREATION = tableOf<GameRow>(OTHER_COLUMNS);
const OF_CHANGE = tableOf<GameRow>(CHANGEABLE_COLUMNS);
const PEOPLE = tableOf<Participant>({
  ...PARTICIPANT_COLUMNS,
  receiver: { name: "receiver", type: "integer" },
});
const DEVICES = tableOf<Device>(LISTED_DEVICE_COLUMNS);
const WISH_HEADS = tableOf<WishHead>(WISH_HEAD_COLUMNS);
const PERSON = tableOf<ReturnType<typeof personRecord>>(PERSON_COLUMNS);

/** Selects the key of the game with this id. */
export const GAME_KEY = "(select key from games where id = ?)";

/** Tables in which few games have rows: most games are read without them. */
const RARE = ["exclusions", "household_members", "devices", "wish_lists"];

/** Columns that are read before the fields of a game: whether it has rows in each table of `RARE`. */
const FIRST_COLUMNS = RARE.map((table) => `exists (select 1 from ${table} where game = games.key)`);
const GAMES = tableOf<GameRow>(GAME_COLUMNS, FIRST_COLUMNS.length);
type FirstColumns = [number, number, number, number];

const ACTIVE = "code = ?1 and archived_at is null";
const ARCHIVED = "code = ?1 and archived_at is not null order by archived_at desc";
const FIND = {
  active: findBy(ACTIVE),
  // In two parts, because the codes of active and of archived games have separate indexes.
  latest: findBy(`key = coalesce(
    (select key from games where ${ACTIVE}), (select key from games where ${ARCHIVED} limit 1))`),
  archived: findBy(`${ARCHIVED} limit 100`),
  byId: findBy("id = ?1"),
};
const READ_FIELDS = `select ${[...FIRST_COLUMNS, GAMES.columns].join()} from games where key = ?`;

type FoundGame = [id: string, revision: number, key: number, version: number];

/** A stored game, with the version of its state, which changes are decided on. */
export interface StoredGame {
  game: Game;
  version: number;
}

function findBy(condition: string): string {
  return `select id, revision, key, version from games where ${condition}`;
}

const READ_PARTICIPANTS = `
  select ${PEOPLE.columns}
  from participants p left join assignments a on a.game = p.game and a.giver = p.number
  where p.game = ? order by p.number`;
const READ_EXCLUSIONS = "select a, b from exclusions where game = ? order by a, b";
const READ_HOUSEHOLDS =
  "select household, member from household_members where game = ? order by household, member";

const READ_DEVICES =
  `select ${DEVICES.columns} from devices where game = ? order by created_at, id`;
const READ_WISH_HEADS =
  `select ${WISH_HEADS.columns} from wish_lists where game = ? order by participant`;

/** Returns a game by code or id if its kept state is still current. Runs one statement. */
export function knownGame(
  db: Connection,
  by: keyof typeof FIND,
  value: string,
  known: KnownGames<number>,
): Game | undefined {
  const found = db.get<FoundGame>(FIND[by], value);
  const same = found && known.get(found[0]);
  return same?.revision === found?.[1] ? same?.game : undefined;
}

/** Reads games by code or id. @param known kept states, which are used while current */
export function readGames(
  db: Connection,
  by: keyof typeof FIND,
  value: string,
  known?: KnownGames<number>,
): StoredGame[] {
  return db.all<FoundGame>(FIND[by], value).flatMap(([id, revision, key, version]) => {
    const same = known?.get(id);
    if (same?.revision === revision) return [{ game: same.game, version }];
    const game = readGame(db, key);
    if (!game) return [];
    known?.keep(id, game, revision);
    return [{ game, version }];
  });
}

function readGame(db: Connection, key: number): Game | undefined {
  const row = db.get<[...FirstColumns, ...Value[]]>(READ_FIELDS, key);
  if (!row) return undefined;
  const [hasExclusions, hasHouseholds, hasDevices, hasWishLists] = row;
  const households: number[][] = [];
  const members = hasHouseholds ? db.all<[number, number]>(READ_HOUSEHOLDS, key) : [];
  for (const [household, member] of members) (households[household] ??= []).push(member);
  return {
    ...GAMES.read(row),
    participants: db.all(READ_PARTICIPANTS, key).map(PEOPLE.read),
    exclusions: hasExclusions ? db.all<[number, number]>(READ_EXCLUSIONS, key) : [],
    households,
    devices: hasDevices ? db.all(READ_DEVICES, key).map(DEVICES.read) : [],
    wishLists: hasWishLists ? db.all(READ_WISH_HEADS, key).map(WISH_HEADS.read) : [],
  };
}

/** Takes the first code that is free. */
const CREATE = `
  insert into games (code, ${OF_CREATION.columns})
  select proposal.value, ${OF_CREATION.marks} from json_each(?) proposal
  where not exists (select 1 from games where code = proposal.value and archived_at is null)
  limit 1
  returning code`;

const UPDATE = `
  update games set version = version + 1, (${OF_CHANGE.columns}) = (${OF_CHANGE.marks})
  where id = ? and version = ? returning version`;
const NEXT_VERSION =
  "update games set version = version + 1 where id = ? and version = ? returning version";

const UPSERT_PARTICIPANT = `
  insert into participants (game, ${PERSON.columns}) values (${GAME_KEY}, ${PERSON.marks})
  on conflict (game, number) do update
  set (${PERSON.columns}) = (${PERSON.columns.replaceAll(/\w+/g, "excluded.$&")})`;
const DELETE_PARTICIPANT = `delete from participants where game = ${GAME_KEY} and number = ?`;
const INSERT_ASSIGNMENT =
  `insert into assignments (game, giver, receiver) values (${GAME_KEY}, ?, ?)`;
const DELETE_ASSIGNMENT = `delete from assignments where game = ${GAME_KEY} and giver = ?`;
/** As one JSON list, because twenty thousand rows take longer to hand to the writer's thread and to store. */
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
  where game = ${GAME_KEY} and ${IS_ADDRESS_KEY}
    and address_key not in (select value from json_each(?))`;

/** Returns the statements that store a new game with its people and rules; the first returns the code that it got. */
export function creation(game: Game, codes: readonly string[]): Statement[] {
  const { id, participants, exclusions, households } = game;
  return [
    guard(CREATE, ...OF_CREATION.write(game), JSON.stringify(codes)),
    { sql: UPSERT_PARTICIPANT, params: participants.map((one) => personRow(id, one)) },
    { sql: INSERT_ASSIGNMENT, params: rowsOf(id, assignmentsOf(participants)) },
    { sql: INSERT_EXCLUSIONS, params: listOf(id, exclusions) },
    { sql: INSERT_MEMBER, params: rowsOf(id, membersOf(households)) },
  ];
}

/**
 * Returns the statements that store the differences and the rest of a change, in an order that violates no constraint.
 * They store nothing if the game was changed meanwhile. Empty if there is nothing to store.
 */
export function changes(
  { game: before, version }: StoredGame,
  after: Game,
  mails: readonly Statement[],
): Statement[] {
  const { id } = before;
  const { isRowChanged, removed, written, freed, moved, exclusions, members, addresses } =
    difference(before, after);
  const numbersOf = (people: readonly Participant[]) => people.map(({ number }) => [id, number]);
  const rest = [
    { sql: DELETE_ASSIGNMENT, params: numbersOf(freed) },
    { sql: DELETE_EXCLUSIONS, params: listOf(id, exclusions.removed) },
    { sql: DELETE_MEMBER, params: rowsOf(id, members.removed) },
    { sql: DELETE_PARTICIPANT, params: numbersOf(removed) },
    { sql: UPSERT_PARTICIPANT, params: written.map((one) => personRow(id, one)) },
    { sql: INSERT_ASSIGNMENT, params: rowsOf(id, assignmentsOf(moved)) },
    { sql: INSERT_EXCLUSIONS, params: listOf(id, exclusions.added) },
    { sql: INSERT_MEMBER, params: rowsOf(id, members.added) },
    { sql: FORGET_ADDRESSES, params: addresses ? [[id, JSON.stringify(addresses)]] : [] },
    ...mails,
  ].filter(({ params }) => params.length > 0);
  if (isRowChanged) return [guard(UPDATE, ...OF_CHANGE.write(after), id, version), ...rest];
  return rest.length === 0 ? [] : [nextVersion(id, version), ...rest];
}

/** The guard of a change that does not touch the game's own row. */
export function nextVersion(gameId: string, version: number): Statement {
  return guard(NEXT_VERSION, gameId, version);
}

function personRow(gameId: string, one: Participant): Value[] {
  return [gameId, ...PERSON.write(personRecord(one))];
}

/** The parameters of a statement that takes a list; none for an empty list. */
function listOf(id: string, pairs: Pairs): Value[][] {
  return pairs.length === 0 ? [] : [[id, JSON.stringify(pairs)]];
}

function rowsOf(id: string, pairs: Pairs): Value[][] {
  return pairs.map(([one, other]) => [id, one, other]);
}
