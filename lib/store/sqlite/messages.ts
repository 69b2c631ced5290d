import { LIMITS } from "../../game/types.ts";
import { endsOf } from "../../game/messages.ts";
import type { Partner, StoredMessage } from "../../game/messages.ts";
import { HELD_FOR, IS_UNCONFIRMED, MESSAGE_COLUMNS } from "../records.ts";
import { toRow } from "../notices.ts";
import type { MessageStore } from "../store.ts";
import type { Database } from "./database.ts";
import { GAME_KEY } from "./game_rows.ts";
import { tableOf } from "./table.ts";
import { guard, type Statement, statement } from "./writes.ts";

/** ?1 game, ?2 id, ?3 giver, ?4 receiver, ?5 from giver, ?6 thanks, ?10 sender, ?11 their version, ?12 limit, ?13 since */
const INSERT = `
  insert into messages (game, id, giver, receiver, is_from_giver, is_thanks, question, text, sent_at,
    giver_version, receiver_version)
  select g.key, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?14, ?15 from games g
  where g.id = ?1 and g.archived_at is null
    and exists (select 1 from assignments where game = g.key and giver = ?3 and receiver = ?4)
    and exists (select 1 from participants where game = g.key and number = ?10 and token_version = ?11)
    and exists (
      select 1 from participants where game = g.key
        and number = iif(?5, ?4, ?3) and token_version = iif(?5, ?15, ?14)
    )
    and (?6 or (
      select count(*) from messages
      where game = g.key and iif(?5, giver, receiver) = ?10 and is_from_giver = ?5
        and is_thanks = 0 and sent_at > ?13
    ) < ?12)
  on conflict do nothing
  returning 1`;

/**
 * ?1 game, ?2 recipient, ?3 kind, ?4 topic, ?5 now, ?6 delay in ms, ?7 the hour in ms, ?8 payload, ?9 whether it is
 * held
 */
const INSERT_MAIL = `
  insert into outbox (game, recipient, kind, topic, payload, created_at, reason, due_at)
  select g.key, ?2, ?3, ?4, ?8, ?5, iif(?9 and ${IS_UNCONFIRMED}, 'notConfirmed', null),
    iif(?9 and ${IS_UNCONFIRMED}, ${HELD_FOR * 1000}, ?6) + max(?5, coalesce((
    select max(coalesce(finished_at, due_at)) + ?7 from outbox
    where game = g.key and recipient = ?2 and kind = ?3
  ), 0))
  from games g
  where g.id = ?1 and not exists (
    select 1 from outbox
    where game = g.key and recipient = ?2 and kind = ?3 and topic = ?4 and status = 'queued'
  )`;

/** ?1 game, ?2 recipient, ?3 kind, ?4 topic, ?5 payload, ?6 now, ?7 delay in ms */
const INSERT_NOTICE = `
  insert into outbox (game, recipient, kind, topic, payload, created_at, due_at)
  select key, ?2, ?3, ?4, ?5, ?6, ?6 + ?7 from games where id = ?1
  on conflict (game, recipient, kind, topic) where status = 'queued'
  do update set created_at = excluded.created_at`;

/** Why a message was not stored. ?1 game, ?2 id, ?3 sender, ?4 from the giver, ?5 since. */
const REFUSAL = `
  select
    exists (select 1 from messages where game = g.key and id = ?2) as isKnown,
    exists (select 1 from messages where game = g.key and receiver = ?3 and is_thanks) as hasThanked,
    (select count(*) from messages where game = g.key and iif(?4, giver, receiver) = ?3
      and is_from_giver = ?4 and is_thanks = 0 and sent_at > ?5) as count
  from games g where g.id = ?1`;

const MESSAGES = tableOf<StoredMessage>(MESSAGE_COLUMNS);
const READ = `select ${MESSAGES.columns} from messages where game = ${GAME_KEY}`;

/** What of a thread someone has not read. */
const UNREAD: Readonly<Record<Partner, string>> = {
  receiver: "giver = ?2 and is_from_giver = 0 and is_over = 0 and is_read = 0",
  giver: "receiver = ?2 and is_from_giver = 1 and is_read = 0",
};
const KEY = GAME_KEY.replace("?", "?1");

const COUNT_UNREAD = `
  select
    (select count(*) from messages where game = ${KEY} and ${UNREAD.receiver}
      and coalesce(?3, giver_version) = giver_version) as receiver,
    (select count(*) from messages where game = ${KEY} and ${UNREAD.giver}
      and coalesce(?3, receiver_version) = receiver_version) as giver`;

/** A mail that was attempted may have arrived, and stays. */
const DROP_MAIL = `
  delete from outbox
  where game = ${KEY} and recipient = ?2 and kind = 'messageWaiting' and topic = ?3
    and status = 'queued' and attempts = 0`;

/** Deletes the messages of a sender. */
export function forgetting(gameId: string, number: number): Statement {
  return statement(
    `delete from messages where game = ${KEY} and iif(is_from_giver, giver, receiver) = ?2`,
    gameId,
    number,
  );
}

export function messageStore(db: Database): MessageStore {
  return {
    async addMessage(gameId, { message, sender, limit, mail, notices = [] }) {
      const isFromGiver = Number(message.isFromGiver);
      const isStored = await db.write(
        guard(
          INSERT,
          gameId,
          message.id,
          message.giver,
          message.receiver,
          isFromGiver,
          Number(message.isThanks),
          message.question,
          message.text,
          message.sentAt,
          sender.number,
          sender.tokenVersion,
          limit.count,
          limit.since,
          message.giverVersion,
          message.receiverVersion,
        ),
        ...mail
          ? [statement(
            INSERT_MAIL,
            gameId,
            mail.recipient,
            mail.kind,
            mail.topic ?? "",
            Date.now(),
            Math.round(mail.delay * 1000),
            LIMITS.betweenMessageMails * 1000,
            JSON.stringify(mail.payload ?? {}),
            Number(mail.isHeld ?? false),
          )]
          : [],
        ...notices.map(toRow).map(({ recipient, kind, topic = "", payload, delay = 0 }) =>
          statement(
            INSERT_NOTICE,
            gameId,
            recipient,
            kind,
            topic,
            JSON.stringify(payload),
            Date.now(),
            Math.round(delay * 1000),
          )
        ),
      );
      if (isStored) return "stored";
      const { isKnown, hasThanked, count } =
        await db.row<{ isKnown: number; hasThanked: number; count: number }>(
          REFUSAL,
          gameId,
          message.id,
          endsOf(message).sender,
          isFromGiver,
          limit.since,
        ) ?? { isKnown: 0, hasThanked: 0, count: 0 };
      if (isKnown) return "known";
      if (message.isThanks) return hasThanked ? "thanked" : "stale";
      return count >= limit.count ? "full" : "stale";
    },

    readMessages: (gameId, number) =>
      db.read((db) =>
        db.all(`${READ} and (giver = ? or receiver = ?) order by key`, gameId, number, number)
          .map(MESSAGES.read)
      ),

    async countUnread(gameId, number, version) {
      const row = await db.row<Record<Partner, number>>(COUNT_UNREAD, gameId, number, version);
      return row ?? { receiver: 0, giver: 0 };
    },

    markRead: (gameId, number, from, ids) =>
      db.run(
        statement(
          `update messages set is_read = 1
           where game = ${KEY} and ${UNREAD[from]} and id in (select value from json_each(?3))`,
          gameId,
          number,
          JSON.stringify(ids),
        ),
        statement(
          `${DROP_MAIL} and not exists (
             select 1 from messages where game = ${KEY} and ${UNREAD[from]}
           )`,
          gameId,
          number,
          from,
        ),
      ),
  };
}
