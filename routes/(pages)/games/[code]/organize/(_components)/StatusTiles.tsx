import { hidesPairs } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { managePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { PeopleFilter } from "@/lib/browser/people_filter.ts";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";

/** How far everybody has come, at a glance; each number leads to the people still missing. */
export function StatusTiles({ view, t }: { view: OrganizerView; t: Translate }) {
  const { participants } = view;
  const total = participants.length;
  const count = (test: (one: OrganizerView["participants"][number]) => boolean) =>
    participants.filter(test).length;
  const failed = count((one) => one.emailStatus.status === "failed");
  return (
    <ul class="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile
        {...{ view, t, total }}
        name="opened"
        icon="gift"
        filter="unopened"
        count={count((one) => one.viewedAt !== null)}
      />
      <Tile
        {...{ view, t, total }}
        name="confirmed"
        icon="circle-check"
        filter={hidesPairs(view) ? "all" : "unconfirmed"}
        count={view.confirmedCount}
      />
      <Tile
        {...{ view, t }}
        name="asking"
        icon="shuffle"
        filter="asking"
        count={count((one) => one.hasPendingReassignmentRequest)}
      />
      <Tile
        {...{ view, t }}
        name="mailFailed"
        icon="mail-warning"
        filter="mailFailed"
        count={failed}
        isAlarm={failed > 0}
      />
    </ul>
  );
}

interface TileProps {
  view: OrganizerView;
  t: Translate;
  name: "opened" | "confirmed" | "asking" | "mailFailed";
  icon: IconName;
  filter: PeopleFilter;
  count: number;
  /** Of how many; without it the number stands alone. */
  total?: number;
  isAlarm?: boolean;
}

function Tile({ view, t, name, icon, filter, count, total, isAlarm = false }: TileProps) {
  return (
    <li class="paper relative flex flex-col gap-2 p-4 has-[a:hover]:border-primary">
      <span class={`flex items-center gap-2 ${isAlarm ? "text-error" : "text-primary"}`}>
        <Icon name={icon} class="size-5" />
        <span class="font-display text-2xl leading-none font-semibold">
          {total === undefined ? count : t("organize.status.of", { count, total })}
        </span>
      </span>
      <a
        href={managePath(view.code, `?show=${filter}#people`)}
        aria-current="false"
        class="text-sm leading-snug after:absolute after:inset-0"
      >
        {t(`organize.status.${name}`, { count })}
      </a>
      {total !== undefined && (
        <progress
          value={count}
          max={total}
          aria-hidden="true"
          class="[&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-primary [&::-moz-progress-bar]:bg-primary bg-base-300 mt-auto h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 [&::-webkit-progress-bar]:rounded-full"
        />
      )}
    </li>
  );
}
