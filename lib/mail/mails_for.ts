import { daysUntil } from "../game/calendar.ts";
import {
  type Change,
  type Game,
  type GameEvent,
  MAIL_KINDS,
  type MailKind,
  ORGANIZER,
} from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { MAILS, NEAR_DAYS } from "./kinds.ts";

/**
 * What must be told to whom after a change, as the table of kinds has it. Nobody without an address, and
 * where the game sends no mails by itself only what is always told, and a link in the place of one that had gone
 * by mail.
 */
export function mailsFor(change: Change): NewMail[] {
  const { game, events } = change;
  /** Who had their link by mail has no other way to the new one. */
  const isTold = (kind: MailKind, event: GameEvent) =>
    game.sendEmails || MAILS[kind].isAlwaysTold || ("wasMailed" in event && event.wasMailed);
  const reachable = new Set<number | null>([null, ...reachableParticipants(game)]);
  if (game.organizerEmail) reachable.add(ORGANIZER);
  return events.flatMap((event) =>
    MAIL_KINDS.filter((kind) => isTold(kind, event)).flatMap((kind) =>
      (MAILS[kind].sendAfter?.(event, change) ?? [])
        .filter(({ recipient }) => reachable.has(recipient))
        .map((mail) => ({ ...mail, kind }))
    )
  );
}

/**
 * The reminder that an event is near: to everyone with an address, once for each date that the event
 * has. None where the game sends no mails by itself or was made when its event was near already.
 */
export function nearEventMails(game: Game, now: Date): NewMail[] {
  const days = daysUntil(game, now);
  const wasNear = daysUntil(game, new Date(game.createdAt)) <= NEAR_DAYS;
  if (!game.sendEmails || game.archivedAt || days < 0 || days > NEAR_DAYS || wasNear) return [];
  return reachableParticipants(game).map((recipient) => ({
    recipient,
    kind: "eventNear",
    topic: game.date,
    isOnce: true,
  }));
}

function reachableParticipants({ participants }: Game): number[] {
  return participants.filter(({ email }) => email).map(({ number }) => number);
}
