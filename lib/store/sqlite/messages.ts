import { LIMITS } from "../../game/types.ts";
import type { Partner, Question, StoredMessage } from "../../game/messages.ts";
import { endsOf } from "../../game/messages.ts";
import { HELD_FOR, IS_UNCONFIRMED } from "../records.ts";
import { toRow } from "../notices.ts";
import { type WritingOutcome, type WrittenMessage } from "../store.ts";
import type { Connection, Value } from "./connection.ts";
import { GAME_KEY } from "./games.ts";
import type { Statement } from "./writes.ts";

/** ?1 game, ?2 id, ?3 giver, ?4 receiver, ?5 from giver, ?6 thanks, ?10 sender, ?11 their version, ?12 limit, ?13 since */
const INSERT = `
  insert into messages (game, id, giver, receiver, is_from_giver, is_thanks, question, text, sent_at,
    giver_version, receiver_version)
  select g.key, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?14, ?15 from games g
  where g.id = ?1 and g.archived_at is null
    and exists (select 1 from assignments where game = g.key and giver = ?3 and receiver = ?4)
    and exists (select 1 from participants where game = g.key and number = ?10 and token_version = ?11)
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

/** ?1 game, ?2 recipient, ?3 kind, ?4 topic, ?5 payload, ?6 now, ?7 when it is due */
const INSERT_NOTICE = `
  insert into outbox (game, recipient, kind, topic, payload, created_at, due_at)
  select key, ?2, ?3, ?4, ?5, ?6, ?7 from games where id = ?1
  on conflict do nothing`;

/** Stores a message if it is allowed, and returns a row then. @param now in ms */
export function writing(
  gameId: string,
  { message, sender, limit, mail, notices = [] }: WrittenMessage,
  now: number,
): Statement[] {
  return [
    {
      sql: INSERT,
      params: [[
        gameId,
        message.id,
        message.giver,
        message.receiver,
        Number(message.isFromGiver),
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
      ]],
      isGuard: true,
    },
    ...mail
      ? [{
        sql: INSERT_MAIL,
        params: [[
          gameId,
          mail.recipient,
          mail.kind,
          mail.topic ?? "",
          now,
          Math.round(mail.delay * 1000),
          LIMITS.betweenMessageMails * 1000,
          JSON.stringify(mail.payload ?? {}),
          Number(mail.isHeld ?? false),
        ]],
      }]
      : [],
    ...notices.map((notice) => {
      const { recipient, kind, topic = "", payload, delay = 0 } = toRow(notice);
      return {
        sql: INSERT_NOTICE,
        params: [[
          gameId,
          recipient,
          kind,
          topic,
          JSON.stringify(payload),
          now,
          now + Math.round(delay * 1000),
        ]],
      };
    }),
  ];
}

/** Why a message was not stored. */
export function refusalOf(
  db: Connection,
  gameId: string,
  { message, limit }: WrittenMessage,
): WritingOutcome {
  const { sender } = endsOf(message);
  const [known, thanked, count] = db.get<[number, number, number]>(
    `select
       exists (select 1 from messages where game = g.key and id = ?2),
       exists (select 1 from messages where game = g.key and receiver = ?3 and is_thanks),
       (select count(*) from messages where game = g.key and iif(?4, giver, receiver) = ?3
         and is_from_giver = ?4 and is_thanks = 0 and sent_at > ?5)
     from games g where g.id = ?1`,
    gameId,
    message.id,
    sender,
    Number(message.isFromGiver),
    limit.since,
  ) ?? [0, 0, 0];
  if (known) return "known";
  if (message.isThanks) return thanked ? "thanked" : "stale";
  return count >= limit.count ? "full" : "stale";
}

const COLUMNS =
  "id, giver, receiver, is_from_giver, is_thanks, question, text, sent_at, is_over, is_read, giver_version, receiver_version";

type Row = [
  id: string,
  giver: number,
  receiver: number,
  isFromGiver: number,
  isThanks: number,
  question: Question | null,
  text: string | null,
  sentAt: string,
  isOver: number,
  isRead: number,
  giverVersion: number,
  receiverVersion: number,
];

/** @param number of someone whose messages they are; null: all of the game */
export function readMessages(
  db: Connection,
  gameId: string,
  number: number | null,
): StoredMessage[] {
  const rows = number === null
    ? db.all<Row>(`select ${COLUMNS} from messages where game = ${GAME_KEY} order by key`, gameId)
    : db.all<Row>(
      `select ${COLUMNS} from messages
       where game = ${GAME_KEY} and (giver = ? or receiver = ?) order by key`,
      gameId,
      number,
      number,
    );
  return rows.map((
    [id, giver, receiver, isFromGiver, isThanks, question, text, sentAt, ...rest],
  ) => ({
    id,
    giver,
    receiver,
    isFromGiver: isFromGiver === 1,
    isThanks: isThanks === 1,
    question,
    text,
    sentAt,
    isOver: rest[0] === 1,
    isRead: rest[1] === 1,
    giverVersion: rest[2],
    receiverVersion: rest[3],
  }));
}

/** Stores messages as they are, in their order. */
export function insertion(gameId: string, messages: readonly StoredMessage[]): Statement {
  return {
    sql: `insert into messages (game, ${COLUMNS}) values (${GAME_KEY}, ${
      Array(12).fill("?").join(", ")
    })`,
    params: messages.map((one): Value[] => [
      gameId,
      one.id,
      one.giver,
      one.receiver,
      Number(one.isFromGiver),
      Number(one.isThanks),
      one.question,
      one.text,
      one.sentAt,
      Number(one.isOver),
      Number(one.isRead),
      one.giverVersion,
      one.receiverVersion,
    ]),
  };
}

/** What of a thread someone has not read. */
const UNREAD: Readonly<Record<Partner, string>> = {
  receiver: "giver = ?2 and is_from_giver = 0 and is_over = 0 and is_read = 0",
  giver: "receiver = ?2 and is_from_giver = 1 and is_read = 0",
};
const KEY = GAME_KEY.replace("?", "?1");

export function countUnread(
  db: Connection,
  gameId: string,
  number: number,
  version: number | null,
): Record<Partner, number> {
  const [receiver = 0, giver = 0] = db.get<[number, number]>(
    `select
       (select count(*) from messages where game = ${KEY} and ${UNREAD.receiver}
         and coalesce(?3, giver_version) = giver_version),
       (select count(*) from messages where game = ${KEY} and ${UNREAD.giver}
         and coalesce(?3, receiver_version) = receiver_version)`,
    gameId,
    number,
    version,
  ) ?? [];
  return { receiver, giver };
}

/** A mail that was attempted may have arrived, and stays. */
export function reading(gameId: string, number: number, from: Partner): Statement[] {
  return [
    {
      sql: `update messages set is_read = 1 where game = ${KEY} and ${UNREAD[from]}`,
      params: [[gameId, number]],
    },
    {
      sql: `delete from outbox
        where game = ${KEY} and recipient = ?2 and kind = 'messageWaiting' and topic = ?3
          and status = 'queued' and attempts = 0`,
      params: [[gameId, number, from]],
    },
  ];
}

/** Deletes the messages of a sender. */
export function forgetting(gameId: string, number: number): Statement {
  return {
    sql: `delete from messages where game = ${KEY} and iif(is_from_giver, giver, receiver) = ?2`,
    params: [[gameId, number]],
  };
}
