import { endsOf, type Partner } from "../../game/messages.ts";
import { LIMITS } from "../../game/types.ts";
import { type NewRow, toRow } from "../notices.ts";
import { HELD_FOR, IS_UNCONFIRMED } from "../records.ts";
import type { MessageStore } from "../store.ts";
import {
  type Command,
  type Dialect,
  hasLink,
  hasPair,
  isUnread,
  isUnreadBy,
  type SqlDatabase,
} from "./dialect.ts";
import { IS_WAITING } from "./mails.ts";

/** Number of messages that a participant has written in one direction since a moment; each argument is a parameter. */
function written({ cast, ofG }: Dialect, isFromGiver: string, sender: string, since: string) {
  return `(
    select ${cast("count(*)", "integer")} from messages m
    where ${ofG("m")} and case when ${isFromGiver} then giver else receiver end = ${sender}
      and is_from_giver = ${isFromGiver} and not is_thanks and sent_at > ${since}
  )`;
}

/** Returns the statement that stores a message if its pair and both links are current and the limit is not reached. */
function insertion(dialect: Dialect): string {
  const { param, gKey, gameColumn, isActive } = dialect;
  const [id, text, question] = [param("$2", "text"), param("$8", "text"), param("$7", "text")];
  const [giver, receiver] = [param("$3", "integer"), param("$4", "integer")];
  const [isFromGiver, isThanks] = [param("$5", "boolean"), param("$6", "boolean")];
  const [sentAt, since] = [param("$9", "timestamptz"), param("$13", "timestamptz")];
  const [sender, version] = [param("$10", "integer"), param("$11", "integer")];
  const [giverVersion, receiverVersion] = [param("$14", "integer"), param("$15", "integer")];
  const other = `case when ${isFromGiver} then ${receiver} else ${giver} end`;
  const otherVersion = `case when ${isFromGiver} then ${receiverVersion} else ${giverVersion} end`;
  return `
    insert into messages (${gameColumn}, id, giver, receiver, is_from_giver, is_thanks, question,
      text, sent_at, giver_version, receiver_version)
    select ${gKey}, ${id}, ${giver}, ${receiver}, ${isFromGiver}, ${isThanks}, ${question},
      ${text}, ${sentAt}, ${giverVersion}, ${receiverVersion}
    from games g
    where g.id = $1 and ${isActive("g")}
      and ${hasPair(dialect, giver, receiver)}
      and ${hasLink(dialect, sender, version)}
      and ${hasLink(dialect, other, otherVersion)}
      and (${isThanks} or
        ${written(dialect, isFromGiver, sender, since)} < ${param("$12", "integer")})
    on conflict do nothing
    returning 1`;
}

/** Statements that run after `insertion` and notify the reader: $2 the id of the message. */
function tellingStatements(dialect: Dialect) {
  const { texts, param, ofG, gKey, gameColumn, now, moment, later, latest, isFresh } = dialect;
  const [recipient, kind] = [param("$3", "integer"), param("$4", "text")];
  const [topic, payload] = [param("$5", "text"), param("$6", "jsonb")];
  /** On SQLite true only if the preceding statement changed a row: each of these but the last must change one. */
  const isStored = `exists (
    select 1 from messages m
    where ${ofG("m")} and m.id = ${param("$2", "text")} and ${isFresh("m")}
  )`;
  const isHeld = `${param("$8", "boolean")} and ${IS_UNCONFIRMED}`;
  // A mail sent in the future was sent while the clock was ahead: it counts as sent now.
  const latestMail = `(
    select max(case when finished_at is null then due_at
      when finished_at > ${now("$9")} then ${now("$9")} else finished_at end) from outbox o
    where ${ofG("o")} and recipient = ${recipient} and kind = ${kind}
  )`;
  const earliest = latest(now("$9"), later(latestMail, String(LIMITS.betweenMessageMails)));
  const delay = `case when ${isHeld} then ${HELD_FOR} else ${param("$7", "float8")} end`;
  return texts({
    /** $7 the delay, $8 whether it is to be held. */
    mail: `
      insert into outbox (${gameColumn}, recipient, kind, topic, payload, created_at, reason, due_at)
      select ${gKey}, ${recipient}, ${kind}, ${topic}, ${payload}, ${now("$9")},
        case when ${isHeld} then 'notConfirmed' end, ${later(earliest, delay)}
      from games g where g.id = $1 and ${isStored}
      on conflict (${gameColumn}, recipient, kind, topic) where status = 'queued' do nothing`,

    /** $7 when it is due. */
    notice: `
      insert into outbox (${gameColumn}, recipient, kind, topic, payload, due_at, created_at)
      select ${gKey}, ${recipient}, ${kind}, ${topic}, ${payload}, ${moment("$7")}, ${now("$8")}
      from games g where g.id = $1 and ${isStored}
      on conflict (${gameColumn}, recipient, kind, topic) where status = 'queued'
      do update set created_at = excluded.created_at`,
  });
}

/** Statements about stored threads. */
function threadStatements(dialect: Dialect) {
  const { texts, cast, param, ofGame, ofG, among } = dialect;
  const count = (from: Partner) => `
    (select ${cast("count(*)", "integer")} from messages
      where ${ofGame} and ${isUnreadBy(dialect, from, "$2", "$3")}) as ${from}`;
  const mark = (from: Partner) => `
    update messages set is_read = true
    where ${ofGame} and ${isUnread(from, "$2")} and id ${among("$3", "text")}`;
  // A mail that was tried may have arrived, so it stays.
  const dropMail = (from: Partner) => `
    delete from outbox
    where ${ofGame} and recipient = $2 and kind = 'messageWaiting' and topic = '${from}'
      and ${IS_WAITING} and attempts = 0
      and not exists (select 1 from messages where ${ofGame} and ${isUnread(from, "$2")})`;
  const sender = param("$3", "integer");
  return {
    mark: texts({ receiver: mark("receiver"), giver: mark("giver") }),
    dropMail: texts({ receiver: dropMail("receiver"), giver: dropMail("giver") }),
    ...texts({
      countUnread: `select ${count("receiver")}, ${count("giver")}`,

      /** Tells why a message was not stored. $2 its id, $3 the sender, $4 true for the giver, $5 the limit's start. */
      refusal: `
        select exists (
            select 1 from messages m where ${ofG("m")} and m.id = ${param("$2", "text")}
          ) as "isKnown",
          exists (
            select 1 from messages m where ${ofG("m")} and receiver = ${sender} and is_thanks
          ) as "hasThanked",
          ${written(dialect, param("$4", "boolean"), sender, param("$5", "timestamptz"))} as count
        from games g where g.id = $1`,
    }),
  };
}

/** The verbs that are the same on both databases. */
export function messageVerbs(db: SqlDatabase, dialect: Dialect) {
  const { list, nowParams, momentParam } = dialect;
  const insert = dialect.texts({ insert: insertion(dialect) }).insert;
  const sql = { ...tellingStatements(dialect), ...threadStatements(dialect) };
  return {
    async addMessage(gameId, { message, sender, limit, mail, notices = [] }) {
      const { id, giver, receiver, question, text, sentAt, isThanks } = message;
      const isFromGiver = Number(message.isFromGiver);
      const told = ({ recipient, kind, topic = "", payload = {} }: NewRow) =>
        [gameId, id, recipient, kind, topic, JSON.stringify(payload)] as const;
      const commands: Command[] = notices.map(toRow).map((row) => [
        sql.notice,
        [...told(row), momentParam(row.delay ?? 0), ...nowParams()],
      ]);
      if (mail) {
        const isHeld = Number(mail.isHeld ?? false);
        commands.push([sql.mail, [...told(mail), mail.delay, isHeld, ...nowParams()]]);
      }
      const content = [isFromGiver, Number(isThanks), question, text, sentAt];
      const allowed = [sender.number, sender.tokenVersion, limit.count, limit.since];
      const versions = [message.giverVersion, message.receiverVersion];
      const [isStored] = await db.together(
        gameId,
        [insert, [gameId, id, giver, receiver, ...content, ...allowed, ...versions]],
        ...commands,
      );
      if (isStored) return "stored";
      const found = await db.row<{ isKnown: boolean; hasThanked: boolean; count: number }>(
        sql.refusal,
        ...[gameId, id, endsOf(message).sender, isFromGiver, limit.since],
      );
      if (found?.isKnown) return "known";
      if (isThanks) return found?.hasThanked ? "thanked" : "stale";
      return found && found.count >= limit.count ? "full" : "stale";
    },

    async countUnread(gameId, number, version) {
      const row = await db.row<Record<Partner, number>>(sql.countUnread, gameId, number, version);
      return row ?? { receiver: 0, giver: 0 };
    },

    // Locks the game: otherwise a message that is being stored might rely on the mail that is deleted here.
    async markRead(gameId, number, from, ids) {
      const whose = [gameId, number] as const;
      await db.together(
        gameId,
        [sql.mark[from], [...whose, list(ids)]],
        [sql.dropMail[from], whose],
      );
    },
  } satisfies Partial<MessageStore>;
}
