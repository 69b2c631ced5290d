import { drawWhenDue } from "../game/actions/gather.ts";
import { isTooLateToDraw } from "../game/finale.ts";
import type { Game } from "../game/types.ts";
import { newsOf, wake } from "../mail/push.ts";
import { log } from "../monitoring/log.ts";
import { traced } from "../monitoring/spans.ts";
import type { Services } from "../services.ts";
import type { DueDraw } from "../store/store.ts";
import { forEach, inBatches } from "./daily.ts";
import { decisionContext } from "./decision_context.ts";
import { earlierNow } from "./earlier_now.ts";
import { observeDecision } from "./observe_decision.ts";

/** Rounds read at a time. */
const BATCH = 200;

/**
 * Draws every round whose time has come. Any number of instances may run it at any time: the first to lock a game
 * draws it, and the others find it drawn. If an instance dies midway, the round stays due, as do rounds whose time
 * came while no instance ran.
 */
export async function drawDue(
  { store, mail, push, tokens, ending }: Pick<
    Services,
    "store" | "mail" | "push" | "tokens" | "ending"
  >,
  now?: Date,
) {
  const at = now ?? await earlierNow(store);
  const result = {
    drawn: 0,
    /** Rounds that cannot be drawn; their organizers are notified. */
    impossible: 0,
    /** Rounds that failed because of the service, and stay due. */
    failed: 0,
  };
  const games = inBatches<DueDraw>(ending, (after) => store.listDueDraws(at, after, BATCH));
  const decideOne = (game: Game | null, id: string) => {
    const context = decisionContext(tokens);
    // By one of the two clocks the pairs would be shown at once: the round stays due until both agree.
    const isClear = game?.id === id &&
      isTooLateToDraw(game, context.now) === isTooLateToDraw(game, at);
    const change = isClear
      ? observeDecision("drawNames", () => drawWhenDue(game, { ...context, now: at }))
      : null;
    if (!change) return { game: null, outbox: null, result: null };
    return { game: change.game, outbox: newsOf({ mail, push }, change), result: change.game };
  };
  const drawOne = async ({ id, code }: DueDraw) => {
    const after = await store.changeGame(code, (game) => decideOne(game, id));
    if (!after) return;
    if (after.isGathering) result.impossible++;
    else result.drawn++;
    wake({ mail, push });
  };
  const draw = () => forEach(games, "a round was not drawn", drawOne);
  result.failed = await traced("draws", {}, draw);
  if (result.drawn + result.impossible + result.failed > 0) log("draws", { ...result });
  return result;
}
