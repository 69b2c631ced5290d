import type { Game } from "../../game/types.ts";
import { addressesLeft, GAME_COLUMNS, PARTICIPANT_COLUMNS } from "../records.ts";
import { listOf } from "./connection.ts";
import { CHANGEABLE, PARTICIPANT, PARTICIPANT_UPDATE } from "./columns.ts";
import { personRecord } from "./create.ts";
import type { Transaction } from "./transaction.ts";

const UPDATE_GAME = `
  update games set (${CHANGEABLE.columns}) = (
    select ${CHANGEABLE.values} from json_to_record($2::text::json) as r(${CHANGEABLE.record})
  )
  where id = $1`;

const DELETE_ASSIGNMENTS =
  "delete from assignments where game_id = $1 and giver = any($2::text::integer[])";

const DELETE_PARTICIPANTS =
  "delete from participants where game_id = $1 and number = any($2::text::integer[])";

const WRITE_PARTICIPANTS = `
  insert into participants (game_id, ${PARTICIPANT.columns})
  select $1::uuid, ${PARTICIPANT.values}
  from json_to_recordset($2::text::json) as r(${PARTICIPANT.record})
  on conflict (game_id, number) do update set ${PARTICIPANT_UPDATE}`;

const INSERT_ASSIGNMENTS = `
  insert into assignments (game_id, giver, receiver)
  select $1::uuid, number, receiver
  from json_to_recordset($2::text::json) as r(number integer, receiver integer)
  where receiver is not null`;

const INSERT_EXCLUSIONS = `
  insert into exclusions (game_id, a, b)
  select $1::uuid, pair.a, pair.b
  from unnest($2::text::integer[], $3::text::integer[]) as pair(a, b)`;

const INSERT_HOUSEHOLDS = `
  insert into household_members (game_id, household, member)
  select $1::uuid, h.household, h.member
  from unnest($2::text::integer[], $3::text::integer[]) as h(household, member)`;

const FORGET_ADDRESSES = `
  delete from unsubscriptions
  where game_id = $1 and address_key not in (select json_array_elements_text($2::text::json))`;

const GAME_FIELDS = keysOf(GAME_COLUMNS);
const PARTICIPANT_FIELDS = keysOf(PARTICIPANT_COLUMNS);

/** Sends the statements that write the differences, in an order that violates no constraint in between. */
export function sendChanges(tx: Transaction, before: Game, after: Game): Promise<unknown>[] {
  const { id } = before;
  const sent: Promise<unknown>[] = [];
  const send = (text: string, ...values: string[]) => sent.push(tx.query(text, [id, ...values]));
  if (GAME_FIELDS.some((field) => before[field] !== after[field])) {
    const { participants: _, exclusions: __, households: ___, ...fields } = after;
    send(UPDATE_GAME, JSON.stringify(fields));
  }
  const old = new Map(before.participants.map((one) => [one.number, one]));
  const kept = new Set(after.participants.map((one) => one.number));
  const removed = before.participants.filter((one) => !kept.has(one.number));
  const reassigned = after.participants.filter((one) =>
    old.get(one.number)?.receiver !== one.receiver
  );
  const written = after.participants.filter((one) => {
    const previous = old.get(one.number);
    return previous !== one &&
      (!previous || PARTICIPANT_FIELDS.some((field) => previous[field] !== one[field]));
  });
  const freed = [...removed, ...reassigned];
  if (freed.length > 0) send(DELETE_ASSIGNMENTS, numbersOf(freed));
  if (removed.length > 0) send(DELETE_PARTICIPANTS, numbersOf(removed));
  if (written.length > 0) send(WRITE_PARTICIPANTS, JSON.stringify(written.map(personRecord)));
  if (reassigned.length > 0) {
    send(
      INSERT_ASSIGNMENTS,
      JSON.stringify(reassigned.map(({ number, receiver }) => ({ number, receiver }))),
    );
  }
  if (JSON.stringify(before.exclusions) !== JSON.stringify(after.exclusions)) {
    send("delete from exclusions where game_id = $1");
    send(INSERT_EXCLUSIONS, ...exclusionLists(after.exclusions));
  }
  if (JSON.stringify(before.households) !== JSON.stringify(after.households)) {
    send("delete from household_members where game_id = $1");
    send(INSERT_HOUSEHOLDS, ...householdLists(after.households));
  }
  const addresses = addressesLeft(before, after);
  if (addresses) send(FORGET_ADDRESSES, JSON.stringify(addresses));
  return sent;
}

function numbersOf(people: readonly { number: number }[]): string {
  return listOf(people.map(({ number }) => number));
}

function keysOf<T extends object>(map: T): (keyof T & string)[] {
  const keys: (keyof T & string)[] = [];
  for (const key in map) keys.push(key);
  return keys;
}

/** The smaller number of each pair, and the larger ones in the same order. */
function exclusionLists(exclusions: Game["exclusions"]): [string, string] {
  return [listOf(exclusions.map(([a]) => a)), listOf(exclusions.map(([, b]) => b))];
}

/** The household of each member, counted from 0, and the members in the same order. */
function householdLists(households: Game["households"]): [string, string] {
  return [
    listOf(households.flatMap((members, household) => members.map(() => household))),
    listOf(households.flat()),
  ];
}
