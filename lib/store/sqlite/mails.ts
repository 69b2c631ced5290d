import { mailVerbs } from "../sql/mails.ts";
import { GOES_WHEN_PAUSED, IS_HELD, IS_NOT_HELD, isVisibleToOrganizer } from "../records.ts";
import {
  type ClaimedMail,
  CLOCK_TOLERANCE,
  DatabaseBusy,
  GIVE_UP_AFTER,
  LONGEST_PUT_OFF,
  type MailStore,
  OVERDUE,
} from "../store.ts";
import { type Database, inSeconds } from "./database.ts";
import { SQLITE } from "./dialect.ts";
import { nextVersion } from "./game_rows.ts";
import { outboxChanges, readStatuses, readWaiting, type Unparsed } from "./outbox.ts";
import { idsOf, statement } from "./writes.ts";

/** Attempts to add mails when the game keeps changing. */
const ATTEMPTS = 100;

const HOUR = 3_600_000;

/** Condition for mails that do not wait for the operator. */
const IS_NOT_PAUSED = `(${GOES_WHEN_PAUSED}
  or game not in (select key from games where mail_paused_at is not null))`;

/** When the wait of the oldest mail to be sent began; before its first attempt, when it became due. null: none. */
export const waitingSince = (isNotPaused = IS_NOT_PAUSED) =>
  `min(iif(attempts = 0, max(created_at, due_at), created_at))
    filter (where ${IS_NOT_HELD} and ${isNotPaused})`;

/** Gives up mails that were held for too long. ?1 now. */
const EXPIRE = SQLITE.changeWaiting(
  `status = 'failed', lease_until = 0, finished_at = ?1, payload = '{}', address = null,
    may_have_arrived = coalesce(may_have_arrived, 0)`,
  `max(due_at, lease_until) <= ?1 and ${IS_HELD}`,
);

/** ?1 the end of the lease, ?2 now, ?3 the maximum number. @param isOf condition for the kinds to claim */
const claim = (isOf: string) => `
  update outbox set lease_until = ?1, attempts = attempts + 1,
    may_have_arrived = iif(lease_until > 0, 1, may_have_arrived),
    created_at = iif(due_at < ?2 - ${OVERDUE * 1000},
      max(created_at, ?2 - ${(GIVE_UP_AFTER - OVERDUE) * 1000}), created_at)
  where id in (
    select id from outbox where status = 'queued' and max(due_at, lease_until) <= ?2 and ${isOf}
      and ${IS_NOT_HELD} and ${IS_NOT_PAUSED}
    order by max(due_at, lease_until), id limit ?3
  )
  returning id`;

/** ?1 the ids, ?2 now; in the order in which the mails were written. */
const READ_CLAIMED = `
  select cast(o.id as text) as id, g.id as gameId, o.recipient, o.address, o.kind, o.topic,
    o.language, o.payload, o.revision, o.attempts, (?2 - o.created_at) / 1000.0 as age
  from outbox o join games g on g.key = o.game
  where o.id in (select value from json_each(?1)) order by o.id`;

/** ?1 now, ?2 the end of a lease that begins now; ?3, ?4, ?5 the latest plausible time of each. */
const MISDATED = `status = 'queued' and ${IS_NOT_HELD}
  and (created_at > ?3 or lease_until > ?4 or due_at > ?5)`;

/** Compares ?1 and ?2 only because all parameters must be used. */
const IS_MISDATED = `select ?1 < ?2 from outbox where ${MISDATED} limit 1`;

const REDATE = `
  update outbox set
    due_at = min(due_at, ?1 + iif(created_at > ?1 and attempts = 0, due_at - created_at, 0)),
    created_at = min(created_at, ?1),
    lease_until = min(lease_until, ?2)
  where ${MISDATED}`;

/** ?1 now. */
const nextIn = (isOf: string) => `
  select (max(due_at, lease_until) - ?1) / 1000.0 as seconds from outbox
  where status = 'queued' and ${isOf} and ${IS_NOT_PAUSED}
  order by max(due_at, lease_until) limit 1`;

const OWN_STATEMENTS = {
  claim,
  nextIn,
  traffic: `
    select count(o.id) as sent, (
        select count(*) from outbox w indexed by outbox_waiting
        where w.game = games.key and w.status = 'queued' and ${isVisibleToOrganizer("games", "w")}
      ) as queued, coalesce(min(o.finished_at) + ${HOUR} - ?2, 0) / 1000.0 as seconds
    from games left join outbox o
      on o.game = games.key and o.status = 'sent' and o.finished_at > ?2 - ${HOUR}
        and ${isVisibleToOrganizer("games", "o")}
    where games.id = ?1`,
};

export function mailStore(db: Database): MailStore {
  const claimBy = async (sql: string, limit: number, leaseSeconds: number) => {
    const now = Date.now();
    const rows = await db.write(
      statement(EXPIRE, now),
      statement(sql, inSeconds(leaseSeconds), now, limit),
    );
    const ids = idsOf(rows?.[1]);
    if (ids.length === 0) return [];
    const mails = await db.rows<Unparsed<ClaimedMail>>(READ_CLAIMED, JSON.stringify(ids), now);
    return mails.map((mail): ClaimedMail => ({ ...mail, payload: JSON.parse(mail.payload) }));
  };
  return {
    ...mailVerbs(db, SQLITE, OWN_STATEMENTS, claimBy),

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
            ...outboxChanges(gameId, mails),
          );
          if (rows) return idsOf(rows.slice(1).flat());
        }
        throw new DatabaseBusy("Others keep changing the outbox of this game");
      }),

    releaseLeases: () =>
      db.run(SQLITE.changeWaiting("lease_until = 0, may_have_arrived = 1", "lease_until > 0")),

    async redateMails(leaseSeconds) {
      const now = Date.now();
      const latest = now + CLOCK_TOLERANCE * 1000;
      const lease = leaseSeconds * 1000;
      const moments = [now, now + lease, latest, latest + lease, latest + LONGEST_PUT_OFF * 1000];
      // Changes are rare, so check first and spare the disk.
      if (await db.row(IS_MISDATED, ...moments)) await db.run(REDATE, ...moments);
    },

    readEmailStatuses: (gameId) => db.read((db) => readStatuses(db, gameId)),
  };
}
