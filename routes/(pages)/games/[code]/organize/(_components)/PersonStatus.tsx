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

/** What is to be seen to, beside how far they have come. */
const ALONE: ReadonlySet<StatusWord["text"]> = new Set([
  "place.leaving",
  "organize.people.status.asking",
  "organize.people.filters.mailFailed",
  "organize.people.filters.mailQueued",
]);

/** A heart that holds a wish. */
const FULL = "size-4 fill-current";

interface PersonStatusProps {
  person: PersonProgress;
  state: "gathering" | "drawn";
  t: Translate;
  /** false: words alone, which weigh a third in a long list. */
  hasIcons?: boolean;
  /** Whether the event is over, so that nothing is to come any more. */
  isPast?: boolean;
  /** The fingerprint of the link that they need, by which this device knows whether it was handed over. */
  mark?: string | undefined;
}

/** How far one person has come, in words and pictures. */
export function PersonStatus(props: PersonStatusProps) {
  return (
    <div class="statuses">
      <Words {...props} />
    </div>
  );
}

function Words({ person, state, t, hasIcons = true, isPast = false, mark }: PersonStatusProps) {
  return statusWords(person, state, isPast).map(({ text, tone, icon }) => (
    <span
      key={text}
      class={ALONE.has(text) ? `${TONES[tone]} status-alone` : TONES[tone]}
      {...(mark && text === "organize.people.filters.needsLink" && { "data-link": mark })}
    >
      {hasIcons && (
        <Icon name={icon} class={icon === "heart" && tone === "done" ? FULL : "size-4"} />
      )}
      {t(text)}
    </span>
  ));
}

/** Stands for the mark of whoever it is. */
const ANY_MARK = "any mark";

/**
 * The words as HTML for one after the other: of a thousand people most have come as far as others, which is
 * rendered once.
 */
export function statusRenderer(
  props: Omit<PersonStatusProps, "person" | "mark">,
): (person: PersonProgress, mark?: string) => string {
  const known = new Map<string, string>();
  return (person, mark) => {
    const key = [
      mark && ANY_MARK,
      ...statusWords(person, props.state, props.isPast).map(({ text }) => text),
    ]
      .join();
    const html = known.get(key) ??
      renderToString(<Words {...props} person={person} mark={mark && ANY_MARK} />);
    known.set(key, html);
    return mark ? html.replace(ANY_MARK, mark) : html;
  };
}
