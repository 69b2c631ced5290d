import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { TextArea } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";

interface KeeperLinesProps {
  /** Lines of names: the keeper and the kept person. */
  value: string;
  errors: FieldErrors;
  t: Translate;
}

/** Who opens a gift for someone else, as lines to type: folded away, as most families have no need of it. */
export function KeeperLines({ value, errors, t }: KeeperLinesProps) {
  const error = errors.keepers;
  return (
    <details
      id="keepers-of-new"
      class="group/inner rounded-field border-base-300 border"
      open={value !== "" || error !== undefined}
    >
      <summary class="btn btn-ghost h-auto min-h-11 w-full justify-start py-2 text-start">
        <Icon name="gift" />
        <span class="min-w-0">{t("family.keepersTitle")}</span>
        <Icon name="chevron-down" class="ms-auto size-5 group-open/inner:rotate-180" />
      </summary>
      <div class="p-4 pt-2">
        <TextArea
          name="keepers"
          rows={2}
          label={t("family.keepersLabel")}
          hint={t("family.keepersHint")}
          value={value}
          error={error}
          spellcheck={false}
        />
      </div>
    </details>
  );
}
