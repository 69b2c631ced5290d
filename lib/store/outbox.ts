import type { EmailStatus, EmailStatuses, MailFailure, MailKind } from "../game/types.ts";
import type { Queryable } from "./database.ts";
import type { ClaimedMail, MailCounts, MailTraffic, NewMail } from "./store.ts";

/**
 * Writes mails into the outbox. Of one kind and topic only one waits for a person: a newer one joins it,
 * with the newer facts, and of changed details with the oldest `before`. What a waiting mail with one's
 * own assignment will tell anyway joins that one.
 *
 * @returns the ids of the rows.
 */
export async function insertMails(
  tx: Queryable,
  gameId: string,
  mails: readonly NewMail[],
): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = new Map(mails.map(({ topic = "", payload = {}, ...mail }) => [
    `${mail.recipient ?? mail.address} ${mail.kind} ${topic}`,
    { ...mail, topic, payload },
  ]));
  const inserted = await tx.query<{ id: string }>(
    `insert into outbox (game_id, recipient, address, kind, topic, language, payload)
     select $1::text::uuid, m.recipient, m.address,
       coalesce(
         (select waiting.kind from outbox waiting
          where waiting.game_id = $1::text::uuid and waiting.recipient = m.recipient
            and waiting.status = 'queued' and waiting.kind in ('assignment', 'invitation')
            and m.kind in ('receiverChanged', 'wishChanged', 'participantLinkRenewed')
          order by waiting.id limit 1),
         m.kind),
       m.topic, m.language, m.payload
     from jsonb_to_recordset($2::text::jsonb) as m(
       recipient integer, address text, kind text, topic text, language text, payload jsonb
     )
     on conflict (game_id, recipient, kind, topic) where status = 'queued' do update set
       payload = excluded.payload || case when outbox.payload ? 'before'
         then jsonb_build_object('before', (excluded.payload -> 'before') || (outbox.payload -> 'before'))
         else '{}' end,
       language = excluded.language,
       revision = outbox.revision + 1,
       due_at = least(outbox.due_at, now())
     returning id::text as id`,
    [gameId, JSON.stringify([...rows.values()])],
  );
  return inserted.map(({ id }) => id);
}

/** Notes a mail that went out without waiting in the outbox. */
export async function insertSentMail(
  tx: Queryable,
  gameId: string,
  { recipient, kind }: Pick<NewMail, "recipient" | "kind">,
): Promise<void> {
  await tx.query(
    `insert into outbox (game_id, recipient, kind, topic, payload, status, attempts, finished_at)
     values ($1, $2, $3, '', '{}', 'sent', 1, now())`,
    [gameId, recipient, kind],
  );
}

/**
 * Writes the reminder of every active game that sends mails and whose date is near, once for each
 * participant with an address, however many instances try. Games made later than `firstDay` need none.
 *
 * @param firstDay the first day from which a game counts, normally today, YYYY-MM-DD.
 * @param lastDay the last day that is near, YYYY-MM-DD.
 * @param leadDays days before its date by which a game must have been there.
 * @returns how many were written.
 */
export async function insertNearEvents(
  db: Queryable,
  firstDay: string,
  lastDay: string,
  leadDays: number,
): Promise<number> {
  const rows = await db.query<{ id: string }>(
    `insert into outbox (game_id, recipient, kind, topic, payload)
     select g.id, p.number, 'eventNear', '', '{}'
     from games g join participants p on p.game_id = g.id
     where g.archived_at is null and g.send_emails and p.email is not null
       and g.date between $1::text::date and $2::text::date
       and (g.created_at at time zone 'UTC')::date < g.date - $3::integer
     on conflict do nothing
     returning id::text as id`,
    [firstDay, lastDay, leadDays],
  );
  return rows.length;
}

/**
 * Takes mails that are due, so that no other instance does until the lease ends.
 *
 * @param leaseSeconds after this long without `renewLeases` they count as abandoned.
 */
export async function claimMails(
  db: Queryable,
  limit: number,
  leaseSeconds: number,
): Promise<ClaimedMail[]> {
  const claimed = await db.query<ClaimedMail>(
    `update outbox o set
       lease_until = now() + make_interval(secs => $2::float8), attempts = o.attempts + 1
     from (
       select id from outbox
       where status = 'queued' and due_at <= now()
         and (lease_until is null or lease_until < now())
       order by due_at, id limit $1 for update skip locked
     ) due
     where o.id = due.id
     returning o.id::text as id, o.game_id as "gameId", o.recipient, o.address, o.kind, o.language,
       o.payload, o.revision, o.attempts,
       extract(epoch from now() - o.created_at)::float8 as age`,
    [limit, leaseSeconds],
  );
  return claimed.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Keeps claimed mails claimed. */
export async function renewLeases(
  db: Queryable,
  ids: readonly string[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(
    `update outbox set lease_until = now() + make_interval(secs => $2::float8)
     where ${AMONG_IDS} and status = 'queued'`,
    [JSON.stringify(ids), leaseSeconds],
  );
}

/** Ends all leases: for a database that no other instance can have open. */
export async function releaseLeases(db: Queryable): Promise<void> {
  await db.query("update outbox set lease_until = null where lease_until is not null");
}

/** Gives back mails that were claimed and not tried. @param seconds until they are due */
export async function returnMails(
  db: Queryable,
  ids: readonly string[],
  seconds: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `update outbox set lease_until = null, attempts = attempts - 1,
       due_at = now() + make_interval(secs => $2::float8)
     where ${AMONG_IDS} and status = 'queued'`,
    [JSON.stringify(ids), seconds],
  );
}

/**
 * Notes that a mail went out, and forgets what it said and to what address. Where a newer fact joined it
 * meanwhile, it waits again.
 */
export async function finishMail(
  db: Queryable,
  { id, revision }: Pick<ClaimedMail, "id" | "revision">,
): Promise<void> {
  await db.query(
    `update outbox set lease_until = null, reason = null,
       status = case when revision = $2 then 'sent' else 'queued' end,
       attempts = case when revision = $2 then attempts else 0 end,
       finished_at = case when revision = $2 then now() end,
       payload = case when revision = $2 then '{}' else payload end,
       address = case when revision = $2 then null else address end
     where id = $1::text::bigint`,
    [id, revision],
  );
}

/** Puts a mail off. @param seconds until the next attempt */
export async function postponeMail(
  db: Queryable,
  id: string,
  seconds: number,
  reason: MailFailure,
): Promise<void> {
  await db.query(
    `update outbox set lease_until = null, reason = $3,
       due_at = now() + make_interval(secs => $2::float8)
     where id = $1::text::bigint and status = 'queued'`,
    [id, seconds, reason],
  );
}

/** Gives a mail up. */
export async function failMail(db: Queryable, id: string, reason: MailFailure): Promise<void> {
  await db.query(
    `update outbox set status = 'failed', lease_until = null, reason = $2, finished_at = now(),
       payload = '{}', address = null
     where id = $1::text::bigint and status = 'queued'`,
    [id, reason],
  );
}

/** Takes a mail out that nobody needs any more. */
export async function dropMail(db: Queryable, id: string): Promise<void> {
  await db.query("delete from outbox where id = $1::text::bigint and status = 'queued'", [id]);
}

/** Makes due at once what waits because the mail server did not serve. */
export async function hastenMails(db: Queryable): Promise<void> {
  await db.query(
    `update outbox set due_at = now()
     where status = 'queued' and reason in ('serverUnreachable', 'serverRefused') and due_at > now()`,
  );
}

/** Seconds until the next waiting mail is due or abandoned; null: none waits. */
export async function nextMailIn(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select extract(epoch from min(greatest(due_at, lease_until)) - now())::float8 as seconds
     from outbox where status = 'queued'`,
  );
  return row?.seconds ?? null;
}

/** Counts mails by how they fare, those to the organizer apart. */
export async function countMails(
  db: Queryable,
  ids: readonly string[],
): Promise<{ organizer: MailCounts; participants: MailCounts }> {
  const rows = await db.query<{ organizer: boolean; status: keyof MailCounts; count: number }>(
    `select recipient is not distinct from 0 as organizer, status, count(*)::integer as count
     from outbox where ${AMONG_IDS} group by 1, 2`,
    [JSON.stringify(ids)],
  );
  const counts = {
    organizer: { sent: 0, failed: 0, queued: 0 },
    participants: { sent: 0, failed: 0, queued: 0 },
  };
  for (const { organizer, status, count } of rows) {
    counts[organizer ? "organizer" : "participants"][status] = count;
  }
  return counts;
}

export async function readMailTraffic(db: Queryable, gameId: string): Promise<MailTraffic> {
  const [row] = await db.query<MailTraffic>(
    `select
       (select count(*)::integer from outbox where game_id = $1 and status = 'queued') as queued,
       count(*)::integer as sent,
       coalesce(extract(epoch from min(finished_at) + interval '1 hour' - now()), 0)::float8 as seconds
     from outbox
     where game_id = $1 and status = 'sent' and finished_at > now() - interval '1 hour'`,
    [gameId],
  );
  return row ?? { sent: 0, queued: 0, seconds: 0 };
}

/** Mails of one kind to one person in the last hour, sent or not. */
export async function countRecentMails(
  db: Queryable,
  gameId: string,
  recipient: number,
  kind: MailKind,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from outbox
     where game_id = $1 and recipient = $2 and kind = $3 and created_at > now() - interval '1 hour'`,
    [gameId, recipient, kind],
  );
  return row?.count ?? 0;
}

/** The columns of the latest mail to each person of game `g`, as JSON. */
export const EMAIL_STATUSES = `
  (select coalesce(json_agg(json_build_object(
      'recipient', latest.recipient, 'status', latest.status, 'kind', latest.kind,
      'at', coalesce(latest.finished_at, latest.created_at), 'reason', latest.reason
    )), '[]')
    from (
      select distinct on (recipient) recipient, status, kind, finished_at, created_at, reason
      from outbox where game_id = g.id and recipient is not null
      order by recipient, id desc
    ) latest
  )`;

/** What `EMAIL_STATUSES` selects. */
export type EmailStatusRow = EmailStatus & { recipient: number };

export function toEmailStatuses(rows: readonly EmailStatusRow[]): EmailStatuses {
  return new Map(rows.map(({ recipient, status, kind, at, reason }) => [
    recipient,
    { status, kind, at: new Date(at).toISOString(), reason },
  ]));
}

/** How the latest mail to each person of a game fares. */
export async function readEmailStatuses(db: Queryable, gameId: string): Promise<EmailStatuses> {
  const [row] = await db.query<{ emails: EmailStatusRow[] }>(
    `select ${EMAIL_STATUSES} as emails from games g where g.id = $1`,
    [gameId],
  );
  return toEmailStatuses(row?.emails ?? []);
}

/** Whether an address gets no more reminders and notices of a game. @param addressKey its `identityKey` */
export async function setUnsubscribed(
  db: Queryable,
  gameId: string,
  addressKey: string,
  isUnsubscribed: boolean,
): Promise<void> {
  await db.query(
    isUnsubscribed
      ? "insert into unsubscriptions (game_id, address_key) values ($1, $2) on conflict do nothing"
      : "delete from unsubscriptions where game_id = $1 and address_key = $2",
    [gameId, addressKey],
  );
}

/** The `identityKey`s of the addresses that get no more reminders and notices of a game. */
export async function readUnsubscribed(db: Queryable, gameId: string): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    "select address_key as key from unsubscriptions where game_id = $1",
    [gameId],
  );
  return new Set(rows.map(({ key }) => key));
}

const AMONG_IDS = "id in (select jsonb_array_elements_text($1::text::jsonb)::bigint)";
