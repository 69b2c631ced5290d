import { devicesOf } from "../game/devices.ts";
import { MAILS_VISIBLE_WHEN_SEALED } from "../game/seal.ts";
import { type Change, type Game, MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import type { NewNotice } from "../store/store.ts";
import { MAILS } from "./kinds.ts";
import type { MailTo } from "./send_after.ts";

/* What people are notified of in their browsers: the same as by mail, whether or not they have an address. */

/** Returns a whole number from 0 to below `n`, each equally likely. */
export type Below = (n: number) => number;

/** Notices that depend on a pair go out in windows of this many hours, of the game's time zone, from `DAYTIME.from` on. */
const PAIR_WINDOW = 2;

/** The hours within which such notices go out; whole windows. */
const DAYTIME = { from: 8, to: 20 } as const;

/**
 * True if who is notified depends on the pairs. All these notices have one text, one length and one topic, a random
 * time, and go out by day.
 */
export function dependsOnPair(kind: MailKind, recipient: number): boolean {
  return recipient !== ORGANIZER && !MAILS_VISIBLE_WHEN_SEALED.includes(kind);
}

/** The notices after a change. Whether the game sends mails by itself does not matter: their readers asked for them. */
export function noticesFor(change: Change, now: Date, below: Below): NewNotice[] {
  const { game, events } = change;
  if (game.devices.length === 0) return [];
  // Mails that were asked for carry a lost link, which no notice may.
  const kinds = MAIL_KINDS.filter((kind) => !MAILS[kind].isAskedFor);
  return events.flatMap((event) => {
    // It is about a mailbox alone.
    if (event.type === "addressEntered") return [];
    return kinds.flatMap((kind) =>
      toDevices(game, kind, MAILS[kind].sendAfter?.(event, change) ?? [], now, below)
    );
  });
}

/** Turns mails of one kind into notices, one for each browser of each recipient. */
export function toDevices(
  game: Game,
  kind: MailKind,
  mails: readonly MailTo[],
  now: Date,
  below: Below,
): NewNotice[] {
  return mails.flatMap(({ recipient, topic = "", payload, isOnce, delay = 0 }) => {
    if (recipient === null) return [];
    const seen = new Date(now.getTime() + delay * 1000);
    return devicesOf(game, recipient).map(({ id: device }): NewNotice => ({
      recipient,
      device,
      kind,
      topic,
      ...payload && { payload },
      ...isOnce && { isOnce },
      delay: dependsOnPair(kind, recipient)
        ? delay + drawPairDelay(game.timeZone, seen, below)
        : delay,
    }));
  });
}

/**
 * Draws when a notice that depends on a pair goes out: evenly within the next window, of this day or the next. All
 * that is written within one window goes out in the same next one, in any order, so the time tells a sender no more
 * about whose phone lights up than the number of phones does.
 *
 * @returns seconds from now
 */
export function drawPairDelay(timeZone: string | null, now: Date, below: Below): number {
  const hour = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone ?? "UTC")
    .round({ smallestUnit: "hour", roundingMode: "floor" });
  const start = new Date(
    hour.add({ hours: PAIR_WINDOW - hour.hour % PAIR_WINDOW }).epochMilliseconds,
  );
  const untilStart = (start.getTime() - now.getTime()) / 1000;
  return untilStart + secondsOfNight(timeZone, start) + below(PAIR_WINDOW * 3600);
}

/** Seconds until such notices go out again; 0: it is day. */
export function secondsOfNight(timeZone: string | null, at: Date): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone ?? "UTC");
  if (zoned.hour >= DAYTIME.from && zoned.hour < DAYTIME.to) return 0;
  const day = zoned.toPlainDate().add({ days: zoned.hour < DAYTIME.from ? 0 : 1 });
  const morning = day.toZonedDateTime({
    timeZone: timeZone ?? "UTC",
    plainTime: { hour: DAYTIME.from },
  });
  return (morning.epochMilliseconds - at.getTime()) / 1000;
}
