import { cryptoRandom, type Random } from "../../draw/random.ts";
import { CodeProposals } from "../codes.ts";
import { IS_NOT_HELD } from "../records.ts";
import type { Statistics, Store } from "../store.ts";
import type { Connection } from "./connection.ts";
import { inSeconds, makeDatabase } from "./database.ts";
import { deviceStore } from "./devices.ts";
import { gameStore } from "./games.ts";
import { limitStore } from "./limits.ts";
import { mailStore } from "./mails.ts";
import { messageStore } from "./messages.ts";
import { photoStore } from "./photos.ts";
import { wishStore } from "./wishes.ts";
import type { Writer } from "./writer.ts";
import { statement } from "./writes.ts";

/** ?1 the task, ?2 the end of the lease, ?3 now. A lease that ends much later comes from a clock that was set back. */
const TAKE_TURN = `
  insert into turns (task, ends_at) values (?1, ?2)
  on conflict (task) do update set ends_at = ?2 where ends_at <= ?3 or ends_at > ?2 + 10000
  returning task`;

/** Stores a fingerprint if none is stored yet, or in place of one of the older ones. */
const KEEP_KEY_FINGERPRINT = `
  insert into key_fingerprint (one, fingerprint) values (1, ?)
  on conflict (one) do update set fingerprint = excluded.fingerprint
  where key_fingerprint.fingerprint in (select value from json_each(?))`;

/** ? now, in ms. A mail that was put off grows old from when it is due. */
const STATISTICS = `
  select
    (select active_games from code_usage) as activeGames,
    count(*) as waitingMails,
    max(0, coalesce(?1 - min(iif(attempts = 0, max(created_at, due_at), created_at))
      filter (where ${IS_NOT_HELD}), 0)) / 1000.0 as oldestMailAge
  from outbox where status = 'queued'`;

/** The fingerprint that is kept of the key that all links derive from; null: nothing yet. */
export function readKeyFingerprint(db: Connection): string | null {
  return db.get<[string]>("select fingerprint from key_fingerprint")?.[0] ?? null;
}

/**
 * A store on an SQLite database whose schema is up to date.
 *
 * @param reader a connection of this thread.
 */
export function sqliteStore(
  reader: Connection,
  writer: Writer,
  onClose: () => void = () => {},
  random: Random = cryptoRandom,
): Store {
  const db = makeDatabase(reader, writer);
  const codes = new CodeProposals(async () => {
    const row = await db.row<{ count: number }>("select six_digit_codes as count from code_usage");
    return row?.count ?? 0;
  }, random);
  const takeTurn = (task: string, seconds: number) =>
    db.change(TAKE_TURN, task, inSeconds(seconds), Date.now());
  return {
    engine: "SQLite",
    ...gameStore(db, codes),
    ...mailStore(db),
    ...messageStore(db),
    ...deviceStore(db),
    ...wishStore(db),
    ...photoStore(db),
    limits: limitStore(db),
    async ping() {
      await db.read(readKeyFingerprint);
      if (writer.isFailing) await takeTurn("probe", 0);
    },
    readKeyFingerprint: () => db.read(readKeyFingerprint),
    async keepKeyFingerprint(fingerprint, older = []) {
      await db.run(statement(KEEP_KEY_FINGERPRINT, fingerprint, JSON.stringify(older)));
      return await db.read(readKeyFingerprint) ?? fingerprint;
    },
    takeTurn,
    async close() {
      if (!reader.db.isOpen) return;
      await writer.close();
      reader.close();
      onClose();
    },
    async readStatistics() {
      const row = await db.row<Statistics>(STATISTICS, Date.now());
      if (!row) throw new Error("The database has counted nothing");
      return row;
    },
  };
}
