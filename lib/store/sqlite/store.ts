import { cryptoRandom, type Random } from "../../draw/random.ts";
import { CodeProposals } from "../codes.ts";
import { instanceVerbs } from "../sql/instance.ts";
import type { Statistics, Store } from "../store.ts";
import type { Connection } from "./connection.ts";
import { makeDatabase } from "./database.ts";
import { deviceStore } from "../sql/devices.ts";
import { SQLITE } from "./dialect.ts";
import { gameStore } from "./games.ts";
import { limitStore } from "./limits.ts";
import { mailStore, waitingSince } from "./mails.ts";
import { messageStore } from "./messages.ts";
import { photoStore } from "../sql/photos.ts";
import { wishStore } from "../sql/wishes.ts";
import type { Writer } from "./writer.ts";

/** ? now, in ms. */
const STATISTICS = `
  select
    (select active_games from code_usage) as activeGames,
    count(*) as waitingMails,
    max(0, coalesce(?1 - ${waitingSince()}, 0)) / 1000.0 as oldestMailAge
  from outbox where status = 'queued'`;

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
  const instance = instanceVerbs(db, SQLITE);
  return {
    engine: "SQLite",
    ...instance,
    ...gameStore(db, codes),
    ...mailStore(db),
    ...messageStore(db),
    ...deviceStore(db, SQLITE),
    ...wishStore(db, SQLITE),
    ...photoStore(db, SQLITE),
    limits: limitStore(db),
    async ping() {
      await instance.readKeyFingerprint();
      if (writer.isFailing) await instance.takeTurn("probe", 0);
    },
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
