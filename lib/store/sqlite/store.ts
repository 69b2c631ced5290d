import { cryptoRandom, type Random } from "../../draw/random.ts";
import type { StoredMessage } from "../../game/messages.ts";
import { CodeProposals } from "../codes.ts";
import { instanceVerbs } from "../sql/instance.ts";
import { IS_MAIL, MESSAGE_COLUMNS } from "../records.ts";
import type { Statistics, Store } from "../store.ts";
import type { Connection } from "./connection.ts";
import { makeDatabase } from "./database.ts";
import { deviceStore } from "../sql/devices.ts";
import { SQLITE } from "./dialect.ts";
import { GAME_KEY } from "./game_rows.ts";
import { gameStore } from "./games.ts";
import { limitVerbs } from "../sql/limits.ts";
import { mailStore, waitingSince } from "./mails.ts";
import { messageVerbs } from "../sql/messages.ts";
import { photoStore } from "../sql/photos.ts";
import { tableOf } from "./table.ts";
import { wishStore } from "../sql/wishes.ts";
import type { Writer } from "./writer.ts";

/** ?1 now, in ms. */
const STATISTICS = `
  select
    (select active_games from code_usage) as activeGames,
    count(*) as waitingMails,
    max(0, coalesce(?1 - ${waitingSince()}, 0)) / 1000.0 as oldestMailAge
  from outbox where status = 'queued' and ${IS_MAIL}`;

const MESSAGES = tableOf<StoredMessage>(MESSAGE_COLUMNS);
const READ_MESSAGES = `
  select ${MESSAGES.columns} from messages
  where game = ${GAME_KEY.replace("?", "?1")} and (giver = ?2 or receiver = ?2) order by key`;

const ADD_COUNT = `
  insert into rate_counts (hour, kind, key, count) values (?, ?, ?, ?)
  on conflict (hour, kind, key) do update set count = count + excluded.count
  returning count`;

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
    ...messageVerbs(db, SQLITE),
    readMessages: (gameId, number) =>
      db.readOnce((db) => db.all(READ_MESSAGES, gameId, number).map(MESSAGES.read)),
    ...deviceStore(db, SQLITE),
    ...wishStore(db, SQLITE),
    ...photoStore(db, SQLITE),
    limits: {
      ...limitVerbs(db, SQLITE),
      async addCounts(counts) {
        const params = counts.map(({ hour, kind, key, add }) => [hour, kind, key, add]);
        const rows = await db.write({ sql: ADD_COUNT, params });
        return (rows?.[0] ?? []).map(([count]) => Number(count));
      },
    },
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
