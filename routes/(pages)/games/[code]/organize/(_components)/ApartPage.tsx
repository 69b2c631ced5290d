/** The page of households, exclusions and one-way exclusions, with forms to add one. */
import ListFilter from "@/islands/ListFilter.tsx";
import { formatList } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { keptApart } from "@/lib/game/keepers.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { groupsOf } from "@/lib/pages/organizer/apart_groups.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink, labelled } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FieldError, Select, Tick } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { News, SubPage } from "./SubPage.tsx";
import { ConfirmForm, type ConfirmFormProps } from "./ConfirmForm.tsx";

/** Maximum number of groups shown at once. */
const SHOWN = 200;

/** Lists of up to this many people have no search. */
const FEW = 12;

/** A change of the rules that may change pairs, before it is confirmed. */
export interface Proposal extends Pick<ConfirmFormProps, "fields" | "points"> {
  title: string;
  button: string;
}

/** The people chosen for a new one-way exclusion, by id, and its error. */
export interface OneWayChoice {
  giver: string;
  receiver: string;
  error?: string;
}

export const NO_CHOICE: OneWayChoice = { giver: "", receiver: "" };

interface ApartPageProps extends ManagedGame {
  /** Flash messages. */
  news: string[];
  /** Index of the first group that is shown. */
  from: number;
  proposal: Proposal | null;
  /** The boxes of all people, as HTML. */
  choices: string;
  /** The group that the chosen people replace; null: they form a new one. */
  replaced: readonly string[] | null;
  /** Why the chosen people cannot be a group. */
  error: string | null;
  oneWay: OneWayChoice;
  /** True if every change of a rule redraws all names. */
  redrawsAll: boolean;
}

export function ApartPage(data: ApartPageProps) {
  const { view, reader, proposal, from } = data;
  const { t, locale } = reader;
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const nameGroup = (ids: string[]) => formatList(ids.map((id) => names.get(id) ?? ""), locale);
  const groups = groupsOf(view);
  const isAnyoneFree =
    groups.length + view.oneWayExclusions.length + keptApart(data.game).length === 0;
  const shown = groups.slice(from).slice(0, SHOWN);
  const rest = groups.length - from - shown.length;
  return (
    <SubPage
      managed={data}
      picture="couple"
      title={t("create.people.apartTitle")}
      lead={t("organize.apart.lead")}
    >
      <News news={data.news} />
      {proposal
        ? (
          <Card title={proposal.title}>
            <ConfirmForm
              points={proposal.points}
              title={proposal.button}
              fields={{ ...proposal.fields, confirmed: "on" }}
              cancel={t("common.cancel")}
              onCancel={managePath(view.code, "/apart")}
            />
          </Card>
        )
        : (
          <>
            {(groups.length > 0 || isAnyoneFree) && (
              <Card title={t("organize.apart.groups")} icon="users">
                {isAnyoneFree && <p class="muted">{t("organize.apart.none")}</p>}
                <ul class="divide-base-300 divide-y">
                  {shown.map((group, index) => (
                    <Rule
                      key={group.join(" ")}
                      text={nameGroup(group)}
                      change={{
                        href: managePath(view.code, `/apart?change=${from + index}#choice`),
                        label: t("organize.apart.changeNames", { names: nameGroup(group) }),
                      }}
                      remove={["remove", group.join(" ")]}
                      t={t}
                    />
                  ))}
                </ul>
                {rest > 0 && (
                  <a class="text-link" href={managePath(view.code, `/apart?from=${from + SHOWN}`)}>
                    {t("organize.apart.more", { number: rest })}
                  </a>
                )}
              </Card>
            )}
            <GroupForm {...data} nameGroup={nameGroup} />
            <OneWayRules {...data} />
          </>
        )}
    </SubPage>
  );
}

interface RuleProps {
  text: string;
  /** The link to where the rule is changed. */
  change?: { href: string; label: string };
  /** Name and value of the button that removes it. */
  remove: [name: string, value: string];
  t: Translate;
}

/** People who are kept apart, with ways to change or remove the rule. */
function Rule({ text, change, remove: [name, value], t }: RuleProps) {
  return (
    <li class="flex items-center gap-3 py-2">
      <span class="min-w-0 flex-1">{text}</span>
      {change && (
        <a
          class="btn btn-ghost btn-square"
          href={change.href}
          aria-label={change.label}
          aria-current="false"
        >
          <Icon name="pencil" />
        </a>
      )}
      <form method="post">
        <Button
          variant="quiet"
          icon="x"
          {...{ name, value }}
          {...labelled(t("common.remove"), text, t)}
        />
      </form>
    </li>
  );
}

/** Renders the boxes of all people as HTML. @param chosen ids of the ticked people */
export function renderChoices(
  { view }: ManagedGame,
  chosen: readonly string[] = [],
): Promise<string> {
  const ticked = new Set(chosen);
  return renderInTurns(view.participants, ({ id, name }) => (
    <li data-search={searchKey(name)}>
      <Tick name="member" value={id} checked={ticked.has(id)}>{name}</Tick>
    </li>
  ));
}

interface GroupFormProps extends ApartPageProps {
  nameGroup: (ids: string[]) => string;
}

/** The form to add a group, or to change one. */
function GroupForm(props: GroupFormProps) {
  const { view, reader, from, choices, replaced, error, redrawsAll, nameGroup } = props;
  const { t } = reader;
  const total = view.participants.length;
  return (
    <Card
      {...replaced
        ? {
          title: t("organize.apart.changeNames", { names: nameGroup([...replaced]) }),
          icon: "pencil",
        }
        : { title: t("organize.apart.new"), icon: "plus" }}
    >
      {error && (
        <Alert tone="error" isNews>
          <a class="underline underline-offset-2" href="#choice">{error}</a>
        </Alert>
      )}
      {total > FEW && (
        <div class="needs-script">
          <ListFilter
            list="choice-list"
            searchLabel={t("create.people.search")}
            search=""
            button={t("common.show")}
            count={t("common.progress", { number: "#", total })}
          />
        </div>
      )}
      {/* Drops the fragment that led here: it would scroll past the answer. */}
      <form
        method="post"
        action={managePath(view.code, `/apart?from=${from}`)}
        class="space-y-5"
      >
        {replaced && <input type="hidden" name="replaces" value={replaced.join(" ")} />}
        <fieldset
          id="choice"
          class="space-y-2"
          {...(error && { "aria-describedby": "choice-error", "aria-invalid": "true" })}
        >
          <legend class="font-semibold">{t("create.people.apartLead")}</legend>
          {error && <FieldError id="choice-error">{error}</FieldError>}
          <ul
            id="choice-list"
            class="border-base-300 rounded-field grid max-h-96 overflow-y-auto border p-2 sm:grid-cols-2"
            dangerouslySetInnerHTML={{ __html: choices }}
          />
        </fieldset>
        <div class="flex flex-wrap gap-3">
          <Button icon="check">
            {t(replaced ? "common.save" : "create.people.exclusion")}
          </Button>
          {replaced && (
            <ButtonLink variant="quiet" href={managePath(view.code, "/apart")}>
              {t("common.cancel")}
            </ButtonLink>
          )}
        </div>
      </form>
      <p class="muted flex gap-2 text-sm">
        <Icon name="info" class="mt-0.5 size-4" />
        {t(redrawsAll ? "sealed.redraws" : "organize.apart.note")}
      </p>
    </Card>
  );
}

/** The one-way exclusions, and a form to add one. */
function OneWayRules({ view, from, reader: { t }, oneWay: choice }: ApartPageProps) {
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const people = [
    { value: "", label: "–" },
    ...view.participants.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Card id="one-way" title={t("again.oneWay.title")} icon="arrow-right">
      <p class="text-pretty">{t("again.oneWay.lead")}</p>
      {view.oneWayExclusions.length > 0 && (
        <ul class="divide-base-300 divide-y">
          {view.oneWayExclusions.map(([giver, receiver]) => {
            const rule = t("again.oneWay.rule", {
              giver: names.get(giver) ?? "",
              receiver: names.get(receiver) ?? "",
            });
            return (
              <Rule
                key={`${giver} ${receiver}`}
                text={rule}
                remove={["removeOneWay", `${giver} ${receiver}`]}
                t={t}
              />
            );
          })}
        </ul>
      )}
      {choice.error && (
        <Alert tone="error" isNews>
          <a class="underline underline-offset-2" href="#giver">{choice.error}</a>
        </Alert>
      )}
      <form
        method="post"
        action={managePath(view.code, `/apart?from=${from}`)}
        class="space-y-4"
      >
        <div class="grid gap-4 sm:grid-cols-2">
          <Select
            name="giver"
            label={t("again.oneWay.giver")}
            value={choice.giver}
            options={people}
            error={choice.error}
          />
          <Select
            name="receiver"
            label={t("again.oneWay.receiver")}
            value={choice.receiver}
            options={people}
          />
        </div>
        <Button variant="secondary" icon="plus">{t("again.oneWay.add")}</Button>
      </form>
    </Card>
  );
}
