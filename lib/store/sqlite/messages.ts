import type { StoredMessage } from "../../game/messages.ts";
import { MESSAGE_COLUMNS } from "../records.ts";
import { messageVerbs } from "../sql/messages.ts";
import type { MessageStore } from "../store.ts";
import type { Database } from "./database.ts";
import { SQLITE } from "./dialect.ts";
import { GAME_KEY } from "./game_rows.ts";
import { tableOf } from "./table.ts";

const MESSAGES = tableOf<StoredMessage>(MESSAGE_COLUMNS);
const READ = `
  select ${MESSAGES.columns} from messages
  where game = ${GAME_KEY.replace("?", "?1")} and (giver = ?2 or receiver = ?2) order by key`;

export function messageStore(db: Database): MessageStore {
  return {
    ...messageVerbs(db, SQLITE),
    readMessages: (gameId, number) =>
      db.readOnce((db) => db.all(READ, gameId, number).map(MESSAGES.read)),
  };
}
