import type { LinkRenewal } from "../../game/types.ts";
import { KEPT_UNDER_LINK } from "../renewal.ts";
import { GAME_KEY } from "./game_rows.ts";
import { type Statement, statement } from "./writes.ts";

/** ?1 game, ?2 participant, ?3 and ?4 the versions of the former and the next link */
const RENEW = KEPT_UNDER_LINK.map(([table, version, owner]) =>
  `update ${table} set ${version} = ?4
    where game = ${GAME_KEY.replace("?", "?1")} and ${owner} = ?2 and ${version} = ?3`
);

/** Moves what was entered under a link to its renewed version. */
export function renewing(gameId: string, { participant, from, to }: LinkRenewal): Statement[] {
  return RENEW.map((sql) => statement(sql, gameId, participant, from, to));
}
