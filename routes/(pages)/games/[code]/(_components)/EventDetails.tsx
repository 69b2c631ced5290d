import type { ComponentChildren } from "preact";
import { momentOf } from "@/lib/game/calendar.ts";
import EventTime from "../(_islands)/EventTime.tsx";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { foreignZone } from "@/lib/i18n/time_zone.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { formatDate, formatMoney, formatTime } from "@/lib/browser/format.ts";
import { GAME_FORM, SHOWN_FIELDS, type ShownField } from "@/lib/browser/game_form.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";

type ShownEvent = Pick<ParticipantView, ShownField | "currency" | "timeZone">;

interface EventDetailsProps {
  view: ParticipantView;
  /** Who organizes; "": not known. */
  organizer: string;
  /** Whether its reader does. */
  isOrganizer: boolean;
  reader: Reader;
  /** Days until the event; negative after it. */
  daysLeft: number;
  /** Whether they are told here; else the page has told them already. */
  isCounted: boolean;
}

/** When, where, how much, and a way into one's calendar. */
export function EventDetails(
  { view, organizer, isOrganizer, reader, daysLeft, isCounted }: EventDetailsProps,
) {
  const { t } = reader;
  return (
    <Card title={t("game.event")} icon="party-popper" id="event">
      {isCounted && <p class="text-secondary font-display text-lg">{countdown(daysLeft, t)}</p>}
      <dl class="grid gap-x-8 gap-y-4 *:first:col-span-full sm:grid-cols-2">
        {eventFacts(view, reader).map(({ icon, label, value }) => (
          <div key={label}>
            <dt class="muted flex items-center gap-2 text-sm">
              <Icon name={icon} class="text-primary size-5" />
              {label}
            </dt>
            <dd class="pl-7 font-semibold">
              {typeof value === "string" ? <JapaneseLineBreaks text={value} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      {view.generalNotes && (
        <div class="border-base-300 border-t pt-4">
          <h3 class="text-lg">
            {isOrganizer ? t("game.notesOwn") : naming(t, organizer)("notes")}
          </h3>
          <LinkedText text={view.generalNotes} />
        </div>
      )}
      {daysLeft >= 0 && (
        <ButtonLink
          href={`${gamePath(view.code)}/calendar.ics`}
          variant="secondary"
          icon="calendar-plus"
          download
        >
          {t("game.toCalendar")}
        </ButtonLink>
      )}
    </Card>
  );
}

/** What the event is, of its fields that the table shows with an icon and that are set. */
export function eventFacts(view: ShownEvent, reader: Reader) {
  const { t, locale } = reader;
  const written = {
    date: formatDate(view.date, locale),
    time: timeOf(view, reader),
    amount: formatMoney(view.amount, view.currency, locale),
  };
  return SHOWN_FIELDS.flatMap((field) => {
    const { icon, label } = GAME_FORM[field];
    const value: ComponentChildren = { ...view, ...written }[field];
    return value ? [{ icon, label: t(label), value }] : [];
  });
}

/** When it begins; where its reader may live by other clocks, by whose it is. */
export function timeOf(
  { date, time, timeZone }: Pick<ParticipantView, "date" | "time" | "timeZone">,
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
      locale={locale}
      yours={t("game.yourTime", { time: "{{time}}" })}
    />
  );
}

/** How far away the day is. @param daysLeft negative after it */
export function countdown(daysLeft: number, t: Reader["t"]): string {
  if (daysLeft > 1) return t("game.daysToGo", { count: daysLeft });
  if (daysLeft === 1) return t("game.isTomorrow");
  return t(daysLeft === 0 ? "game.isToday" : "game.isOver");
}
