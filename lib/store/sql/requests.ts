import type { Command, Dialect, SqlDatabase } from "./dialect.ts";
import {
  IDEMPOTENCY_SECONDS,
  type IdempotencyRecord,
  type IdempotencyStore,
  type KeptRequest,
} from "../store.ts";

/**
 * The end of a request that waits for nothing, in seconds from now. Not 0: a reader's transaction may have begun a
 * moment earlier than the one that stored the request, and would consider it still running.
 */
const OVER = -1;

/** The verbs that are the same on both databases, and the commands that changes of games run in their transaction. */
export function requestVerbs(db: SqlDatabase, dialect: Dialect) {
  const { texts, gameColumn, gameOf, gameId, among, list, now, nowParams, moment } = dialect;
  const { momentParam, seconds } = dialect;
  const sql = texts({
    /** Returns no row if the key is known; in Postgres waits for a transaction that is storing it. */
    keep: `
      insert into idempotency_records as known
        (key_hash, body_hash, ${gameColumn}, participant, running_until, created_at)
      values ($1, $2, ${gameOf("$3")}, $4, ${moment("$5")}, ${now("$7")})
      on conflict (key_hash) do update set body_hash = excluded.body_hash,
        ${gameColumn} = excluded.${gameColumn}, participant = excluded.participant,
        created_at = excluded.created_at, running_until = excluded.running_until
      where known.created_at <= ${moment("$6")}
      returning key_hash`,

    read: `
      select body_hash as body, ${gameId} as "gameId", participant,
        ${seconds("running_until", now("$3"))} as "runningFor"
      from idempotency_records
      where key_hash ${among("$1", "text")} and created_at > ${moment("$2")} limit 1`,

    end: `update idempotency_records set running_until = ${now("$2")} where key_hash = $1`,

    forget: `delete from idempotency_records where created_at <= ${moment("$1")}`,
  });
  const lifetimeAgo = () => momentParam(-IDEMPOTENCY_SECONDS);

  const reading = (keys: readonly string[]): Command => [
    sql.read,
    [list(keys), lifetimeAgo(), ...nowParams()],
  ];

  const keeping = (
    gameId: string,
    { key, body, participant, runningFor }:
      & IdempotencyRecord
      & Pick<KeptRequest, "participant" | "runningFor">,
  ): Command => [
    sql.keep,
    [
      key,
      body,
      gameId,
      participant,
      momentParam(runningFor || OVER),
      lifetimeAgo(),
      ...nowParams(),
    ],
  ];

  const verbs = {
    readRequest(keys) {
      const [text, params] = reading(keys);
      return db.row(text, ...params);
    },

    endRequest: (key) => db.run(sql.end, key, ...nowParams()),

    forgetRequests: () => db.run(sql.forget, lifetimeAgo()),
  } satisfies Partial<IdempotencyStore>;
  return { reading, keeping, verbs };
}
