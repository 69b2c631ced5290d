import type { ComponentChildren } from "preact";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon_names.ts";

interface FoldProps {
  /** For links to it. */
  id: string;
  title: string;
  icon: IconName;
  isOpen?: boolean;
  children: ComponentChildren;
}

/** A quiet section that opens when it is needed; several stand under one another as a list. */
export function Fold({ id, title, icon, isOpen = false, children }: FoldProps) {
  return (
    <details id={id} class="border-base-300 group border-b last:border-b-0" open={isOpen}>
      <summary class="flex min-h-14 items-center gap-3 py-3">
        <Icon name={icon} class="text-secondary size-5" />
        <h2 class="min-w-0 flex-1 text-lg">{title}</h2>
        <Icon name="chevron-down" class="muted size-5 group-open:rotate-180" />
      </summary>
      <div class="space-y-4 pb-6">{children}</div>
    </details>
  );
}
