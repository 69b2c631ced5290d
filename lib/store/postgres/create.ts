import type { Game } from "../../game/types.ts";
import type { CodeProposals } from "../codes.ts";
import { identityColumns } from "../records.ts";
import type { NewMail } from "../store.ts";
import { GAME, PARTICIPANT } from "./columns.ts";
import { listOf, type Param } from "./connection.ts";
import { MAIL_RECORD, MAIL_VALUES } from "./outbox.ts";
import { nearestGame } from "./reads.ts";

const CREATED_VALUES = GAME.values.replace('r."code"', "free.code");

/**
 * Writes a whole new game with its mails, in one round trip and all or nothing. $1 the game, $2 the codes
 * to try, $3 the participants, $4 and $5 the exclusions, $6 and $7 the households, $8 the mails.
 *
 * It takes the first code that is free; where another creation takes that one at the same moment, nothing
 * is written, and no row answered.
 */
export const CREATE = `
  with free as materialized (
    select proposal.code from unnest($2::text::text[]) as proposal(code)
    where not coalesce((select code = proposal.code from ${
  nearestGame("proposal.code")
} nearest), false)
    limit 1
  ),
  new_game as (
    insert into games (${GAME.columns})
    select ${CREATED_VALUES} from json_to_record($1::text::json) as r(${GAME.record}), free
    on conflict (code) where archived_at is null do nothing
    returning id, code
  ),
  person as materialized (
    select n.id as game_id, r.*
    from new_game n, json_to_recordset($3::text::json) as r(${PARTICIPANT.record}, receiver integer)
  ),
  people as (
    insert into participants (game_id, ${PARTICIPANT.columns})
    select game_id, ${PARTICIPANT.values} from person r
  ),
  pairs as (
    insert into assignments (game_id, giver, receiver)
    select game_id, number, receiver from person
  ),
  excluded as (
    insert into exclusions (game_id, a, b)
    select n.id, pair.a, pair.b
    from new_game n, unnest($4::text::integer[], $5::text::integer[]) as pair(a, b)
  ),
  grouped as (
    insert into household_members (game_id, household, member)
    select n.id, h.household, h.member
    from new_game n, unnest($6::text::integer[], $7::text::integer[]) as h(household, member)
  ),
  mails as (
    insert into outbox (game_id, recipient, address, kind, topic, language, payload)
    select n.id, ${MAIL_VALUES} from new_game n, json_to_recordset($8::text::json) as m(${MAIL_RECORD})
    returning id
  )
  select code, (select coalesce(json_agg(id::text order by id), '[]') from mails) as "mailIds"
  from new_game`;

export interface CreatedRow {
  code: string;
  mailIds: string[];
}

/** How often codes are proposed of which all turn out to be in use. */
const ATTEMPTS = 5;

/**
 * Proposes codes for a game until one of them is free.
 *
 * @param create stores the game; undefined: none of these codes was free.
 */
export async function underFreeCode<Created>(
  codes: CodeProposals,
  { code }: Game,
  create: (proposals: string[]) => Promise<Created | undefined>,
): Promise<Created> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const created = await create(await codes.next(code));
    if (created !== undefined) return created;
    codes.recount();
  }
  throw new Error("No free code was found for a new game");
}

/** The parameters of `CREATE`. */
export function creation(
  { participants, exclusions, households, ...fields }: Game,
  codes: readonly string[],
  mails: readonly NewMail[],
): Param[] {
  return [
    JSON.stringify(fields),
    listOf(codes),
    peopleJson(participants),
    ...exclusionLists(exclusions),
    ...householdLists(households),
    JSON.stringify(mails),
  ];
}

/** Participants as `PARTICIPANT.record` reads them, with their receivers. */
export function peopleJson(participants: Game["participants"]): string {
  return JSON.stringify(participants.map((one) => ({ ...one, ...identityColumns(one) })));
}

/** The smaller numbers, and beside each the larger. */
export function exclusionLists(exclusions: Game["exclusions"]): [string, string] {
  return [listOf(exclusions.map(([a]) => a)), listOf(exclusions.map(([, b]) => b))];
}

/** For each member the household, counted from 0, and beside it the member. */
export function householdLists(households: Game["households"]): [string, string] {
  return [
    listOf(households.flatMap((members, household) => members.map(() => household))),
    listOf(households.flat()),
  ];
}
