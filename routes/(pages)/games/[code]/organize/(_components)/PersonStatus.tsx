import { Icon } from "@/components/Icon.tsx";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { type StatusWord, statusWords } from "@/lib/pages/person_status.ts";

const TONES: Record<StatusWord["tone"], string> = {
  urgent: "text-error font-semibold",
  wanting: "text-warning font-semibold",
  done: "text-success",
  plain: "muted",
};

interface PersonStatusProps {
  person: PersonProgress;
  state: "gathering" | "drawn";
  t: Translate;
}

/** How far one person has come, in words and pictures. */
export function PersonStatus({ person, state, t }: PersonStatusProps) {
  return (
    <span class="flex flex-wrap gap-x-3 gap-y-0.5 text-sm leading-snug">
      {statusWords(person, state).map(({ text, tone, icon }) => (
        <span key={text} class={`flex items-center gap-1.5 ${TONES[tone]}`}>
          <Icon name={icon} class="size-4" />
          {t(text)}
        </span>
      ))}
    </span>
  );
}
