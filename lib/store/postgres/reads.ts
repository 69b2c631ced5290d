import type { Game } from "../../game/types.ts";
import { LARGEST } from "../known_games.ts";
import type { StatusRow } from "../mail_rows.ts";
import {
  IS_HELD,
  IS_MAIL,
  IS_NOT_HELD,
  isVisibleToOrganizer,
  LISTED_DEVICE_COLUMNS,
  WISH_HEAD_COLUMNS,
} from "../records.ts";
import { GAME_SELECTION, isoTime, PARTICIPANT_SELECTION, selection } from "./columns.ts";

/**
 * The whole game `g` as one JSON document in the shape of the domain, to be parsed once. Each table that it reads must
 * be in `REVISION`, too.
 */
export const DOCUMENT = `
  (select row_to_json(document) from (
    select ${GAME_SELECTION},
      (select coalesce(json_agg(person), '[]') from (
        select ${PARTICIPANT_SELECTION}, a.receiver
        from participants p left join assignments a on a.game_id = p.game_id and a.giver = p.number
        where p.game_id = g.id order by p.number
      ) person) as participants,
      (select coalesce(json_agg(json_build_array(e.a, e.b) order by e.a, e.b), '[]')
       from exclusions e where e.game_id = g.id) as exclusions,
      (select coalesce(json_agg(h.members order by h.household), '[]') from (
        select household, json_agg(member order by member) as members
        from household_members where game_id = g.id group by household
      ) h) as households,
      (select coalesce(json_agg(one), '[]') from (
        select ${selection(LISTED_DEVICE_COLUMNS, "devices")} from devices
        where game_id = g.id order by devices.created_at, devices.id
      ) one) as devices,
      (select coalesce(json_agg(one), '[]') from (
        select ${selection(WISH_HEAD_COLUMNS, "wish_lists")} from wish_lists
        where game_id = g.id order by participant
      ) one) as "wishLists"
  ) document)`;

/**
 * Identifies a state of game `g`; null for a large game. Consists of the number of rows of `DOCUMENT` and the ids of
 * the transactions that wrote them: a row written later has another id, so the same number of rows with the same ids
 * are the same rows. A failover may lose ids, which are then used again, but by a server with another start time.
 */
export const REVISION = `
  case when ${hasFew("participants")} and ${hasFew("exclusions")} then (
    select concat_ws(' ', pg_postmaster_start_time(), g.id, count(*),
      string_agg(distinct writer::text, ' '))
    from (
      select g.xmin as writer
      ${
  ["participants", "assignments", "exclusions", "household_members", "devices", "wish_lists"]
    .map((table) => `union all select xmin from ${table} where game_id = g.id`).join("\n      ")
}
    ) written
  ) end`;

/** Condition that game `g` has at most `LARGEST` rows in a table; reads no more than one beyond that. */
function hasFew(table: string): string {
  return `not exists (select from ${table} where game_id = g.id offset ${LARGEST})`;
}

/** Selects games `g` with their revision, and with their document unless the revision is `known`. */
function unlessKnown(known: string, more = ""): string {
  return `select now.revision, case when now.revision = ${known} then null else ${DOCUMENT} end as game
    ${more} from games g cross join lateral (select ${REVISION} as revision offset 0) now`;
}

/**
 * Condition for an active game, for statements that know its id. Not `archived_at is null`: that matches the indexes of
 * all active games, which the planner may take for small.
 */
export const IS_ACTIVE = "num_nulls(archived_at) = 1";

/**
 * The first active game whose code is at least `code`, in the order of the index of codes: a plan cached
 * while the table is small could otherwise pick another index of active games and scan all of it.
 */
export function nearestGame(code: string): string {
  return `(select id, code from games where archived_at is null and code >= ${code}
    order by code limit 1)`;
}

function activeId(code: string): string {
  return `(select id from ${nearestGame(code)} nearest where code = ${code})`;
}

/** The id of the active game with code $1. */
export const ACTIVE_ID = activeId("$1");

/** The same; if there is none, the game last archived under this code. */
function idOfCode(code: string): string {
  return `coalesce(${activeId(code)},
    (select id from games where code = ${code} and archived_at is not null
     order by archived_at desc limit 1))`;
}

/** State of the latest mail to each person of game `g`. */
const EMAILS = `
  (select coalesce(json_agg(latest), '[]') from (
    select distinct on (recipient) recipient, status, kind,
      ${isoTime("coalesce(finished_at, created_at)")} as at, reason,
      count(*) filter (where status = 'queued' and ${IS_HELD}) over (partition by recipient) as held
    from outbox o where game_id = g.id and recipient is not null
      and ${isVisibleToOrganizer("g", "o")}
    order by recipient, id desc
  ) latest) as emails`;

const IS_OF_CODE = `g.id = ${idOfCode("$1")}`;

/** $1 is the code, $2 the known revision of its game. */
export const READ_BY_CODE = `${unlessKnown("$2")} where ${IS_OF_CODE}`;

/**
 * The same for the `code` and the `known` revision of each member of the JSON array $1, with its `place`. The limit
 * keeps the planner from joining all games.
 */
export const READ_BY_CODES = `
  select asked.place, found.revision, found.game
  from json_to_recordset($1::text::json) as asked(place integer, code text, known text)
  cross join lateral (
    ${unlessKnown("asked.known")} where g.id = ${idOfCode("asked.code")} limit 1
  ) found`;

/** As `READ_BY_CODE`, with the mails. */
export const READ_WITH_EMAILS = `${unlessKnown("$2", `, ${EMAILS}`)} where ${IS_OF_CODE}`;

export const READ_BY_ID = `select ${DOCUMENT} as game from games g where g.id = $1`;

export const READ_ACTIVE = `select ${DOCUMENT} as game from games g where g.id = ${ACTIVE_ID}`;

export const READ_ARCHIVED = `
  select ${DOCUMENT} as game from games g where g.code = $1 and g.archived_at is not null
  order by g.archived_at desc limit 100`;

export const READ_EMAILS = `select ${EMAILS} from games g where g.id = $1`;

/**
 * Recipients to whom a mail was or may have been sent: all except those whose mail certainly no server accepted,
 * because it was refused or is held.
 */
export const MAILED_BY_CODE = `
  select distinct recipient from outbox
  where game_id = ${ACTIVE_ID} and recipient is not null and ${IS_MAIL}
    and (status <> 'failed' or may_have_arrived is not false)
    and (${IS_NOT_HELD} or may_have_arrived is true)`;

export interface GameRow {
  game: Game;
}

/** A game, or null if the known revision is still current. */
export interface RevisedRow {
  game: Game | null;
  revision: string | null;
}

/** One of several requested games. */
export interface PlacedRow extends RevisedRow {
  place: number;
}

export interface EmailsRow {
  emails: StatusRow[];
}

export const OLD_ADDRESSES = `
  select g.id from (
    select distinct game_id from participants where postal_address is not null
  ) left_over
  cross join lateral (
    select id, archived_at, date from games where id = left_over.game_id offset 0
  ) g
  where g.id > $1::text::uuid and (g.archived_at is not null or g.date < $2::text::date)
  order by g.id limit $3::text::integer`;

const SPELLINGS =
  "(select distinct spelling from json_array_elements_text($1::text::json) spelling) spellings";

/**
 * Places of an address, in one of the spellings $1, in active games: at most $2, and at most $3 per game; the
 * first of each game, then the second of each, and so on. Looks up each spelling in the two indexes of
 * addresses, then the games by id: `offset 0` keeps the planner from joining all active games.
 */
export const FIND_ADDRESS = `
  select "gameId", number, email from (
    select *, row_number() over (partition by "gameId" order by number <> first, random()) as turn
    from (
      select *, min(number) over (partition by "gameId") as first from (
        select own.* from ${SPELLINGS} cross join lateral (
          select id as "gameId", 0 as number, organizer_email as email, created_at as made
          from games
          where lower(organizer_email) = spelling and organizer_email is not null
            and archived_at is null
          offset 0
        ) own
        union all
        select p.game_id, p.number, p.email, g.created_at
        from ${SPELLINGS} cross join lateral (
          select game_id, number, email from participants
          where lower(email) = spelling and email is not null
          offset 0
        ) p cross join lateral (
          select created_at from games where id = p.game_id and ${IS_ACTIVE} offset 0
        ) g
      ) found
    ) counted
  ) ranked
  where turn <= $3::text::integer
  order by turn, made desc, "gameId", number limit $2::text::integer`;

/** Served by the index of active codes alone. */
export const COUNT_SIX_DIGIT_CODES = `
  select count(*)::integer as count from games where archived_at is null and length(code) = 6`;
