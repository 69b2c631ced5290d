import type { StoredMessage } from "../../game/messages.ts";
import { MESSAGE_COLUMNS } from "../records.ts";
import { messageVerbs } from "../sql/messages.ts";
import type { MessageStore } from "../store.ts";
import { selection } from "./columns.ts";
import type { Database } from "./database.ts";
import { POSTGRES } from "./dialect.ts";

/** `+ 0` keeps the planner from reading the whole index of all messages in its order. */
const READ = `
  select ${selection(MESSAGE_COLUMNS, "messages")} from messages
  where game_id = $1 and (giver = $2 or receiver = $2) order by sequence + 0`;

export function messageStore(db: Database): MessageStore {
  return {
    ...messageVerbs(db, POSTGRES),
    readMessages: (gameId, number) => db.rows<StoredMessage>(READ, gameId, number),
  };
}
