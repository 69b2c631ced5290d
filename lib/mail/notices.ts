import { devicesOf } from "../game/devices.ts";
import { MAILS_VISIBLE_WHEN_SEALED } from "../game/seal.ts";
import { type Change, type Game, MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import type { NewNotice } from "../store/store.ts";
import { MAILS } from "./kinds.ts";
import type { MailTo } from "./send_after.ts";

/* What people are notified of in their browsers: the same as by mail, whether or not they have an address. */

/** Returns a whole number from 0 to below `n`, each equally likely. */
export type Below = (n: number) => number;

/** Of a notice that depends on a pair, in seconds: somebody could write, and watch whose phone lights up. */
export const PAIR_DELAY = { least: 600, most: 7200 } as const;

/** The hours within which such notices go out, in the game's time zone. */
const DAYTIME = { from: 8, to: 21 } as const;

/**
 * True if who is notified depends on the pairs. All these notices have one text, one length and one topic, a random
 * delay, and go out by day.
 */
export function dependsOnPair(kind: MailKind, recipient: number): boolean {
  return recipient !== ORGANIZER && !MAILS_VISIBLE_WHEN_SEALED.includes(kind);
}

/** Kinds that bring what only a mail may: a link that somebody has lost. */
function isForMailAlone(kind: MailKind): boolean {
  return MAILS[kind].isAskedFor ?? false;
}

/** The notices after a change. Whether the game sends mails by itself does not matter: their readers asked for them. */
export function noticesFor(change: Change, now: Date, below: Below): NewNotice[] {
  const { game, events } = change;
  if (game.devices.length === 0) return [];
  return events.flatMap((event) =>
    MAIL_KINDS.filter((kind) => !isForMailAlone(kind)).flatMap((kind) =>
      toDevices(game, kind, MAILS[kind].sendAfter?.(event, change) ?? [], now, below)
    )
  );
}

/** One notice for each browser of those whom mails of one kind go to. */
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

/** Draws when a notice that depends on a pair goes out, evenly; what would come by night comes in the morning. */
export function drawPairDelay(timeZone: string | null, now: Date, below: Below): number {
  const draw = () => PAIR_DELAY.least + below(PAIR_DELAY.most - PAIR_DELAY.least + 1);
  const delay = draw();
  const night = secondsOfNight(timeZone, new Date(now.getTime() + delay * 1000));
  return night === 0 ? delay : delay + night + draw();
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
