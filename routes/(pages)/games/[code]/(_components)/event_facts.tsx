import type { ComponentChildren } from "preact";
import { formatDate, formatMoney, formatTime } from "@/lib/browser/format.ts";
import { GAME_FORM, SHOWN_FIELDS, type ShownField } from "@/lib/browser/game_form.ts";
import { momentOf } from "@/lib/game/calendar.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { foreignZone } from "@/lib/i18n/time_zone.ts";
import EventTime from "../(_islands)/EventTime.tsx";
import { Icon, type IconName } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { whenDrawn } from "@/lib/pages/game_form/draw_time.ts";

/** The fields of an event that a reader may see; an invitation lacks some. */
type ShownEvent =
  & Partial<Pick<Game, ShownField>>
  & Pick<Game, "date" | "time" | "amount" | "currency" | "timeZone" | "byPost" | "sendBy">;

/** The event's fields that are set, visible to the reader and have an icon in the table of fields. */
export function eventFacts(view: ShownEvent, reader: Reader) {
  const { t, locale } = reader;
  const written = {
    date: formatDate(view.date, locale),
    sendBy: view.byPost && view.sendBy && formatDate(view.sendBy, locale),
    time: timeOf(view, reader),
    amount: formatMoney(view.amount, view.currency, locale),
  };
  return SHOWN_FIELDS.flatMap((field) => {
    const { icon, label } = GAME_FORM[field];
    const value: ComponentChildren = { ...view, ...written }[field];
    return value ? [{ field, icon, label: t(label), value }] : [];
  });
}

/** The start time, with its time zone if the reader may live in another one. */
export function timeOf(
  { date, time, timeZone }: Pick<Game, "date" | "time" | "timeZone">,
  { t, locale }: Pick<Reader, "t" | "locale">,
): ComponentChildren {
  const zone = foreignZone(timeZone, date, locale);
  if (time === "" || timeZone === null || zone === "") return formatTime(time, locale);
  const there = formatTime(time, locale);
  return (
    <EventTime
      time={there}
      inZone={t("game.timeIn", { time: there, zone })}
      at={momentOf(date, time, timeZone)}
      day={Number(date.slice(-2))}
      locale={locale}
      yours={t("game.yourTime", { time: "{{time}}" })}
    />
  );
}

/** Fields that an invitation shows elsewhere. */
const IN_HEAD: ReadonlySet<ShownField> = new Set(["date", "time", "location", "sendBy"]);

/** The event's details that an invitation shows below its head, which has the date, the time and the place. */
export function InvitationFacts(
  { game, reader, now }: { game: InvitationView; reader: Reader; now: Date },
) {
  const { t, locale } = reader;
  const shown = eventFacts(game, reader).filter(({ field }) => !IN_HEAD.has(field));
  const facts: [IconName, ComponentChildren][] = [
    ...shown.map(({ icon, value }): [IconName, ComponentChildren] => [icon, value]),
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
      game.participantCount > 0 && t("create.people.total", { count: game.participantCount }),
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
