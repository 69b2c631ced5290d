import { TextArea } from "@/components/Field.tsx";
import { LIMITS } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

interface ReminderTextProps {
  t: Translate;
  typed?: string | undefined;
  error: string | undefined;
  hint?: string;
  rows?: number;
}

/** The organizer's own words in a reminder. */
export function ReminderText({ t, typed = "", hint, ...rest }: ReminderTextProps) {
  return (
    <>
      {/* Before the field, so that the organizer learns first who will not get these words. */}
      {hint && <p class="muted text-sm text-pretty">{hint}</p>}
      <TextArea
        name="customMessage"
        label={t("common.yourMessage")}
        optional={t("common.optional")}
        value={typed}
        maxlength={LIMITS.notes}
        {...rest}
      />
    </>
  );
}
