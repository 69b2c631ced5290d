import { GameError } from "@/lib/game/errors.ts";
import { isLinkPreview } from "@/lib/http/link_preview.ts";
import { isCode } from "@/lib/operations/open.ts";
import { rememberOpened } from "@/lib/pages/device/own_games.ts";
import { define } from "@/lib/state.ts";
import { answerPreview } from "./(_components)/answer_preview.tsx";
import { goTo } from "./(_components)/entering.ts";
import { isFormOfOther, markForms } from "./(_components)/one_reader.ts";

/** Rejects invalid codes before they reach a cookie or a URL; answers programs that make link previews. */
const requireCode = define.middleware(async (ctx) => {
  if (!isCode(ctx.params.code ?? "")) throw new GameError("GAME_NOT_FOUND");
  const preview = isLinkPreview(ctx.req) ? await answerPreview(ctx) : null;
  return preview ?? await ctx.next();
});

/** Remembers the opened game, so that the start page can link back to it. */
const rememberHere = define.middleware(async (ctx) => {
  const answer = await ctx.next();
  const cookie = await rememberOpened(ctx, ctx.params.code ?? "", answer);
  if (cookie) answer.headers.append("set-cookie", cookie);
  return answer;
});

/** Refuses forms of a page that was shown to another participant: without scripts, it missed the later sign-in. */
const requireSameReader = define.middleware(async (ctx) =>
  await isFormOfOther(ctx)
    ? goTo(ctx, "?done=otherReader#news")
    : await markForms(ctx, await ctx.next())
);

export default [requireCode, rememberHere, requireSameReader];
