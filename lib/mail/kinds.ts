import { daysUntil } from "../game/calendar.ts";
import {
  type Change,
  type Game,
  type GameEvent,
  type MailKind,
  ORGANIZER,
  type Participant,
} from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import {
  changedFacts,
  eventFacts,
  gameFacts,
  type MailContext,
  type MailParts,
  receiverOf,
  summarizeEvent,
} from "./parts.ts";

/** The days before an event from which on it is near. */
export const NEAR_DAYS = 3;

/** Everything that makes one kind of mail what it is, beside its texts in the locales (`mail.kinds`). */
interface MailKindRules {
  /** Goes also to people who have ended reminders and notices: links, and whom they give to. */
  isEssential?: true;
  /** Goes out also once the game is archived. */
  isToldAfterEnd?: true;
  /** Carries the event as an iCalendar file. */
  hasCalendar?: true;
  /** Participants' links have ended when it is read: its button leads them to the start page. */
  endsLinks?: true;
  /** Offers no end of reminders and notices: there are none any more, or the mail was asked for. */
  isWithoutUnsubscribe?: true;
  /** Kinds that, waiting for the same person, tell all that this one would: it joins them. */
  joins?: readonly MailKind[];
  /** To whom it goes after a change; without it, it goes when somebody asks or when its day has come. */
  sendAfter?: (event: GameEvent, change: Change) => readonly MailTo[];
  /** What it says now; null: what it would tell is no longer so. */
  write: (context: MailContext) => MailParts | null;
}

/** One mail of a kind that is known. People without an address are left out later. */
type MailTo = Omit<NewMail, "kind">;

/** The mails that tell their reader whom they give to, what that person wishes for, and their own link. */
const OWN_ASSIGNMENT: readonly MailKind[] = ["assignment", "invitation"];

/** Every kind of mail. One more is an entry here and in `MAIL_KINDS`, and its texts in the locales. */
export const MAILS: Readonly<Record<MailKind, MailKindRules>> = {
  organizerWelcome: {
    isEssential: true,
    sendAfter: after("gameCreated", () => [{ recipient: ORGANIZER }]),
    write: (context) => ({ facts: [...gameFacts(context), ...eventFacts(context)] }),
  },
  assignment: {
    isEssential: true,
    hasCalendar: true,
    sendAfter: after("gameCreated", (_, { game }) => toAll(game)),
    write: writeAssignment,
  },
  invitation: {
    isEssential: true,
    hasCalendar: true,
    sendAfter: after("participantAdded", toParticipant),
    write: writeAssignment,
  },
  reminder: {
    write: (context) => ({ quote: context.payload.message || null, facts: eventFacts(context) }),
  },
  receiverChanged: {
    isEssential: true,
    joins: OWN_ASSIGNMENT,
    sendAfter: after("receiverChanged", toParticipant),
    write: (context) => ({ receiver: receiverOf(context) }),
  },
  detailsChanged: {
    sendAfter: after("detailsChanged", ({ before }, { game }) => toAll(game, { before })),
    write: (context) => {
      const facts = changedFacts(context);
      return facts.length > 0 ? { facts } : null;
    },
  },
  wishChanged: {
    joins: OWN_ASSIGNMENT,
    sendAfter: after(
      "wishChanged",
      ({ participant }, { game }) =>
        game.participants.filter(({ receiver }) => receiver === participant)
          .map(({ number }) => ({ recipient: number, payload: { participant } })),
    ),
    write: (context) =>
      context.payload.participant === context.recipient.participant?.receiver
        ? { receiver: receiverOf(context) }
        : null,
  },
  reassignmentRequested: {
    sendAfter: after("reassignmentRequested", toOrganizerAbout),
    write: (context) => {
      const subject = subjectOf(context);
      return subject?.reassignmentRequestedAt ? { values: { name: subject.name } } : null;
    },
  },
  reassignmentApproved: {
    isEssential: true,
    sendAfter: after("reassignmentApproved", toParticipant),
    write: (context) => ({ receiver: receiverOf(context) }),
  },
  reassignmentDeclined: {
    sendAfter: after("reassignmentDeclined", toParticipant),
    write: () => ({}),
  },
  assignmentConfirmed: {
    sendAfter: after("assignmentConfirmed", (event, { events }) =>
      // That everyone has confirmed says it too.
      events.some(({ type }) => type === "everyoneConfirmed") ? [] : toOrganizerAbout(event)),
    write: (context) => {
      const subject = subjectOf(context);
      const confirmed = countConfirmed(context.game);
      return subject?.hasConfirmedAssignment ? { values: { name: subject.name, confirmed } } : null;
    },
  },
  everyoneConfirmed: {
    sendAfter: after("everyoneConfirmed", () => [{ recipient: ORGANIZER }]),
    write: ({ game }) => countConfirmed(game) === game.participants.length ? {} : null,
  },
  participantRemoved: {
    isEssential: true,
    isToldAfterEnd: true,
    isWithoutUnsubscribe: true,
    sendAfter: after(
      "participantRemoved",
      ({ name, email, language }) =>
        email ? [{ recipient: null, address: email, language, payload: { name } }] : [],
    ),
    write: () => ({}),
  },
  participantLinkRenewed: {
    isEssential: true,
    joins: OWN_ASSIGNMENT,
    sendAfter: after("participantLinkRenewed", toParticipant),
    write: () => ({}),
  },
  gameArchived: {
    isToldAfterEnd: true,
    endsLinks: true,
    isWithoutUnsubscribe: true,
    sendAfter: after("gameArchived", (_, { game }) => [
      { recipient: ORGANIZER },
      // After the event its end is no news to the participants.
      ...(wasArchivedAhead(game) ? toAll(game) : []),
    ]),
    write: ({ game, recipient, t }) =>
      recipient.role === "organizer"
        ? { text: t("mail.kinds.gameArchived.textOrganizer", { game: game.name }) }
        : {},
  },
  organizerLinkRenewed: { isEssential: true, write: () => ({}) },
  organizerRecovery: { isEssential: true, isWithoutUnsubscribe: true, write: () => ({}) },
  participantRecovery: { isEssential: true, isWithoutUnsubscribe: true, write: () => ({}) },
  eventNear: {
    write: (context) => {
      const { game, language, now } = context;
      const days = daysUntil(game, now);
      if (days < 0 || days > NEAR_DAYS) return null;
      const when = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
      return {
        values: { when },
        preheader: summarizeEvent(context),
        facts: eventFacts(context),
      };
    },
  },
  mailBounced: {
    write: (context) => {
      const subject = subjectOf(context);
      return subject?.email ? { values: { name: subject.name } } : null;
    },
  },
};

type EventOf<Type extends GameEvent["type"]> = Extract<GameEvent, { type: Type }>;

/** Sends a mail after events of one type. */
function after<Type extends GameEvent["type"]>(
  type: Type,
  sendTo: (event: EventOf<Type>, change: Change) => readonly MailTo[],
): NonNullable<MailKindRules["sendAfter"]> {
  const isIt = (event: GameEvent): event is EventOf<Type> => event.type === type;
  return (event, change) => isIt(event) ? sendTo(event, change) : [];
}

function toAll(game: Game, payload?: NewMail["payload"]): MailTo[] {
  return game.participants.map(({ number }) => ({
    recipient: number,
    ...(payload ? { payload } : {}),
  }));
}

function toParticipant({ participant }: { participant: number }): MailTo[] {
  return [{ recipient: participant }];
}

function toOrganizerAbout({ participant }: { participant: number }): MailTo[] {
  return [{ recipient: ORGANIZER, payload: { participant }, topic: String(participant) }];
}

function writeAssignment(context: MailContext): MailParts {
  return {
    preheader: summarizeEvent(context),
    receiver: receiverOf(context),
    facts: eventFacts(context),
  };
}

/** The participant whom a mail is about. */
function subjectOf({ game, payload }: MailContext): Participant | undefined {
  return game.participants.find(({ number }) => number === payload.participant);
}

function countConfirmed({ participants }: Game): number {
  return participants.filter((one) => one.hasConfirmedAssignment).length;
}

/** Whether the event's day was still to come, or there, when its game was archived. */
function wasArchivedAhead(game: Game): boolean {
  return game.archivedAt !== null && daysUntil(game, new Date(game.archivedAt)) >= 0;
}
