import type { ComponentChildren } from "preact";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { formatDate, formatMoney } from "@/lib/browser/format.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { whenDrawn } from "@/lib/pages/game_form/draw_time.ts";
import { timeOf } from "./event_facts.tsx";

/** The event's details that an invitation shows. */
export function InvitationFacts(
  { game, reader, now }: { game: InvitationView; reader: Reader; now: Date },
) {
  const { t, locale } = reader;
  const facts: [IconName, ComponentChildren][] = [
    ["calendar-days", formatDate(game.date, locale)],
    ["clock", game.time && timeOf(game, reader)],
    ["map-pin", game.location],
    ["wallet", formatMoney(game.amount, game.currency, locale)],
    [
      "send",
      game.byPost &&
      [
        t("create.options.byPost"),
        ...game.sendBy ? [t("post.by", { date: formatDate(game.sendBy, locale) })] : [],
      ].join(" · "),
    ],
    [
      "users",
      game.participantCount > 0 && t("organize.people.title", { count: game.participantCount }),
    ],
    ["gift", game.state === "gathering" && whenDrawn(game, reader, now, game.organizerName)],
  ];
  return (
    <ul class="flex flex-wrap gap-x-3 gap-y-1">
      {facts.filter(([, fact]) => fact).map(([icon, fact]) => (
        <li key={icon} class="flex gap-2">
          <Icon name={icon} class="text-secondary mt-0.5 size-5" />
          <span class="min-w-0">
            {typeof fact === "string" ? <LineBreaks text={fact} /> : fact}
          </span>
        </li>
      ))}
    </ul>
  );
}
