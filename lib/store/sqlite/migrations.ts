import type { DatabaseSync } from "node:sqlite";

/**
 * In order; a released migration is never changed. The constraints protect what no bug may break.
 *
 * Tables refer to a game by `key`, which grows: the rows of a new game are neighbours at the end of each table, so
 * inserts are as fast in a large database as in a small one. `version` identifies a state of a game. Codes in use are
 * counted as they are taken and freed, because counting a million takes a third of a second. Times of the domain keep
 * its format; those of the outbox are in ms since 1970.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table games (
    key integer primary key,
    version integer not null default 1,
    id text not null unique,
    code text not null
      check (length(code) in (6, 8) and code glob '[1-9]*' and code not glob '*[^0-9]*'),
    name text not null,
    amount text not null,
    currency text not null,
    date text not null check (date is strftime('%Y-%m-%d', date)),
    time text not null,
    location text not null,
    general_notes text not null,
    time_zone text,
    language text not null,
    organizer_email text,
    is_protected integer not null check (is_protected in (0, 1)),
    allow_reassignment integer not null check (allow_reassignment in (0, 1)),
    send_emails integer not null check (send_emails in (0, 1)),
    organizer_token_version integer not null,
    invitation_token_version integer not null,
    next_number integer not null,
    created_at text not null,
    archived_at text
  ) strict;
  create unique index games_active_code on games (code) where archived_at is null;
  create index games_archived_code on games (code, archived_at) where archived_at is not null;
  create index games_active_date on games (date, id) where archived_at is null;

  create table code_usage (
    one integer primary key check (one = 1),
    six_digit_codes integer not null
  ) strict;
  insert into code_usage (one, six_digit_codes) values (1, 0);
  create trigger games_code_taken after insert on games
    when new.archived_at is null and length(new.code) = 6 begin
      update code_usage set six_digit_codes = six_digit_codes + 1;
    end;
  create trigger games_code_freed after update of archived_at on games
    when old.archived_at is null and new.archived_at is not null and length(new.code) = 6 begin
      update code_usage set six_digit_codes = six_digit_codes - 1;
    end;

  create table participants (
    game integer not null references games,
    number integer not null,
    id text not null,
    name text not null,
    name_key text not null,
    email text,
    desired_gift text not null,
    wish text not null,
    language text,
    token_version integer not null,
    has_confirmed_assignment integer not null check (has_confirmed_assignment in (0, 1)),
    reassignment_requested_at text,
    viewed_at text,
    primary key (game, number),
    unique (game, id),
    unique (game, name_key)
  ) strict, without rowid;

  create table assignments (
    game integer not null,
    giver integer not null,
    receiver integer not null check (receiver <> giver),
    primary key (game, giver),
    unique (game, receiver),
    foreign key (game, giver) references participants (game, number),
    foreign key (game, receiver) references participants (game, number)
  ) strict, without rowid;

  create table exclusions (
    game integer not null,
    a integer not null,
    b integer not null check (a < b),
    primary key (game, a, b),
    foreign key (game, a) references participants (game, number),
    foreign key (game, b) references participants (game, number)
  ) strict, without rowid;
  create index exclusions_b on exclusions (game, b);

  create table household_members (
    game integer not null,
    household integer not null,
    member integer not null,
    primary key (game, household, member),
    foreign key (game, member) references participants (game, number)
  ) strict, without rowid;
  create index household_members_member on household_members (game, member);

  create table outbox (
    id integer primary key autoincrement,
    game integer not null references games,
    recipient integer,
    address text,
    kind text not null,
    topic text not null,
    language text,
    payload text not null,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
    revision integer not null default 1,
    attempts integer not null default 0,
    due_at integer not null,
    lease_until integer not null default 0,
    reason text,
    created_at integer not null,
    finished_at integer
  ) strict;
  create index outbox_claimable on outbox (max(due_at, lease_until), id) where status = 'queued';
  create unique index outbox_waiting on outbox (game, recipient, kind, topic)
    where status = 'queued';
  create index outbox_recipient on outbox (game, recipient, kind, topic);
  create index outbox_sent on outbox (game, finished_at) where status = 'sent';

  create table unsubscriptions (
    game integer not null references games,
    address_key text not null,
    primary key (game, address_key)
  ) strict, without rowid;

  create table key_fingerprint (
    one integer primary key check (one = 1),
    fingerprint text not null
  ) strict;
  `,
  "alter table participants add column earlier_receivers text not null default '[]';",
  `
  create table rate_counts (
    hour integer not null,
    kind text not null,
    key text not null,
    count integer not null,
    primary key (hour, kind, key)
  ) strict, without rowid;

  create table declined_addresses (
    address_key text primary key,
    created_at integer not null
  ) strict, without rowid;
  `,
  `
  create table erased_games (
    created_on text not null check (created_on is strftime('%Y-%m-%d', created_on)),
    archived_on text not null check (archived_on is strftime('%Y-%m-%d', archived_on)),
    people integer not null,
    games integer not null check (games > 0),
    primary key (created_on, archived_on, people)
  ) strict, without rowid;
  create index games_archived_at on games (archived_at, id) where archived_at is not null;
  create trigger games_code_erased after delete on games
    when old.archived_at is null and length(old.code) = 6 begin
      update code_usage set six_digit_codes = six_digit_codes - 1;
    end;
  `,
  `
  alter table games add column organizer_token_reserved integer not null default 0;

  create table idempotency_records (
    key_hash text primary key,
    body_hash text not null,
    game integer not null references games on delete cascade,
    participant integer,
    created_at integer not null,
    running_until integer not null
  ) strict, without rowid;
  create index idempotency_records_game on idempotency_records (game);
  create index idempotency_records_created on idempotency_records (created_at);
  `,
  `
  create table turns (
    task text primary key,
    ends_at integer not null
  ) strict, without rowid;
  `,
  // Null: unknown. A mail that an earlier release gave up on may have arrived.
  "alter table outbox add column may_have_arrived integer check (may_have_arrived in (0, 1));",
  "alter table declined_addresses add column carried_to text;",
  `
  alter table games add column organizer_name text not null default '';
  alter table games add column cover text not null default '';
  alter table games add column is_gathering integer not null default 0
    check (is_gathering in (0, 1));
  alter table games add column draw_at text;
  alter table games add column draw_problem text;
  alter table games add column is_sealed integer not null default 0 check (is_sealed in (0, 1));
  alter table games add column seal_broken_at text;
  alter table games add column keepers_may_draw integer not null default 0
    check (keepers_may_draw in (0, 1));
  alter table games add column memory text not null default '[]';
  alter table participants add column first_viewed_at text;
  alter table participants add column one_way_exclusions text not null default '[]';
  alter table participants add column keeps text not null default '[]';
  alter table participants add column lives_with text not null default '[]';
  alter table participants add column leave_requested_at text;
  alter table participants add column claim_version integer not null default 0;
  alter table participants add column claim_issued_at text;
  alter table participants add column claim_opened_at text;
  alter table participants add column withheld_for integer;
  alter table participants add column opened_in_room_at text;

  create index games_draw_at on games (draw_at, id)
    where is_gathering = 1 and draw_at is not null and draw_problem is null and archived_at is null;
  create trigger assignments_of_drawn before insert on assignments
    when (select is_gathering from games where key = new.game) = 1 begin
      select raise(abort, 'no pairs while a game gathers');
    end;
  create index games_organizer_email on games (lower(organizer_email))
    where organizer_email is not null and archived_at is null;
  create index participants_email on participants (lower(email)) where email is not null;
  `,
  "alter table participants add column first_confirmed_at text;",
  `
  alter table games add column is_remembered integer not null default 0
    check (is_remembered in (0, 1));
  create trigger assignments_by_rules before insert on assignments
    when exists (
      select 1 from participants p, json_each(p.one_way_exclusions) barred
      where p.game = new.game and p.number = new.giver and barred.value = new.receiver
    ) begin
      select raise(abort, 'a pair against a rule');
    end;
  `,
  // A thread ends with its pair, whichever release changes it.
  `
  alter table games add column reveal text not null default 'never'
    check (reveal in ('never', 'afterEvent'));
  alter table games add column over_not_before text;
  alter table participants add column mutes_receiver integer not null default 0
    check (mutes_receiver in (0, 1));
  alter table participants add column mutes_giver integer not null default 0
    check (mutes_giver in (0, 1));
  create table messages (
    key integer primary key,
    game integer not null references games on delete cascade,
    id text not null,
    giver integer not null,
    receiver integer not null check (receiver <> giver),
    is_from_giver integer not null check (is_from_giver in (0, 1)),
    is_thanks integer not null check (is_thanks in (0, 1)),
    question text,
    text text,
    sent_at text not null,
    is_over integer not null default 0 check (is_over in (0, 1)),
    is_read integer not null default 0 check (is_read in (0, 1)),
    check ((question is null) <> (text is null)),
    unique (game, id)
  ) strict;
  create index messages_giver on messages (game, giver);
  create index messages_receiver on messages (game, receiver);
  create unique index messages_thanks on messages (game, receiver) where is_thanks = 1;
  create trigger messages_of_pair after delete on assignments begin
    update messages set is_over = 1
    where game = old.game and giver = old.giver and is_over = 0;
  end;
  `,
  `
  alter table messages add column giver_version integer not null default 0;
  alter table messages add column receiver_version integer not null default 0;
  `,
  `
  alter table games add column draw_count integer not null default 0;
  alter table games add column last_drawn_at text;
  alter table participants add column receiver_change text;
  alter table participants add column is_email_proved integer not null default 0
    check (is_email_proved in (0, 1));
  alter table participants add column is_email_set_by_id integer not null default 0
    check (is_email_set_by_id in (0, 1));
  alter table participants add column erased_at text;
  `,
  `
  alter table games add column mail_paused_at text;
  alter table games add column proved_email text;
  alter table participants add column opened_email text;
  create index games_mail_paused on games (key) where mail_paused_at is not null;
  create table reports (
    game integer not null references games,
    address_hash text not null,
    recipient integer,
    created_at text not null,
    primary key (game, address_hash)
  ) strict, without rowid;
  `,
  `
  create table blocked_senders (
    subject text primary key,
    created_at text not null
  ) strict;
  create table desk_log (
    key integer primary key,
    at text not null,
    act text not null,
    detail text not null,
    game integer references games on delete set null
  ) strict;
  create index desk_log_game on desk_log (game) where game is not null;
  alter table games add column reply_to_organizer integer not null default 0
    check (reply_to_organizer in (0, 1));
  `,
  `
  alter table games add column by_post integer not null default 0 check (by_post in (0, 1));
  alter table games add column send_by text not null default '';
  alter table participants add column postal_address text;
  alter table participants add column address_token_version integer not null default 0;
  alter table participants add column parcels text not null default '[]';
  alter table participants add column parcel_arrived_at text;
  create index participants_postal_address on participants (game) where postal_address is not null;
  create index games_send_by on games (send_by, id)
    where by_post = 1 and send_by <> '' and archived_at is null;
  `,
  `
  alter table games add column earliest_start text;
  alter table games add column finale_started_at text;
  `,
  `
  alter table games add column is_parcel_count_hidden integer not null default 0
    check (is_parcel_count_hidden in (0, 1));
  `,
  `
  create table devices (
    game integer not null references games on delete cascade,
    id text not null,
    recipient integer not null,
    version integer not null,
    mark text not null,
    sealed text not null,
    created_at text not null,
    told_at integer,
    told_by integer,
    primary key (game, id),
    unique (game, recipient, mark)
  ) strict, without rowid;
  create trigger devices_of_leaver after delete on participants begin
    delete from devices where game = old.game and recipient = old.number;
  end;
  create trigger devices_of_link after update of token_version on participants
    when new.token_version <> old.token_version begin
    delete from devices where game = new.game and recipient = new.number;
  end;
  create trigger devices_of_organizer after update of organizer_token_version on games
    when new.organizer_token_version <> old.organizer_token_version begin
    delete from devices where game = new.key and recipient = 0;
  end;
  create trigger devices_of_archived after update of archived_at on games
    when old.archived_at is null and new.archived_at is not null begin
    delete from devices where game = new.key;
  end;
  `,
  // Active games are counted as they change. Counting 900,000 took almost a second, each minute, on the main thread.
  `
  alter table code_usage add column active_games integer not null default 0;
  update code_usage set active_games = (select count(*) from games where archived_at is null);
  create trigger games_made after insert on games when new.archived_at is null begin
    update code_usage set active_games = active_games + 1;
  end;
  create trigger games_archived after update of archived_at on games
    when old.archived_at is null and new.archived_at is not null begin
      update code_usage set active_games = active_games - 1;
    end;
  create trigger games_erased after delete on games when old.archived_at is null begin
    update code_usage set active_games = active_games - 1;
  end;
  `,
  `
  create table wish_lists (
    game integer not null references games on delete cascade,
    participant integer not null,
    version integer not null,
    revision integer not null,
    count integer not null,
    items text not null,
    primary key (game, participant)
  ) strict, without rowid;
  create table wish_marks (
    game integer not null references games on delete cascade,
    giver integer not null,
    receiver integer not null,
    wish_id text not null,
    item text not null,
    marked_at text not null,
    primary key (game, giver, wish_id)
  ) strict, without rowid;
  create trigger wish_lists_of_leaver after delete on participants begin
    delete from wish_lists where game = old.game and participant = old.number;
  end;
  create trigger wishes_of_erased after update of erased_at on participants
    when old.erased_at is null and new.erased_at is not null begin
      delete from wish_lists where game = new.game and participant = new.number;
      delete from wish_marks
      where game = new.game and (giver = new.number or receiver = new.number);
    end;
  create trigger wish_marks_of_pair after delete on assignments begin
    delete from wish_marks where game = old.game and giver = old.giver;
  end;
  create trigger wishes_of_sealed after update of seal_broken_at on games
    when old.seal_broken_at is null and new.seal_broken_at is not null begin
      delete from wish_lists where game = new.key;
      delete from wish_marks where game = new.key;
    end;
  `,
  // The bytes come last, so that reading the other columns of a row does not read them.
  `
  create table photos (
    key integer primary key,
    game integer not null references games on delete cascade,
    id text not null,
    participant integer not null,
    version integer not null,
    type text not null,
    size integer not null,
    state text not null check (state in ('new', 'attached', 'detached')),
    since integer not null,
    bytes blob not null check (length(bytes) = size),
    unique (game, id)
  ) strict;
  create index photos_participant on photos (game, participant);
  create index photos_size on photos (size);
  create index photos_loose on photos (since) where state <> 'attached';
  create trigger photos_of_leaver after delete on participants begin
    delete from photos where game = old.game and participant = old.number;
  end;
  create trigger photos_of_erased after update of erased_at on participants
    when old.erased_at is null and new.erased_at is not null begin
      delete from photos where game = new.game and participant = new.number;
    end;
  create trigger photos_of_sealed after update of seal_broken_at on games
    when old.seal_broken_at is null and new.seal_broken_at is not null begin
      delete from photos where game = new.key;
    end;
  `,
  // Covers what a game lists about its wish lists, so that their items are not read.
  `
  create index wish_heads on wish_lists (game, participant, version, revision, count);
  `,
  // Games are kept in memory by their revision. Every change of people and rules updates the row of their game. The
  // other triggers increment the revision for tables that may change alone, also by an operator's hand.
  `
  alter table games add column revision integer not null default 0;
  create trigger games_revised after update on games when new.revision = old.revision begin
    update games set revision = revision + 1 where key = new.key;
  end;
  create trigger participants_revised after update on participants begin
    update games set revision = revision + 1 where key = new.game;
  end;
  create trigger devices_added after insert on devices begin
    update games set revision = revision + 1 where key = new.game;
  end;
  create trigger devices_removed after delete on devices begin
    update games set revision = revision + 1 where key = old.game;
  end;
  `,
  // An earlier release stored times after the year 9999. They stop every backup, and as text sort before all others.
  `
  update games set
    draw_at = iif(draw_at like '+%', '9999-12-31T23:59:59.999Z', draw_at),
    over_not_before = iif(over_not_before like '+%', '9999-12-31T23:59:59.999Z', over_not_before),
    earliest_start = iif(earliest_start like '+%', '9999-12-31T23:59:59.999Z', earliest_start)
  where draw_at like '+%' or over_not_before like '+%' or earliest_start like '+%';
  `,
  "alter table participants add column keepers_allowed_for integer;",
  // An earlier release stored time zones that only `Intl` knows: each page of such a game failed.
  `update games set time_zone = null where upper(time_zone) in (
    'ACT', 'AET', 'AGT', 'ART', 'AST', 'BET', 'BST', 'CAT', 'CNT', 'CST', 'CTT', 'EAT', 'ECT', 'IET', 'IST', 'JST',
    'MIT', 'NET', 'NST', 'PLT', 'PNT', 'PRT', 'PST', 'SST', 'VST', 'FACTORY');`,
  // From now on all who have used a claim are marked. Claims that an earlier release may have forgotten count as used.
  `
  update participants set keepers_allowed_for = 0
  where keepers_allowed_for is null
    and (claim_opened_at is not null or (claim_version > 1 and token_version > 1))
    and game in (select key from games where is_sealed = 1 and seal_broken_at is null);
  `,
  // Messages written under a seal are deleted with it, because the organizer then has everyone's link.
  `
  create trigger messages_of_sealed after update of seal_broken_at on games
    when old.seal_broken_at is null and new.seal_broken_at is not null begin
      delete from messages where game = new.key;
    end;
  delete from messages
  where exists (
    select 1 from games where games.key = messages.game and messages.sent_at < games.seal_broken_at
  );
  `,
  // An earlier release stored offsets as time zones. They are refused now, also when such a game is played again.
  "update games set time_zone = null where time_zone like '+%' or time_zone like '-%';",
];

/**
 * Brings the schema up to date: each migration once, in a transaction with its record, even if several
 * processes try at once.
 */
export function migrate(db: DatabaseSync): void {
  db.exec("begin immediate");
  try {
    db.exec(
      "create table if not exists migrations (number integer primary key, applied_at text not null) strict",
    );
    const isApplied = db.prepare("select 1 from migrations where number = ?");
    const record = db.prepare("insert into migrations (number, applied_at) values (?, ?)");
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (isApplied.get(index + 1)) continue;
      db.exec(migration);
      record.run(index + 1, new Date().toISOString());
    }
    db.exec("commit");
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}
