import { IDEMPOTENCY_SECONDS, type IdempotencyRecord, type KeptRequest } from "../store.ts";
import type { Connection } from "./connection.ts";
import { GAME_KEY } from "./game_rows.ts";
import { guard, type Statement } from "./writes.ts";

const LIFETIME = IDEMPOTENCY_SECONDS * 1000;

const INSERT = `
  insert into idempotency_records (key_hash, body_hash, game, participant, created_at, running_until)
  values (?, ?, ${GAME_KEY}, ?, ?, ?)
  on conflict (key_hash) do update set body_hash = excluded.body_hash, game = excluded.game,
    participant = excluded.participant, created_at = excluded.created_at,
    running_until = excluded.running_until
  where idempotency_records.created_at <= ?
  returning 1`;

/** Stores a request; returns no row if its key is known. */
export function keeping(
  gameId: string,
  { key, body, participant, runningFor }:
    & IdempotencyRecord
    & Pick<KeptRequest, "participant" | "runningFor">,
): Statement {
  const now = Date.now();
  const runningUntil = runningFor > 0 ? now + Math.ceil(runningFor * 1000) : 0;
  return guard(INSERT, key, body, gameId, participant, now, runningUntil, now - LIFETIME);
}

/** ?1 the hashes, ?2 now, in ms. */
const READ = `
  select r.body_hash as body, g.id as gameId, r.participant,
    (r.running_until - ?2) / 1000.0 as runningFor
  from idempotency_records r join games g on g.key = r.game
  where r.key_hash in (select value from json_each(?1)) and r.created_at > ?2 - ${LIFETIME} limit 1`;

export function readRequest(db: Connection, keys: readonly string[]): KeptRequest | null {
  return db.rows<KeptRequest>(READ, JSON.stringify(keys), Date.now())[0] ?? null;
}

export const END = "update idempotency_records set running_until = 0 where key_hash = ?";

/** ? now, in ms. */
export const FORGET = `delete from idempotency_records where created_at <= ? - ${LIFETIME}`;
