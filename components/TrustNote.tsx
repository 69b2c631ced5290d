import type { Translate } from "@/lib/i18n/translate.ts";
import type { Operator } from "@/lib/settings.ts";

interface TrustNoteProps {
  /** What addresses are used for. */
  text: string;
  operator: Operator | null;
  t: Translate;
}

/** Explains the use of addresses and names the operator, at the first field for one. */
export function TrustNote({ text, operator, t }: TrustNoteProps) {
  return (
    <>
      {text}
      {operator?.name && (
        <span class="block">{t("common.operatedBy", { name: operator.name })}</span>
      )}
      <span class="block">
        {operator?.contact && (
          <>
            <a class="text-link" href={operator.contact.url}>{t("common.contact")}</a>
            {"\u00a0· "}
          </>
        )}
        <a class="text-link" href="/privacy">{t("common.privacy")}</a>
      </span>
    </>
  );
}
