import { type Context, page } from "fresh";
import { ApartPage } from "./(_components)/ApartPage.tsx";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import { movedBetween, previewAction } from "@/lib/game/preview.ts";
import type { ActionOf } from "@/lib/game/schemas.ts";
import { readForm } from "@/lib/pages/forms.ts";
import { doneQuery, type ManagedGame, newsOf, openManaged } from "@/lib/pages/organizer.ts";
import { movePoints } from "@/lib/pages/confirmations.ts";
import { explainError } from "@/lib/i18n/errors.ts";
import { managePath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { decisionContext } from "@/lib/operations/decision_context.ts";
import { define, type State } from "@/lib/state.ts";

type Ctx = Context<State>;

/** A new group that changes pairs, before it is made. */
interface Proposal {
  members: string[];
  points: string[];
}

interface Data {
  managed: ManagedGame;
  proposal: Proposal | null;
  /** Who is ticked. */
  chosen: string[];
  error: string | null;
}

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    if (managed.view.isArchived) return ctx.redirect(managePath(managed.view.code), 303);
    return page<Data>({ managed, proposal: null, chosen: [], error: null });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const groups = groupsOf(managed.view);
    const removed = form.text("remove");
    if (removed) {
      const kept = groups.filter((group) => group.join(" ") !== removed);
      return await save(ctx, managed, ruleOf(kept));
    }
    const chosen = form.texts("member");
    const { t } = managed.reader;
    const refuse = (error: string) =>
      page<Data>({ managed, proposal: null, chosen, error }, { status: 400 });
    if (new Set(chosen).size < 2) return refuse(t("organize.apart.chooseTwo"));
    const rule = ruleOf([...groups, chosen]);
    const { tokens } = ctx.state.services;
    const { moved, refusal } = previewAction(
      managed.game,
      rule,
      managed.credential,
      tokens,
      decisionContext(),
    );
    if (refusal) return refuse(explainError(refusal, t));
    if (moved.length > 0 && !form.has("confirmed")) {
      const proposal = { members: chosen, points: movePoints(managed, moved) };
      return page<Data>({ managed, proposal, chosen, error: null });
    }
    return await save(ctx, managed, rule);
  },
});

export default define.page<typeof handler>(function KeepApartPage(props) {
  return <ApartPage {...props.data} news={newsOf(props.url, props.data.managed.reader.t)} />;
});

type Rule = ActionOf<"setExclusions">;

/** Two people are a pair, more are a household. */
function ruleOf(groups: string[][]): Rule {
  return {
    action: "setExclusions",
    exclusions: groups.flatMap(([a, b, ...more]) =>
      a !== undefined && b !== undefined && more.length === 0 ? [[a, b]] : []
    ),
    households: groups.filter((group) => group.length > 2),
  };
}

async function save(ctx: Ctx, { game: before, credential }: ManagedGame, rule: Rule) {
  const { game } = await performAction(ctx.state.services, before.code, rule, credential);
  const moved = movedBetween(before, game).length;
  return ctx.redirect(managePath(game.code, `/apart${doneQuery("setExclusions", moved)}`), 303);
}
