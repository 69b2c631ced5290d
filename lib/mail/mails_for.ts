import { daysUntil } from "../game/calendar.ts";
import { hasTakenPlace } from "../game/finale.ts";
import { notSentYet } from "../game/parcels.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import {
  type Change,
  type Game,
  type GameEvent,
  MAIL_KINDS,
  type MailKind,
  ORGANIZER,
} from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { isSaidInSameMailbox } from "./kept.ts";
import { MAILS, NEAR_DAYS } from "./kinds.ts";
import { toMailbox } from "./send_after.ts";

/**
 * The mails to send after a change, according to the table of kinds. People without an address get none. If the game
 * sends no automatic mails, only those with `isAlwaysTold` are sent, and new links to people who got theirs by mail.
 */
export function mailsFor(change: Change): NewMail[] {
  const { game, events } = change;
  /** `wasMailed` counts because people who got their link by mail have no other way to get the new one. */
  const isTold = (kind: MailKind, event: GameEvent) =>
    game.sendEmails || MAILS[kind].isAlwaysTold || ("wasMailed" in event && event.wasMailed);
  const reachable = new Set<number | null>([null, ...reachableParticipants(game)]);
  if (game.organizerEmail) reachable.add(ORGANIZER);
  // In a sealed game a waiting mail may be dropped although this one must be sent, or reveal that this one was merged.
  const isSealed = pairsHiddenFromOrganizer(game);
  return events.flatMap((event) =>
    MAIL_KINDS.filter((kind) => isTold(kind, event)).flatMap((kind) =>
      (MAILS[kind].sendAfter?.(event, change) ?? [])
        .filter((mail) =>
          reachable.has(mail.recipient) && !isSaidInSameMailbox(game, { ...mail, kind })
        )
        .map((mail) => ({ ...mail, kind, ...isSealed && MAILS[kind].joins && { isAlone: true } }))
    )
  );
}

/**
 * The reminder that an event is near, to everyone, once per date. None once the event has taken place, or if it was
 * already near when the game was created.
 */
export function nearEventNews(game: Game, now: Date): NewMail[] {
  const days = daysUntil(game, now);
  const wasNear = daysUntil(game, new Date(game.createdAt)) <= NEAR_DAYS;
  if (game.archivedAt || days > NEAR_DAYS || wasNear || hasTakenPlace(game, now)) return [];
  return game.participants.map(({ number }) => ({
    recipient: number,
    kind: "eventNear",
    topic: game.date,
    isOnce: true,
  }));
}

/** Days before the send-by date on which participants who have not sent a parcel are reminded, in descending order. */
export const SEND_SOON_DAYS = [7, 2] as const;

/**
 * The reminder to send a parcel, to all participants who have not, once for each of `SEND_SOON_DAYS`. A missed
 * reminder is sent later. None if the send-by date was already that near when the game was created.
 */
export function sendSoonNews(game: Game, now: Date): NewMail[] {
  const { sendBy: date, timeZone } = game;
  if (game.archivedAt || date === "") return [];
  const days = daysUntil({ date, timeZone }, now);
  const atCreation = daysUntil({ date, timeZone }, new Date(game.createdAt));
  const ahead = SEND_SOON_DAYS.findLast((one) => days <= one);
  if (ahead === undefined || days < 0 || atCreation <= ahead) return [];
  return notSentYet(game).flatMap((recipient) =>
    toMailbox(game, { recipient, topic: `${date} ${ahead}`, isOnce: true })
      .map((mail): NewMail => ({ ...mail, kind: "sendSoon" }))
  );
}

/** The news that is also sent by mail, to participants with an address. Empty if the game sends no automatic mails. */
export function mailsAmong(game: Game, news: readonly NewMail[]): NewMail[] {
  if (!game.sendEmails) return [];
  const reachable = new Set<number | null>(reachableParticipants(game));
  return news.filter(({ recipient }) => reachable.has(recipient));
}

function reachableParticipants({ participants }: Game): number[] {
  return participants.filter(({ email }) => email).map(({ number }) => number);
}
