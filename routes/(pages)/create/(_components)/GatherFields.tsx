import { Card } from "@/components/Card.tsx";
import { Checkbox, Field } from "@/components/Field.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { LIMITS } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { TypedGame } from "@/lib/pages/create_form.ts";

interface GatherFieldsProps {
  typed: TypedGame;
  errors: FieldErrors;
  t: Translate;
}

/** All that a round needs which people join by themselves. */
export function GatherFields({ typed, errors, t }: GatherFieldsProps) {
  const optional = t("common.optional");
  return (
    <Card title={t("create.event.title")} icon="party-popper">
      <Field
        name="name"
        label={t("create.event.name")}
        placeholder={t("create.event.nameExample")}
        value={typed.name}
        error={errors.name}
        maxLength={LIMITS.gameName}
        required
        autocomplete="off"
      />
      <Field
        name="date"
        type="date"
        label={t("game.date")}
        value={typed.date}
        error={errors.date}
        required
      />
      <Field
        name="organizerName"
        label={t("gather.create.organizerName")}
        hint={t("gather.create.organizerNameHint")}
        value={typed.organizerName}
        error={errors.organizerName}
        optional={optional}
        maxLength={LIMITS.organizerName}
        autocomplete="name"
      />
      <Checkbox
        name="takesPart"
        label={t("gather.create.takesPart")}
        hint={t("gather.create.takesPartHint")}
        checked={typed.takesPart}
      />
      <Field
        name="drawAt"
        type="datetime-local"
        label={t("gather.create.drawAt")}
        hint={t("gather.create.drawAtHint")}
        value={typed.drawAt}
        error={errors.drawAt}
        optional={optional}
      />
      {/* A script asks the browser for it. */}
      <noscript>
        <Field
          name="timeZone"
          id="ownTimeZone"
          label={t("organize.details.timeZone")}
          hint={t("organize.details.timeZoneHint")}
          value={typed.timeZone}
          error={errors.timeZone}
          optional={optional}
          maxLength={64}
        />
      </noscript>
    </Card>
  );
}
