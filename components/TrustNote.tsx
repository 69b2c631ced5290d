import { joinSentences, sentenceSpace } from "@/lib/browser/format.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Operator } from "@/lib/settings.ts";

interface TrustNoteProps {
  /** What addresses are for. */
  text: string;
  operator: Operator | null;
  reader: Reader;
}

/** What an address is for and who runs this, beside the first field that asks for one. */
export function TrustNote({ text, operator, reader: { t, locale } }: TrustNoteProps) {
  return (
    <>
      {joinSentences([
        text,
        ...operator?.name ? [t("common.operatedBy", { name: operator.name })] : [],
      ], locale)}
      {sentenceSpace(locale)}
      <span class="inline-block">
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
