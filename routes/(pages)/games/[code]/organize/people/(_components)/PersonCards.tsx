/** The cards of a person's page that change something. */
import { formatList, formatMoment, languageName, withSpace } from "@/lib/browser/format.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { pick } from "@/lib/game/derive.ts";
import { shownField } from "@/lib/pages/forms.ts";
import { groupsOf } from "@/lib/pages/organizer/apart_groups.ts";
import { missesMails } from "@/lib/pages/organizer/person_status.ts";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Checkbox } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { RenewLink } from "@/components/RenewLink.tsx";
import { PersonField, type PersonFieldProps } from "@/components/PersonField.tsx";
import { handedWords } from "../../(_components)/handed_texts.ts";
import { NameAndMail } from "../../(_components)/OrganizerForms.tsx";
import { MailsOff, PersonStatus } from "../../(_components)/People.tsx";
import { RequestAnswer, requestLead } from "../../(_components)/Requests.tsx";
import ConfirmDialog from "../../(_islands)/ConfirmDialog.tsx";
import HandedLinks from "../../(_islands)/HandedLinks.tsx";
import { RenewPoints } from "./ContactCards.tsx";
import {
  type ActivePersonPageData,
  asksForAddress,
  EDITED_FIELDS,
  type PersonPageData,
} from "./person_page_data.ts";

/** A participant's status, the people they are kept apart from, and their open requests. */
export function Standing(data: PersonPageData) {
  const { view, person, progress, mark, reader: { t, locale } } = data;
  const groups = groupsOf(view).filter((group) => group.includes(person.id));
  const apart = new Set(groups.flat().filter((id) => id !== person.id));
  const names = view.participants.filter(({ id }) => apart.has(id)).map(({ name }) =>
    t("game.reveal.name", { name })
  );
  const asked = { code: view.code, participantId: person.id, name: person.name, t };
  const requests = view.isArchived ? [] : [
    ...person.hasPendingReassignmentRequest ? ["reassign" as const] : [],
    ...person.hasAskedToLeave ? ["leave" as const] : [],
  ];
  return (
    <section class="space-y-2" aria-label={t("organize.csv.status")}>
      <PersonStatus person={progress} state={view.state} t={t} mark={mark} />
      {missesMails(progress, view.state) && <MailsOff {...data} />}
      {mark && <HandedLinks words={handedWords(t)} />}
      {person.viewedAt && (
        <p class="muted">
          {t("common.line", {
            label: t("organize.people.status.opened"),
            value: formatMoment(person.viewedAt, locale, view.timeZone),
          })}
        </p>
      )}
      {names.length > 0 && (
        <p class="muted">
          {withSpace(t("organize.person.apart", { names: formatList(names, locale) }))}
          {!view.isArchived && !view.revealed && (
            <a class="text-link" href={managePath(view.code, "/apart")}>
              {t("create.people.plainHouseholds")}
            </a>
          )}
        </p>
      )}
      {requests.map((kind) => {
        const lead = requestLead(data, kind, [person.id]);
        return (
          <div key={kind} class="paper border-primary/50 mt-4 space-y-3 border-2 p-5 sm:p-7">
            <h2 class="text-xl sm:text-2xl">
              <LineBreaks
                text={t(`organize.next.${kind === "leave" ? "leaving" : "asking"}`, {
                  count: 1,
                  names: [t("game.reveal.name", asked)],
                })}
              />
            </h2>
            {lead && <p class="text-pretty">{lead}</p>}
            <RequestAnswer kind={kind} {...asked} isFixed={view.revealed !== undefined} />
          </div>
        );
      })}
    </section>
  );
}

/** The form to edit a participant's data. */
export function EditCard(
  { refusedForms: { edit: refused }, ...data }: ActivePersonPageData,
) {
  const { game, view, hasMail, reader: { t }, person, isHidden } = data;
  const errors = refused?.errors ?? {};
  const typed: PersonFieldProps["typed"] = { ...pick(person, EDITED_FIELDS), ...refused?.typed };
  const asked = { by: "organizer", typed, errors, t } as const;
  // Otherwise, the card next to this one has the field, and sends the link at once.
  const hasAddress = !data.isErased && !asksForAddress(data);
  const isWishSealed = isHidden && !game.isGathering;
  return (
    <Card
      title={t("organize.person.edit", { name: person.name })}
      icon="pencil"
    >
      <form method="post" action={managePersonPath(view.code, person.id)} class="space-y-5">
        <input type="hidden" name="action" value="updateParticipantDetails" />
        {EDITED_FIELDS.map((field) => (
          <input key={field} type="hidden" name={shownField(field)} value={person[field] ?? ""} />
        ))}
        <FormErrors errors={errors} t={t} />
        <NameAndMail
          {...{ t, typed, errors }}
          fields={{ name: "name", ...hasAddress && { email: "email" } }}
          isFixed={view.revealed !== undefined}
        />
        {hasMail && hasAddress && !isHidden && (
          <RenewLink
            isEdited={typed.email !== person.email}
            label={t("game.contact.renewLink")}
            hint={t("organize.person.renewLinkHint", { name: person.name })}
            checked={!refused || refused.typed.renewLink === "on"}
          />
        )}
        {hasAddress && isHidden && <RenewPoints name={person.name} t={t} />}
        <PersonField
          field="language"
          {...asked}
          options={person.language ? [] : [{
            value: "",
            label: t("organize.person.gameLanguage", { language: languageName(view.language) }),
          }]}
        />
        {isWishSealed
          ? (
            <p class="muted text-sm text-pretty">
              {t("errors.code.WISH_IS_SEALED")}
            </p>
          )
          : (
            <>
              <PersonField field="desiredGift" {...asked} rows={2} />
              <PersonField field="wish" {...asked} />
            </>
          )}
        <Button icon="check" variant="secondary">{t("common.save")}</Button>
      </form>
    </Card>
  );
}

/** The form to give this person's place to someone else. */
export function PlaceCard(
  { view, person: { id, name }, reader, isPlaceFirst, refusedForms: { place } }:
    ActivePersonPageData,
) {
  const { t } = reader;
  const { typed, errors } = place ?? { typed: {}, errors: {} };
  const title = t("place.open", { name });
  const form = (
    <form
      method="post"
      action={managePersonPath(view.code, id) + (isPlaceFirst ? "?place=1" : "")}
      class="space-y-5"
    >
      <input type="hidden" name="action" value="replaceParticipant" />
      <FormErrors errors={errors} t={t} />
      <NameAndMail
        {...{ t, typed, errors }}
        fields={{ name: "participantName", email: "participantEmail" }}
        autofocus={isPlaceFirst}
      />
      <Checkbox
        name="keepRules"
        label={t("place.keepRules")}
        hint={t("place.keepRulesHint", { name })}
        checked={!place || place.typed.keepRules === "on"}
      />
      <Button icon="check">{t("place.button")}</Button>
      {isPlaceFirst && <p class="muted text-pretty">{t("place.lead", { name })}</p>}
      <HelpLink about="organizer.place" reader={reader} />
    </form>
  );
  if (isPlaceFirst) return <Card title={title} icon="user-plus" id="place">{form}</Card>;
  return (
    <Fold isCard id="place" title={title} icon="user-plus" isOpen={place !== null}>
      <p class="text-pretty">{t("place.lead", { name })}</p>
      {form}
    </Fold>
  );
}

/** Buttons that give the person a different receiver, or remove them. */
export function ChangeCard(
  { view, reader, questions }: ActivePersonPageData,
) {
  return (
    <div class="space-y-3">
      <div class="flex flex-wrap gap-3">
        {view.state === "drawn" && (
          <ConfirmDialog
            {...questions.forceReassignParticipant}
            icon="shuffle"
          />
        )}
        <ConfirmDialog
          {...questions.removeParticipant}
          icon="trash"
          class="btn-outline btn-error"
        />
      </div>
      <HelpLink about="organizer.change" reader={reader} />
    </div>
  );
}
