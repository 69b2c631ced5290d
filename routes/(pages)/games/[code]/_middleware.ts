import { GameError } from "@/lib/game/errors.ts";
import { isCode } from "@/lib/operations/open.ts";
import { define } from "@/lib/state.ts";

/** What is no code names no game, cookie or address either. */
export default define.middleware((ctx) => {
  if (!isCode(ctx.params.code ?? "")) throw new GameError("GAME_NOT_FOUND");
  return ctx.next();
});
