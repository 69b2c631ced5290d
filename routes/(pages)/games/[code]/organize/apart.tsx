import { type Context, page } from "fresh";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Page } from "@/components/Page.tsx";
import { formatList } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { previewAction } from "@/lib/game/preview.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { ActionOf } from "@/lib/game/action_schemas.ts";
import { explainError } from "@/lib/i18n/errors.ts";
import { performAction } from "@/lib/operations/change.ts";
import { decisionContext } from "@/lib/operations/decision_context.ts";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import { movePoints } from "@/lib/pages/confirmations.ts";
import { type Form, readForm } from "@/lib/pages/forms.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import { flashQuery, organizerFlash } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer.ts";
import { define, type State } from "@/lib/state.ts";
import { PersonBox } from "./(_components)/PersonBox.tsx";
import { NewGroup } from "./(_components)/NewGroup.tsx";
import { NO_CHOICE, type OneWayChoice, OneWayRules } from "./(_components)/OneWayRules.tsx";
import { News, SubHead } from "./(_components)/SubHead.tsx";

/** Groups shown at once. */
const SHOWN = 200;

/** A change of the rules that may change pairs, before it is made. */
interface Proposal {
  title: string;
  /** What the form said of it. */
  fields: [name: string, value: string][];
  points: string[];
  button: string;
}

interface Data {
  managed: ManagedGame;
  proposal: Proposal | null;
  /** The boxes of all people, as HTML. */
  choices: string;
  error: string | null;
  oneWay: OneWayChoice;
}

/** @param chosen who is ticked. */
function renderChoices({ view }: ManagedGame, chosen: readonly string[] = []): Promise<string> {
  const ticked = new Set(chosen);
  return renderInTurns(view.participants, ({ id, name }) => (
    <li data-search={searchKey(name)}>
      <PersonBox field="member" person={{ id, name }} isTicked={ticked.has(id)} />
    </li>
  ));
}

/** Who must not draw whom: the groups there are, and one more. */
export default define.page<typeof handler>(function ApartPage({ data, url }) {
  const { managed, proposal, error } = data;
  const { view, reader } = managed;
  const { t, locale } = reader;
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const nameGroup = (ids: string[]) => formatList(ids.map((id) => names.get(id) ?? ""), locale);
  const groups = groupsOf(view);
  const from = Math.max(0, Math.trunc(Number(url.searchParams.get("from")))) || 0;
  const shown = groups.slice(from).slice(0, SHOWN);
  const rest = groups.length - from - shown.length;
  return (
    <Page reader={reader} title={t("organize.apart.title")} isPrivate>
      <SubHead
        managed={managed}
        picture={<Sketch name="couple" />}
        title={t("organize.apart.title")}
        lead={t("organize.apart.lead")}
      />
      {!error && !data.oneWay.error && !proposal && <News news={organizerFlash(url, t)} />}
      {proposal
        ? (
          <Card title={proposal.title}>
            <ul class="list-disc space-y-2 pl-5">
              {proposal.points.map((point) => <li key={point}>{point}</li>)}
            </ul>
            <form method="post" class="flex flex-wrap gap-3">
              {proposal.fields.map(([name, value]) => (
                <input key={value} type="hidden" name={name} value={value} />
              ))}
              <Button variant="danger" name="confirmed" value="on">
                {proposal.button}
              </Button>
              <ButtonLink href={managePath(view.code, "/apart")} variant="quiet">
                {t("common.cancel")}
              </ButtonLink>
            </form>
          </Card>
        )
        : (
          <>
            <Card title={t("organize.apart.groups")} icon="users">
              {groups.length === 0 && <p class="muted">{t("organize.apart.none")}</p>}
              <ul class="divide-base-300 divide-y">
                {shown.map((group) => (
                  <li key={group.join(" ")} class="flex items-center gap-3 py-2">
                    <span class="min-w-0 flex-1">{nameGroup(group)}</span>
                    <form method="post">
                      <Button
                        variant="quiet"
                        icon="x"
                        name="remove"
                        value={group.join(" ")}
                        aria-label={t("organize.apart.removeNames", { names: nameGroup(group) })}
                      >
                        {t("organize.apart.remove")}
                      </Button>
                    </form>
                  </li>
                ))}
              </ul>
              {rest > 0 && (
                <a class="text-link" href={managePath(view.code, `/apart?from=${from + SHOWN}`)}>
                  {t("organize.apart.more", { count: rest })}
                </a>
              )}
            </Card>
            <NewGroup
              {...data}
              note={t(redrawsAll(managed) ? "sealed.redraws" : "organize.apart.note")}
            />
            <OneWayRules view={view} t={t} choice={data.oneWay} />
          </>
        )}
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    if (managed.view.isArchived || managed.view.revealed) {
      return ctx.redirect(managePath(managed.view.code), 303);
    }
    const choices = await renderChoices(managed);
    return page<Data>({ managed, proposal: null, choices, error: null, oneWay: NO_CHOICE });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const { view: { code }, credential, reader: { t } } = managed;
    const removal = removalIn(managed, form);
    if (removal && redrawsAll(managed) && !form.has("confirmed")) {
      const { title, fields } = removal;
      const proposal = {
        title,
        fields,
        points: [t("sealed.redraws")],
        button: t("organize.apart.remove"),
      };
      return page<Data>({ managed, proposal, choices: "", error: null, oneWay: NO_CHOICE });
    }
    if (removal) {
      await performAction(ctx.state.services, code, removal.rule, credential);
      // Who may draw more people keeps whom they have.
      const done = redrawsAll(managed) ? flashQuery("sealed") : flashQuery("setExclusions", 0);
      return ctx.redirect(managePath(code, `/apart${done}`), 303);
    }
    const addition = form.has("giver")
      ? oneWayAddition(managed, form)
      : groupAddition(managed, form);
    return await add(ctx, managed, addition, form.has("confirmed"));
  },
});

/** Whether every change of a rule draws all names again, which is asked about before. */
function redrawsAll({ game }: Pick<ManagedGame, "game">): boolean {
  return pairsHiddenFromOrganizer(game) && !game.isGathering;
}

/** What a form takes away, and how that is asked about; null: nothing. */
function removalIn(
  { view, reader: { t, locale } }: ManagedGame,
  form: Form,
): Pick<Addition, "rule" | "title" | "fields"> | null {
  const nameOf = (id: string) => view.participants.find((one) => one.id === id)?.name ?? "";
  const group = form.text("remove");
  if (group) {
    const kept = groupsOf(view).filter((one) => one.join(" ") !== group);
    const names = formatList(group.split(" ").map(nameOf), locale);
    return {
      rule: ruleOf(kept),
      title: t("organize.apart.removeNames", { names }),
      fields: [["remove", group]],
    };
  }
  if (!form.has("removeOneWay")) return null;
  const pair = form.text("removeOneWay");
  const [giver = "", receiver = ""] = pair.split(" ").map(nameOf);
  const kept = view.oneWayExclusions.filter((one) => one.join(" ") !== pair);
  return {
    rule: { action: "setExclusions", oneWayExclusions: kept },
    title: t("again.oneWay.remove", { rule: t("again.oneWay.rule", { giver, receiver }) }),
    fields: [["removeOneWay", pair]],
  };
}

/** A rule that is to come besides those there are. */
interface Addition {
  rule: Rule;
  /** What is wrong with it at first sight; null: nothing. */
  problem: string | null;
  title: string;
  fields: Proposal["fields"];
  /** What was chosen, for the page that says why not. */
  chosen: { members?: string[]; oneWay?: OneWayChoice };
}

function groupAddition({ view, reader: { t, locale } }: ManagedGame, form: Form): Addition {
  const members = form.texts("member");
  const names = view.participants.filter(({ id }) => members.includes(id)).map(({ name }) =>
    t("game.reveal.name", { name })
  );
  return {
    rule: ruleOf([...groupsOf(view), members]),
    problem: new Set(members).size < 2 ? t("organize.apart.chooseTwo") : null,
    title: t("organize.apart.proposal", { names: formatList(names, locale) }),
    fields: members.map((id) => ["member", id]),
    chosen: { members },
  };
}

function oneWayAddition({ view, reader: { t } }: ManagedGame, form: Form): Addition {
  const [giver, receiver] = [form.text("giver"), form.text("receiver")];
  const nameOf = (id: string) => view.participants.find((one) => one.id === id)?.name ?? "";
  const isPair = giver !== receiver && nameOf(giver) !== "" && nameOf(receiver) !== "";
  return {
    rule: {
      action: "setExclusions",
      oneWayExclusions: [...view.oneWayExclusions, [giver, receiver]],
    },
    problem: isPair ? null : t("again.oneWay.same"),
    title: t("again.oneWay.rule", { giver: nameOf(giver), receiver: nameOf(receiver) }),
    fields: [["giver", giver], ["receiver", receiver]],
    chosen: { oneWay: { giver, receiver } },
  };
}

/** Makes a rule, where nothing speaks against it, and once it is confirmed where it may change pairs. */
async function add(
  ctx: Context<State>,
  managed: ManagedGame,
  { rule, problem, title, fields, chosen }: Addition,
  isConfirmed: boolean,
) {
  const { view: { code }, credential, reader: { t } } = managed;
  const isHidden = redrawsAll(managed);
  const refuse = async (error: string) => {
    const { members, oneWay } = chosen;
    const choices = await renderChoices(managed, members);
    const data = { managed, proposal: null, choices, error: oneWay ? null : error };
    return page<Data>({ ...data, oneWay: { ...NO_CHOICE, ...oneWay, ...(oneWay && { error }) } }, {
      status: 400,
    });
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
  // Asked whoever gives to whom: else the question would tell that two of them are a pair.
  if (mayMove > 0 && !isConfirmed) {
    const points = isHidden
      ? [t("sealed.redraws")]
      : [t("organize.apart.ifPair"), ...movePoints(managed, mayMove)];
    const proposal = { title, fields, points, button: t("organize.apart.keepApart") };
    return page<Data>({ managed, proposal, choices: "", error: null, oneWay: NO_CHOICE });
  }
  await performAction(services, code, rule, credential);
  // Without a number: it would tell what the question has kept to itself.
  const done = flashQuery(isHidden ? "sealed" : "keptApart");
  return ctx.redirect(managePath(code, `/apart${done}`), 303);
}

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
