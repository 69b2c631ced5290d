import { ORGANIZER } from "../../game/types.ts";
import { type CountRow, toCountedMails } from "../mail_rows.ts";
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
  DatabaseBusy,
  LONGEST_PUT_OFF,
  type MailStore,
  type MailTraffic,
} from "../store.ts";
import { type Database, inSeconds } from "./database.ts";
import { GAME_KEY, nextVersion } from "./game_rows.ts";
import {
  changeWaiting,
  drop,
  idsOf,
  outboxChanges,
  readStatuses,
  readWaiting,
  type Unparsed,
} from "./outbox.ts";
import { statement } from "./writes.ts";

/** Attempts to add mails when the game keeps changing. */
const ATTEMPTS = 100;

const HOUR = 3_600_000;

const AMONG_IDS = "id in (select value from json_each(?1))";

/** Mails that do not wait for the operator. */
const IS_NOT_PAUSED = `(${GOES_WHEN_PAUSED}
  or game not in (select key from games where mail_paused_at is not null))`;

/** Gives up the mails that were held for too long. */
const EXPIRE =
  `status = 'failed', lease_until = 0, finished_at = ?1, payload = '{}', address = null,
    may_have_arrived = coalesce(may_have_arrived, 0)
  where max(due_at, lease_until) <= ?1 and ${IS_HELD}`;

/** ?1 the end of the lease, ?2 now, ?3 how many. @param isOf condition for their kind */
const claim = (isOf: string) => `
  update outbox set lease_until = ?1, attempts = attempts + 1,
    may_have_arrived = iif(lease_until > 0, 1, may_have_arrived)
  where id in (
    select id from outbox where status = 'queued' and max(due_at, lease_until) <= ?2 and ${isOf}
      and ${IS_NOT_HELD} and ${IS_NOT_PAUSED}
    order by max(due_at, lease_until), id limit ?3
  )
  returning id`;

const CLAIM_MAILS = claim(IS_KNOWN_KIND);
const CLAIM_NOTICES = claim(IS_NOTICE);

/** ?1 the ids, ?2 now; in the order in which the mails were written. */
const READ_CLAIMED = `
  select cast(o.id as text) as id, g.id as gameId, o.recipient, o.address, o.kind, o.topic,
    o.language, o.payload, o.revision, o.attempts, (?2 - o.created_at) / 1000.0 as age
  from outbox o join games g on g.key = o.game
  where o.${AMONG_IDS} order by o.id`;

/** ?1 now, ?2 the end of a lease that begins now; ?3, ?4, ?5 the last moments for each. */
const MISDATED = `status = 'queued' and ${IS_NOT_HELD}
  and (created_at > ?3 or lease_until > ?4 or due_at > ?5)`;

/** All parameters must be used. */
const IS_MISDATED = `select ?1 < ?2 from outbox where ${MISDATED} limit 1`;

const REDATE = `
  update outbox set due_at = min(due_at, ?1), created_at = min(created_at, ?1),
    lease_until = min(lease_until, ?2)
  where ${MISDATED}`;

const FINISH = `lease_until = 0, reason = null, may_have_arrived = 1,
    status = iif(revision = ?2, 'sent', 'queued'),
    attempts = iif(revision = ?2, attempts, 0),
    finished_at = iif(revision = ?2, ?3, null),
    payload = iif(revision = ?2, '{}', payload),
    address = iif(revision = ?2, null, address)
  where id = ?1`;

const POSTPONE = `lease_until = 0, reason = ?4, due_at = iif(revision = ?2, ?3, due_at),
    may_have_arrived = iif(?4 = 'connectionLost', 1, may_have_arrived)
  where id = ?1`;

const FAIL = `lease_until = 0, reason = ?4,
    may_have_arrived =
      may_have_arrived is 1 or ?4 = 'connectionLost' or reason is 'connectionLost',
    status = iif(revision = ?2, 'failed', 'queued'),
    finished_at = iif(revision = ?2, ?3, null),
    payload = iif(revision = ?2, '{}', payload),
    address = iif(revision = ?2, null, address)
  where id = ?1`;

const KEEP_NEWER = "lease_until = 0 where id = ?1 and revision <> ?2";

const BOUNCE = `
  update outbox set status = 'failed', may_have_arrived = 1,
    reason = iif(status = 'sent', ?2, reason),
    finished_at = iif(status = 'sent', ?3, finished_at)
  where id = ?1 and status <> 'queued' returning id`;

const READ_KEY = `
  select g.id as gameId, o.recipient, o.kind
  from outbox o join games g on g.key = o.game where o.id = ?`;

const nextDue = (isOf: string) => `
  select max(due_at, lease_until) as due from outbox
  where status = 'queued' and ${isOf} and ${IS_NOT_PAUSED}
  order by max(due_at, lease_until) limit 1`;
const NEXT_MAIL = nextDue(IS_KNOWN_KIND);
const NEXT_NOTICE = nextDue(IS_NOTICE);

const COUNT = `
  select recipient is ${ORGANIZER} as organizer, status, count(*) as count,
    sum(status = 'queued' and not (${IS_NOT_HELD} and ${IS_NOT_PAUSED})) as held
  from outbox where ${AMONG_IDS} and ${IS_MAIL} group by 1, 2`;

/** ?1 the game, ?2 an hour ago. */
const TRAFFIC = `
  select count(o.id) as sent, (
      select count(*) from outbox w indexed by outbox_waiting
      where w.game = games.key and w.status = 'queued' and ${isVisibleToOrganizer("games", "w")}
    ) as queued, coalesce(min(o.finished_at) - ?2, 0) / 1000.0 as seconds
  from games left join outbox o on o.game = games.key and o.status = 'sent' and o.finished_at > ?2
    and ${isVisibleToOrganizer("games", "o")}
  where games.id = ?1`;

const COUNT_RECENT = `
  select recipient, count(*) as count from outbox
  where game = ${GAME_KEY} and recipient in (select value from json_each(?)) and kind = ?
    and created_at > ?
  group by recipient`;

const LATEST = `select max(created_at) as at from outbox where game = ${GAME_KEY} and kind = ?`;

const UNSUBSCRIBE = `
  insert into unsubscriptions (game, address_key) select key, ?2 from games where id = ?1
  on conflict do nothing`;

const SUBSCRIBE = `delete from unsubscriptions where game = ${GAME_KEY} and address_key = ?`;

const UNSUBSCRIBED = `select address_key as key from unsubscriptions where game = ${GAME_KEY}`;

const REPORT = `
  insert into reports (game, address_hash, recipient, created_at)
  select key, ?2, ?3, ?4 from games where id = ?1 on conflict do nothing`;

/** Runs behind `REPORT`; returns a row if that has stored a report that pauses the game's mail. */
const PAUSE_REPORTED = `
  update games set mail_paused_at = ?2
  where changes() > 0 and id = ?1 and mail_paused_at is null and (
    select count(distinct coalesce(recipient, -1)) from reports where game = games.key
  ) >= ?3
  returning 1`;

const REMOVE_REPORT = `delete from reports where game = ${GAME_KEY} and address_hash = ?`;

const REPORTS = `select address_hash as key from reports where game = ${GAME_KEY}`;

const PAUSE = `
  update games set mail_paused_at = ?2
  where id = ?1 and (mail_paused_at is null) <> (?2 is null) returning 1`;

/** What waited for the operator is as if written now: its age decides when it is given up. */
const RENEW_PAUSED = `created_at = ?2
  where game = (select key from games where id = ?1 and mail_paused_at is not null)`;

export function mailStore(db: Database): MailStore {
  const claimBy = async (sql: string, limit: number, leaseSeconds: number) => {
    const now = Date.now();
    const rows = await db.write(
      changeWaiting(EXPIRE, now),
      statement(sql, inSeconds(leaseSeconds), now, limit),
    );
    const ids = idsOf(rows?.[1]);
    if (ids.length === 0) return [];
    const mails = await db.rows<Unparsed<ClaimedMail>>(READ_CLAIMED, toJson(ids), now);
    return mails.map((mail): ClaimedMail => ({ ...mail, payload: JSON.parse(mail.payload) }));
  };
  const nextIn = async (sql: string) => {
    const next = await db.row<{ due: number }>(sql);
    return next && (next.due - Date.now()) / 1000;
  };
  const readKeys = async (text: string, gameId: string) => {
    const rows = await db.rows<{ key: string }>(text, gameId);
    return new Set(rows.map(({ key }) => key));
  };
  return {
    addMails: (gameId, decide) =>
      db.inTurnById(gameId, async () => {
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          const { version, mails } = await db.read((db) => ({
            version: db.get<[number]>("select version from games where id = ?", gameId)?.[0],
            mails: decide(readWaiting(db, gameId)),
          }));
          const { add, notices = [], update, remove = [] } = mails;
          const count = add.length + notices.length + update.length + remove.length;
          if (version === undefined || count === 0) return [];
          const rows = await db.write(
            nextVersion(gameId, version),
            ...outboxChanges(gameId, mails, Date.now()),
          );
          if (rows) return idsOf(rows.slice(1).flat());
        }
        throw new DatabaseBusy("Others keep changing the outbox of this game");
      }),

    claimMails: (limit, leaseSeconds) => claimBy(CLAIM_MAILS, limit, leaseSeconds),

    claimNotices: async (limit, leaseSeconds) =>
      toClaimedNotices(await claimBy(CLAIM_NOTICES, limit, leaseSeconds)),

    renewLeases: (ids, leaseSeconds) =>
      db.run(
        changeWaiting(`lease_until = ?2 where ${AMONG_IDS}`, toJson(ids), inSeconds(leaseSeconds)),
      ),

    releaseLeases: () =>
      db.run(changeWaiting("lease_until = 0, may_have_arrived = 1 where lease_until > 0")),

    returnMails: (ids, seconds) =>
      db.run(changeWaiting(
        `lease_until = 0, attempts = attempts - 1, due_at = ?2 where ${AMONG_IDS}`,
        toJson(ids),
        inSeconds(seconds),
      )),

    finishMail: ({ id, revision }) =>
      db.run(changeWaiting(FINISH, Number(id), revision, Date.now())),

    postponeMail: ({ id, revision }, seconds, reason) =>
      db.run(changeWaiting(POSTPONE, Number(id), revision, inSeconds(seconds), reason)),

    failMail: ({ id, revision }, reason) =>
      db.run(changeWaiting(FAIL, Number(id), revision, Date.now(), reason)),

    readMailKey: (id) => db.row(READ_KEY, Number(id)),

    bounceMail: ({ id }, reason) => db.change(BOUNCE, Number(id), reason, Date.now()),

    dropMail: ({ id, revision }) =>
      db.run(
        changeWaiting(KEEP_NEWER, Number(id), revision),
        ...drop(id, Date.now(), revision),
      ),

    hastenMails: (reasons) =>
      db.run(changeWaiting(
        "due_at = ?2 where due_at > ?2 and reason in (select value from json_each(?1))",
        JSON.stringify(reasons),
        Date.now(),
      )),

    async redateMails(leaseSeconds) {
      const now = Date.now();
      const latest = now + CLOCK_TOLERANCE * 1000;
      const lease = leaseSeconds * 1000;
      const moments = [now, now + lease, latest, latest + lease, latest + LONGEST_PUT_OFF * 1000];
      // Rarely changes anything, so check first and spare the disk.
      if (await db.has(IS_MISDATED, ...moments)) await db.run(statement(REDATE, ...moments));
    },

    nextMailIn: () => nextIn(NEXT_MAIL),
    nextNoticeIn: () => nextIn(NEXT_NOTICE),

    async countMails(_gameId, ids) {
      return toCountedMails(await db.rows<CountRow>(COUNT, toJson(ids)));
    },

    async readMailTraffic(gameId) {
      const row = await db.row<MailTraffic>(TRAFFIC, gameId, Date.now() - HOUR);
      return row ?? { sent: 0, queued: 0, seconds: 0 };
    },

    async countRecentMails(gameId, recipients, kind) {
      const rows = await db.rows<{ recipient: number; count: number }>(
        COUNT_RECENT,
        gameId,
        JSON.stringify(recipients),
        kind,
        Date.now() - HOUR,
      );
      return new Map(rows.map(({ recipient, count }) => [recipient, count]));
    },

    async readLatestMail(gameId, kind) {
      const at = (await db.row<{ at: number | null }>(LATEST, gameId, kind))?.at ?? null;
      return at === null ? null : new Date(at).toISOString();
    },

    readEmailStatuses: (gameId) => db.read((db) => readStatuses(db, gameId)),

    setUnsubscribed: (gameId, addressKey, isUnsubscribed) =>
      db.run(statement(isUnsubscribed ? UNSUBSCRIBE : SUBSCRIBE, gameId, addressKey)),

    readUnsubscribed: (gameId) => readKeys(UNSUBSCRIBED, gameId),

    async addReport(gameId, { hash, recipient, pausesAt }) {
      const at = new Date().toISOString();
      const rows = await db.write(
        statement(REPORT, gameId, hash, recipient, at),
        statement(PAUSE_REPORTED, gameId, at, pausesAt),
      );
      return rows?.[1]?.length === 1;
    },

    removeReport: (gameId, hash) => db.run(statement(REMOVE_REPORT, gameId, hash)),

    readReports: (gameId) => readKeys(REPORTS, gameId),

    async setMailPaused(gameId, isPaused) {
      const now = Date.now();
      const renewed = isPaused ? [] : [changeWaiting(RENEW_PAUSED, gameId, now)];
      const at = isPaused ? new Date(now).toISOString() : null;
      const rows = await db.write(...renewed, statement(PAUSE, gameId, at));
      return rows?.at(-1)?.length === 1;
    },
  };
}

function toJson(ids: readonly string[]): string {
  return JSON.stringify(ids.map(Number));
}
