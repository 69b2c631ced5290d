import {
  type EmailStatus,
  type EmailStatuses,
  type Language,
  type MailFailure,
  type MailKind,
  ORGANIZER,
} from "../../game/types.ts";
import { toCountedMails } from "../counted_mails.ts";
import {
  GOES_WHEN_PAUSED,
  HELD_FOR,
  IS_HELD,
  IS_KNOWN_KIND,
  IS_MAIL,
  IS_NOT_HELD,
  IS_NOTICE,
  IS_UNCONFIRMED,
  isVisibleToOrganizer,
} from "../records.ts";
import { type NewRow, rowsOf } from "../notices.ts";
import type {
  ClaimedMail,
  CountedMails,
  MailCounts,
  MailTraffic,
  OutboxChange,
  WaitingMail,
} from "../store.ts";
import type { Connection, Value } from "./connection.ts";
import { GAME_KEY } from "./games.ts";
import type { Statement } from "./writes.ts";

const HOUR = 3_600_000;

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

/** Adds mails, and gives back their ids. */
export function insertion(gameId: string, mails: readonly NewRow[], now: number): Statement {
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

/** Each statement gives back the ids of its mails; none with newer facts may have gone out since it was read. */
export function outboxChanges(
  gameId: string,
  change: OutboxChange,
  now: number,
): Statement[] {
  const { update, remove = [] } = change;
  return [
    ...remove.flatMap((id) => drop(id, now)),
    ...update.map(({ id, payload, language }) => ({
      sql: UPDATE,
      params: [[Number(id), JSON.stringify(payload), language, now]],
      isGuard: true,
    })),
    insertion(gameId, rowsOf(change), now),
  ];
}

export function readWaiting(db: Connection, gameId: string): WaitingMail[] {
  return db.all<[number, number | null, string | null, WaitingMail["kind"], string, string]>(
    `select id, recipient, address, kind, topic, payload from outbox indexed by outbox_waiting
     where game = ${GAME_KEY} and status = 'queued' order by id`,
    gameId,
  ).map(([id, recipient, address, kind, topic, payload]) => ({
    id: String(id),
    recipient,
    address,
    kind,
    topic,
    payload: JSON.parse(payload),
  }));
}

/** Makes the held mails of a game due, as if they were written now. */
export function release(gameId: string, now: number): Statement {
  return {
    sql: `
      update outbox set reason = null, due_at = ?2, created_at = ?2
      where game = (select key from games where id = ?1) and status = 'queued' and ${IS_HELD}`,
    params: [[gameId, now]],
  };
}

/** Gives up the mails that were held for too long. */
export function expiry(now: number): Statement {
  return change(
    `status = 'failed', lease_until = 0, finished_at = ?1, payload = '{}', address = null,
       may_have_arrived = coalesce(may_have_arrived, 0)
     where max(due_at, lease_until) <= ?1 and ${IS_HELD}`,
    now,
  );
}

/** Mails that do not wait for the operator. */
const IS_NOT_PAUSED = `(${GOES_WHEN_PAUSED}
  or game not in (select key from games where mail_paused_at is not null))`;

/** What is claimed: mails that this release knows, or notices. */
export type Channel = "mails" | "notices";
const IS_OF: Readonly<Record<Channel, string>> = { mails: IS_KNOWN_KIND, notices: IS_NOTICE };

/** Gives back the ids. */
export function claim(
  limit: number,
  leaseUntil: number,
  now: number,
  channel: Channel,
): Statement {
  return {
    sql: `
      update outbox set lease_until = ?, attempts = attempts + 1,
        may_have_arrived = iif(lease_until > 0, 1, may_have_arrived)
      where id in (
        select id from outbox where status = 'queued' and max(due_at, lease_until) <= ? and ${
      IS_OF[channel]
    }
          and ${IS_NOT_HELD} and ${IS_NOT_PAUSED}
        order by max(due_at, lease_until), id limit ?
      )
      returning id`,
    params: [[leaseUntil, now, limit]],
  };
}

const AMONG_IDS = "id in (select value from json_each(?1))";

/** Mails by their ids, in the order in which they were written. */
export function readClaimed(db: Connection, ids: readonly string[], now: number): ClaimedMail[] {
  return db.all<
    [number, string, number | null, string | null, MailKind, Language | null, ...ClaimedRest]
  >(
    `select o.id, g.id, o.recipient, o.address, o.kind, o.language,
       o.payload, o.revision, o.attempts, o.created_at
     from outbox o join games g on g.key = o.game
     where o.${AMONG_IDS} order by o.id`,
    toJson(ids),
  ).map(([id, gameId, recipient, address, kind, language, payload, revision, attempts, at]) => ({
    id: String(id),
    gameId,
    recipient,
    address,
    kind,
    language,
    payload: JSON.parse(payload),
    revision,
    attempts,
    age: (now - at) / 1000,
  }));
}

type ClaimedRest = [payload: string, revision: number, attempts: number, createdAt: number];

export function leaseRenewal(ids: readonly string[], leaseUntil: number): Statement {
  return change(`lease_until = ?2 where ${AMONG_IDS}`, toJson(ids), leaseUntil);
}

export function leaseRelease(): Statement {
  return change("lease_until = 0, may_have_arrived = 1 where lease_until > 0");
}

export function giveBack(ids: readonly string[], dueAt: number): Statement {
  return change(
    `lease_until = 0, attempts = attempts - 1, due_at = ?2 where ${AMONG_IDS}`,
    toJson(ids),
    dueAt,
  );
}

export function finish({ id, revision }: Pick<ClaimedMail, "id" | "revision">, now: number) {
  return change(
    `lease_until = 0, reason = null, may_have_arrived = 1,
       status = iif(revision = ?2, 'sent', 'queued'),
       attempts = iif(revision = ?2, attempts, 0),
       finished_at = iif(revision = ?2, ?3, null),
       payload = iif(revision = ?2, '{}', payload),
       address = iif(revision = ?2, null, address)
     where id = ?1`,
    Number(id),
    revision,
    now,
  );
}

export function postponement(id: string, dueAt: number, reason: MailFailure): Statement {
  return change(
    `lease_until = 0, due_at = ?2, reason = ?3,
       may_have_arrived = iif(?3 = 'connectionLost', 1, may_have_arrived)
     where id = ?1`,
    Number(id),
    dueAt,
    reason,
  );
}

export function giveUp(id: string, reason: MailFailure, now: number): Statement {
  return change(
    `status = 'failed', lease_until = 0, reason = ?2, finished_at = ?3, payload = '{}', address = null,
       may_have_arrived = coalesce(may_have_arrived, 'connectionLost' in (?2, coalesce(reason, '')))
     where id = ?1`,
    Number(id),
    reason,
    now,
  );
}

/** Gives the id back where the mail counts as failed then. */
export function bounce(id: string, reason: MailFailure, now: number): Statement {
  return {
    sql: `
      update outbox set status = 'failed', may_have_arrived = 1,
        reason = iif(status = 'sent', ?2, reason),
        finished_at = iif(status = 'sent', ?3, finished_at)
      where id = ?1 and status <> 'queued' returning id`,
    params: [[Number(id), reason, now]],
  };
}

export function readKey(
  db: Connection,
  id: string,
): Pick<ClaimedMail, "gameId" | "recipient" | "kind"> | null {
  const row = db.get<[string, number | null, MailKind]>(
    "select g.id, o.recipient, o.kind from outbox o join games g on g.key = o.game where o.id = ?",
    Number(id),
  );
  return row ? { gameId: row[0], recipient: row[1], kind: row[2] } : null;
}

/** A mail that may have arrived stays with its state: its reader may have their link from it. */
export function drop(id: string, now: number): Statement[] {
  return [
    {
      sql: "delete from outbox where id = ? and status = 'queued' and may_have_arrived is not 1",
      params: [[Number(id)]],
    },
    change(
      `lease_until = 0, finished_at = ?2, payload = '{}', address = null,
         status = iif(reason is null, 'sent', 'failed')
       where id = ?1`,
      Number(id),
      now,
    ),
  ];
}

export function hasten(reasons: readonly MailFailure[], now: number): Statement {
  return change(
    "due_at = ?2 where due_at > ?2 and reason in (select value from json_each(?1))",
    JSON.stringify(reasons),
    now,
  );
}

/** Changes mails that wait. */
function change(setAndWhere: string, ...params: Value[]): Statement {
  return { sql: `update outbox set ${setAndWhere} and status = 'queued'`, params: [params] };
}

/** When the next waiting mail is due or abandoned, in ms. */
export function readNextDue(db: Connection, channel: Channel): number | null {
  const [due = null] = db.get<[number]>(
    `select max(due_at, lease_until) from outbox
     where status = 'queued' and ${IS_OF[channel]} and ${IS_NOT_PAUSED}
     order by max(due_at, lease_until) limit 1`,
  ) ?? [];
  return due;
}

export function readCounts(db: Connection, ids: readonly string[]): CountedMails {
  const rows = db.all<[number, keyof MailCounts, number, number]>(
    `select recipient is ${ORGANIZER}, status, count(*),
       sum(status = 'queued' and not (${IS_NOT_HELD} and ${IS_NOT_PAUSED}))
     from outbox where ${AMONG_IDS} and ${IS_MAIL} group by 1, 2`,
    toJson(ids),
  );
  return toCountedMails(rows.map(([organizer, status, count, held]) => ({
    organizer: organizer === 1,
    status,
    count,
    held,
  })));
}

export function readTraffic(db: Connection, gameId: string, now: number): MailTraffic {
  const [sent = 0, queued = 0, first = null] = db.get<[number, number, number | null]>(
    `select count(o.id), (select count(*) from outbox w indexed by outbox_waiting
        where w.game = games.key and w.status = 'queued' and ${isVisibleToOrganizer("games", "w")}),
       min(o.finished_at)
     from games left join outbox o on o.game = games.key and o.status = 'sent' and o.finished_at > ?2
       and ${isVisibleToOrganizer("games", "o")}
     where games.id = ?1`,
    gameId,
    now - HOUR,
  ) ?? [];
  return { sent, queued, seconds: first === null ? 0 : (first + HOUR - now) / 1000 };
}

export function readRecentCounts(
  db: Connection,
  gameId: string,
  recipients: readonly number[],
  kind: MailKind,
  now: number,
): Map<number, number> {
  const rows = db.all<[number, number]>(
    `select recipient, count(*) from outbox
     where game = ${GAME_KEY} and recipient in (select value from json_each(?)) and kind = ?
       and created_at > ?
     group by recipient`,
    gameId,
    JSON.stringify(recipients),
    kind,
    now - HOUR,
  );
  return new Map(rows);
}

/** State of the latest mail to each person. */
export function readStatuses(db: Connection, gameId: string): EmailStatuses {
  const rows = db.all<
    [number, EmailStatus["status"], MailKind, number, MailFailure | null, number]
  >(
    `select o.recipient, o.status, o.kind, coalesce(o.finished_at, o.created_at), o.reason, held
     from outbox o join (
       select max(o.id) as latest, sum(o.status = 'queued' and not (${IS_NOT_HELD})) as held
       from games g join outbox o on o.game = g.key
       where g.id = ? and o.recipient is not null
         and ${isVisibleToOrganizer("g", "o")}
       group by o.recipient
     ) on o.id = latest`,
    gameId,
  );
  return new Map(rows.map(([recipient, status, kind, at, reason, held]) => [
    recipient,
    { status, kind, at: new Date(at).toISOString(), reason, ...held > 0 && { held } },
  ]));
}

function toJson(ids: readonly string[]): string {
  return JSON.stringify(ids.map(Number));
}

/**
 * Recipients that a mail was or may have been sent to: all except those where certainly no server accepted
 * it.
 */
export function readMailed(db: Connection, gameId: string): Set<number> {
  const sql = `select distinct recipient from outbox
    where game = ${GAME_KEY} and recipient is not null and ${IS_MAIL}
      and (status <> 'failed' or may_have_arrived is not 0)`;
  return new Set(db.all<[number]>(sql, gameId).flat());
}

export function unsubscription(
  gameId: string,
  addressKey: string,
  isUnsubscribed: boolean,
): Statement {
  return {
    sql: isUnsubscribed
      ? `insert into unsubscriptions (game, address_key) select key, ?2 from games where id = ?1
         on conflict do nothing`
      : `delete from unsubscriptions where game = ${GAME_KEY} and address_key = ?`,
    params: [[gameId, addressKey]],
  };
}

export function readUnsubscribed(db: Connection, gameId: string): Set<string> {
  const sql = `select address_key from unsubscriptions where game = ${GAME_KEY}`;
  return new Set(db.all<[string]>(sql, gameId).flat());
}
