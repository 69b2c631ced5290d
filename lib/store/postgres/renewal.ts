import type { LinkRenewal } from "../../game/types.ts";
import { KEPT_UNDER_LINK } from "../renewal.ts";
import type { Transaction } from "./transaction.ts";

/** $1 game, $2 participant, $3 and $4 the versions of the former and the next link */
const RENEW = KEPT_UNDER_LINK.map(([table, version, owner]) =>
  `update ${table} set ${version} = $4
    where game_id = $1 and ${owner} = $2 and ${version} = $3`
);

/** Moves what was entered under a link to its renewed version. */
export function renewLink(
  tx: Transaction,
  gameId: string,
  { participant, from, to }: LinkRenewal,
): Promise<unknown>[] {
  return RENEW.map((sql) => tx.query(sql, [gameId, participant, from, to]));
}
