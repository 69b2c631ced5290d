import { Checkbox, Field, Select, TextArea } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { languageName } from "@/lib/browser/format.ts";
import { LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { TypedGame } from "@/lib/pages/create_form.ts";

interface MoreFieldsProps {
  typed: TypedGame;
  errors: FieldErrors;
  t: Translate;
}

/** Time, place, a message: what the event may have besides. */
export function EventDetails({ typed, errors, t }: MoreFieldsProps) {
  const optional = t("common.optional");
  return (
    <div class="space-y-4">
      <div class="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <Field
          name="time"
          type="time"
          label={t("game.time")}
          value={typed.time}
          error={errors.time}
          optional={optional}
        />
        <Field
          name="location"
          label={t("create.event.location")}
          value={typed.location}
          error={errors.location}
          optional={optional}
          maxLength={LIMITS.location}
          autocomplete="off"
        />
      </div>
      <TextArea
        name="generalNotes"
        rows={3}
        label={t("create.event.notes")}
        hint={t("create.event.notesHint")}
        value={typed.generalNotes}
        error={errors.generalNotes}
        optional={optional}
        maxLength={LIMITS.notes}
      />
    </div>
  );
}

interface OptionsProps extends Omit<MoreFieldsProps, "t"> {
  reader: Reader;
  isMailing: boolean;
}

/** How the game works: each rule has its box here, those that come with further features, too. */
export function Options({ typed, errors, reader, isMailing }: OptionsProps) {
  const { t } = reader;
  return (
    <div class="space-y-4">
      <Checkbox
        name="isProtected"
        label={t("create.options.isProtected")}
        hint={t("create.options.isProtectedHint")}
        checked={typed.isProtected}
      />
      <Checkbox
        name="isSealed"
        label={t("sealed.create.label")}
        hint={t("sealed.create.hint")}
        checked={typed.isSealed}
      />
      <HelpLink about="organizer.peek" reader={reader} />
      <Checkbox
        name="reveal"
        label={t("finale.turnOn")}
        hint={t("finale.note")}
        checked={typed.reveal}
      />
      <Checkbox
        name="allowReassignment"
        label={t("create.options.allowReassignment")}
        hint={t("create.options.allowReassignmentHint")}
        checked={typed.allowReassignment}
      />
      {isMailing
        ? (
          <Checkbox
            name="sendEmails"
            label={t("create.options.sendEmails")}
            hint={t("create.options.sendEmailsHint")}
            checked={typed.sendEmails}
          />
        )
        : <p class="muted text-pretty">{t("create.options.noMail")}</p>}
      <Select
        name="language"
        label={t("create.options.language")}
        hint={t("create.options.languageHint")}
        value={typed.language}
        error={errors.language}
        options={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
      />
    </div>
  );
}
