import { page } from "fresh";
import { formatList } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { LIMITS } from "@/lib/game/limits.ts";
import { oneWayPairs } from "@/lib/game/one_way.ts";
import type { ActionOf } from "@/lib/game/operations.ts";
import { previewAction } from "@/lib/game/preview.ts";
import { redrawsAll } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import { explainError } from "@/lib/i18n/errors.ts";
import { performAction } from "@/lib/operations/change.ts";
import { decisionContext } from "@/lib/operations/decision_context.ts";
import { untilStored } from "@/lib/operations/until_stored.ts";
import { groupsOf } from "@/lib/pages/organizer/apart_groups.ts";
import { movePoints, sealedPoints } from "@/lib/pages/organizer/questions.ts";
import { flashQuery, organizerFlash } from "@/lib/pages/flash_messages.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { type ManagedGame, openManaged, whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import {
  ApartPage,
  NO_CHOICE,
  type OneWayChoice,
  type Proposal,
  renderChoices,
} from "./(_components)/ApartPage.tsx";

export default define.page<typeof handler>(({ data }) => <ApartPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) =>
    untilRevealed(ctx, async (managed) => {
      const change = ctx.url.searchParams.get("change");
      const replaced = (change !== null && groupsOf(managed.view)[Number(change)]) || null;
      return await show(ctx, managed, { replaced });
    }),

  POST: (ctx) =>
    untilRevealed(ctx, async (managed) => {
      const form = await readForm(ctx.req);
      return await untilStored(async (attempt) =>
        await change(ctx, attempt === 0 ? managed : await openManaged(ctx), form)
      );
    }),
});

/** Answers while rules can change; afterwards redirects to the organizer's page, which says why not. */
function untilRevealed<Answer>(ctx: Ctx, answer: (managed: ManagedGame) => Promise<Answer>) {
  return whileActive<Answer | Response>(
    ctx,
    (managed) =>
      managed.view.revealed ? ctx.redirect(managePath(managed.view.code), 303) : answer(managed),
  );
}

/** Carries out a form, or asks first. @throws {ChangedMeanwhile} if the rules were changed meanwhile */
async function change(ctx: Ctx, managed: ManagedGame, form: Form) {
  const { view: { code }, credential, reader: { t } } = managed;
  const removal = removalIn(managed, form);
  // Already removed, by this form or elsewhere: a sealed game would be redrawn for nothing.
  if (removal === "gone") return ctx.redirect(managePath(code, "/apart"), 303);
  if (removal && redrawsAll(managed.game) && !form.has("confirmed")) {
    const { title, fields } = removal;
    const points = sealedPoints(managed);
    const proposal = { title, fields, points, button: t("common.remove") };
    return await show(ctx, managed, { proposal });
  }
  if (removal) {
    await performAction(ctx.state.services, code, removal.rule, credential, {
      isAsRead: hasRulesOf(managed.game),
    });
    // Without a redraw, removing a rule changes no one's receiver (0); before the draw there are no receivers.
    const done = redrawsAll(managed.game)
      ? flashQuery("sealed")
      : flashQuery("setExclusions", managed.game.isGathering ? undefined : 0);
    return ctx.redirect(managePath(code, `/apart${done}`), 303);
  }
  const addition = form.has("giver") ? oneWayAddition(managed, form) : groupAddition(managed, form);
  if (addition.isThere) return ctx.redirect(managePath(code, "/apart"), 303);
  // The group was changed or removed meanwhile: show the chosen people as a new group, with an error.
  if (form.has("replaces") && !addition.chosen.replaced) {
    return await show(ctx, managed, { ...addition.chosen, error: t("organize.apart.changed") });
  }
  return await add(ctx, managed, addition, form.has("confirmed"));
}

/** Checks that a game still has the rules that were read, because a change sends all of them. */
function hasRulesOf(read: Game): (now: Game) => boolean {
  const rulesOf = (game: Game) =>
    JSON.stringify([game.exclusions, game.households, oneWayPairs(game)]);
  return (now) => rulesOf(now) === rulesOf(read);
}

/** Shows the rules, or a proposal instead, or why the chosen people cannot form a rule. */
async function show(
  ctx: Ctx,
  managed: ManagedGame,
  { proposal = null, replaced = null, members, error = null, oneWay = NO_CHOICE }: {
    proposal?: Proposal | null;
    replaced?: readonly string[] | null;
    members?: readonly string[] | undefined;
    error?: string | null;
    oneWay?: OneWayChoice;
  } = {},
) {
  const isRefused = error !== null || oneWay.error !== undefined;
  const { searchParams } = ctx.url;
  return page({
    ...managed,
    news: isRefused || proposal ? [] : organizerFlash(ctx.url, managed.reader.t),
    from: Math.max(0, Math.trunc(Number(searchParams.get("from")))) || 0,
    proposal,
    choices: proposal ? "" : await renderChoices(managed, members ?? replaced ?? []),
    replaced,
    error,
    oneWay,
    redrawsAll: redrawsAll(managed.game),
  }, { status: isRefused ? 400 : 200 });
}

/** The rule that a form removes, with its confirmation; null: none; "gone": the game does not have that rule. */
function removalIn(
  { view, reader: { t, locale } }: ManagedGame,
  form: Form,
): Pick<Addition, "rule" | "title" | "fields"> | "gone" | null {
  const nameOf = (id: string) => view.participants.find((one) => one.id === id)?.name ?? "";
  const group = form.text("remove");
  if (group) {
    if (!groupsOf(view).some((one) => one.join(" ") === group)) return "gone";
    const without = (groups: string[][]) => groups.filter((one) => one.join(" ") !== group);
    const members = group.split(" ", LIMITS.maxParticipants);
    const names = formatList(members.map(nameOf), locale);
    return {
      // Sends only households, so that exclusions inside the former household apply again.
      rule: members.length > 2
        ? { action: "setExclusions", households: without(view.households) }
        : ruleOf(without(groupsOf(view))),
      title: t("common.line", { label: t("common.remove"), value: names }),
      fields: { remove: group },
    };
  }
  if (!form.has("removeOneWay")) return null;
  const pair = form.text("removeOneWay");
  const [giver = "", receiver = ""] = pair.split(" ", 2).map(nameOf);
  const kept = view.oneWayExclusions.filter((one) => one.join(" ") !== pair);
  if (kept.length === view.oneWayExclusions.length) return "gone";
  return {
    rule: { action: "setExclusions", oneWayExclusions: kept },
    title: t("common.line", {
      label: t("common.remove"),
      value: t("again.oneWay.rule", { giver, receiver }),
    }),
    fields: { removeOneWay: pair },
  };
}

/** A rule to be added. */
interface Addition {
  rule: Rule;
  /** True if the game already has this rule. */
  isThere: boolean;
  /** Its error, if it can be found without a draw; null: none. */
  problem: string | null;
  title: string;
  fields: Proposal["fields"];
  /** The chosen people, for the page with the error. */
  chosen: { members?: string[]; replaced?: readonly string[] | null; oneWay?: OneWayChoice };
}

function groupAddition({ view, reader: { t, locale } }: ManagedGame, form: Form): Addition {
  const chosen = new Set(form.texts("member"));
  const members = [...chosen];
  const names = view.participants.filter(({ id }) => chosen.has(id)).map(({ name }) =>
    t("game.reveal.name", { name })
  );
  const groups = groupsOf(view);
  const replaces = form.text("replaces");
  const replaced = groups.find((one) => one.join(" ") === replaces) ?? null;
  const others = (from: string[][]) => from.filter((one) => one !== replaced);
  return {
    isThere: (replaced ? [replaced] : groups).some((one) =>
      one.length === chosen.size && one.every((id) => chosen.has(id))
    ),
    // Sends only households, so that exclusions inside the former household apply again.
    rule: replaced && replaced.length > 2
      ? { action: "setExclusions", households: [...others(view.households), members] }
      : ruleOf([...others(groups), members]),
    problem: chosen.size < 2 ? t("create.people.apartLead") : null,
    title: t("organize.apart.proposal", { names: formatList(names, locale) }),
    fields: { member: members, ...replaced && { replaces } },
    chosen: { members, replaced },
  };
}

function oneWayAddition({ view, reader: { t } }: ManagedGame, form: Form): Addition {
  const [giver, receiver] = [form.text("giver"), form.text("receiver")];
  const nameOf = (id: string) => view.participants.find((one) => one.id === id)?.name ?? "";
  const isPair = giver !== receiver && nameOf(giver) !== "" && nameOf(receiver) !== "";
  return {
    isThere: view.oneWayExclusions.some((one) => one[0] === giver && one[1] === receiver),
    rule: {
      action: "setExclusions",
      oneWayExclusions: [...view.oneWayExclusions, [giver, receiver]],
    },
    problem: isPair ? null : t("again.oneWay.same"),
    title: t("again.oneWay.rule", { giver: nameOf(giver), receiver: nameOf(receiver) }),
    fields: { giver, receiver },
    chosen: { oneWay: { giver, receiver } },
  };
}

/** Adds a rule; asks first if it may change pairs. */
async function add(
  ctx: Ctx,
  managed: ManagedGame,
  { rule, problem, title, fields, chosen }: Addition,
  isConfirmed: boolean,
) {
  const { view: { code }, credential, reader: { t } } = managed;
  const isHidden = redrawsAll(managed.game);
  const refuse = (error: string) => {
    const { oneWay, ...group } = chosen;
    return show(ctx, managed, oneWay ? { oneWay: { ...oneWay, error } } : { ...group, error });
  };
  if (problem) return await refuse(problem);
  const { services } = ctx.state;
  const { mayMove, refusal } = previewAction(
    managed.game,
    rule,
    credential,
    services.tokens,
    decisionContext(services.tokens),
  );
  if (refusal) return await refuse(explainError(refusal, t));
  // Ask even if no two of them are a pair: otherwise the question itself would reveal that two are.
  if (mayMove > 0 && !isConfirmed) {
    const points = isHidden
      ? sealedPoints(managed)
      : [t("organize.apart.ifPair"), ...movePoints(managed, mayMove)];
    const proposal = { title, fields, points, button: t("common.save") };
    return await show(ctx, managed, { proposal });
  }
  await performAction(services, code, rule, credential, { isAsRead: hasRulesOf(managed.game) });
  // Without the number of changed receivers, which would reveal what the question has not.
  const told = managed.game.isGathering ? "setExclusions" : "keptApart";
  const done = flashQuery(isHidden ? "sealed" : told);
  return ctx.redirect(managePath(code, `/apart${done}`), 303);
}

type Rule = ActionOf<"setExclusions">;

/** Two people make an exclusion, more make a household. */
function ruleOf(groups: string[][]): Rule {
  return {
    action: "setExclusions",
    exclusions: groups.flatMap(([a, b, ...more]) =>
      a !== undefined && b !== undefined && more.length === 0 ? [[a, b]] : []
    ),
    households: groups.filter((group) => group.length > 2),
  };
}
