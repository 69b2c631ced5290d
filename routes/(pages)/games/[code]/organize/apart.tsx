import { type Context, page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import ListFilter from "@/islands/ListFilter.tsx";
import { formatList } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { movedBetween, previewAction } from "@/lib/game/preview.ts";
import type { ActionOf } from "@/lib/game/schemas.ts";
import { explainError } from "@/lib/i18n/errors.ts";
import { performAction } from "@/lib/operations/change.ts";
import { decisionContext } from "@/lib/operations/decision_context.ts";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import { movePoints } from "@/lib/pages/confirmations.ts";
import { readForm } from "@/lib/pages/forms.ts";
import { doneQuery, organizerNews } from "@/lib/pages/news.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer.ts";
import { define, type State } from "@/lib/state.ts";
import { BackLink } from "./(_components)/BackLink.tsx";
import { News } from "./(_components)/News.tsx";

type Ctx = Context<State>;

/** So few people need no search. */
const FEW = 12;

/** A new group that may change pairs, before it is made. */
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

/** Who must not draw whom: the groups there are, and one more. */
export default define.page<typeof handler>(function ApartPage({ data, url }) {
  const { managed, proposal, error } = data;
  const { view, reader } = managed;
  const { t, language } = reader;
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const nameGroup = (ids: string[]) => formatList(ids.map((id) => names.get(id) ?? ""), language);
  const groups = groupsOf(view);
  return (
    <Page reader={reader} title={t("organize.apart.title")} isPrivate>
      <BackLink code={view.code} t={t} />
      <PageTitle over={view.name} lead={t("organize.apart.lead")}>
        {t("organize.apart.title")}
      </PageTitle>
      {!error && !proposal && <News news={organizerNews(url, t)} />}
      {proposal
        ? (
          <Card title={t("organize.apart.proposal", { names: nameGroup(proposal.members) })}>
            <ul class="list-disc space-y-2 pl-5">
              {proposal.points.map((point) => <li key={point}>{point}</li>)}
            </ul>
            <form method="post" class="flex flex-wrap gap-3">
              {proposal.members.map((id) => (
                <input key={id} type="hidden" name="member" value={id} />
              ))}
              <Button variant="danger" name="confirmed" value="on">
                {t("organize.apart.keepApart")}
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
                {groups.map((group) => (
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
            </Card>
            <NewGroup {...data} />
          </>
        )}
    </Page>
  );
});

function NewGroup({ managed: { view, reader: { t } }, chosen, error }: Data) {
  const total = view.participants.length;
  return (
    <Card title={t("organize.apart.new")} icon="plus">
      <p class="text-pretty">{t("organize.apart.newLead")}</p>
      {error && (
        <Alert tone="error" isNews>
          <a class="underline underline-offset-2" href="#choice">{error}</a>
        </Alert>
      )}
      {total > FEW && (
        <div class="needs-script">
          <ListFilter
            list="choice-list"
            searchLabel={t("organize.people.search")}
            search=""
            button={t("organize.people.apply")}
            count={t("organize.people.shown", { shown: "#", total })}
          />
        </div>
      )}
      <form method="post" class="space-y-5">
        <fieldset
          id="choice"
          class="space-y-2"
          {...(error && { "aria-describedby": "choice-error", "aria-invalid": "true" })}
        >
          <legend class="font-semibold">{t("organize.apart.who")}</legend>
          {error && <FieldError id="choice-error">{error}</FieldError>}
          <ul
            id="choice-list"
            class="border-base-300 rounded-field grid max-h-96 overflow-y-auto border p-2 sm:grid-cols-2"
          >
            {view.participants.map((one) => (
              <li key={one.id} data-search={searchKey(one.name)}>
                <label class="hover:bg-base-200 rounded-field flex min-h-11 items-center gap-3 px-3 py-1.5">
                  <input
                    type="checkbox"
                    name="member"
                    value={one.id}
                    checked={chosen.includes(one.id)}
                    class="checkbox checkbox-primary"
                  />
                  <span class="min-w-0">{one.name}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <Button icon="check">{t("organize.apart.keepApart")}</Button>
      </form>
      <p class="muted flex gap-2 text-sm">
        <Icon name="info" class="mt-0.5 size-4" />
        {t("organize.apart.note")}
      </p>
    </Card>
  );
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
    const { mayMove, refusal } = previewAction(
      managed.game,
      rule,
      managed.credential,
      tokens,
      decisionContext(),
    );
    if (refusal) return refuse(explainError(refusal, t));
    // Asked whoever gives to whom: else the question would tell that two of them are a pair.
    if (mayMove > 0 && !form.has("confirmed")) {
      const points = [t("organize.apart.ifPair"), ...movePoints(managed, mayMove)];
      const proposal = { members: chosen, points };
      return page<Data>({ managed, proposal, chosen, error: null });
    }
    return await save(ctx, managed, rule);
  },
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
