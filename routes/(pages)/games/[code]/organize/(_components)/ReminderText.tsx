import { Alert } from "@/components/Alert.tsx";
import { TextArea } from "@/components/Field.tsx";
import { LIMITS } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

interface ReminderTextProps {
  t: Translate;
  typed?: string | undefined;
  error: string | undefined;
  /** Says how many emails leave these words out; [] if none do. */
  left: readonly string[];
  /** True if all of them do. */
  isForNobody: boolean;
  rows?: number;
}

/** The organizer's own words in a reminder. */
export function ReminderText(
  { t, typed = "", left, isForNobody, ...rest }: ReminderTextProps,
) {
  return (
    <>
      {/* Before the field, so that the organizer learns first who will not get these words. */}
      {left.map((text) =>
        isForNobody
          ? (
            <Alert key={text} tone="warning">
              <p class="text-pretty">{text}</p>
            </Alert>
          )
          : <p key={text} class="muted text-sm text-pretty">{text}</p>
      )}
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
