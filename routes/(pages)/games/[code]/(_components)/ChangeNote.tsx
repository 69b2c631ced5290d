import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { joinSentences } from "@/lib/browser/format.ts";
import type { ReceiverChange } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

interface ChangeNoteProps {
  reason: ReceiverChange;
  /** Whose gift it is, where its reader opens it for someone else. */
  kept?: { id: string; name: string };
  t: Translate;
}

/**
 * Tells that there is a different name in a gift than when it was last opened, in the words of the mail that
 * tells it. A script hides it once the gift is open.
 */
export function ChangeNote({ reason, kept, t }: ChangeNoteProps) {
  const title = kept
    ? t("mail.kinds.keptChanged.heading", { name: kept.name })
    : t("mail.kinds.receiverChanged.heading");
  return (
    <div
      class="border-accent space-y-1 border-l-4 py-1 pl-4"
      {...(kept ? { "data-kept": kept.id } : { "data-step": "open" })}
    >
      <p class="text-lg font-semibold">
        {kept
          ? <a class="text-link" href={`#gift-${kept.id}`}>{title}</a>
          : <JapaneseLineBreaks text={title} />}
      </p>
      <p class="text-pretty">
        {joinSentences([t(`game.changed.${reason}`), t("game.changed.forget")])}
      </p>
    </div>
  );
}
