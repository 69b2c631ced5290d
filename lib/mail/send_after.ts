import { soonAfter } from "../game/calendar.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import { type Change, type Game, type GameEvent, ORGANIZER } from "../game/types.ts";
import type { ClaimedMail, NewMail } from "../store/store.ts";

/* Determines the recipients of a kind of mail after a change. */

/** One mail of a known kind. People without an address are filtered out later. */
export type MailTo = Omit<NewMail, "kind">;

/** The mails of one kind after one event, according to the table of kinds. */
export type SendAfter = (event: GameEvent, change: Change) => readonly MailTo[];

type EventOf<Type extends GameEvent["type"]> = Extract<GameEvent, { type: Type }>;

/** Sends a mail after events of one type. */
export function after<Type extends GameEvent["type"]>(
  type: Type,
  sendTo: (event: EventOf<Type>, change: Change) => readonly MailTo[],
): SendAfter {
  const isIt = (event: GameEvent): event is EventOf<Type> => event.type === type;
  return (event, change) => isIt(event) ? sendTo(event, change) : [];
}

/** To every participant. */
export function toAll(game: Game, payload?: NewMail["payload"]): MailTo[] {
  return game.participants.map(({ number }) => ({
    recipient: number,
    ...(payload ? { payload } : {}),
  }));
}

/** To the participant an event is about. */
export function toParticipant({ participant }: { participant: number }): MailTo[] {
  return [{ recipient: participant }];
}

/**
 * To the participant an event is about, with the number of their current receiver: the mail no longer applies once
 * they give to someone else. A waiting notice keeps its facts, so one about another receiver must not be merged into
 * it.
 */
export function toGiver({ participant }: { participant: number }, { game }: Change): MailTo[] {
  const receiver = game.participants.find(({ number }) => number === participant)?.receiver;
  if (!receiver) return [{ recipient: participant }];
  return [{ recipient: participant, payload: { participant: receiver }, topic: String(receiver) }];
}

/** To a participant who was added or has entered an address: the address gets their link. */
export function toNewcomer(event: GameEvent): MailTo[] {
  return event.type === "participantAdded" || event.type === "addressEntered"
    ? toParticipant(event)
    : [];
}

/** To the organizer: one mail for each participant it is about. */
export function toOrganizerAbout({ participant }: { participant: number }): MailTo[] {
  return [{ recipient: ORGANIZER, payload: { participant }, topic: String(participant) }];
}

/** Largest game with a mail for each confirmation: in larger ones they would use up the daily limit of an address. */
const TOLD_ONE_BY_ONE = 20;

/** To the organizer of a small game, unless the same change has a mail that everyone has confirmed. */
export function toOrganizerOfFew(
  event: EventOf<"assignmentConfirmed">,
  { game, events }: Change,
): MailTo[] {
  const isLarge = game.participants.length > TOLD_ONE_BY_ONE;
  if (isLarge || events.some(({ type }) => type === "everyoneConfirmed")) return [];
  return pairsHiddenFromOrganizer(game) ? [{ recipient: ORGANIZER }] : toOrganizerAbout(event);
}

/** To the old address, without the new address and without a link, because the reader may be someone else. */
export function toFormerAddress(
  { participant, name, email, language, wasProved }: EventOf<"addressChanged">,
): MailTo[] {
  const payload = name === null ? {} : { name, ...participant !== undefined && { participant } };
  return [{
    ...{ recipient: null, address: email, language, payload },
    // Not held: a person who has taken over the game or a place would never confirm the new address.
    ...wasProved && { isHeld: false },
  }];
}

/** Delay between a parcel's morning and its mail, in seconds, because clocks of different machines differ. */
const AFTER_MORNING = 60;

/** To the participant an event is about, on the morning from which their page shows it. */
export function inTheMorning(
  { participant, seenFrom, now }: EventOf<"parcelSent" | "parcelArrived">,
  { game }: Change,
): MailTo[] {
  const delay = (Date.parse(seenFrom) - now.getTime()) / 1000 + AFTER_MORNING;
  return toMailbox(game, { recipient: participant, topic: seenFrom, isOnce: true, delay });
}

/** The morning at the start of the topic of a mail about a parcel; null for other kinds. */
export function morningOf({ kind, topic }: Pick<ClaimedMail, "kind" | "topic">): Date | null {
  if (kind !== "parcelSent" && kind !== "parcelArrived") return null;
  const [seenFrom = ""] = topic.split(" ");
  return new Date(seenFrom);
}

/**
 * Seconds that a mail must still wait because pages do not show its news yet; 0 if it may be sent. A mail is due too
 * early if it was held until the organizer confirmed, or if the clock was set back.
 */
export function secondsUntilSeen(mail: Pick<ClaimedMail, "kind" | "topic">, now: Date): number {
  const morning = morningOf(mail);
  return morning && morning > soonAfter(now)
    ? (morning.getTime() - now.getTime()) / 1000 + AFTER_MORNING
    : 0;
}

/** A mail about a parcel to a participant; if they have no address, to their keepers, too. */
export function toMailbox(
  { participants }: Game,
  mail: MailTo & { recipient: number; topic: string },
): MailTo[] {
  const { recipient: kept, topic } = mail;
  if (participants.find(({ number }) => number === kept)?.email) return [mail];
  const keepers = participants.filter(({ keeps }) => keeps.includes(kept));
  return [
    mail,
    ...keepers.map(({ number: recipient }) => ({
      ...mail,
      recipient,
      payload: { participant: kept },
      topic: `${topic} ${kept}`,
    })),
  ];
}
