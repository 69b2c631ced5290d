import type { Game } from "../../game/types.ts";
import { membersOf } from "../difference.ts";
import { personRecord } from "../records.ts";
import type { NewMail } from "../store.ts";
import { GAME, PARTICIPANT } from "./columns.ts";
import type { Param } from "./connection.ts";
import { dueAndReason, MAIL_RECORD, MAIL_VALUES } from "./outbox.ts";
import { nearestGame } from "./reads.ts";

/** A new game, the codes to try for it, and its mails. */
export interface Creation {
  game: Game;
  codes: readonly string[];
  mails: readonly NewMail[];
}

const NEAREST = nearestGame("proposal.code");
const CREATED_VALUES = GAME.values.replace('r."code"', "free.code");

/**
 * Writes new games with their mails, in one round trip and one commit. $1 the games, each with the codes to try, $2 the
 * participants, $3 the exclusions, $4 the households, $5 the mails.
 *
 * Each game takes the first of its codes that is free. If another creation takes that code at the same moment, nothing
 * of the game is written and no row is returned. Games are written in the order of their codes, so that concurrent
 * creations cannot deadlock.
 */
export const CREATE = `
  with proposed as materialized (
    select r.* from json_to_recordset($1::text::json) as r(codes json, ${GAME.record})
  ),
  free as materialized (
    select r.id, (
      select proposal.code from json_array_elements_text(r.codes) as proposal(code)
      where not coalesce((select code = proposal.code from ${NEAREST} nearest), false)
      limit 1
    ) as code
    from proposed r
  ),
  new_game as (
    insert into games (${GAME.columns})
    select ${CREATED_VALUES} from proposed r join free on free.id = r.id
    where free.code is not null order by free.code
    on conflict (code) where archived_at is null do nothing
    returning id, code
  ),
  person as materialized (
    select r.* from new_game n
    join json_to_recordset($2::text::json) as r(game uuid, ${PARTICIPANT.record}, receiver integer)
      on r.game = n.id
  ),
  people as (
    insert into participants (game_id, ${PARTICIPANT.columns})
    select game, ${PARTICIPANT.values} from person r
  ),
  pairs as (
    insert into assignments (game_id, giver, receiver)
    select game, number, receiver from person where receiver is not null
  ),
  excluded as (
    insert into exclusions (game_id, a, b)
    select n.id, e.a, e.b from new_game n
    join json_to_recordset($3::text::json) as e(game uuid, a integer, b integer) on e.game = n.id
  ),
  grouped as (
    insert into household_members (game_id, household, member)
    select n.id, h.household, h.member from new_game n
    join json_to_recordset($4::text::json) as h(game uuid, household integer, member integer)
      on h.game = n.id
  ),
  mails as (
    insert into outbox (game_id, recipient, address, kind, topic, language, payload, due_at, reason)
    select n.id, ${MAIL_VALUES}, ${dueAndReason('m."isHeld"')} from new_game n
    join rows from (json_to_recordset($5::text::json) as (game uuid, ${MAIL_RECORD}))
      with ordinality as m on m.game = n.id
    order by m.ordinality
    returning id, game_id
  )
  select id, code, (
    select coalesce(json_agg(m.id::text order by m.id), '[]') from mails m where m.game_id = n.id
  ) as "mailIds"
  from new_game n`;

/** A game that was written. */
export interface CreatedRow {
  id: string;
  code: string;
  mailIds: string[];
}

/** The parameters of `CREATE`. */
export function creationParams(creations: readonly Creation[]): Param[] {
  const games: unknown[] = [];
  const people: unknown[] = [];
  const pairs: unknown[] = [];
  const members: unknown[] = [];
  const letters: unknown[] = [];
  for (const { game: whole, codes, mails } of creations) {
    const { participants, exclusions, households, ...fields } = whole;
    const game = fields.id;
    games.push({ ...fields, codes });
    for (const one of participants) people.push({ game, ...personRecord(one) });
    for (const [a, b] of exclusions) pairs.push({ game, a, b });
    for (const [household, member] of membersOf(households)) {
      members.push({ game, household, member });
    }
    for (const mail of mails) letters.push({ game, ...mail });
  }
  return [games, people, pairs, members, letters].map((rows) => JSON.stringify(rows));
}
