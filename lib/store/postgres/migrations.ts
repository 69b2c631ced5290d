/** One schema step: applied once, and retried until it is. */
export type Migration =
  /** Statements that run in one short transaction, with the record of the migration. */
  | { script: string }
  /** An index built concurrently: `create unique index NAME on …`. */
  | { index: string; definition: string }
  /** An update of many rows, in parts: those with ids from $1 to below $2. */
  | { backfill: string; table: string };

/**
 * In order; a released migration is never changed. The constraints protect what no bug may break.
 *
 * Instances of the previous release keep running during each of them. So inserts name their columns, a new column has a
 * default and becomes required one release later, and no migration holds a lock for long. Some columns are nullable
 * despite their default, because old releases inserted by position, with null in columns that they did not know.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    script: `
  create table games (
    id uuid primary key,
    code text not null check (code ~ '^[1-9][0-9]{5}$'),
    name text not null,
    amount text not null,
    currency text not null,
    date date not null,
    time text not null,
    location text not null,
    general_notes text not null,
    time_zone text,
    language text not null,
    organizer_email text,
    is_protected boolean not null,
    allow_reassignment boolean not null,
    send_emails boolean not null,
    organizer_token_version integer not null,
    invitation_token_version integer not null,
    next_number integer not null,
    created_at timestamptz not null,
    archived_at timestamptz
  );
  create unique index games_active_code on games (code) where archived_at is null;
  create index games_archived_code on games (code, archived_at) where archived_at is not null;
  create index games_active_date on games (date, id) where archived_at is null;

  create table participants (
    game_id uuid not null references games on delete cascade,
    number integer not null,
    id uuid not null constraint participants_id unique,
    name text not null,
    name_key text not null,
    email text,
    email_key text,
    desired_gift text not null,
    wish text not null,
    language text,
    token_version integer not null,
    has_confirmed_assignment boolean not null,
    reassignment_requested_at timestamptz,
    viewed_at timestamptz,
    primary key (game_id, number),
    constraint participants_name unique (game_id, name_key),
    constraint participants_email unique (game_id, email_key)
  );

  create table assignments (
    game_id uuid not null,
    giver integer not null,
    receiver integer not null check (receiver <> giver),
    primary key (game_id, giver),
    constraint assignments_receiver unique (game_id, receiver),
    foreign key (game_id, giver) references participants on delete cascade,
    foreign key (game_id, receiver) references participants
  );

  create table exclusions (
    game_id uuid not null,
    a integer not null,
    b integer not null check (a < b),
    primary key (game_id, a, b),
    foreign key (game_id, a) references participants on delete cascade,
    foreign key (game_id, b) references participants on delete cascade
  );

  create table household_members (
    game_id uuid not null,
    household integer not null,
    member integer not null,
    primary key (game_id, household, member),
    foreign key (game_id, member) references participants on delete cascade
  );
  `,
  },
  {
    script: `
  create table outbox (
    id bigint generated always as identity primary key,
    game_id uuid not null references games on delete cascade,
    recipient integer,
    address text,
    kind text not null,
    topic text not null,
    language text,
    payload jsonb not null,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
    revision integer not null default 1,
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    lease_until timestamptz,
    reason text,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  );
  create index outbox_due on outbox (due_at, id) where status = 'queued';
  create unique index outbox_waiting on outbox (game_id, recipient, kind, topic)
    where status = 'queued';
  create unique index outbox_event_near on outbox (game_id, recipient) where kind = 'eventNear';
  create index outbox_recipient on outbox (game_id, recipient, id desc);
  create index outbox_sent on outbox (game_id, finished_at) where status = 'sent';

  create table unsubscriptions (
    game_id uuid not null references games on delete cascade,
    address_key text not null,
    created_at timestamptz not null default now(),
    primary key (game_id, address_key)
  );
  `,
  },
  {
    // The previous release inserts these mails without a topic, one for each recipient; the trigger sets it.
    script: `
  create function outbox_near_topic() returns trigger language plpgsql as $function$ begin
    new.topic := (select to_char(date, 'YYYY-MM-DD') from games where id = new.game_id);
    return new;
  end $function$;
  create trigger outbox_near_topic before insert on outbox for each row
    when (new.kind = 'eventNear' and new.topic = '') execute function outbox_near_topic();
  `,
  },
  {
    table: "outbox",
    backfill: `
  update outbox o set topic = to_char(g.date, 'YYYY-MM-DD') from games g
  where o.id >= $1::text::bigint and o.id < $2::text::bigint
    and o.kind = 'eventNear' and o.topic = '' and g.id = o.game_id`,
  },
  {
    index: "outbox_near",
    definition:
      "create unique index NAME on outbox (game_id, recipient, topic) where kind = 'eventNear'",
  },
  { script: "drop index outbox_event_near;" },
  { script: "alter table participants drop constraint participants_email;" },
  {
    script: `
  alter table games drop constraint games_code_check,
    add constraint games_code check (code ~ '^[1-9]([0-9]{5}|[0-9]{7})$') not valid;`,
  },
  { script: "alter table games validate constraint games_code;" },
  {
    script: `
  create table key_fingerprint (
    is_only boolean primary key check (is_only),
    fingerprint text not null
  );`,
  },
  // Nullable: releases that insert by position write null.
  { script: "alter table participants add column earlier_receivers integer[] default '{}';" },
  {
    script: `
  create table rate_counts (
    hour integer not null,
    kind text not null,
    key text not null,
    count integer not null,
    primary key (hour, kind, key)
  );

  create table declined_addresses (
    address_key text primary key,
    created_at timestamptz not null default now()
  );
  `,
  },
  {
    script: `
  create table erased_games (
    created_on date not null,
    archived_on date not null,
    people integer not null,
    games integer not null check (games > 0),
    primary key (created_on, archived_on, people)
  );`,
  },
  {
    index: "games_archived_at",
    definition: "create index NAME on games (archived_at, id) where archived_at is not null",
  },
  {
    script: `
  alter table games add column organizer_token_reserved integer default 0;

  create table idempotency_records (
    key_hash text primary key,
    body_hash text not null,
    game_id uuid not null references games on delete cascade,
    participant integer,
    created_at timestamptz not null default now(),
    running_until timestamptz not null
  );
  create index idempotency_records_game on idempotency_records (game_id);
  create index idempotency_records_created on idempotency_records (created_at);
  `,
  },
  {
    script: `
  create table turns (
    task text primary key,
    ends_at timestamptz not null
  );`,
  },
  // Null: unknown. A mail that an earlier release gave up may have arrived.
  { script: "alter table outbox add column may_have_arrived boolean;" },
  { script: "alter table declined_addresses add column carried_to text;" },
  {
    script: `
  alter table games
    add column organizer_name text not null default '',
    add column cover text not null default '',
    add column is_gathering boolean not null default false,
    add column draw_at timestamptz,
    add column draw_problem text,
    add column is_sealed boolean not null default false,
    add column seal_broken_at timestamptz,
    add column keepers_may_draw boolean not null default false,
    add column memory json not null default '[]';
  alter table participants
    add column first_viewed_at timestamptz,
    add column one_way_exclusions integer[] not null default '{}',
    add column keeps integer[] not null default '{}',
    add column lives_with json not null default '[]',
    add column leave_requested_at timestamptz,
    add column claim_version integer not null default 0,
    add column claim_issued_at timestamptz,
    add column claim_opened_at timestamptz,
    add column withheld_for integer,
    add column opened_in_room_at timestamptz;`,
  },
  {
    // Instances of the previous release do not know games that gather: they would draw the names when someone joins.
    script: `
  create function assignments_of_drawn() returns trigger language plpgsql as $function$ begin
    if exists (
      select from games where is_gathering and id in (select game_id from written)
    ) then
      raise exception 'no pairs while a game gathers';
    end if;
    return null;
  end $function$;
  create trigger assignments_of_drawn after insert on assignments
    referencing new table as written for each statement execute function assignments_of_drawn();
  `,
  },
  {
    index: "games_draw_at",
    definition: `create index NAME on games (draw_at, id)
      where is_gathering and draw_at is not null and draw_problem is null and archived_at is null`,
  },
  {
    index: "games_organizer_email",
    definition: `create index NAME on games (lower(organizer_email))
      where organizer_email is not null and archived_at is null`,
  },
  {
    index: "participants_email",
    definition: "create index NAME on participants (lower(email)) where email is not null",
  },
  { script: "alter table participants add column first_confirmed_at timestamptz;" },
  { script: "alter table games add column is_remembered boolean not null default false;" },
  {
    // The previous release knows neither one-way exclusions nor keepers: it must fail rather than break one.
    script: `
  create function assignments_by_rules() returns trigger language plpgsql as $function$ begin
    if exists (
      select from written w
      join games g on g.id = w.game_id
      join participants p on p.game_id = w.game_id and p.number in (w.giver, w.receiver)
      where (p.number = w.giver and w.receiver = any(p.one_way_exclusions))
        or (not g.keepers_may_draw
          and case when p.number = w.giver then w.receiver else w.giver end = any(p.keeps))
    ) then
      raise exception 'a pair against a rule';
    end if;
    return null;
  end $function$;
  create trigger assignments_by_rules after insert on assignments
    referencing new table as written for each statement execute function assignments_by_rules();
  `,
  },
  {
    script: `
  alter table games
    add column reveal text not null default 'never',
    add column over_not_before timestamptz;
  alter table participants
    add column mutes_receiver boolean not null default false,
    add column mutes_giver boolean not null default false;`,
  },
  {
    // A thread ends with its pair, even if an earlier release changes it.
    script: `
  create table messages (
    sequence bigint generated always as identity primary key,
    game_id uuid not null references games on delete cascade,
    id text not null,
    giver integer not null,
    receiver integer not null check (receiver <> giver),
    is_from_giver boolean not null,
    is_thanks boolean not null,
    question text,
    text text,
    sent_at timestamptz not null,
    is_over boolean not null default false,
    is_read boolean not null default false,
    check ((question is null) <> (text is null)),
    unique (game_id, id)
  );
  create index messages_giver on messages (game_id, giver);
  create index messages_receiver on messages (game_id, receiver);
  create unique index messages_thanks on messages (game_id, receiver) where is_thanks;
  create function messages_of_pair() returns trigger language plpgsql as $function$ begin
    update messages m set is_over = true from written w
    where m.game_id = w.game_id and m.giver = w.giver and not m.is_over;
    return null;
  end $function$;
  create trigger messages_of_pair after delete on assignments
    referencing old table as written for each statement execute function messages_of_pair();
  `,
  },
  {
    script: `alter table messages add column giver_version integer not null default 0,
      add column receiver_version integer not null default 0;`,
  },
  {
    script: `
  alter table games
    add column draw_count integer not null default 0,
    add column last_drawn_at timestamptz;
  alter table participants
    add column receiver_change text,
    add column is_email_proved boolean not null default false,
    add column is_email_set_by_id boolean not null default false,
    add column erased_at timestamptz;`,
  },
  {
    // The same rules. Because of `offset 0`, a session that planned them on small tables does not read whole ones.
    script: `
  create or replace function assignments_of_drawn() returns trigger language plpgsql as $function$ begin
    if exists (
      select from (select distinct game_id from written) w
      cross join lateral (select is_gathering from games where id = w.game_id offset 0) g
      where g.is_gathering
    ) then
      raise exception 'no pairs while a game gathers';
    end if;
    return null;
  end $function$;
  create or replace function assignments_by_rules() returns trigger language plpgsql as $function$ begin
    if exists (
      select from written w
      cross join lateral (select keepers_may_draw from games where id = w.game_id offset 0) g
      cross join lateral (
        select number, one_way_exclusions, keeps from participants
        where game_id = w.game_id and number in (w.giver, w.receiver) offset 0
      ) p
      where (p.number = w.giver and w.receiver = any(p.one_way_exclusions))
        or (not g.keepers_may_draw
          and case when p.number = w.giver then w.receiver else w.giver end = any(p.keeps))
    ) then
      raise exception 'a pair against a rule';
    end if;
    return null;
  end $function$;
  create or replace function messages_of_pair() returns trigger language plpgsql as $function$ begin
    update messages set is_over = true where sequence = any(array(
      select m.sequence from written w cross join lateral (
        select sequence from messages
        where game_id = w.game_id and giver = w.giver and not is_over offset 0
      ) m
    ));
    return null;
  end $function$;
  `,
  },
  // Unique within a game only: an index over all games would write each person of a new game to another page.
  {
    index: "participants_id_in_game",
    definition: "create unique index NAME on participants (game_id, id)",
  },
  { script: "alter table participants drop constraint participants_id;" },
  {
    script: `
  alter table games
    add column mail_paused_at timestamptz,
    add column proved_email text;
  alter table participants add column opened_email text;
  create table reports (
    game_id uuid not null references games on delete cascade,
    address_hash text not null,
    recipient integer,
    created_at timestamptz not null,
    primary key (game_id, address_hash)
  );`,
  },
  {
    index: "games_mail_paused",
    definition: "create index NAME on games (id) where mail_paused_at is not null",
  },
  {
    // Takes the strongest lock on games first: a later upgrade of the lock may deadlock with writers.
    script: `
  alter table games add column reply_to_organizer boolean not null default false;
  create table blocked_senders (
    subject text primary key,
    created_at timestamptz not null default now()
  );
  create table desk_log (
    key bigint generated always as identity primary key,
    at timestamptz not null,
    act text not null,
    detail text not null,
    game_id uuid references games on delete set null
  );
  create index desk_log_game on desk_log (game_id) where game_id is not null;`,
  },
  {
    script: `
  alter table games
    add column by_post boolean not null default false,
    add column send_by text not null default '';
  alter table participants
    add column postal_address text,
    add column address_token_version integer not null default 0,
    add column parcels json not null default '[]',
    add column parcel_arrived_at timestamptz;`,
  },
  {
    index: "participants_postal_address",
    definition: "create index NAME on participants (game_id) where postal_address is not null",
  },
  {
    index: "games_send_by",
    definition: `create index NAME on games (send_by, id)
      where by_post and send_by <> '' and archived_at is null`,
  },
  {
    script: `
  alter table games
    add column earliest_start timestamptz,
    add column finale_started_at timestamptz;`,
  },
  {
    script: `
  alter table games add column is_parcel_count_hidden boolean not null default false;`,
  },
  {
    script: `
  create table devices (
    game_id uuid not null references games on delete cascade,
    id uuid not null,
    recipient integer not null,
    version integer not null,
    mark text not null,
    sealed text not null,
    created_at timestamptz not null,
    told_at timestamptz,
    told_by bigint,
    primary key (game_id, id),
    unique (game_id, recipient, mark)
  );
  create function devices_of_leaver() returns trigger language plpgsql as $function$ begin
    delete from devices d using written w where d.game_id = w.game_id and d.recipient = w.number;
    return null;
  end $function$;
  create function devices_of_link() returns trigger language plpgsql as $function$ begin
    delete from devices where game_id = new.game_id and recipient = new.number;
    return null;
  end $function$;
  create function devices_of_game() returns trigger language plpgsql as $function$ begin
    delete from devices where game_id = new.id and (recipient = 0 or new.archived_at is not null);
    return null;
  end $function$;
  create trigger devices_of_leaver after delete on participants
    referencing old table as written for each statement execute function devices_of_leaver();
  create trigger devices_of_link after update of token_version on participants for each row
    when (new.token_version <> old.token_version) execute function devices_of_link();
  create trigger devices_of_game after update of organizer_token_version, archived_at on games
    for each row when (new.organizer_token_version <> old.organizer_token_version
      or (old.archived_at is null and new.archived_at is not null))
    execute function devices_of_game();`,
  },
  {
    script: `
  create table wish_lists (
    game_id uuid not null references games on delete cascade,
    participant integer not null,
    version integer not null,
    revision integer not null,
    count integer not null,
    items json not null,
    primary key (game_id, participant)
  );
  create table wish_marks (
    game_id uuid not null references games on delete cascade,
    giver integer not null,
    receiver integer not null,
    wish_id text not null,
    item text not null,
    marked_at timestamptz not null,
    primary key (game_id, giver, wish_id)
  );
  create function wish_lists_of_leaver() returns trigger language plpgsql as $function$ begin
    delete from wish_lists where ctid = any(array(
      select l.ctid from written w cross join lateral (
        select ctid from wish_lists
        where game_id = w.game_id and participant = w.number offset 0
      ) l
    ));
    return null;
  end $function$;
  create function wishes_of_erased() returns trigger language plpgsql as $function$ begin
    delete from wish_lists where game_id = new.game_id and participant = new.number;
    delete from wish_marks
    where game_id = new.game_id and (giver = new.number or receiver = new.number);
    return null;
  end $function$;
  create function wish_marks_of_pair() returns trigger language plpgsql as $function$ begin
    delete from wish_marks where ctid = any(array(
      select m.ctid from written w cross join lateral (
        select ctid from wish_marks where game_id = w.game_id and giver = w.giver offset 0
      ) m
    ));
    return null;
  end $function$;
  create function wishes_of_sealed() returns trigger language plpgsql as $function$ begin
    delete from wish_lists where game_id = new.id;
    delete from wish_marks where game_id = new.id;
    return null;
  end $function$;
  create trigger wish_lists_of_leaver after delete on participants
    referencing old table as written for each statement execute function wish_lists_of_leaver();
  create trigger wishes_of_erased after update of erased_at on participants for each row
    when (old.erased_at is null and new.erased_at is not null)
    execute function wishes_of_erased();
  create trigger wish_marks_of_pair after delete on assignments
    referencing old table as written for each statement execute function wish_marks_of_pair();
  create trigger wishes_of_sealed after update of seal_broken_at on games for each row
    when (old.seal_broken_at is null and new.seal_broken_at is not null)
    execute function wishes_of_sealed();`,
  },
  {
    script: `
  create table photos (
    sequence bigint generated always as identity unique,
    game_id uuid not null references games on delete cascade,
    id uuid not null,
    participant integer not null,
    version integer not null,
    type text not null,
    size integer not null,
    state text not null check (state in ('new', 'attached', 'detached')),
    since timestamptz not null,
    bytes bytea not null check (length(bytes) = size),
    primary key (game_id, id)
  );
  alter table photos alter column bytes set storage external;
  create index photos_participant on photos (game_id, participant);
  create index photos_size on photos (size);
  create index photos_loose on photos (since) where state <> 'attached';
  create function photos_of_leaver() returns trigger language plpgsql as $function$ begin
    delete from photos where ctid = any(array(
      select p.ctid from written w cross join lateral (
        select ctid from photos where game_id = w.game_id and participant = w.number offset 0
      ) p
    ));
    return null;
  end $function$;
  create function photos_of_erased() returns trigger language plpgsql as $function$ begin
    delete from photos where game_id = new.game_id and participant = new.number;
    return null;
  end $function$;
  create function photos_of_sealed() returns trigger language plpgsql as $function$ begin
    delete from photos where game_id = new.id;
    return null;
  end $function$;
  create trigger photos_of_leaver after delete on participants
    referencing old table as written for each statement execute function photos_of_leaver();
  create trigger photos_of_erased after update of erased_at on participants for each row
    when (old.erased_at is null and new.erased_at is not null)
    execute function photos_of_erased();
  create trigger photos_of_sealed after update of seal_broken_at on games for each row
    when (old.seal_broken_at is null and new.seal_broken_at is not null)
    execute function photos_of_sealed();`,
  },
  { script: "alter table participants add column keepers_allowed_for integer;" },
  // An earlier release stored time zones that only `Intl` knows: each page of such a game failed.
  {
    script: `update games set time_zone = null where upper(time_zone) in (
    'ACT', 'AET', 'AGT', 'ART', 'AST', 'BET', 'BST', 'CAT', 'CNT', 'CST', 'CTT', 'EAT', 'ECT', 'IET', 'IST', 'JST',
    'MIT', 'NET', 'NST', 'PLT', 'PNT', 'PRT', 'PST', 'SST', 'VST', 'FACTORY');`,
  },
  // From now on all who have used a claim are marked. Claims that an earlier release may have forgotten count as used.
  {
    script: `
  update participants set keepers_allowed_for = 0
  where keepers_allowed_for is null
    and (claim_opened_at is not null or (claim_version > 1 and token_version > 1))
    and game_id in (select id from games where is_sealed and seal_broken_at is null);`,
  },
  // Messages written under a seal are deleted with it, because the organizer then has everyone's link.
  {
    script: `
  create function messages_of_sealed() returns trigger language plpgsql as $function$ begin
    delete from messages where game_id = new.id;
    return null;
  end $function$;
  create trigger messages_of_sealed after update of seal_broken_at on games for each row
    when (old.seal_broken_at is null and new.seal_broken_at is not null)
    execute function messages_of_sealed();`,
  },
  // In a separate step: creating the trigger above locks all games against writes until its transaction ends.
  {
    script: `
  delete from messages m using games g where g.id = m.game_id and m.sent_at < g.seal_broken_at;`,
  },
  // An earlier release stored offsets as time zones. They are refused now, also when such a game is played again.
  { script: "update games set time_zone = null where time_zone like '+%' or time_zone like '-%';" },
];
