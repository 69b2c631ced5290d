import { type Context, page } from "fresh";
import { participantLinks } from "@/lib/pages/organizer/game_links.ts";
import { codesCost } from "@/lib/http/request_cost.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { likelyLocale } from "@/lib/i18n/languages.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { define, type State } from "@/lib/state.ts";
import { memberByNumber } from "@/lib/game/members.ts";
import { readForm } from "@/lib/http/form.ts";
import { renderSlips, SlipsPage } from "./(_components)/Slips.tsx";

export default define.page<typeof handler>(({ data }) => <SlipsPage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    return await show(ctx, await openManaged(ctx), false);
  },

  /** With the names inside: only if the organizer says that they do not take part, and never in a sealed game. */
  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    return await show(ctx, managed, form.has("notPlaying") && !managed.view.isSealed);
  },
});

async function show(ctx: Context<State>, managed: ManagedGame, hasNames: boolean) {
  const { game, view, reader, hasMail } = managed;
  ctx.state.chargeCost(codesCost(view));
  const nameOf = memberByNumber(game, ({ name }) => name);
  const receivers = new Map(
    game.participants.flatMap(({ name, receiver }) =>
      hasNames && receiver !== null ? [[name, nameOf(receiver)] as const] : []
    ),
  );
  // In a sealed game all others have theirs by mail, or none yet.
  const people = participantLinks(ctx, managed).filter(({ link }) => link);
  const locale = likelyLocale(ctx.req.headers, view.language);
  const slips = await renderSlips(view, people, receivers, {
    locale,
    t: translator(view.language, null, locale),
  });
  return page({ view, reader, hasMail, slips, hasNames });
}
