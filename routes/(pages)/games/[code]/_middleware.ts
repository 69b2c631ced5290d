import { GameError } from "@/lib/game/errors.ts";
import { isCode } from "@/lib/operations/open.ts";
import { rememberOpened } from "@/lib/pages/own_games.ts";
import { define } from "@/lib/state.ts";

/** What is no code names no game, cookie or address either. */
const requireCode = define.middleware((ctx) => {
  if (!isCode(ctx.params.code ?? "")) throw new GameError("GAME_NOT_FOUND");
  return ctx.next();
});

/** The start page leads back to what was opened here. */
const rememberHere = define.middleware(async (ctx) => {
  const answer = await ctx.next();
  const cookie = await rememberOpened(ctx, ctx.params.code ?? "", answer);
  if (cookie) answer.headers.append("set-cookie", cookie);
  return answer;
});

export default [requireCode, rememberHere];
