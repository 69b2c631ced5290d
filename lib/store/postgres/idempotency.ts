import {
  IDEMPOTENCY_SECONDS,
  type IdempotencyRecord,
  type IdempotencyStore,
  type KeptRequest,
} from "../store.ts";
import type { CodeProposals } from "../codes.ts";
import { listOf } from "./connection.ts";
import { CREATE, type CreatedRow, creationParams } from "./create.ts";
import type { Database } from "./database.ts";
import type { Transaction } from "./transaction.ts";

const LIFETIME = `interval '${IDEMPOTENCY_SECONDS} seconds'`;

/** Returns no row if the key is known; waits for a transaction that is storing it. */
const KEEP = `
  insert into idempotency_records as known
    (key_hash, body_hash, game_id, participant, running_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5::float8))
  on conflict (key_hash) do update set body_hash = excluded.body_hash,
    game_id = excluded.game_id, participant = excluded.participant,
    created_at = excluded.created_at, running_until = excluded.running_until
  where known.created_at <= now() - ${LIFETIME}
  returning key_hash`;

/** $1 the hashes. */
export const READ_REQUEST = `
  select body_hash as body, game_id as "gameId", participant,
    extract(epoch from running_until - now())::float8 as "runningFor"
  from idempotency_records
  where key_hash = any($1::text::text[]) and created_at > now() - ${LIFETIME} limit 1`;

const END = "update idempotency_records set running_until = now() where key_hash = $1";

/** Returns no row if another game already continues this one. */
const REMEMBER =
  "update games set is_remembered = true where id = $1 and not is_remembered returning id";

const FORGET = `delete from idempotency_records where created_at <= now() - ${LIFETIME}`;

/** Keeps a request. @returns whether its key was free. */
export async function keepRequest(
  tx: Transaction,
  gameId: string,
  { key, body, participant, runningFor }:
    & IdempotencyRecord
    & Pick<KeptRequest, "participant" | "runningFor">,
): Promise<boolean> {
  const rows = await tx.query(KEEP, [key, body, gameId, participant, runningFor]);
  return rows.length > 0;
}

export function idempotencyStore(db: Database, codes: CodeProposals): IdempotencyStore {
  return {
    async createGameOnce(game, mails, record, remembers = null) {
      const row = await codes.underFree(game, (codes) =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<CreatedRow>(
            CREATE,
            creationParams([{ game, codes, mails }]),
          );
          if (!row) return undefined;
          const isKept = !record ||
            await keepRequest(tx, game.id, { ...record, participant: null });
          if (!isKept) return null;
          if (remembers && (await tx.query(REMEMBER, [remembers])).length === 0) return null;
          await tx.commit();
          return row;
        }));
      return row && { game: { ...game, code: row.code }, mailIds: row.mailIds };
    },

    readRequest: (keys) => db.row(READ_REQUEST, [listOf(keys)]),

    endRequest: (key) => db.run(END, key),

    forgetRequests: () => db.run(FORGET),
  };
}
