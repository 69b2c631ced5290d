import type { EmailStatuses } from "../../game/types.ts";
import { type StatusRow, toEmailStatuses } from "../mail_rows.ts";
import {
  HELD_FOR,
  IS_HELD,
  IS_MAIL,
  IS_NOT_HELD,
  IS_UNCONFIRMED,
  isVisibleToOrganizer,
} from "../records.ts";
import { type NewRow, rowsOf } from "../notices.ts";
import type { OutboxChange, WaitingMail } from "../store.ts";
import type { Connection, Value } from "./connection.ts";
import { SQLITE } from "./dialect.ts";
import { GAME_KEY } from "./game_rows.ts";
import { guard, type Statement, statement } from "./writes.ts";

const INSERT = `
  insert into outbox
    (game, recipient, address, kind, topic, language, payload, due_at, created_at,
      status, attempts, finished_at, reason)
  select key, ?2, ?3, ?4, ?5, ?6, ?7,
    iif(?12 and ${IS_UNCONFIRMED}, ?8 + ${HELD_FOR * 1000}, ?10), ?8,
    iif(?11, 'sent', 'queued'), ?11, iif(?11, ?8, null),
    iif(?12 and ${IS_UNCONFIRMED}, 'notConfirmed', null) from games
  where id = ?1 and not (?9 and exists (
    select 1 from outbox where game = games.key and recipient is ?2 and kind = ?4 and topic = ?5
  ))
  returning id`;

const UPDATE = `
  update outbox set payload = ?2, language = ?3, revision = revision + 1,
    due_at = iif(${IS_HELD}, due_at, min(due_at, ?4))
  where id = ?1 and status = 'queued'
  returning id`;

/** Returns the statement that adds mails and returns their ids. */
export function insertion(gameId: string, mails: readonly NewRow[]): Statement {
  const now = Date.now();
  return {
    sql: INSERT,
    params: mails.map((mail) => [
      gameId,
      mail.recipient,
      mail.address ?? null,
      mail.kind,
      mail.topic ?? "",
      mail.language ?? null,
      JSON.stringify(mail.payload ?? {}),
      now,
      Number(mail.isOnce ?? false),
      now + Math.round((mail.delay ?? 0) * 1000),
      Number(mail.isSent ?? false),
      Number(mail.isHeld ?? false),
    ]),
  };
}

/** Each statement returns the ids of its mails. All fail if a mail that gets newer facts was sent since it was read. */
export function outboxChanges(gameId: string, change: OutboxChange): Statement[] {
  const now = Date.now();
  const { update, refresh = [], remove = [] } = change;
  return [
    ...remove.flatMap((id) => drop(id, now)),
    ...refresh.map((id) => changeWaiting("created_at = ?2", "id = ?1", Number(id), now)),
    ...update.map(({ id, payload, language, delay = 0 }) =>
      guard(UPDATE, Number(id), JSON.stringify(payload), language, now + delay * 1000)
    ),
    insertion(gameId, rowsOf(change)),
  ];
}

/** A mail's row, with its payload as JSON. */
export type Unparsed<Mail extends { payload: unknown }> = Omit<Mail, "payload"> & {
  payload: string;
};

export function readWaiting(db: Connection, gameId: string): WaitingMail[] {
  return db.rows<Unparsed<WaitingMail>>(
    `select cast(id as text) as id, recipient, address, kind, topic, payload,
       (lease_until > 0 or may_have_arrived is 1) as mayHaveArrived
     from outbox indexed by outbox_waiting
     where game = ${GAME_KEY} and status = 'queued' order by outbox.id`,
    gameId,
  ).map(({ payload, mayHaveArrived, ...mail }) => ({
    ...mail,
    payload: JSON.parse(payload),
    mayHaveArrived: Boolean(mayHaveArrived),
  }));
}

/** Deletes a mail. A mail that may have arrived is kept with its state: its reader may have their link from it. */
function drop(id: string, now: number): Statement[] {
  return [
    statement(
      "delete from outbox where id = ?1 and status = 'queued' and may_have_arrived is not 1",
      Number(id),
    ),
    changeWaiting(
      `lease_until = 0, finished_at = ?2, payload = '{}', address = null,
         status = iif(reason is null, 'sent', 'failed')`,
      "id = ?1",
      Number(id),
      now,
    ),
  ];
}

/** Returns the statement that changes waiting mails. */
export function changeWaiting(set: string, condition: string, ...params: Value[]): Statement {
  return statement(SQLITE.changeWaiting(set, condition), ...params);
}

/** Reads the state of the latest mail to each person. */
export function readStatuses(db: Connection, gameId: string): EmailStatuses {
  const rows = db.rows<Omit<StatusRow, "at"> & { at: number }>(
    `select o.recipient, o.status, o.kind, coalesce(o.finished_at, o.created_at) as at, o.reason, held
     from outbox o join (
       select max(o.id) as latest, sum(o.status = 'queued' and not (${IS_NOT_HELD})) as held
       from games g join outbox o on o.game = g.key
       where g.id = ? and o.recipient is not null
         and ${isVisibleToOrganizer("g", "o")}
       group by o.recipient
     ) on o.id = latest`,
    gameId,
  );
  return toEmailStatuses(rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })));
}

/**
 * Recipients to whom a mail was or may have been sent: all except those whose mail certainly no server accepted,
 * because it was refused or is held.
 */
export function readMailed(db: Connection, gameId: string): Set<number> {
  const sql = `select distinct recipient from outbox
    where game = ${GAME_KEY} and recipient is not null and ${IS_MAIL}
      and (status <> 'failed' or may_have_arrived is not 0)
      and (${IS_NOT_HELD} or may_have_arrived is 1)`;
  return new Set(db.all<[number]>(sql, gameId).flat());
}
