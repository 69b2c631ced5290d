import type { EmailStatus, EmailStatuses, Game } from "../../game/types.ts";
import { GAME_SELECTION, isoTime, PARTICIPANT_SELECTION } from "./columns.ts";

/** A whole game as one JSON document in the shape of the domain, to be parsed once. */
const DOCUMENT = `
  (select row_to_json(document) from (
    select ${GAME_SELECTION},
      (select json_agg(person) from (
        select ${PARTICIPANT_SELECTION}, a.receiver
        from participants p join assignments a on a.game_id = p.game_id and a.giver = p.number
        where p.game_id = g.id order by p.number
      ) person) as participants,
      (select coalesce(json_agg(json_build_array(e.a, e.b) order by e.a, e.b), '[]')
       from exclusions e where e.game_id = g.id) as exclusions,
      (select coalesce(json_agg(h.members order by h.household), '[]') from (
        select household, json_agg(member order by member) as members
        from household_members where game_id = g.id group by household
      ) h) as households
  ) document) as game`;

/**
 * The id of the active game with code $1, else of the one last archived under it. Each arm has a partial
 * index of its own, and the second is looked at only where the first finds nothing.
 */
const ID_OF_CODE = `coalesce(
    (select id from games where code = $1 and archived_at is null),
    (select id from games where code = $1 and archived_at is not null
     order by archived_at desc limit 1))`;

/** How the latest mail to each person of game `g` fares. */
const EMAILS = `
  (select coalesce(json_agg(latest), '[]') from (
    select distinct on (recipient) recipient, status, kind,
      ${isoTime("coalesce(finished_at, created_at)")} as at, reason
    from outbox where game_id = g.id and recipient is not null
    order by recipient, id desc
  ) latest) as emails`;

export const READ_BY_CODE = `select ${DOCUMENT} from games g where g.id = ${ID_OF_CODE}`;

export const READ_WITH_EMAILS =
  `select ${DOCUMENT}, ${EMAILS} from games g where g.id = ${ID_OF_CODE}`;

export const READ_BY_ID = `select ${DOCUMENT} from games g where g.id = $1`;

export const READ_ACTIVE =
  `select ${DOCUMENT} from games g where g.code = $1 and g.archived_at is null`;

export const READ_ARCHIVED = `
  select ${DOCUMENT} from games g where g.code = $1 and g.archived_at is not null
  order by g.archived_at desc limit 100`;

export const READ_EMAILS = `select ${EMAILS} from games g where g.id = $1`;

export interface GameRow {
  game: Game;
}

export interface EmailsRow {
  emails: (EmailStatus & { recipient: number })[];
}

export function toEmailStatuses({ emails }: EmailsRow): EmailStatuses {
  return new Map(emails.map(({ recipient, ...status }) => [recipient, status]));
}

/**
 * Active games with a date up to $1, behind the id $2, $3 of them. The index of dates alone finds them;
 * only those that are answered are looked up.
 */
export const EXPIRED = `
  select g.id, g.code from (
    select id from games
    where archived_at is null and date <= $1::text::date and ($2::text is null or id > $2::text::uuid)
    order by id limit $3
  ) expired join games g on g.id = expired.id
  order by g.id`;

/** Active games that send mails, from day $1 to $2, that had no mail for their date, behind the id $3. */
export const WITHOUT_NEAR_MAIL = `
  select g.id, g.code from games g
  where g.archived_at is null and g.date between $1::text::date and $2::text::date and g.send_emails
    and ($3::text is null or g.id > $3::text::uuid)
    and not exists (
      select from outbox o
      where o.game_id = g.id and o.kind = 'eventNear' and o.topic = g.date::text
    )
  order by g.id limit $4`;

/** Served by the index of active codes alone. */
export const COUNT_SIX_DIGIT_CODES = `
  select count(*)::integer as count from games where archived_at is null and length(code) = 6`;
