import { page } from "fresh";
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
import { previewAction } from "@/lib/game/preview.ts";
import type { ActionOf } from "@/lib/game/schemas.ts";
import { explainError } from "@/lib/i18n/errors.ts";
import { performAction } from "@/lib/operations/change.ts";
import { decisionContext } from "@/lib/operations/decision_context.ts";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import { movePoints } from "@/lib/pages/confirmations.ts";
import { readForm } from "@/lib/pages/forms.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import { doneQuery, organizerNews } from "@/lib/pages/news.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer.ts";
import { define } from "@/lib/state.ts";
import { BackLink } from "./(_components)/BackLink.tsx";
import { News } from "./(_components)/News.tsx";

/** So few people need no search. */
const FEW = 12;

/** Groups shown at once. */
const SHOWN = 200;

/** A new group that may change pairs, before it is made. */
interface Proposal {
  members: string[];
  points: string[];
}

interface Data {
  managed: ManagedGame;
  proposal: Proposal | null;
  /** The boxes of all people, as HTML. */
  choices: string;
  error: string | null;
}

/** @param chosen who is ticked. */
function renderChoices({ view }: ManagedGame, chosen: readonly string[] = []): Promise<string> {
  const ticked = new Set(chosen);
  return renderInTurns(view.participants, ({ id, name }) => (
    <li data-search={searchKey(name)}>
      <label class="hover:bg-base-200 rounded-field flex min-h-11 items-center gap-3 px-3 py-1.5">
        <input
          type="checkbox"
          name="member"
          value={id}
          checked={ticked.has(id)}
          class="checkbox checkbox-primary"
        />
        <span class="min-w-0">{name}</span>
      </label>
    </li>
  ));
}

/** Who must not draw whom: the groups there are, and one more. */
export default define.page<typeof handler>(function ApartPage({ data, url }) {
  const { managed, proposal, error } = data;
  const { view, reader } = managed;
  const { t, language } = reader;
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const nameGroup = (ids: string[]) => formatList(ids.map((id) => names.get(id) ?? ""), language);
  const groups = groupsOf(view);
  const from = Math.max(0, Math.trunc(Number(url.searchParams.get("from")))) || 0;
  const shown = groups.slice(from).slice(0, SHOWN);
  const rest = groups.length - from - shown.length;
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
                  {t("organize.more", { count: rest })}
                </a>
              )}
            </Card>
            <NewGroup {...data} />
          </>
        )}
    </Page>
  );
});

function NewGroup({ managed: { view, reader: { t } }, choices, error }: Data) {
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
            dangerouslySetInnerHTML={{ __html: choices }}
          />
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
    const choices = await renderChoices(managed);
    return page<Data>({ managed, proposal: null, choices, error: null });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const { view: { code }, credential } = managed;
    const groups = groupsOf(managed.view);
    const removed = form.text("remove");
    if (removed) {
      const kept = groups.filter((group) => group.join(" ") !== removed);
      await performAction(ctx.state.services, code, ruleOf(kept), credential);
      // Who may draw more people keeps whom they have.
      return ctx.redirect(managePath(code, `/apart${doneQuery("setExclusions", 0)}`), 303);
    }
    const chosen = form.texts("member");
    const { t } = managed.reader;
    const refuse = async (error: string) => {
      const choices = await renderChoices(managed, chosen);
      return page<Data>({ managed, proposal: null, choices, error }, { status: 400 });
    };
    if (new Set(chosen).size < 2) return await refuse(t("organize.apart.chooseTwo"));
    const rule = ruleOf([...groups, chosen]);
    const { tokens } = ctx.state.services;
    const { mayMove, refusal } = previewAction(
      managed.game,
      rule,
      credential,
      tokens,
      decisionContext(),
    );
    if (refusal) return await refuse(explainError(refusal, t));
    // Asked whoever gives to whom: else the question would tell that two of them are a pair.
    if (mayMove > 0 && !form.has("confirmed")) {
      const points = [t("organize.apart.ifPair"), ...movePoints(managed, mayMove)];
      const proposal = { members: chosen, points };
      return page<Data>({ managed, proposal, choices: "", error: null });
    }
    await performAction(ctx.state.services, code, rule, credential);
    // Without a number: it would tell what the question has kept to itself.
    return ctx.redirect(managePath(code, `/apart${doneQuery("keptApart")}`), 303);
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
