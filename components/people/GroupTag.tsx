import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import type { GuestGroup } from "@/lib/browser/guest_list.ts";

/** Told apart by colour too, never by colour alone: the names stand beside it. */
const COLORS = [
  "border-primary/50 bg-primary/10 *:first:text-primary",
  "border-secondary/50 bg-secondary/10 *:first:text-secondary",
  "border-info/50 bg-info/10 *:first:text-info",
  "border-warning/50 bg-warning/10 *:first:text-warning",
  "border-neutral/50 bg-neutral/10 *:first:text-neutral",
];

/** What stands for people who live together, and for those who are only kept apart. */
export const GROUP_ICONS = { household: "house", exclusion: "unlink" } as const satisfies Record<
  GuestGroup["kind"],
  IconName
>;

interface GroupTagProps {
  kind: GuestGroup["kind"];
  /** Which of the groups it is. */
  index: number;
  /** What screen readers hear before the names. */
  label: string;
  names: string;
}

/** People who do not draw each other. */
export function GroupTag({ kind, index, label, names }: GroupTagProps) {
  const colors = COLORS[index % COLORS.length];
  return (
    <span
      class={`inline-flex max-w-full items-center gap-2 rounded-full border px-3 py-1 text-sm ${colors}`}
    >
      <Icon name={GROUP_ICONS[kind]} class="size-4" />
      <span class="sr-only">{label}</span>
      <span class="min-w-0">{names}</span>
    </span>
  );
}
