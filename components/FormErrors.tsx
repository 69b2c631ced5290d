import { ADDRESS_PARTS, fieldOf } from "@/lib/browser/address_fields.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { FORM_FIELDS, GAME_FORM } from "@/lib/browser/game_form.ts";
import { PERSON_FORM } from "@/lib/browser/person_form.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Alert } from "./Alert.tsx";

interface FormErrorsProps {
  errors: FieldErrors;
  t: Translate;
  /** Returns the id of a field's control if it differs from the error's path. */
  idOf?: (path: string) => string;
}

/** Names of fields whose error does not mention them, by path. */
const LABELS = [
  ...FORM_FIELDS.flatMap((field) => {
    const { isUnnamed, label } = GAME_FORM[field];
    return isUnnamed ? [[field, label] as const] : [];
  }),
  ...(["desiredGift", "wish"] as const).map((field) =>
    [field, PERSON_FORM[field].self.label] as const
  ),
  ...ADDRESS_PARTS.map((part) => [fieldOf(part), `post.address.${part}`] as const),
];

/** All errors of a form, above it: announced at once, each linking to its field. */
export function FormErrors({ errors, t, idOf = (path) => path }: FormErrorsProps) {
  const entries = Object.entries(errors).map(([path, value]) => {
    const label = LABELS.find(([field]) => field === path)?.[1];
    return [path, label ? t("common.line", { label: t(label), value }) : value];
  });
  if (entries.length === 0) return null;
  return (
    <Alert tone="error" title={t("common.formErrors")} isNews>
      <ul class="space-y-1">
        {entries.map(([path, message]) => (
          <li key={path}>
            {path
              ? <a class="underline underline-offset-2" href={`#${idOf(path)}`}>{message}</a>
              : message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
