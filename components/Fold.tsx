import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./Icon.tsx";
import { LineBreaks } from "./LineBreaks.tsx";

interface FoldProps {
  /** For links to it. */
  id: string;
  title: string;
  /** A short summary of the content. */
  hint?: string;
  icon: IconName;
  isOpen?: boolean;
  /** True for a sheet of its own, false for a line in a list of folds. */
  isCard?: boolean;
  children: ComponentChildren;
}

const LOOKS = {
  card: {
    frame: "paper",
    head: "rounded-box px-5 py-3.5 sm:px-7",
    body: "space-y-5 px-5 pb-6 sm:px-7",
  },
  line: { frame: "border-base-300 border-b last:border-b-0", head: "py-3", body: "space-y-4 pb-6" },
};

/** A section that is closed until it is needed. */
export function Fold(
  { id, title, hint, icon, isOpen = false, isCard = false, children }: FoldProps,
) {
  const { frame, head, body } = LOOKS[isCard ? "card" : "line"];
  return (
    <details id={id} class={`group/fold ${frame}`} open={isOpen}>
      <summary class={`flex min-h-14 items-center gap-3 ${head}`}>
        <Icon name={icon} class="text-secondary size-5" />
        <h2 class="min-w-0 flex-1 text-lg">
          <LineBreaks text={title} />
          {hint && <span class="muted block font-sans text-sm font-normal">{hint}</span>}
        </h2>
        <Icon name="chevron-down" class="muted size-5 group-open/fold:rotate-180" />
      </summary>
      <div class={body}>{children}</div>
    </details>
  );
}
