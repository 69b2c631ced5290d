import { identityKey } from "../game/identity.ts";
import { proposeCode } from "../game/create.ts";
import type { EmailStatuses, Game, Participant } from "../game/types.ts";
import type { Random } from "../draw/random.ts";
import { type Database, isUniqueViolation, type Queryable } from "./database.ts";
import { EMAIL_STATUSES, type EmailStatusRow, insertMails, toEmailStatuses } from "./outbox.ts";
import type { NewMail } from "./store.ts";

/** How often a taken code is replaced before creation gives up; even at half of all codes in use, plenty. */
const CODE_ATTEMPTS = 40;

const READ_COLUMNS = `
  json_build_object(
    'id', g.id, 'code', g.code, 'name', g.name, 'amount', g.amount, 'currency', g.currency,
    'date', g.date, 'time', g.time, 'location', g.location, 'generalNotes', g.general_notes,
    'timeZone', g.time_zone, 'language', g.language, 'organizerEmail', g.organizer_email,
    'isProtected', g.is_protected, 'allowReassignment', g.allow_reassignment,
    'sendEmails', g.send_emails, 'organizerTokenVersion', g.organizer_token_version,
    'invitationTokenVersion', g.invitation_token_version, 'nextNumber', g.next_number,
    'createdAt', g.created_at, 'archivedAt', g.archived_at,
    'participants', (
      select json_agg(json_build_object(
        'number', p.number, 'id', p.id, 'name', p.name, 'email', p.email,
        'desiredGift', p.desired_gift, 'wish', p.wish, 'language', p.language,
        'tokenVersion', p.token_version, 'receiver', a.receiver,
        'hasConfirmedAssignment', p.has_confirmed_assignment,
        'reassignmentRequestedAt', p.reassignment_requested_at, 'viewedAt', p.viewed_at
      ) order by p.number)
      from participants p
      join assignments a on a.game_id = p.game_id and a.giver = p.number
      where p.game_id = g.id
    ),
    'exclusions', (
      select coalesce(json_agg(json_build_array(e.a, e.b) order by e.a, e.b), '[]')
      from exclusions e where e.game_id = g.id
    ),
    'households', (
      select coalesce(json_agg(h.members order by h.household), '[]')
      from (
        select household, json_agg(member order by member) as members
        from household_members where game_id = g.id group by household
      ) h
    )
  ) as game`;

const READ_BY_CODE = `
  select ${READ_COLUMNS} from games g where g.code = $1
  order by g.archived_at desc nulls first limit 1`;

const READ_WITH_EMAILS = `
  select ${READ_COLUMNS}, ${EMAIL_STATUSES} as emails from games g where g.code = $1
  order by g.archived_at desc nulls first limit 1`;

const READ_BY_ID = `select ${READ_COLUMNS} from games g where g.id = $1`;

const READ_ARCHIVED = `
  select ${READ_COLUMNS} from games g where g.code = $1 and g.archived_at is not null
  order by g.archived_at desc limit 100`;

/** The statement that writes a whole new game, in one round trip and all or nothing. */
const CREATE = `
  with input as (select $1::text::jsonb as game),
  new_game as (
    insert into games
    select r.* from input, jsonb_populate_record(null::games, input.game) r
    returning id
  ),
  people as (
    insert into participants
    select r.* from input, jsonb_populate_recordset(null::participants, input.game -> 'participants') r
  ),
  pairs as (
    insert into assignments
    select r.* from input, jsonb_populate_recordset(null::assignments, input.game -> 'assignments') r
  ),
  excluded as (
    insert into exclusions
    select r.* from input, jsonb_populate_recordset(null::exclusions, input.game -> 'exclusions') r
  ),
  grouped as (
    insert into household_members
    select r.* from input, jsonb_populate_recordset(null::household_members, input.game -> 'household_members') r
  )
  select id from new_game`;

/**
 * Stores a new game and the mails it causes. Takes another code where the proposed one is in use.
 *
 * @returns the game with the code that it got, and the ids of its mails.
 */
export async function createGame(
  db: Database,
  game: Game,
  mails: readonly NewMail[],
  random: Random,
): Promise<{ game: Game; mailIds: string[] }> {
  for (let attempt = 1;; attempt++) {
    try {
      return { game, mailIds: await insertGame(db, game, mails) };
    } catch (error) {
      if (attempt === CODE_ATTEMPTS || !isUniqueViolation(error, "games_active_code")) throw error;
      game = { ...game, code: proposeCode({ random }) };
    }
  }
}

async function insertGame(
  db: Database,
  game: Game,
  mails: readonly NewMail[],
): Promise<string[]> {
  const record = JSON.stringify({
    ...gameRecord(game),
    participants: game.participants.map((one) => participantRecord(game.id, one)),
    assignments: game.participants.map((one) => assignmentRecord(game.id, one)),
    ...exclusionRecords(game),
  });
  if (mails.length === 0) {
    await db.query(CREATE, [record]);
    return [];
  }
  return await db.transaction(async (tx) => {
    await tx.query(CREATE, [record]);
    return await insertMails(tx, game.id, mails);
  });
}

/** The active game with this code, else the one last archived under it, else null. One round trip. */
export async function readGame(db: Queryable, code: string): Promise<Game | null> {
  return only(await db.query<GameRow>(READ_BY_CODE, [code]));
}

/** As `readGame`, with how the latest mail to each person fares. One round trip. */
export async function readGameWithEmails(
  db: Queryable,
  code: string,
): Promise<{ game: Game; emails: EmailStatuses } | null> {
  const [row] = await db.query<GameRow & { emails: EmailStatusRow[] }>(READ_WITH_EMAILS, [code]);
  return row ? { game: toGame(row), emails: toEmailStatuses(row.emails) } : null;
}

export async function readGameById(db: Queryable, id: string): Promise<Game | null> {
  return only(await db.query<GameRow>(READ_BY_ID, [id]));
}

/** Games archived under this code, the latest first: codes are used again. At most 100. */
export async function readArchivedGames(db: Queryable, code: string): Promise<Game[]> {
  return (await db.query<GameRow>(READ_ARCHIVED, [code])).map(toGame);
}

interface StoredChange<T> {
  /** The game as it is to be; null: leave it as it is. */
  game: Game | null;
  mails: readonly NewMail[];
  result: T;
}

/**
 * Changes one game in one transaction that locks only that game, so that changes follow one another.
 *
 * @param decide gets the game as it is, and null where there is no active one with this code. What it
 * throws rolls everything back.
 */
export function changeGame<T>(
  db: Database,
  code: string,
  decide: (game: Game | null) => StoredChange<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    // The lock first and the read after it, as two statements: a read that waited for the lock would
    // see the tables beside the locked row as they were before the wait.
    const [locked] = await tx.query<{ id: string }>(
      "select id from games where code = $1 and archived_at is null for update",
      [code],
    );
    const before = locked ? await readGameById(tx, locked.id) : null;
    const change = decide(before);
    if (before && change.game) {
      await saveChanges(tx, before, change.game);
      await insertMails(tx, before.id, change.mails);
    }
    return change.result;
  });
}

/** Notes when somebody first saw whom they give to, unless that has changed in the meantime. */
export async function markViewed(
  db: Queryable,
  game: Pick<Game, "id">,
  viewer: Pick<Participant, "number" | "receiver">,
  now: Date,
): Promise<void> {
  await db.query(
    `with locked as (select id from games where id = $1 for update)
     update participants p set viewed_at = $4::text::timestamptz
     from locked, assignments a
     where p.game_id = locked.id and p.number = $2 and p.viewed_at is null
       and a.game_id = p.game_id and a.giver = p.number and a.receiver = $3`,
    [game.id, viewer.number, viewer.receiver, now.toISOString()],
  );
}

/**
 * Active games with a date up to `lastDate`, in the order of their ids.
 *
 * @param after continue behind this id.
 */
export function listExpiredGames(
  db: Queryable,
  lastDate: string,
  after: string | null,
  limit: number,
): Promise<{ id: string; code: string }[]> {
  return db.query(
    `select id, code from games
     where archived_at is null and date <= $1::text::date and ($2::text is null or id > $2::text::uuid)
     order by id limit $3`,
    [lastDate, after, limit],
  );
}

/** Writes what differs, in an order that no constraint minds on the way. */
async function saveChanges(tx: Queryable, before: Game, after: Game): Promise<void> {
  const { id } = before;
  const gameAfter = JSON.stringify(gameRecord(after));
  if (gameAfter !== JSON.stringify(gameRecord(before))) {
    await tx.query(UPDATE_GAME, [gameAfter]);
  }
  const old = new Map(before.participants.map((one) => [one.number, one]));
  const kept = new Set(after.participants.map((one) => one.number));
  const removed = before.participants.filter((one) => !kept.has(one.number));
  const written = after.participants.filter((one) => !isSame(old.get(one.number), one));
  const reassigned = after.participants.filter((one) =>
    old.get(one.number)?.receiver !== one.receiver
  );
  const freed = [...removed, ...reassigned].map((one) => one.number);
  if (freed.length > 0) {
    await tx.query(
      `delete from assignments where game_id = $1
       and giver in (select jsonb_array_elements_text($2::text::jsonb)::integer)`,
      [id, JSON.stringify(freed)],
    );
  }
  if (removed.length > 0) {
    await tx.query(
      `delete from participants where game_id = $1
       and number in (select jsonb_array_elements_text($2::text::jsonb)::integer)`,
      [id, JSON.stringify(removed.map((one) => one.number))],
    );
  }
  if (written.length > 0) {
    await tx.query(UPSERT_PARTICIPANTS, [
      JSON.stringify(written.map((one) => participantRecord(id, one))),
    ]);
  }
  if (reassigned.length > 0) {
    await tx.query(
      `insert into assignments
       select * from jsonb_populate_recordset(null::assignments, $1::text::jsonb)`,
      [JSON.stringify(reassigned.map((one) => assignmentRecord(id, one)))],
    );
  }
  await saveExclusions(tx, before, after);
}

async function saveExclusions(tx: Queryable, before: Game, after: Game): Promise<void> {
  const rules = exclusionRecords(after);
  const previous = exclusionRecords(before);
  for (const table of ["exclusions", "household_members"] as const) {
    const rows = JSON.stringify(rules[table]);
    if (rows === JSON.stringify(previous[table])) continue;
    await tx.query(`delete from ${table} where game_id = $1`, [after.id]);
    await tx.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [rows],
    );
  }
}

/** The columns of a game that can change. */
const CHANGEABLE =
  "name, amount, currency, date, time, location, general_notes, time_zone, language, " +
  "organizer_email, is_protected, allow_reassignment, send_emails, organizer_token_version, " +
  "invitation_token_version, next_number, archived_at";

const UPDATE_GAME = `
  update games set (${CHANGEABLE}) = (
    select ${CHANGEABLE} from jsonb_populate_record(null::games, $1::text::jsonb)
  )
  where id = ($1::text::jsonb ->> 'id')::uuid`;

const UPSERT_PARTICIPANTS = `
  insert into participants
  select * from jsonb_populate_recordset(null::participants, $1::text::jsonb)
  on conflict (game_id, number) do update set
    id = excluded.id, name = excluded.name, name_key = excluded.name_key,
    email = excluded.email, email_key = excluded.email_key,
    desired_gift = excluded.desired_gift, wish = excluded.wish, language = excluded.language,
    token_version = excluded.token_version,
    has_confirmed_assignment = excluded.has_confirmed_assignment,
    reassignment_requested_at = excluded.reassignment_requested_at,
    viewed_at = excluded.viewed_at`;

interface GameRow {
  game: Game;
}

function only([row]: GameRow[]): Game | null {
  return row ? toGame(row) : null;
}

/** Rows come as the domain's own shape but for times, which Postgres writes with an offset. */
function toGame({ game }: GameRow): Game {
  return {
    ...game,
    createdAt: toIso(game.createdAt),
    archivedAt: game.archivedAt && toIso(game.archivedAt),
    participants: game.participants.map((one) => ({
      ...one,
      viewedAt: one.viewedAt && toIso(one.viewedAt),
      reassignmentRequestedAt: one.reassignmentRequestedAt && toIso(one.reassignmentRequestedAt),
    })),
  };
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}

function gameRecord(game: Game) {
  return {
    id: game.id,
    code: game.code,
    name: game.name,
    amount: game.amount,
    currency: game.currency,
    date: game.date,
    time: game.time,
    location: game.location,
    general_notes: game.generalNotes,
    time_zone: game.timeZone,
    language: game.language,
    organizer_email: game.organizerEmail,
    is_protected: game.isProtected,
    allow_reassignment: game.allowReassignment,
    send_emails: game.sendEmails,
    organizer_token_version: game.organizerTokenVersion,
    invitation_token_version: game.invitationTokenVersion,
    next_number: game.nextNumber,
    created_at: game.createdAt,
    archived_at: game.archivedAt,
  };
}

function participantRecord(gameId: string, one: Participant) {
  return {
    game_id: gameId,
    number: one.number,
    id: one.id,
    name: one.name,
    name_key: identityKey(one.name),
    email: one.email,
    email_key: one.email && identityKey(one.email),
    desired_gift: one.desiredGift,
    wish: one.wish,
    language: one.language,
    token_version: one.tokenVersion,
    has_confirmed_assignment: one.hasConfirmedAssignment,
    reassignment_requested_at: one.reassignmentRequestedAt,
    viewed_at: one.viewedAt,
  };
}

function assignmentRecord(gameId: string, { number, receiver }: Participant) {
  return { game_id: gameId, giver: number, receiver };
}

function exclusionRecords(game: Game) {
  return {
    exclusions: game.exclusions.map(([a, b]) => ({ game_id: game.id, a, b })),
    household_members: game.households.flatMap((members, household) =>
      members.map((member) => ({ game_id: game.id, household, member }))
    ),
  };
}

function isSame(before: Participant | undefined, after: Participant): boolean {
  return before !== undefined &&
    JSON.stringify(participantRecord("", before)) === JSON.stringify(participantRecord("", after));
}
