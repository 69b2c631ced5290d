import { toEmailStatuses } from "../mail_rows.ts";
import { IS_WAITING, mailVerbs } from "../sql/mails.ts";
import { GOES_WHEN_PAUSED, IS_HELD, IS_NOT_HELD, isVisibleToOrganizer } from "../records.ts";
import {
  type ClaimedMail,
  CLOCK_TOLERANCE,
  GIVE_UP_AFTER,
  LONGEST_PUT_OFF,
  type MailStore,
  OVERDUE,
  type WaitingMail,
} from "../store.ts";
import { LOCK_GAME, sendMails, WAITING_BY_ID } from "./outbox.ts";
import type { Database } from "./database.ts";
import { POSTGRES } from "./dialect.ts";
import { type EmailsRow, READ_EMAILS } from "./reads.ts";

/** Condition for mails that do not wait for the operator. */
const IS_NOT_PAUSED = `(${GOES_WHEN_PAUSED}
  or game_id not in (select id from games where mail_paused_at is not null))`;

/** When the wait of the oldest mail to be sent began; before its first attempt, when it became due. null: none. */
export const WAITING_SINCE = `
  min(case when attempts = 0 then greatest(created_at, due_at) else created_at end)
    filter (where ${IS_NOT_HELD} and ${IS_NOT_PAUSED})`;

/** Gives up mails that were held for too long, and claims others. @param isOf condition for the kinds to claim */
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
    may_have_arrived = case when o.lease_until is null then o.may_have_arrived else true end,
    created_at = case when o.due_at < now() - make_interval(secs => ${OVERDUE})
      then greatest(o.created_at, now() - make_interval(secs => ${GIVE_UP_AFTER - OVERDUE}))
      else o.created_at end
  from (
    select id from outbox
    where status = 'queued' and due_at <= now() and (lease_until is null or lease_until < now())
      and ${isOf} and ${IS_NOT_HELD} and ${IS_NOT_PAUSED}
    order by due_at, id limit $1 for no key update skip locked
  ) due
  where o.id = due.id
  returning o.id::text as id, o.game_id as "gameId", o.recipient, o.address, o.kind, o.topic,
    o.language, o.payload, o.revision, o.attempts, extract(epoch from now() - o.created_at)::float8 as age`;

const REDATE = POSTGRES.changeWaiting(
  `due_at = least(due_at, now() + case when created_at > now() and attempts = 0
     then due_at - created_at else interval '0' end),
   created_at = least(created_at, now()),
   lease_until = case when lease_until is not null
     then least(lease_until, now() + make_interval(secs => $1::float8)) end`,
  `${IS_NOT_HELD} and (created_at > now() + make_interval(secs => ${CLOCK_TOLERANCE})
    or lease_until > now() + make_interval(secs => $1::float8 + ${CLOCK_TOLERANCE})
    or due_at > now() + make_interval(secs => ${LONGEST_PUT_OFF + CLOCK_TOLERANCE}))`,
);

/** A claimed mail was due before, so the index of due times finds it among the due ones. */
const nextIn = (isOf: string) => `
  select extract(epoch from least(
    (select min(greatest(due_at, lease_until)) from outbox
     where status = 'queued' and due_at <= now() and ${isOf} and ${IS_NOT_PAUSED}),
    (select due_at from outbox
     where status = 'queued' and due_at > now() and ${isOf} order by due_at limit 1)
  ) - now())::float8 as seconds`;

const OWN_STATEMENTS = {
  claim,
  nextIn,
  traffic: `
    select
      (select count(*)::integer from outbox w join games g on g.id = w.game_id
       where w.game_id = $1 and w.${IS_WAITING} and ${isVisibleToOrganizer("g", "w")}) as queued,
      count(*)::integer as sent,
      coalesce(extract(epoch from min(finished_at) + interval '1 hour' - now()), 0)::float8
        as seconds
    from outbox o join games g on g.id = o.game_id
    where o.game_id = $1 and o.status = 'sent' and o.finished_at > now() - interval '1 hour'
      and ${isVisibleToOrganizer("g", "o")}`,
};

export function mailStore(db: Database): MailStore {
  const claimBy = async (text: string, ...params: number[]) => {
    const mails = await db.query<ClaimedMail>(text, params);
    return mails.toSorted((a, b) => Number(a.id) - Number(b.id));
  };
  return {
    ...mailVerbs(db, POSTGRES, OWN_STATEMENTS, claimBy),

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

    // Other live instances may hold leases. Only their expiry shows that an instance is dead.
    releaseLeases: () => Promise.resolve(),

    redateMails: (leaseSeconds) => db.run(REDATE, leaseSeconds),

    async readEmailStatuses(gameId) {
      return toEmailStatuses((await db.row<EmailsRow>(READ_EMAILS, gameId))?.emails ?? []);
    },
  };
}
