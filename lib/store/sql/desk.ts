import type { DeskStore, GameSummary } from "../desk_store.ts";
import { IS_HELD } from "../records.ts";
import type { Dialect, Param, SqlDatabase } from "./dialect.ts";

/** A statement for each verb; `block` and `unblock` return a row if they change something. */
export function deskStatements(dialect: Dialect) {
  const { texts, cast, param, time, day, ofG, elements, asked, gameColumn, gameOf } = dialect;
  const { collation } = dialect;
  const domain = cast("$1", "text");
  const isAsked = `in ${elements("$1")}`;
  const count = (table: string, condition = "true") =>
    `(select ${cast("count(*)", "integer")} from ${table} o where ${ofG("o")} and ${condition})`;
  const withMostMails = (condition: string) => `
    select g.id from outbox o join games g on ${ofG("o")} where ${condition}
    group by g.id order by count(*) desc, g.id limit ${param("$1", "integer")}`;
  return texts({
    findByCode: `
      select id from games where code = $1
      order by created_at desc limit ${param("$2", "integer")}`,

    findByAddress: `
      select g.id as "gameId", g.organizer_email as email from games g
      where lower(g.organizer_email) ${isAsked}
      union all
      select g.id, p.email from participants p join games g on ${ofG("p")}
      where lower(p.email) ${isAsked} and p.email is not null
      limit ${param("$2", "integer")}`,

    // $2 the id to continue before, the newest first. Compares the end of an address, as long as the domain and the
    // character before it; includes all addresses that are not ASCII.
    findOrganizers: `
      select id as "gameId", organizer_email as email from games
      where archived_at is null
        and (octet_length(organizer_email) > length(organizer_email)
          or substr(lower(organizer_email), length(lower(organizer_email)) - length(${domain}))
            in ('@' || ${domain}, '.' || ${domain}))
        and id < coalesce(${param("$2", "uuid")}, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by id desc limit ${param("$3", "integer")}`,

    listLargest: withMostMails("g.archived_at is null"),

    listReported: `
      select g.id from reports r join games g on ${ofG("r")}
      group by g.id order by max(r.created_at) desc limit ${param("$1", "integer")}`,

    listHeld: withMostMails(`o.status = 'queued' and o.${IS_HELD}`),

    readSummaries: `
      select g.id, g.code, g.name, ${day("g.date")} as date, ${time("g.created_at")} as "createdAt",
        ${time("g.archived_at")} as "archivedAt", ${time("g.mail_paused_at")} as "mailPausedAt",
        g.is_gathering as "isGathering", ${count("participants")} as people,
        ${count("outbox", "status = 'sent'")} as sent,
        ${count("outbox", "status = 'failed'")} as failed,
        ${count("outbox", "status = 'queued'")} as queued,
        ${count("outbox", `status = 'queued' and ${IS_HELD}`)} as held,
        ${count("reports")} as reports
      from ${asked("$1")} join games g on g.id = ${cast("asked.value", "uuid")} order by asked.key`,

    block: `
      insert into blocked_senders (subject, created_at) values ($1, ${param("$2", "timestamptz")})
      on conflict do nothing returning subject`,
    unblock: "delete from blocked_senders where subject = $1 returning subject",

    readBlocked: `
      select subject, ${time("created_at")} as "createdAt" from blocked_senders
      order by subject${collation}`,

    addLine: `
      insert into desk_log (at, act, detail, ${gameColumn})
      values (${param("$1", "timestamptz")}, $2, $3, ${gameOf("$4")})`,

    /** The whole log, in the order of its lines. */
    readLog: `
      select ${time("l.at")} as at, l.act, l.detail, g.id as "gameId"
      from desk_log l left join games g on ${ofG("l")} order by l.key`,

    readLines: `
      select ${time("l.at")} as at, l.act, l.detail, g.id as "gameId", g.code
      from desk_log l left join games g on ${ofG("l")}
      order by l.key desc limit ${param("$1", "integer")}`,
  });
}

/** A row of `readSummaries`. */
type SummaryRow = Omit<GameSummary, "isGathering" | "mails"> & GameSummary["mails"] & {
  isGathering: boolean | number;
};

/** The desk's verbs on either database. @param findByDay the statement, which differs between them */
export function deskStore(db: SqlDatabase, dialect: Dialect, findByDay: string): DeskStore {
  const sql = deskStatements(dialect);
  const idsOf = async (sql: string, ...params: Param[]) =>
    (await db.rows<{ id: string }>(sql, ...params)).map(({ id }) => id);
  return {
    findByCode: (code, limit) => idsOf(sql.findByCode, code, limit),
    findByDay: (day, limit) => idsOf(findByDay, day, limit),
    findByAddress: (spellings, limit) =>
      db.rows(sql.findByAddress, JSON.stringify(spellings), limit),
    findOrganizers: (domain, before, limit) => db.rows(sql.findOrganizers, domain, before, limit),
    listLargest: (limit) => idsOf(sql.listLargest, limit),
    listReported: (limit) => idsOf(sql.listReported, limit),
    listHeld: (limit) => idsOf(sql.listHeld, limit),
    async readSummaries(ids) {
      const rows = await db.rows<SummaryRow>(sql.readSummaries, JSON.stringify(ids));
      return rows.map(({ isGathering, sent, failed, queued, held, ...row }) => ({
        ...row,
        isGathering: Boolean(isGathering),
        mails: { sent, failed, queued, held },
      }));
    },
    setBlocked: (subject, isBlocked) =>
      isBlocked
        ? db.change(sql.block, subject, new Date().toISOString())
        : db.change(sql.unblock, subject),
    readBlocked: () => db.rows(sql.readBlocked),
    addLine: ({ at, act, detail, gameId }) => db.run(sql.addLine, at, act, detail, gameId),
    readLines: (limit) => db.rows(sql.readLines, limit),
  };
}
