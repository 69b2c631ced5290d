import type { Game } from "../../game/types.ts";
import { assignmentsOf, difference, IS_ADDRESS_KEY, membersOf, type Pairs } from "../difference.ts";
import { personRecord } from "../records.ts";
import { listOf } from "./connection.ts";
import { CHANGEABLE, PARTICIPANT, PARTICIPANT_UPDATE } from "./columns.ts";
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

const INSERT_ASSIGNMENTS = insertPairs("assignments", "giver, receiver");
const INSERT_EXCLUSIONS = insertPairs("exclusions", "a, b");
const INSERT_HOUSEHOLDS = insertPairs("household_members", "household, member");

function insertPairs(table: string, columns: string): string {
  return `
    insert into ${table} (game_id, ${columns})
    select $1::uuid, pair.* from unnest($2::text::integer[], $3::text::integer[]) as pair`;
}

const FORGET_ADDRESSES = `
  delete from unsubscriptions
  where game_id = $1 and ${IS_ADDRESS_KEY}
    and address_key not in (select json_array_elements_text($2::text::json))`;

/** Sends the statements that write the differences, in an order that violates no constraint in between. */
export function sendChanges(tx: Transaction, before: Game, after: Game): Promise<unknown>[] {
  const { isRowChanged, removed, written, freed, moved, exclusions, members, addresses } =
    difference(before, after);
  const sent: Promise<unknown>[] = [];
  const send = (text: string, ...values: string[]) =>
    sent.push(tx.query(text, [before.id, ...values]));
  if (isRowChanged) {
    const { participants: _, exclusions: __, households: ___, ...fields } = after;
    send(UPDATE_GAME, JSON.stringify(fields));
  }
  if (freed.length > 0) send(DELETE_ASSIGNMENTS, numbersOf(freed));
  if (removed.length > 0) send(DELETE_PARTICIPANTS, numbersOf(removed));
  if (written.length > 0) send(WRITE_PARTICIPANTS, JSON.stringify(written.map(personRecord)));
  if (moved.length > 0) send(INSERT_ASSIGNMENTS, ...listsOf(assignmentsOf(moved)));
  if (exclusions.removed.length + exclusions.added.length > 0) {
    send("delete from exclusions where game_id = $1");
    send(INSERT_EXCLUSIONS, ...listsOf(after.exclusions));
  }
  if (members.removed.length + members.added.length > 0) {
    send("delete from household_members where game_id = $1");
    send(INSERT_HOUSEHOLDS, ...listsOf(membersOf(after.households)));
  }
  if (addresses) send(FORGET_ADDRESSES, JSON.stringify(addresses));
  return sent;
}

function numbersOf(people: readonly { number: number }[]): string {
  return listOf(people.map(({ number }) => number));
}

/** Splits pairs into the list of first elements and the list of second elements. */
function listsOf(pairs: Pairs): [string, string] {
  return [listOf(pairs.map(([one]) => one)), listOf(pairs.map(([, other]) => other))];
}
