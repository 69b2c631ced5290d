import type { LinkRenewal } from "../../game/types.ts";
import { GAME_KEY } from "./game_rows.ts";
import { type Statement, statement } from "./writes.ts";

/** ?1 game, ?2 participant, ?3 and ?4 the versions of the former and the next link */
const moving = (table: string, version: string, owner: string) =>
  `update ${table} set ${version} = ?4
    where game = ${GAME_KEY.replace("?", "?1")} and ${owner} = ?2 and ${version} = ?3`;

const RENEW = [
  moving("messages", "giver_version", "giver"),
  moving("messages", "receiver_version", "receiver"),
  moving("wish_lists", "version", "participant"),
  moving("photos", "version", "participant"),
];

/** Moves what was entered under a link to the one that its holder has renewed it by. */
export function renewing(gameId: string, { participant, from, to }: LinkRenewal): Statement[] {
  return RENEW.map((sql) => statement(sql, gameId, participant, from, to));
}
