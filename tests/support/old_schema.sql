-- The schema of the release whose embedded database was PGlite, as its two migrations left it.
create table migrations (number integer primary key, applied_at timestamptz not null default now());
insert into migrations (number) values (1), (2);
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
