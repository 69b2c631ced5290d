import type { ComponentChildren } from "preact";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";

interface FoldProps {
  id: string;
  title: string;
  icon: IconName;
  isOpen?: boolean;
  children: ComponentChildren;
}

/** A section that opens when it is needed. */
export function Fold({ id, title, icon, isOpen = false, children }: FoldProps) {
  return (
    <details id={id} class="paper group" open={isOpen}>
      <summary class="rounded-box flex min-h-14 items-center gap-3 px-5 py-3.5 sm:px-6">
        <Icon name={icon} class="text-secondary size-5" />
        <h2 class="min-w-0 flex-1 text-lg">{title}</h2>
        <Icon name="chevron-down" class="muted size-5 group-open:rotate-180" />
      </summary>
      <div class="space-y-5 px-5 pb-6 sm:px-6">{children}</div>
    </details>
  );
}
