import { LIMITS } from "@/lib/game/types.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Field } from "@/components/Field.tsx";

interface NameAndMailProps {
  t: Translate;
  /** The names of the two fields; without the second one, the address is asked for elsewhere. */
  fields: { name: string; email?: string };
  /** By the names of the fields. */
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /** Whether one types the name at once. */
  autofocus?: boolean;
  /** Whether the name cannot change any more. */
  isFixed?: boolean;
}

/** Who someone is and where they are written to, as the organizer types it. */
export function NameAndMail(
  { t, fields: { name, email }, typed, errors, autofocus = false, isFixed = false }:
    NameAndMailProps,
) {
  return (
    <div class="grid gap-5 sm:grid-cols-2 sm:*:only:col-span-2">
      <Field
        name={name}
        label={t("organize.person.name")}
        value={typed[name] ?? ""}
        error={errors[name]}
        required
        readonly={isFixed}
        autofocus={autofocus}
        maxLength={LIMITS.participantName}
        autocomplete="off"
      />
      {email && (
        <Field
          name={email}
          type="email"
          label={t("organize.person.email")}
          optional={t("common.optional")}
          value={typed[email] ?? ""}
          error={errors[email]}
          maxLength={LIMITS.email}
          autocomplete="off"
        />
      )}
    </div>
  );
}
