import { type CountRow, toCountedMails, toEmailStatuses } from "../mail_rows.ts";
import { toClaimedNotices } from "../notices.ts";
import {
  GOES_WHEN_PAUSED,
  IS_HELD,
  IS_KNOWN_KIND,
  IS_MAIL,
  IS_NOT_HELD,
  IS_NOTICE,
  isVisibleToOrganizer,
} from "../records.ts";
import {
  type ClaimedMail,
  CLOCK_TOLERANCE,
  LONGEST_PUT_OFF,
  type MailStore,
  type MailTraffic,
  type WaitingMail,
} from "../store.ts";
import { listOf } from "./connection.ts";
import { IS_WAITING, LOCK_GAME, sendMails, WAITING_BY_ID } from "./outbox.ts";
import type { Database } from "./database.ts";
import { type EmailsRow, READ_EMAILS } from "./reads.ts";

/** Mails that do not wait for the operator. */
const IS_NOT_PAUSED = `(${GOES_WHEN_PAUSED}
  or game_id not in (select id from games where mail_paused_at is not null))`;

/** Gives up the mails that were held for too long, and claims others. @param isOf condition for their kind */
const claim = (isOf: string) => `
  with late as materialized (
    select id from outbox where status = 'queued' and due_at <= now() and ${IS_HELD}
    for no key update skip locked
  ), expired as (
    update outbox o set status = 'failed', finished_at = now(), payload = '{}', address = null,
      may_have_arrived = coalesce(may_have_arrived, false)
    from late where o.id = late.id
  )
  update outbox o set
    lease_until = now() + make_interval(secs => $2::float8), attempts = o.attempts + 1,
    may_have_arrived = case when o.lease_until is null then o.may_have_arrived else true end
  from (
    select id from outbox
    where status = 'queued' and due_at <= now() and (lease_until is null or lease_until < now())
      and ${isOf} and ${IS_NOT_HELD} and ${IS_NOT_PAUSED}
    order by due_at, id limit $1 for no key update skip locked
  ) due
  where o.id = due.id
  returning o.id::text as id, o.game_id as "gameId", o.recipient, o.address, o.kind, o.topic,
    o.language, o.payload, o.revision, o.attempts, extract(epoch from now() - o.created_at)::float8 as age`;

const CLAIM_MAILS = claim(IS_KNOWN_KIND);
const CLAIM_NOTICES = claim(IS_NOTICE);

/**
 * Updates several mails in the order of their ids and skips locked ones: one locked row must not hold up the
 * others.
 */
function updateMany(set: string, condition: string): string {
  return `
    with free as materialized (
      select id from outbox where status = 'queued' and ${condition}
      order by id for no key update skip locked
    )
    update outbox o set ${set} from free where o.id = free.id`;
}

const AMONG_IDS = "id = any($1::text::bigint[])";
const IN_SECONDS = "now() + make_interval(secs => $2::float8)";

const RENEW = updateMany(`lease_until = ${IN_SECONDS}`, AMONG_IDS);

const RETURN = updateMany(
  `lease_until = null, attempts = o.attempts - 1, due_at = ${IN_SECONDS}`,
  AMONG_IDS,
);

const HASTEN = updateMany("due_at = now()", "reason = any($1::text::text[]) and due_at > now()");

/** The mail with id $2 of game $1. */
const ONE = "game_id = $1 and id = $2::text::bigint";
const ONE_WAITING = `${ONE} and ${IS_WAITING}`;

const REDATE = updateMany(
  `due_at = least(due_at, now()), created_at = least(created_at, now()),
   lease_until = case when lease_until is not null
     then least(lease_until, now() + make_interval(secs => $1::float8)) end`,
  `${IS_NOT_HELD} and (created_at > now() + make_interval(secs => ${CLOCK_TOLERANCE})
    or lease_until > now() + make_interval(secs => $1::float8 + ${CLOCK_TOLERANCE})
    or due_at > now() + make_interval(secs => ${LONGEST_PUT_OFF + CLOCK_TOLERANCE}))`,
);

export const FINISH = `
  update outbox set lease_until = null, reason = null, may_have_arrived = true,
    status = case when revision = $3 then 'sent' else 'queued' end,
    attempts = case when revision = $3 then attempts else 0 end,
    finished_at = case when revision = $3 then now() end,
    payload = case when revision = $3 then '{}' else payload end,
    address = case when revision = $3 then null else address end
  where ${ONE_WAITING}`;

const POSTPONE = `
  update outbox set lease_until = null, reason = $5,
    due_at = case when revision = $3 then now() + make_interval(secs => $4::float8) else due_at end,
    may_have_arrived = case when $5 = 'connectionLost' then true else may_have_arrived end
  where ${ONE_WAITING}`;

const FAIL = `
  update outbox set lease_until = null, reason = $4,
    may_have_arrived = coalesce(
      may_have_arrived or $4 = 'connectionLost' or reason = 'connectionLost', false
    ),
    status = case when revision = $3 then 'failed' else 'queued' end,
    finished_at = case when revision = $3 then now() end,
    payload = case when revision = $3 then '{}' else payload end,
    address = case when revision = $3 then null else address end
  where ${ONE_WAITING}`;

const READ_KEY = `
  select game_id as "gameId", recipient, kind from outbox where id = $1::text::bigint`;

const BOUNCE = `
  update outbox set status = 'failed', may_have_arrived = true,
    reason = case when status = 'sent' then $3 else reason end,
    finished_at = case when status = 'sent' then now() else finished_at end
  where ${ONE} and status <> 'queued' returning id`;

/** A mail that may have arrived stays with its state: its reader may have their link from it. */
const DROP = `
  with kept as (
    update outbox set lease_until = null, finished_at = now(), payload = '{}', address = null,
      status = case when reason is null then 'sent' else 'failed' end
    where ${ONE_WAITING} and revision = $3 and may_have_arrived
  ), newer as (
    update outbox set lease_until = null where ${ONE_WAITING} and revision <> $3
  )
  delete from outbox where ${ONE_WAITING} and revision = $3 and may_have_arrived is not true`;

/** What is claimed was due before, so that the index finds it among what is due. */
const nextIn = (isOf: string) => `
  select extract(epoch from least(
    (select min(greatest(due_at, lease_until)) from outbox
     where status = 'queued' and due_at <= now() and ${isOf} and ${IS_NOT_PAUSED}),
    (select due_at from outbox
     where status = 'queued' and due_at > now() and ${isOf} order by due_at limit 1)
  ) - now())::float8 as seconds`;
const NEXT_MAIL_IN = nextIn(IS_KNOWN_KIND);
const NEXT_NOTICE_IN = nextIn(IS_NOTICE);

const COUNT = `
  select recipient is not distinct from 0 as organizer, status, count(*)::integer as count,
    count(*) filter (
      where status = 'queued' and not (${IS_NOT_HELD} and (${GOES_WHEN_PAUSED} or not exists (
        select from games where id = $1 and mail_paused_at is not null
      )))
    )::integer as held
  from outbox where game_id = $1 and id = any($2::text::bigint[]) and ${IS_MAIL} group by 1, 2`;

const TRAFFIC = `
  select
    (select count(*)::integer from outbox w join games g on g.id = w.game_id
     where w.game_id = $1 and w.${IS_WAITING} and ${isVisibleToOrganizer("g", "w")}) as queued,
    count(*)::integer as sent,
    coalesce(extract(epoch from min(finished_at) + interval '1 hour' - now()), 0)::float8 as seconds
  from outbox o join games g on g.id = o.game_id
  where o.game_id = $1 and o.status = 'sent' and o.finished_at > now() - interval '1 hour'
    and ${isVisibleToOrganizer("g", "o")}`;

const COUNT_RECENT = `
  select recipient, count(*)::integer as count from outbox
  where game_id = $1 and recipient = any($2::text::integer[]) and kind = $3
    and created_at > now() - interval '1 hour'
  group by recipient`;

const LATEST = `
  select (extract(epoch from max(created_at)) * 1000)::float8 as at from outbox
  where game_id = $1 and kind = $2`;

/** Waits for a running erasure of the game, and then finds none. */
const UNSUBSCRIBE = `insert into unsubscriptions (game_id, address_key)
  select id, $2 from games where id = $1 for key share on conflict do nothing`;

const SUBSCRIBE = "delete from unsubscriptions where game_id = $1 and address_key = $2";

const UNSUBSCRIBED = "select address_key as key from unsubscriptions where game_id = $1";

const REPORT = `insert into reports (game_id, address_hash, recipient, created_at)
  select id, $2, $3::text::integer, $4::text::timestamptz from games where id = $1
  on conflict do nothing returning 1`;

/** The game is locked, so that of two reports at the same moment the second sees the first. */
const PAUSE_REPORTED = `
  update games set mail_paused_at = $2::text::timestamptz
  where id = $1 and mail_paused_at is null and (
    select count(distinct coalesce(recipient, -1)) from reports where game_id = $1
  ) >= $3::text::integer
  returning 1`;

const REMOVE_REPORT = "delete from reports where game_id = $1 and address_hash = $2";

const REPORTS = "select address_hash as key from reports where game_id = $1";

/** What waited for the operator is as if written now: its age decides when it is given up. */
const PAUSE = `
  with changed as (
    update games set mail_paused_at = $2::text::timestamptz
    where id = $1 and (mail_paused_at is null) <> ($2::text is null) returning 1
  ), renewed as (
    update outbox set created_at = now()
    where game_id = $1 and ${IS_WAITING} and $2::text is null and exists (select from changed)
  )
  select from changed`;

/** As they were written. */
function inOrder(mails: ClaimedMail[]): ClaimedMail[] {
  return mails.toSorted((a, b) => Number(a.id) - Number(b.id));
}

export function mailStore(db: Database): MailStore {
  const readSeconds = async (text: string) => {
    const [row] = await db.queryShared<{ seconds: number | null }>(text);
    return row?.seconds ?? null;
  };
  const readKeys = async (text: string, gameId: string) => {
    const rows = await db.queryShared<{ key: string }>(text, [gameId]);
    return new Set(rows.map(({ key }) => key));
  };
  return {
    addMails(gameId, outbox) {
      return db.changeInTurn(gameId, async (tx) => {
        const [[game], waiting] = await Promise.all([
          tx.query(LOCK_GAME, [gameId]),
          tx.query<WaitingMail>(WAITING_BY_ID, [gameId]),
        ]);
        if (!game) return [];
        const change = outbox(waiting);
        const [rows] = await Promise.all([
          Promise.all(sendMails(tx, gameId, change)),
          tx.commit(),
        ]);
        return rows.flat().map(({ id }) => id);
      });
    },

    async claimMails(limit, leaseSeconds) {
      return inOrder(await db.query<ClaimedMail>(CLAIM_MAILS, [limit, leaseSeconds]));
    },

    async claimNotices(limit, leaseSeconds) {
      const claimed = await db.query<ClaimedMail>(CLAIM_NOTICES, [limit, leaseSeconds]);
      return toClaimedNotices(inOrder(claimed));
    },

    renewLeases: (ids, leaseSeconds) => db.run(RENEW, listOf(ids), leaseSeconds),

    // Other live instances may hold them; only expiry tells.
    releaseLeases: () => Promise.resolve(),

    returnMails: (ids, seconds) =>
      ids.length > 0 ? db.run(RETURN, listOf(ids), seconds) : Promise.resolve(),

    finishMail: ({ gameId, id, revision }) => db.run(FINISH, gameId, id, revision),
    postponeMail: ({ gameId, id, revision }, seconds, reason) =>
      db.run(POSTPONE, gameId, id, revision, seconds, reason),
    failMail: ({ gameId, id, revision }, reason) => db.run(FAIL, gameId, id, revision, reason),
    readMailKey: (id) => db.row(READ_KEY, [id]),

    bounceMail: ({ gameId, id }, reason) => db.change(BOUNCE, gameId, id, reason),

    dropMail: ({ gameId, id, revision }) => db.run(DROP, gameId, id, revision),
    hastenMails: (reasons) => db.run(HASTEN, listOf(reasons)),
    redateMails: (leaseSeconds) => db.run(REDATE, leaseSeconds),

    nextMailIn: () => readSeconds(NEXT_MAIL_IN),
    nextNoticeIn: () => readSeconds(NEXT_NOTICE_IN),

    async countMails(gameId, ids) {
      return toCountedMails(
        await db.queryShared<CountRow>(COUNT, [gameId, listOf(ids)]),
      );
    },

    async readMailTraffic(gameId) {
      return await db.row<MailTraffic>(TRAFFIC, [gameId]) ?? { sent: 0, queued: 0, seconds: 0 };
    },

    async countRecentMails(gameId, recipients, kind) {
      const rows = await db.queryShared<{ recipient: number; count: number }>(
        COUNT_RECENT,
        [gameId, listOf(recipients), kind],
      );
      return new Map(rows.map(({ recipient, count }) => [recipient, count]));
    },

    async readLatestMail(gameId, kind) {
      const at = (await db.row<{ at: number | null }>(LATEST, [gameId, kind]))?.at ?? null;
      return at === null ? null : new Date(at).toISOString();
    },

    async readEmailStatuses(gameId) {
      return toEmailStatuses((await db.row<EmailsRow>(READ_EMAILS, [gameId]))?.emails ?? []);
    },

    setUnsubscribed: (gameId, addressKey, isUnsubscribed) =>
      db.run(isUnsubscribed ? UNSUBSCRIBE : SUBSCRIBE, gameId, addressKey),

    readUnsubscribed: (gameId) => readKeys(UNSUBSCRIBED, gameId),

    addReport(gameId, { hash, recipient, pausesAt }) {
      const at = new Date().toISOString();
      return db.changeInTurn(gameId, async (tx) => {
        await tx.query(LOCK_GAME, [gameId]);
        const known = recipient === null ? null : String(recipient);
        const isNew = (await tx.query(REPORT, [gameId, hash, known, at])).length > 0;
        const paused = isNew ? await tx.query(PAUSE_REPORTED, [gameId, at, String(pausesAt)]) : [];
        await tx.commit();
        return paused.length > 0;
      });
    },

    removeReport: (gameId, hash) => db.run(REMOVE_REPORT, gameId, hash),

    readReports: (gameId) => readKeys(REPORTS, gameId),

    setMailPaused: (gameId, isPaused) =>
      db.change(PAUSE, gameId, isPaused ? new Date().toISOString() : null),
  };
}
