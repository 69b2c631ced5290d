import { IDEMPOTENCY_SECONDS, type IdempotencyRecord, type KeptRequest } from "../store.ts";
import type { Connection } from "./connection.ts";
import { GAME_KEY } from "./games.ts";
import type { Statement } from "./writes.ts";

const LIFETIME = IDEMPOTENCY_SECONDS * 1000;

const INSERT = `
  insert into idempotency_records (key_hash, body_hash, game, participant, created_at, running_until)
  values (?, ?, ${GAME_KEY}, ?, ?, ?)
  on conflict (key_hash) do update set body_hash = excluded.body_hash, game = excluded.game,
    participant = excluded.participant, created_at = excluded.created_at,
    running_until = excluded.running_until
  where idempotency_records.created_at <= ?
  returning 1`;

/** Stores a request; returns no row if its key is known. @param now in ms, as all times here */
export function keeping(
  gameId: string,
  { key, body, participant, runningFor }:
    & IdempotencyRecord
    & Pick<KeptRequest, "participant" | "runningFor">,
  now: number,
): Statement {
  const runningUntil = runningFor > 0 ? now + Math.ceil(runningFor * 1000) : 0;
  return {
    sql: INSERT,
    params: [[key, body, gameId, participant, now, runningUntil, now - LIFETIME]],
    isGuard: true,
  };
}

export function readRequest(
  db: Connection,
  keys: readonly string[],
  now: number,
): KeptRequest | null {
  const row = db.get<[string, string, number | null, number]>(
    `select r.body_hash, g.id, r.participant, r.running_until
     from idempotency_records r join games g on g.key = r.game
     where r.key_hash in (select value from json_each(?)) and r.created_at > ? limit 1`,
    JSON.stringify(keys),
    now - LIFETIME,
  );
  if (!row) return null;
  const [body, gameId, participant, runningUntil] = row;
  return { body, gameId, participant, runningFor: (runningUntil - now) / 1000 };
}

export function ending(key: string): Statement {
  return {
    sql: "update idempotency_records set running_until = 0 where key_hash = ?",
    params: [[key]],
  };
}

export function forgetting(now: number): Statement {
  return {
    sql: "delete from idempotency_records where created_at <= ?",
    params: [[now - LIFETIME]],
  };
}
