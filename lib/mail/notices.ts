import { devicesOf } from "../game/devices.ts";
import { MAILS_VISIBLE_WHEN_SEALED } from "../game/seal.ts";
import { type Change, type Game, MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import type { NewNotice } from "../store/store.ts";
import { MAILS } from "./kinds.ts";
import type { MailTo } from "./send_after.ts";

/* Notices in people's browsers: the same news as by mail, whether or not the person has an address. */

/** Returns a uniformly distributed integer from 0 to `n` - 1. */
export type Below = (n: number) => number;

/** Length in hours of the windows in which notices that depend on a pair are sent, in the game's time zone. */
const PAIR_WINDOW = 2;

/** The hours within which such notices are sent; a whole number of windows. */
const DAYTIME = { from: 8, to: 20 } as const;

/**
 * True if the recipients of a kind depend on the pairs. All these notices have the same text, length and topic, and
 * are sent at a random time by day.
 */
export function dependsOnPair(kind: MailKind, recipient: number): boolean {
  return recipient !== ORGANIZER && !MAILS_VISIBLE_WHEN_SEALED.includes(kind);
}

/** The notices after a change, even if the game sends no automatic mails, because their readers subscribed to them. */
export function noticesFor(change: Change, now: Date, below: Below): NewNotice[] {
  const { game, events } = change;
  if (game.devices.length === 0) return [];
  // Requested mails carry a lost link, which a notice must not.
  const kinds = MAIL_KINDS.filter((kind) => !MAILS[kind].isAskedFor);
  return events.flatMap((event) => {
    // The event concerns only a mailbox.
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
 * Draws when a notice that depends on a pair is sent: uniformly within the next window, today or tomorrow. All notices
 * caused within one window are sent in the same next window, in random order. So the time tells the person who caused
 * one no more about whose phone lights up than the number of phones does.
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

/** Seconds until notices that depend on a pair may be sent again; 0 by day. */
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
