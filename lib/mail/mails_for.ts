import { type Change, type Game, type MailKind, ORGANIZER } from "../game/types.ts";
import { daysUntil } from "../game/calendar.ts";
import type { MailPayload, NewMail } from "../store/store.ts";
import { NEAR_DAYS } from "./kinds.ts";

/**
 * What must be told to whom after a change. Nobody without an address, and nothing at all where the game
 * sends no mails by itself.
 */
export function mailsFor({ game, events }: Change): NewMail[] {
  if (!game.sendEmails) return [];
  const reachable = new Set(game.participants.filter((one) => one.email).map((one) => one.number));
  const isEveryoneConfirmed = events.some((event) => event.type === "everyoneConfirmed");
  return events.flatMap((event): NewMail[] => {
    const toParticipants = (numbers: number[], kind: MailKind, payload?: MailPayload) =>
      numbers.filter((number) => reachable.has(number))
        .map((recipient) => ({ recipient, kind, ...(payload ? { payload } : {}) }));
    const toAll = (kind: MailKind, payload?: MailPayload) =>
      toParticipants([...reachable], kind, payload);
    const toOrganizer = (kind: MailKind, participant?: number): NewMail[] =>
      game.organizerEmail
        ? [{
          recipient: ORGANIZER,
          kind,
          ...(participant ? { payload: { participant }, topic: String(participant) } : {}),
        }]
        : [];
    switch (event.type) {
      case "gameCreated":
        return [...toOrganizer("organizerWelcome"), ...toAll("assignment")];
      case "participantAdded":
        return toParticipants([event.participant], "invitation");
      case "participantRemoved":
        return event.email
          ? [{
            recipient: null,
            address: event.email,
            kind: "participantRemoved",
            language: event.language,
            payload: { name: event.name },
          }]
          : [];
      case "receiverChanged":
      case "reassignmentApproved":
      case "reassignmentDeclined":
      case "participantLinkRenewed":
        return toParticipants([event.participant], event.type);
      case "detailsChanged":
        return toAll("detailsChanged", { before: event.before });
      case "wishChanged":
        return toParticipants(giversTo(game, event.participant), "wishChanged", {
          participant: event.participant,
        });
      case "reassignmentRequested":
        return toOrganizer("reassignmentRequested", event.participant);
      case "assignmentConfirmed":
        return isEveryoneConfirmed ? [] : toOrganizer("assignmentConfirmed", event.participant);
      case "everyoneConfirmed":
        return toOrganizer("everyoneConfirmed");
      case "gameArchived":
        // After the event its end is no news to the participants.
        return [...toOrganizer("gameArchived"), ...(isAhead(game) ? toAll("gameArchived") : [])];
    }
  });
}

/**
 * The reminder that an event is near: to everybody with an address, once for each date that the event
 * has. None where the game sends no mails by itself or was made when its event was near already.
 */
export function nearEventMails(game: Game, now: Date): NewMail[] {
  const days = daysUntil(game, now);
  const wasNear = daysUntil(game, new Date(game.createdAt)) <= NEAR_DAYS;
  if (!game.sendEmails || game.archivedAt || days < 0 || days > NEAR_DAYS || wasNear) return [];
  return game.participants.filter((one) => one.email).map(({ number }) => ({
    recipient: number,
    kind: "eventNear",
    topic: game.date,
    isOnce: true,
  }));
}

function giversTo(game: Game, receiver: number): number[] {
  return game.participants.filter((one) => one.receiver === receiver).map((one) => one.number);
}

function isAhead({ date, archivedAt }: Game): boolean {
  return archivedAt === null || date >= archivedAt.slice(0, 10);
}
