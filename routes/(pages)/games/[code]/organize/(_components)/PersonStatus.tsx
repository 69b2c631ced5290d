import { renderToString } from "preact-render-to-string";
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
  /** false: words alone, which weigh a third in a long list. */
  hasIcons?: boolean;
}

/** How far one person has come, in words and pictures. */
export function PersonStatus({ person, state, t, hasIcons = true }: PersonStatusProps) {
  return (
    <span class="flex flex-wrap gap-x-3 gap-y-0.5 text-sm leading-snug">
      {statusWords(person, state).map(({ text, tone, icon }) => (
        <span key={text} class={`flex items-center gap-1.5 ${TONES[tone]}`}>
          {hasIcons && <Icon name={icon} class="size-4" />}
          {t(text)}
        </span>
      ))}
    </span>
  );
}

/**
 * The same as HTML for one after the other: of a thousand people most have come as far as others, which is
 * rendered once.
 */
export function statusRenderer(
  props: Omit<PersonStatusProps, "person">,
): (person: PersonProgress) => string {
  const known = new Map<string, string>();
  return (person) => {
    const key = statusWords(person, props.state).map(({ text }) => text).join();
    const html = known.get(key) ?? renderToString(<PersonStatus {...props} person={person} />);
    known.set(key, html);
    return html;
  };
}
