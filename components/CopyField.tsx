import CopyButton from "@/islands/CopyButton.tsx";
import type { Translate } from "@/lib/i18n/translate.ts";

interface CopyFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  /** True if a heading with the same text stands above. */
  isLabelHidden?: boolean;
  value: string;
  t: Translate;
}

/** A link to copy, with the button or by hand. */
export function CopyField({ id, label, isLabelHidden = false, value, t }: CopyFieldProps) {
  return (
    <div class="space-y-1.5">
      <label for={id} class={isLabelHidden ? "sr-only" : "block font-semibold"}>{label}</label>
      <div class="flex flex-wrap gap-2">
        <input
          id={id}
          class="input min-w-0 flex-1 basis-[8rem] font-mono text-sm text-ellipsis"
          value={value}
          readonly
        />
        <CopyButton
          text={value}
          label={t("passOn.copyLink")}
          done={t("common.copied")}
          describedBy={id}
        />
      </div>
    </div>
  );
}
