import { HELD_FOR, IS_HELD, IS_UNCONFIRMED } from "../records.ts";
import { IS_WAITING } from "../sql/mails.ts";
import { rowsOf } from "../notices.ts";
import type { OutboxChange } from "../store.ts";
import { listOf } from "./connection.ts";
import { ACTIVE_ID } from "./reads.ts";
import type { Transaction } from "./transaction.ts";

/** The first lock of every change of a game or its mails, so that two of them cannot deadlock. */
export const LOCK_GAME = "select id from games where id = $1 for no key update";

/** A `NewMail` read from JSON. */
export const MAIL_RECORD =
  `recipient integer, address text, kind text, topic text, language text, payload jsonb, "isOnce" boolean, delay float8, "isSent" boolean, "isHeld" boolean`;

/** The columns recipient, address, kind, topic, language and payload of such a mail. */
export const MAIL_VALUES =
  "m.recipient, m.address, m.kind, coalesce(m.topic, ''), m.language, coalesce(m.payload, '{}')";

/** The columns due_at and reason of a waiting mail. @param isHeld SQL condition */
export function dueAndReason(isHeld: string): string {
  return `now() + make_interval(secs =>
      case when ${isHeld} then ${HELD_FOR} else coalesce(m.delay, 0) end),
    case when ${isHeld} then 'notConfirmed' end`;
}

const WAITING = `
  select id::text as id, recipient, address, kind, topic, payload,
    (lease_until is not null or may_have_arrived is true) as "mayHaveArrived"
  from outbox
  where ${IS_WAITING} and game_id = `;

/**
 * Locks mails in the order of their ids, as every statement does that locks several. `+ 0` keeps the planner
 * from reading the whole index of ids.
 */
const LOCKED = " order by id + 0 for update";

export const WAITING_BY_CODE = `${WAITING}${ACTIVE_ID}${LOCKED}`;

export const WAITING_BY_ID = `${WAITING}$1${LOCKED}`;

/** Condition for a mail `m` of game $1 that is to be held, unless its organizer has confirmed meanwhile. */
const IS_STILL_HELD = `m."isHeld" and exists (
  select from games where id = $1 and ${IS_UNCONFIRMED}
)`;

const INSERT = `
  insert into outbox (game_id, recipient, address, kind, topic, language, payload, due_at, reason,
    status, attempts, finished_at)
  select $1::uuid, ${MAIL_VALUES}, ${dueAndReason(IS_STILL_HELD)},
    case when m."isSent" then 'sent' else 'queued' end, case when m."isSent" then 1 else 0 end,
    case when m."isSent" then now() end
  from rows from (json_to_recordset($2::text::json) as (${MAIL_RECORD})) with ordinality as m
  where m."isOnce" is not true or not exists (
    select from outbox o where o.game_id = $1 and o.recipient is not distinct from m.recipient
      and o.kind = m.kind and o.topic = coalesce(m.topic, '')
  )
  order by m.ordinality
  on conflict (game_id, recipient, topic) where kind = 'eventNear' do nothing
  returning id::text as id`;

/** `any` instead of `=`, so that no merge join reads the whole index of ids. */
const JOIN = `
  update outbox o set payload = m.payload, language = m.language, revision = o.revision + 1,
    due_at = case when ${IS_HELD} then o.due_at
      else least(o.due_at, now() + make_interval(secs => coalesce(m.delay, 0))) end
  from json_to_recordset($2::text::json) as m(id bigint, payload jsonb, language text, delay float8)
  where o.id = any(array[m.id]) and o.game_id = $1
  returning o.id::text as id`;

const REFRESH = `
  update outbox set created_at = now()
  where game_id = $1 and id = any($2::text::bigint[]) and ${IS_WAITING}`;

const REMOVE = `
  delete from outbox
  where game_id = $1 and id = any($2::text::bigint[]) and ${IS_WAITING}`;

/** Sends the statements that write a change of the outbox. Its game and waiting mails must be locked. */
export function sendMails(
  tx: Transaction,
  gameId: string,
  change: OutboxChange,
): Promise<{ id: string }[]>[] {
  const { update, refresh = [], remove = [] } = change;
  const add = rowsOf(change);
  const sent: Promise<{ id: string }[]>[] = [];
  if (remove.length > 0) sent.push(tx.query(REMOVE, [gameId, listOf(remove)]));
  if (refresh.length > 0) sent.push(tx.query(REFRESH, [gameId, listOf(refresh)]));
  if (update.length > 0) sent.push(tx.query(JOIN, [gameId, JSON.stringify(update)]));
  if (add.length > 0) sent.push(tx.query(INSERT, [gameId, JSON.stringify(add)]));
  return sent;
}
