import CopyButton from "@/islands/CopyButton.tsx";
import type { Translate } from "@/lib/i18n/translate.ts";

interface CopyFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  value: string;
  t: Translate;
}

/** A link or a code to copy, by the button or by hand. */
export function CopyField({ id, label, value, t }: CopyFieldProps) {
  return (
    <div class="space-y-1.5">
      <label for={id} class="block font-semibold">{label}</label>
      <div class="flex flex-wrap gap-2 sm:flex-nowrap">
        <input id={id} class="input font-mono text-sm" value={value} readonly />
        <CopyButton
          text={value}
          label={t("common.copy")}
          done={t("common.copied")}
          describedBy={id}
        />
      </div>
    </div>
  );
}
