import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Alert } from "./Alert.tsx";

interface FormErrorsProps {
  errors: FieldErrors;
  t: Translate;
  /** The id of a field's control, where it is not the path of the error. */
  idOf?: (path: string) => string;
}

/** What is asked for, where the sentence beside a field speaks of it without a name. */
function labelOf(path: string, t: Translate): string {
  switch (path) {
    case "amount":
      return t("create.event.amount");
    case "time":
      return t("game.time");
    case "location":
      return t("create.event.location");
    case "generalNotes":
      return t("create.event.notes");
    case "organizerEmail":
      return t("create.options.organizerEmail");
    case "timeZone":
      return t("organize.details.timeZone");
    case "desiredGift":
      return t("game.wish.desiredGift");
    case "wish":
      return t("game.wish.wish");
    default:
      return "";
  }
}

/** What is wrong with a form, above it: said at once, each sentence leading to its field. */
export function FormErrors({ errors, t, idOf = (path) => path }: FormErrorsProps) {
  const entries = Object.entries(errors).map(([path, value]) => {
    const label = labelOf(path, t);
    return [path, label ? t("common.line", { label, value }) : value];
  });
  if (entries.length === 0) return null;
  return (
    <Alert tone="error" title={t("common.formErrors", { count: entries.length })} isNews>
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
