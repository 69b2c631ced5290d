import { LIMITS } from "../../game/types.ts";
import type { Partner, StoredMessage } from "../../game/messages.ts";
import type { MessageStore, WritingOutcome } from "../store.ts";
import { HELD_FOR, IS_UNCONFIRMED, MESSAGE_COLUMNS } from "../records.ts";
import { toRow } from "../notices.ts";
import { selection } from "./columns.ts";
import { IS_WAITING } from "./outbox.ts";
import { listOf } from "./connection.ts";
import type { Database } from "./database.ts";
import { IS_ACTIVE } from "./reads.ts";

/** Writers on different instances do not wait for each other; a change of the game and its writers do. */
export const SHARE_GAME = `select 1 from games where id = $1 and ${IS_ACTIVE} for share`;

/** The two of one pair do: so neither writes more than they may. */
const LOCK_PAIR =
  "select 1 from assignments where game_id = $1 and giver = $2 and receiver = $3 for no key update";

/** What $6 has written in one direction since $8. */
const WRITTEN = `
  select count(*) from messages
  where game_id = $1 and case when $4::boolean then giver else receiver end = $6::text::integer
    and is_from_giver = $4::boolean and not is_thanks and sent_at > $8::text::timestamptz`;

/**
 * $1 game, $2 giver, $3 receiver, $4 from the giver, $5 the message, $6 sender, $7 their version, $8 since, $9 how many
 * since, $10 the mail or null, $11 its delay, $12 the notices. Statements of their own after the locks see what was stored before.
 */
const WRITE = `
  with allowed as materialized (
    select
      exists (select from games where id = $1 and ${IS_ACTIVE})
      and exists (select from assignments where game_id = $1 and giver = $2 and receiver = $3)
      and exists (
        select from participants
        where game_id = $1 and number = $6::text::integer and token_version = $7::text::integer
      )
      and exists (
        select from participants
        where game_id = $1 and number = case when $4::boolean then $3 else $2 end
          and token_version = case when $4::boolean then r."receiverVersion" else r."giverVersion" end
      ) as "isPair",
      exists (select from messages m where m.game_id = $1 and m.id = r.id) as "isKnown",
      exists (
        select from messages m where m.game_id = $1 and m.receiver = $3 and m.is_thanks and r."isThanks"
      ) as "isThanked",
      exists (select from games where id = $1 and ${IS_UNCONFIRMED}) as "isUnconfirmed",
      not r."isThanks" and (${WRITTEN}) >= $9::text::integer as "isFull",
      r.*
    from json_to_record($5::text::json)
      as r(id text, "isThanks" boolean, question text, text text, "sentAt" timestamptz,
        "giverVersion" integer, "receiverVersion" integer)
  ),
  stored as (
    insert into messages
      (game_id, id, giver, receiver, is_from_giver, is_thanks, question, text, sent_at,
        giver_version, receiver_version)
    select $1, id, $2, $3, $4, "isThanks", question, text, "sentAt", "giverVersion", "receiverVersion"
    from allowed
    where "isPair" and not "isKnown" and not "isThanked" and not "isFull"
    returning 1
  ),
  mailed as (
    insert into outbox (game_id, recipient, kind, topic, payload, reason, due_at)
    select $1, m.recipient, m.kind, m.topic, coalesce(m.payload, '{}'),
      case when m."isHeld" and "isUnconfirmed" then 'notConfirmed' end, make_interval(
        secs => case when m."isHeld" and "isUnconfirmed" then ${HELD_FOR} else $11::text::float8 end
      ) + greatest(
      now(), (
        select max(coalesce(o.finished_at, o.due_at)) + interval '${LIMITS.betweenMessageMails} seconds'
        from outbox o where o.game_id = $1 and o.recipient = m.recipient and o.kind = m.kind
      )
    )
    from json_to_record($10::text::json) as m(recipient integer, kind text, topic text, payload jsonb, "isHeld" boolean), stored, allowed
    where m.recipient is not null
    on conflict (game_id, recipient, kind, topic) where status = 'queued' do nothing
  ),
  notified as (
    insert into outbox (game_id, recipient, kind, topic, payload, due_at)
    select $1, n.recipient, n.kind, n.topic, n.payload, now() + make_interval(secs => n.delay)
    from json_to_recordset($12::text::json)
      as n(recipient integer, kind text, topic text, payload jsonb, delay float8), stored
    on conflict (game_id, recipient, kind, topic) where status = 'queued'
    do update set created_at = now()
  )
  select case
    when exists (select from stored) then 'stored' when "isKnown" then 'known'
    when not "isPair" then 'stale' when "isThanked" then 'thanked' else 'full'
  end as outcome from allowed`;

/** `+ 0` keeps the planner from reading the whole index of all messages in its order. */
const READ = `
  select ${selection(MESSAGE_COLUMNS, "messages")} from messages
  where game_id = $1 and (giver = $2 or receiver = $2) order by sequence + 0`;

/** What of a thread $2 has not read. */
const UNREAD: Readonly<Record<Partner, string>> = {
  receiver: "giver = $2 and not is_from_giver and not is_over and not is_read",
  giver: "receiver = $2 and is_from_giver and not is_read",
};

const COUNT_UNREAD = `
  select
    (select count(*)::integer from messages where game_id = $1 and ${UNREAD.receiver}
      and giver_version = coalesce($3::text::integer, giver_version)) as receiver,
    (select count(*)::integer from messages where game_id = $1 and ${UNREAD.giver}
      and receiver_version = coalesce($3::text::integer, receiver_version)) as giver`;

/** $3 the ids. What was tried already may have arrived, and stays. */
const markRead = (from: Partner) => `
  with done as (
    delete from outbox
    where game_id = $1 and recipient = $2 and kind = 'messageWaiting' and topic = '${from}'
      and ${IS_WAITING} and attempts = 0
      and not exists (
        select from messages
        where game_id = $1 and ${UNREAD[from]} and id <> all($3::text::text[])
      )
  )
  update messages set is_read = true
  where game_id = $1 and ${UNREAD[from]} and id = any($3::text::text[])`;
const MARK_READ = { receiver: markRead("receiver"), giver: markRead("giver") };

/** Takes out what $2 wrote. */
export const FORGET_MESSAGES = `
  delete from messages
  where game_id = $1 and case when is_from_giver then giver else receiver end = $2`;

export function messageStore(db: Database): MessageStore {
  return {
    addMessage(gameId, { message, sender, limit, mail, notices = [] }) {
      const { giver, receiver, isFromGiver, ...content } = message;
      return db.changeInTurn(gameId, async (tx) => {
        const [, , [row]] = await Promise.all([
          tx.query(SHARE_GAME, [gameId]),
          tx.query(LOCK_PAIR, [gameId, giver, receiver]),
          tx.query<{ outcome: WritingOutcome }>(WRITE, [
            gameId,
            giver,
            receiver,
            isFromGiver,
            JSON.stringify(content),
            String(sender.number),
            String(sender.tokenVersion),
            limit.since,
            String(limit.count),
            JSON.stringify(mail ? { ...mail, topic: mail.topic ?? "" } : {}),
            String(mail?.delay ?? 0),
            JSON.stringify(notices.map(toRow)),
          ]),
          tx.commit(),
        ]);
        if (!row) throw new Error("The database did not say what became of a message");
        return row.outcome;
      });
    },

    readMessages: (gameId, number) => db.queryShared<StoredMessage>(READ, [gameId, number]),

    async countUnread(gameId, number, version) {
      const params = [gameId, number, version === null ? null : String(version)];
      return await db.row<Record<Partner, number>>(COUNT_UNREAD, params) ??
        { receiver: 0, giver: 0 };
    },

    // Locked, or a message that is being stored would rely on the mail that is deleted here.
    async markRead(gameId, number, from, ids) {
      await db.changeLocked(gameId, MARK_READ[from], [gameId, number, listOf(ids)]);
    },
  };
}
