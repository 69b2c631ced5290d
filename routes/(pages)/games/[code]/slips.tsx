import { page } from "fresh";
import { participantLinks } from "@/lib/pages/organizer/game_links.ts";
import { codesCost } from "@/lib/http/request_cost.ts";
import { type ManagedGame, whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { likelyLocale } from "@/lib/i18n/languages.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { memberByNumber } from "@/lib/game/members.ts";
import { readForm } from "@/lib/http/form.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import { factsOf, Slip, SlipsPage } from "./(_components)/Slips.tsx";

export default define.page<typeof handler>(({ data }) => <SlipsPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) => whileActive(ctx, (managed) => show(ctx, managed, false)),

  /** Slips with names inside: only if the organizer says that they do not take part, and never in a sealed game. */
  POST: (ctx) =>
    whileActive(ctx, async (managed) => {
      const form = await readForm(ctx.req);
      return await show(ctx, managed, form.has("notPlaying") && !managed.view.isSealed);
    }),
});

/** @param hasNames true if the names of the receivers are printed inside */
async function show(ctx: Ctx, managed: ManagedGame, hasNames: boolean) {
  const { game, view, reader } = managed;
  ctx.state.chargeCost(codesCost(view));
  const nameOf = memberByNumber(game, ({ name }) => name);
  /** The names that are printed inside, by the givers' names. */
  const receivers = new Map(
    game.participants.flatMap(({ name, receiver }) =>
      hasNames && receiver !== null ? [[name, nameOf(receiver)] as const] : []
    ),
  );
  // In a sealed game, all others get their link by email, or have none yet.
  const people = participantLinks(ctx, managed).filter(({ link }) => link);
  const locale = likelyLocale(ctx.req.headers, view.language);
  const theirs = { locale, t: translator(view.language, null, locale) };
  const facts = factsOf(view, theirs);
  const slips = await renderInTurns(
    people,
    (person) => (
      <li class="flex break-inside-avoid flex-col border border-black bg-white leading-snug text-black">
        <Slip {...{ view, person, facts }} reader={theirs} receiver={receivers.get(person.name)} />
      </li>
    ),
  );
  return page({ view, reader, slips, hasNames, count: people.length });
}
