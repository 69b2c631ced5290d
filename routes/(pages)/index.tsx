import { page } from "fresh";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { mayCreate } from "@/lib/http/create_key.ts";
import { readForm } from "@/lib/http/form.ts";
import { findOwnGames, headersFor } from "@/lib/pages/device/own_games.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { HomePage } from "./(_components)/HomePage.tsx";

export default define.page<typeof handler>((props) => (
  <HomePage {...props.data} reader={readerOf(props)} />
));

export const handler = define.handlers({
  GET: (ctx) => show(ctx),

  async POST(ctx) {
    const typed = (await readForm(ctx.req)).text("code");
    const address = gameAddress(typed);
    if (address) return ctx.redirect(address, 303);
    return await show(ctx, typed, readerOf(ctx).t("errors.format.other"));
  },
});

/** The start page, with the reader's games and the season's scene. @param error the error about the typed code */
async function show(ctx: Ctx, typed = "", error?: string) {
  const { language, locale } = readerOf(ctx);
  const date = todayIn(null, new Date());
  const game = { cover: "", name: "", date, language, timeZone: null } as const;
  const games = await findOwnGames(ctx);
  return page({
    ...{ typed, error, games },
    cover: coverOf(game, new Intl.Locale(locale).region),
    mayCreate: mayCreate(ctx.state.services.settings, ctx.req.headers),
  }, { status: error === undefined ? 200 : 400, headers: headersFor(games) });
}
