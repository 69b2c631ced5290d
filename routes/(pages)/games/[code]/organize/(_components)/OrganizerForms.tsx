/** The forms of the organizer's page that are shown again if they are refused. */
import { filtersOf } from "@/lib/browser/people_filter.ts";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { countMovable } from "@/lib/game/preview.ts";
import { canBeReminded } from "@/lib/game/progress.ts";
import { LIMITS } from "@/lib/game/types.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { mailPoints, withoutMessagePoint } from "@/lib/pages/organizer/mail_question.ts";
import { REMINDED } from "@/lib/pages/organizer/people_groups.ts";
import { movePoints } from "@/lib/pages/organizer/questions.ts";
import { Button, Hidden } from "@/components/Button.tsx";
import { Field, Select, TextArea, Tick } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { PersonField, type PersonFieldProps } from "@/components/PersonField.tsx";
import { Icon } from "@/components/Icon.tsx";
import { NoMail } from "./Mails.tsx";
import { ReminderText } from "./ReminderText.tsx";
import type { OrganizePageData } from "./organize_page_data.ts";

/** Values and errors of a form that was not refused. */
const NOT_REFUSED: Pick<RefusedForm, "typed" | "errors"> = { typed: {}, errors: {} };

/** The form to add a participant. */
export function AddPerson(data: OrganizePageData) {
  const { game, view, reader: { t }, refusedForms: { add } } = data;
  const { typed, errors } = add ?? NOT_REFUSED;
  const moves = view.state === "drawn" ? movePoints(data, countMovable(game)) : [];
  return (
    <details class="group" id="add" open={add !== null}>
      <summary class="btn btn-primary btn-outline">
        <Icon name="user-plus" />
        {t("create.people.add")}
      </summary>
      <form method="post" action={managePath(view.code)} class="space-y-5 pt-5">
        <input type="hidden" name="action" value="addParticipant" />
        <FormErrors errors={errors} t={t} />
        {moves.length > 0 && <p class="muted text-pretty">{joinSentences(moves)}</p>}
        <NameAndMail
          {...{ t, typed, errors }}
          fields={{ name: "participantName", email: "participantEmail" }}
        />
        <TextArea
          name="wish"
          rows={2}
          label={t("game.reveal.wish")}
          optional={t("common.optional")}
          value={typed.wish ?? ""}
          error={errors.wish}
          maxlength={LIMITS.wish}
        />
        <ApartFrom {...data} chosen={new Set(typed.apartFrom?.split(" "))} />
        <Button icon="user-plus">{t("wishes.add")}</Button>
      </form>
    </details>
  );
}

/** Maximum number of people to choose from. Larger games use the page of the rules, which has a search. */
const FEW = 100;

/** The people whom a newcomer must not draw. */
function ApartFrom(
  { view: { participants }, reader: { t }, chosen }: OrganizePageData & {
    chosen: ReadonlySet<string>;
  },
) {
  if (participants.length === 0 || participants.length > FEW) return null;
  return (
    <details open={participants.some(({ id }) => chosen.has(id))}>
      <summary class="text-link flex min-h-11 w-fit items-center">
        {t("organize.add.apart")}
      </summary>
      <fieldset class="pt-2">
        <legend class="sr-only">{t("create.people.exclusion")}</legend>
        <ul class="border-base-300 rounded-field grid max-h-96 overflow-y-auto border p-2 sm:grid-cols-2">
          {participants.map(({ id, name }) => (
            <li key={id}>
              <Tick name="apartFrom" value={id} checked={chosen.has(id)}>{name}</Tick>
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  );
}

interface NameAndMailProps extends Pick<PersonFieldProps, "typed" | "errors" | "t"> {
  /** The names of the two fields; without `email`, another form asks for the address. */
  fields: { name: string; email?: string };
  /** True if the name field gets the focus. */
  autofocus?: boolean;
  /** True if the name can no longer change. */
  isFixed?: boolean;
}

/** The fields for a participant's name and address. */
export function NameAndMail(
  { fields: { name, email }, autofocus = false, isFixed = false, ...asked }: NameAndMailProps,
) {
  return (
    <div class="grid gap-5 sm:grid-cols-2 sm:*:only:col-span-2">
      <PersonField
        field="name"
        by="organizer"
        {...{ name, autofocus, ...asked }}
        readonly={isFixed}
      />
      {email && <PersonField field="email" by="organizer" name={email} {...asked} />}
    </div>
  );
}

/** The form to send a reminder to everyone it reaches, or to a group of them. */
export function RemindTool(data: OrganizePageData) {
  const { view, hasMail, reader, people, filters, reminded, refusedForms: { reminder } } = data;
  const { t } = reader;
  const reachable = people.filter((one) => canBeReminded(one, hasMail));
  const groups = view.state === "gathering"
    ? (["all", "noWish"] as const)
    : REMINDED.filter((group) => filters.includes(group));
  const options = groups.map((group) => {
    const number = reachable.filter((one) => filtersOf(one).includes(group)).length;
    const label = t(`organize.people.filters.${group}`);
    return { value: group, label: t("common.line", { label, value: number }) };
  });
  return (
    <Fold
      isCard
      id="remind"
      title={t("organize.remind.title")}
      icon="send"
      isOpen
    >
      {hasMail || reachable.length > 0
        ? (
          <form method="post" action={managePath(view.code)} class="space-y-5">
            <Hidden fields={{ action: "sendEmail", type: "reminderAll" }} />
            {mailPoints(data, "reminderAll", people).map((point) => (
              <p key={point} class="text-pretty">{point}</p>
            ))}
            <Select
              name="group"
              label={t("organize.remind.who")}
              value={reminder?.typed.group ?? reminded}
              options={options}
            />
            <ReminderText
              t={t}
              left={withoutMessagePoint(data, data.withoutMessage)}
              isForNobody={people.filter(({ hasAddress }) => hasAddress).length <=
                data.withoutMessage}
              typed={reminder?.typed.customMessage}
              error={reminder?.errors.customMessage ?? reminder?.errors[""]}
            />
            <Button icon="send">{t("organize.remind.title")}</Button>
            {data.remindedAt && (
              <p class="muted text-sm">
                {t("organize.remind.last", {
                  when: formatMoment(data.remindedAt, reader.locale, view.timeZone),
                })}
              </p>
            )}
          </form>
        )
        : <NoMail view={view} reader={reader} />}
    </Fold>
  );
}

/** The fold to erase an archived game. */
export function EraseTool(data: OrganizePageData) {
  const { t } = data.reader;
  return (
    <Fold
      isCard
      id="erase"
      title={t("organize.erase.title")}
      icon="trash"
      isOpen={data.refusedForms.erasure !== null}
    >
      <EraseForm {...data} />
    </Fold>
  );
}

/** The form to erase the game permanently, after typing its name. */
export function EraseForm(
  { view, reader: { t }, refusedForms: { erasure } }: OrganizePageData,
) {
  return (
    <div class="space-y-5 pt-2">
      <p class="text-pretty">{t("organize.erase.lead")}</p>
      {!view.isArchived && <p class="text-pretty">{t("organize.erase.untold")}</p>}
      <form method="post" action={managePath(view.code)} class="space-y-5">
        <input type="hidden" name="action" value="eraseGame" />
        <Field
          name="confirmName"
          label={t("create.event.name")}
          hint={t("organize.erase.hint", { name: view.name })}
          value={erasure?.typed.confirmName ?? ""}
          error={erasure?.errors.confirmName}
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <Button variant="danger" icon="trash">{t("organize.erase.title")}</Button>
      </form>
    </div>
  );
}
