import { type MailKind, ORGANIZER } from "../../game/types.ts";
import type { Partner } from "../../game/messages.ts";
import { type Command, type Dialect, isUnreadBy, type SqlDatabase } from "./dialect.ts";
import { type CountRow, toCountedMails } from "../mail_rows.ts";
import { GOES_WHEN_PAUSED, IS_KNOWN_KIND, IS_MAIL, IS_NOT_HELD, IS_NOTICE } from "../records.ts";
import { toClaimedNotices } from "../notices.ts";
import type { ClaimedMail, MailStore, MailTraffic } from "../store.ts";

/**
 * Condition for waiting mails, for statements about one game. Not `status = 'queued'`: that would match the
 * index of all waiting mails, which looks small to the planner while its statistics are stale.
 */
export const IS_WAITING = "status not in ('sent', 'failed')";

const HOUR = 3_600;

/** The recipient of settled reports: the operator has resumed the mail since, and they no longer count. */
const SETTLED = -2;

/** In statements about one mail, $1 is its game, $2 its id, and $3 its revision when it was claimed. */
export function mailStatements(dialect: Dialect) {
  const { texts, cast, param, ofGame, gameId, gKey, gameColumn, among, changeWaiting } = dialect;
  const { now, moment, momentTime, noLease, keyShare, mailsAmong, isFresh } = dialect;
  const isOne = `${ofGame} and id = ${param("$2", "bigint")}`;
  const isOneWaiting = `${isOne} and ${IS_WAITING}`;
  const isHeld = `status = 'queued' and not (${IS_NOT_HELD} and (${GOES_WHEN_PAUSED} or not exists (
    select 1 from games where id = $1 and mail_paused_at is not null
  )))`;
  const reportedAt = param("$3", "timestamptz");
  const pausedAt = param("$2", "timestamptz");
  const isAmongIds = `id ${among("$1", "bigint")}`;
  const dropping = {
    any: dropStatements(dialect, "true", "$4"),
    receiver: dropReadStatements(dialect, "receiver"),
    giver: dropReadStatements(dialect, "giver"),
  };
  const others = texts({
    /**
     * $1 the ids, $2 the end of the lease. Skips mails that were returned meanwhile: with a lease, their next claim
     * would count as the second attempt.
     */
    renew: changeWaiting(
      `lease_until = ${moment("$2")}`,
      `${isAmongIds} and lease_until is distinct from ${noLease}`,
    ),

    /** $1 the ids, $2 when they are due. */
    giveBack: changeWaiting(
      `lease_until = ${noLease}, attempts = attempts - 1, due_at = ${moment("$2")}`,
      isAmongIds,
    ),

    /** $1 the reasons. */
    hasten: changeWaiting(
      `due_at = ${now("$2")}`,
      `due_at > ${now("$2")} and reason ${among("$1", "text")}`,
    ),

    finish: `
      update outbox set lease_until = ${noLease}, reason = null, may_have_arrived = true,
        status = case when revision = $3 then 'sent' else 'queued' end,
        attempts = case when revision = $3 then attempts else 0 end,
        finished_at = case when revision = $3 then ${now("$4")} end,
        payload = case when revision = $3 then '{}' else payload end,
        address = case when revision = $3 then null else address end
      where ${isOneWaiting}`,

    postpone: `
      update outbox set lease_until = ${noLease}, reason = $5,
        due_at = case when revision = $3 then ${moment("$4")} else due_at end,
        may_have_arrived = case when $5 = 'connectionLost' then true else may_have_arrived end
      where ${isOneWaiting}`,

    fail: `
      update outbox set lease_until = ${noLease}, reason = $4,
        may_have_arrived = coalesce(
          may_have_arrived or $4 = 'connectionLost' or reason = 'connectionLost', false
        ),
        status = case when revision = $3 then 'failed' else 'queued' end,
        finished_at = case when revision = $3 then ${now("$5")} end,
        payload = case when revision = $3 then '{}' else payload end,
        address = case when revision = $3 then null else address end
      where ${isOneWaiting}`,

    bounce: `
      update outbox set status = 'failed', may_have_arrived = true,
        reason = case when status = 'sent' then $3 else reason end,
        finished_at = case when status = 'sent' then ${now("$4")} else finished_at end
      where ${isOne} and status <> 'queued' returning id`,

    count: `
      select recipient is not distinct from ${ORGANIZER} as organizer, status,
        ${cast("count(*)", "integer")} as count,
        ${cast(`count(*) filter (where ${isHeld})`, "integer")} as held
      from outbox where ${mailsAmong("$2")} and ${IS_MAIL} group by 1, 2`,

    readKey: `
      select ${gameId} as "gameId", recipient, kind from outbox
      where id = ${param("$1", "bigint")}`,

    countRecent: `
      select recipient, ${cast("count(*)", "integer")} as count from outbox
      where ${ofGame} and recipient ${among("$2", "integer")} and kind = $3
        and created_at > ${moment("$4")}
      group by recipient`,

    /** Ends the claim of a mail into which newer facts were merged since. */
    keepNewer: `
      update outbox set lease_until = ${noLease} where ${isOneWaiting} and revision <> $3`,

    report: `
      insert into reports (${gameColumn}, address_hash, recipient, created_at)
      select ${gKey}, ${param("$2", "text")}, ${param("$4", "integer")}, ${reportedAt}
      from games g where g.id = $1 on conflict do nothing`,

    /** After `report`: pauses the mail and returns a row if report $2 of time $3 is new and $4 people have reported. */
    pauseReported: `
      update games set mail_paused_at = ${reportedAt}
      where id = $1 and mail_paused_at is null
        and exists (
          select 1 from reports r where ${ofGame} and address_hash = $2 and ${isFresh("r")}
        )
        and (
          select count(distinct coalesce(recipient, -1)) from reports
          where ${ofGame} and recipient is distinct from ${SETTLED}
        ) >= ${param("$4", "integer")}
      returning 1`,

    /** Mails that waited for the operator count as written now, because their age decides when they are given up. */
    renewPaused: `
      update outbox set created_at = ${now("$2")}
      where ${ofGame} and ${IS_WAITING}
        and exists (select 1 from games where id = $1 and mail_paused_at is not null)`,

    settleReports: `
      update reports set recipient = ${SETTLED}
      where ${ofGame} and exists (select 1 from games where id = $1 and mail_paused_at is not null)`,

    pause: `
      update games set mail_paused_at = ${pausedAt}
      where id = $1 and (mail_paused_at is null) <> (${pausedAt} is null) returning 1`,

    givenUp: `
      select recipient, kind from outbox
      where ${ofGame} and status = 'failed' and reason = 'notConfirmed' and id in (
        select max(id) from outbox where ${ofGame} and kind ${
      among("$2", "text")
    } group by recipient
      )`,

    /** The creation time of a mail that waited for long is later than its request, see OVERDUE. */
    latest: `
      select ${momentTime("max(case when due_at < created_at then due_at else created_at end)")}
        as at from outbox where ${ofGame} and kind = $2`,

    /** In Postgres this waits for a running erasure of the game, and then finds no game. */
    unsubscribe: `
      insert into unsubscriptions (${gameColumn}, address_key)
      select ${gKey}, ${param("$2", "text")} from games g where g.id = $1${keyShare}
      on conflict do nothing`,

    subscribe: `delete from unsubscriptions where ${ofGame} and address_key = $2`,
    unsubscribed: `select address_key as key from unsubscriptions where ${ofGame}`,
    removeReport: `delete from reports where ${ofGame} and address_hash = $2`,
    reports: `select address_hash as key from reports where ${ofGame}`,
  });
  return { ...others, dropping };
}

/** One of these drops a mail. @param condition with parameters from $4 on @param at the place of the current moment */
function dropStatements(dialect: Dialect, condition: string, at: string) {
  const { texts, param, ofGame, now, noLease } = dialect;
  const isClaimed = `${ofGame} and id = ${
    param("$2", "bigint")
  } and ${IS_WAITING} and revision = $3`;
  return texts({
    drop: `
      delete from outbox where ${isClaimed} and may_have_arrived is not true and ${condition}
      returning 1`,

    /** A mail that may have arrived is kept with its state, because its reader may have their link from it. */
    keep: `
      update outbox set lease_until = ${noLease}, finished_at = ${now(at)}, payload = '{}',
        address = null, status = case when reason is null then 'sent' else 'failed' end
      where ${isClaimed} and ${condition}
      returning 1`,
  });
}

/** The same, if no message of a thread is unread: $4 the reader, $5 the version of their link. */
function dropReadStatements(dialect: Dialect, from: Partner) {
  const isUnread = isUnreadBy(dialect, from, dialect.param("$4", "integer"), "$5");
  const isRead = `not exists (select 1 from messages where ${dialect.ofGame} and ${isUnread})`;
  return dropStatements(dialect, isRead, "$6");
}

/** Statements that differ between the databases. Those that need the time take `nowParams` last. */
interface OwnStatements {
  /** @param isOf condition for the kinds to claim */
  claim(isOf: string): string;
  /** @param isOf condition for the kinds to consider */
  nextIn(isOf: string): string;
  /** $1 the game. */
  traffic: string;
}

/** Claims mails with one of the two statements, and returns them in the order in which they were written. */
type Claim = (text: string, limit: number, leaseSeconds: number) => Promise<ClaimedMail[]>;

/** The verbs that are the same on both databases. */
export function mailVerbs(db: SqlDatabase, dialect: Dialect, own: OwnStatements, claim: Claim) {
  const { list, nowParams, momentParam } = dialect;
  const sql = {
    ...mailStatements(dialect),
    claimMails: own.claim(IS_KNOWN_KIND),
    claimNotices: own.claim(IS_NOTICE),
    nextMailIn: own.nextIn(IS_KNOWN_KIND),
    nextNoticeIn: own.nextIn(IS_NOTICE),
    traffic: own.traffic,
  };
  const readSeconds = async (text: string) => {
    const row = await db.row<{ seconds: number | null }>(text, ...nowParams());
    return row?.seconds ?? null;
  };
  const readKeys = async (text: string, gameId: string) => {
    const rows = await db.rows<{ key: string }>(text, gameId);
    return new Set(rows.map(({ key }) => key));
  };
  return {
    claimMails: (limit, leaseSeconds) => claim(sql.claimMails, limit, leaseSeconds),

    claimNotices: async (limit, leaseSeconds) =>
      toClaimedNotices(await claim(sql.claimNotices, limit, leaseSeconds)),

    renewLeases: (ids, seconds) => db.ids(sql.renew, list(ids), momentParam(seconds)),

    returnMails: async (ids, seconds) =>
      ids.length > 0 ? await db.ids(sql.giveBack, list(ids), momentParam(seconds)) : [],

    finishMail: ({ gameId, id, revision }) =>
      db.run(sql.finish, gameId, id, revision, ...nowParams()),

    postponeMail: ({ gameId, id, revision }, seconds, reason) =>
      db.run(sql.postpone, gameId, id, revision, momentParam(seconds), reason),

    failMail: ({ gameId, id, revision }, reason) =>
      db.run(sql.fail, gameId, id, revision, reason, ...nowParams()),

    bounceMail: ({ gameId, id }, reason) =>
      db.change(sql.bounce, gameId, id, reason, ...nowParams()),

    readMailKey: (id) => db.row(sql.readKey, id),

    hastenMails: (reasons) => db.run(sql.hasten, list(reasons), ...nowParams()),

    nextMailIn: () => readSeconds(sql.nextMailIn),
    nextNoticeIn: () => readSeconds(sql.nextNoticeIn),

    async readMailTraffic(gameId) {
      const row = await db.row<MailTraffic>(sql.traffic, gameId, ...nowParams());
      return row ?? { sent: 0, queued: 0, seconds: 0 };
    },

    async countMails(gameId, ids) {
      return toCountedMails(await db.rows<CountRow>(sql.count, gameId, list(ids)));
    },

    async countRecentMails(gameId, recipients, kind) {
      const rows = await db.rows<{ recipient: number; count: number }>(
        sql.countRecent,
        ...[gameId, list(recipients), kind, momentParam(-HOUR)],
      );
      return new Map(rows.map(({ recipient, count }) => [recipient, count]));
    },

    async readGivenUp(gameId, kinds) {
      const rows = await db.rows<{ recipient: number; kind: MailKind }>(
        sql.givenUp,
        gameId,
        list(kinds),
      );
      return new Map(rows.map(({ recipient, kind }) => [recipient, kind]));
    },

    async readLatestMail(gameId, kind) {
      return (await db.row<{ at: string | null }>(sql.latest, gameId, kind))?.at ?? null;
    },

    setUnsubscribed: (gameId, mark, isUnsubscribed) =>
      db.run(isUnsubscribed ? sql.unsubscribe : sql.subscribe, gameId, mark),

    readUnsubscribed: (gameId) => readKeys(sql.unsubscribed, gameId),

    // Locks the game, because a message that is being stored may rely on this mail.
    async dropMail({ gameId, id, revision }, unread) {
      const mail = [gameId, id, revision] as const;
      const { drop, keep } = sql.dropping[unread?.from ?? "any"];
      const params = unread ? [...mail, unread.number, unread.version] : mail;
      const [, ...dropped] = await db.together(
        gameId,
        [sql.keepNewer, mail],
        [drop, params],
        [keep, [...params, ...nowParams()]],
      );
      return dropped.includes(1);
    },

    async addReport(gameId, { hash, recipient, pausesAt }) {
      const at = new Date().toISOString();
      const [, isPaused] = await db.together(
        gameId,
        [sql.report, [gameId, hash, at, recipient]],
        [sql.pauseReported, [gameId, hash, at, pausesAt]],
      );
      return !!isPaused;
    },

    async setMailPaused(gameId, isPaused) {
      const renewal: Command[] = isPaused
        ? []
        : [[sql.renewPaused, [gameId, ...nowParams()]], [sql.settleReports, [gameId]]];
      const at = isPaused ? new Date().toISOString() : null;
      const changed = await db.together(gameId, ...renewal, [sql.pause, [gameId, at]]);
      return changed.at(-1) === 1;
    },

    removeReport: (gameId, hash) => db.run(sql.removeReport, gameId, hash),

    readReports: (gameId) => readKeys(sql.reports, gameId),
  } satisfies Partial<MailStore>;
}
