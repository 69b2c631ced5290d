import { formatInDays } from "../browser/format.ts";
import { daysUntil, soonAfter, todayIn } from "../game/calendar.ts";
import { hasTakenPlace } from "../game/finale.ts";
import { newsOfMessage, wantsMailAbout } from "../game/messages.ts";
import { isOnItsWay, notSentYet, viewParcels } from "../game/parcels.ts";
import { countConfirmed, mayHearOfReceiver, pairsHiddenFromOrganizer } from "../game/seal.ts";
import { type MailKind, ORGANIZER } from "../game/types.ts";
import {
  changedFacts,
  eventFacts,
  summarizeEvent,
  writeAssignment,
  writeReminder,
} from "./facts.ts";
import { parcelPersonOf, toKeeperOf, toKeepers, writeKeptChange } from "./kept.ts";
import {
  type Act,
  gameFacts,
  ifNotYou,
  type MailContext,
  type MailParts,
  naming,
  subjectOf,
  wasArchivedAhead,
  whileGathering,
  writeAddressChange,
  writeClaim,
  writeConfirmedCount,
  writeDrawFailure,
  writeEnd,
  writeFarewell,
  writeReceiverChange,
  writeSealBroken,
} from "./parts.ts";
import {
  after,
  inTheMorning,
  type SendAfter,
  toAll,
  toFormerAddress,
  toGiver,
  toMailbox,
  toNewcomer,
  toOrganizerAbout,
  toOrganizerOfFew,
  toParticipant,
} from "./send_after.ts";

/** How many days before an event it counts as near. */
export const NEAR_DAYS = 3;

/** Everything about one kind of mail, except its texts in the locales (`mail.kinds`). */
interface MailKindRules {
  /** Is sent even after opting out of reminders and notices: links, and changes of the receiver. */
  isEssential?: true;
  /** Is sent even after the game is archived. */
  isToldAfterEnd?: true;
  /** Is sent automatically even if the game sends no automatic mails. */
  isAlwaysTold?: true;
  /** Carries the event as an iCalendar file. */
  hasCalendar?: true;
  /** Purpose of its button once the names are drawn; by default the button opens the reader's page. */
  act?: Act;
  /** The same before the names are drawn. */
  actGathering?: Act;
  /** Leaves nothing to do, so the reader's page is a link, not a button. */
  isPlain?: true;
  /** Is about a failure or an end, so it has no festive picture. */
  isWithoutPicture?: true;
  /** May reach someone other than the person it names, so it does not greet by name. */
  mayReachStranger?: true;
  /** Has no button for participants, because their links have ended by then. */
  endsLinks?: true;
  /** Does not offer to unsubscribe from this game's reminders: there are none left, or the mail was requested. */
  isWithoutUnsubscribe?: true;
  /** Is sent because the reader apparently asked for it, and is counted separately. */
  isAskedFor?: true;
  /** Answers a request to the organizer, and is therefore sent in their name. */
  isAnswer?: true;
  /** Lists all links of its address, of all games. */
  listsOwnLinks?: true;
  /** Is sent after a random delay (`MAIL_DELAY`), because one person of a pair causes it and the other gets it. */
  isDelayed?: true;
  /** Waiting kinds that already say everything this one would; it is merged into them. */
  joins?: readonly MailKind[];
  /** Recipients after a change; without it, the mail is sent on request or on its day. */
  sendAfter?: SendAfter;
  /** Returns its content besides its own texts; null if its facts no longer hold. */
  write?: (context: MailContext) => MailParts | null;
}

/** Kinds that carry their reader's personal link, which always leads to the current receiver. */
const OWN_ASSIGNMENT: readonly MailKind[] = ["assignment", "invitation"];

/** The same, and the kind that carries the link before the draw. */
const OWN_LINK: readonly MailKind[] = [...OWN_ASSIGNMENT, "joined"];

/** Rules shared by the kinds that carry their reader's personal link. */
const BRINGS_LINK = { isEssential: true, act: "gift", hasCalendar: true } as const;

/** Rules shared by the kinds that are sent regardless of the choices of the reader and the game. */
const ALWAYS_SENT = { isEssential: true, isAlwaysTold: true } as const;

/** Rules for mails about access gained by someone else, who could archive the game at once so that no one is told. */
const TOLD_OF_ACCESS = { ...ALWAYS_SENT, isToldAfterEnd: true } as const;

/** Rules for mails that bring a lost link to the address on file. */
const RECOVERY: MailKindRules = {
  isEssential: true,
  isWithoutUnsubscribe: true,
  isAskedFor: true,
};

/** Returns what a mail of this kind says now; null if its facts no longer hold. */
export function writeMail(kind: MailKind, context: MailContext): MailParts | null {
  const { write } = MAILS[kind];
  return write ? write(context) : {};
}

/**
 * Every kind of mail. None names its reader's receiver or the receiver's wishes: others may read the mailbox, and the
 * receiver may have changed by the time the mail is read. A new kind needs an entry here and in `MAIL_SECRECY`, and
 * its texts in the locales.
 */
export const MAILS: Readonly<Record<MailKind, MailKindRules>> = {
  organizerWelcome: {
    isEssential: true,
    // An organizer who draws with a button knows that the names are drawn.
    sendAfter: (event) =>
      event.type === "gameCreated" || (event.type === "namesDrawn" && event.isByItself)
        ? [{ recipient: ORGANIZER }]
        : [],
    write: (context) => ({
      ...whileGathering(context, "organizerWelcome"),
      ...(context.game.isGathering && {
        subject: context.t("created.own.title"),
      }),
      facts: [...gameFacts(context), ...eventFacts(context)],
    }),
  },
  assignment: {
    ...BRINGS_LINK,
    sendAfter: ({ type }, { game }) =>
      type === "namesDrawn" || (type === "gameCreated" && !game.isGathering) ? toAll(game) : [],
    write: writeAssignment,
  },
  invitation: {
    ...BRINGS_LINK,
    sendAfter: (event, { game }) => game.isGathering ? [] : toNewcomer(event),
    write: writeAssignment,
  },
  joined: {
    ...BRINGS_LINK,
    actGathering: "wish",
    sendAfter: (event, { game }) => {
      if (!game.isGathering) return [];
      return event.type === "gameCreated" ? toAll(game) : toNewcomer(event);
    },
    // The draw may happen while the mail waits, and it may carry the only link.
    write: (context) => {
      const { game: { isGathering, name: game }, recipient: { name }, t } = context;
      const { subject: _, ...parts } = writeAssignment(context);
      return {
        ...parts,
        over: game,
        heading: t("game.in.title", { name }),
        ...(!isGathering && { text: t("mail.kinds.invitation.text", { game }) }),
      };
    },
  },
  drawFailed: {
    ...ALWAYS_SENT,
    isWithoutPicture: true,
    sendAfter: after("drawFailed", () => [{ recipient: ORGANIZER }]),
    write: writeDrawFailure,
  },
  reminder: {
    actGathering: "wish",
    write: writeReminder,
  },
  receiverChanged: {
    isEssential: true,
    act: "gift",
    sendAfter: after("receiverChanged", toParticipant),
    write: writeReceiverChange,
  },
  detailsChanged: {
    sendAfter: after("detailsChanged", ({ before }, { game }) => toAll(game, { before })),
    write: (context) => {
      const facts = changedFacts(context);
      return facts.length > 0 || context.left.length > 0 ? { facts, areFactsNews: true } : null;
    },
  },
  wishChanged: {
    isDelayed: true,
    joins: OWN_ASSIGNMENT,
    sendAfter: after(
      "wishChanged",
      ({ participant, day }, { game }) =>
        game.participants.filter((one) =>
          one.receiver === participant && mayHearOfReceiver(game, one)
        )
          .map(({ number }) => ({
            recipient: number,
            payload: { participant },
            topic: String(participant),
            // Once a day. Otherwise a participant could flood their giver's mailbox and see whose it is.
            ...(pairsHiddenFromOrganizer(game) && { topic: day, isOnce: true }),
          })),
    ),
    write: ({ game, payload, recipient: { participant } }) =>
      participant && payload.participant === participant.receiver &&
        mayHearOfReceiver(game, participant)
        ? {}
        : null,
  },
  reassignmentRequested: {
    act: "answer",
    sendAfter: after("reassignmentRequested", toOrganizerAbout),
    write: naming(
      ({ reassignmentRequestedAt }) => reassignmentRequestedAt,
      "organize.next.asking",
    ),
  },
  reassignmentApproved: {
    isEssential: true,
    isAnswer: true,
    act: "gift",
    sendAfter: after("reassignmentApproved", toParticipant),
  },
  reassignmentDeclined: {
    isAnswer: true,
    sendAfter: after("reassignmentDeclined", toGiver),
    // The giver may have a new receiver by now. The previous release did not record the old one.
    write: ({ payload, recipient: { participant } }) => {
      const { participant: receiver = participant?.receiver } = payload;
      return participant?.receiverChange || receiver !== participant?.receiver ? null : {};
    },
  },
  assignmentConfirmed: {
    sendAfter: after("assignmentConfirmed", toOrganizerOfFew),
    write: (context) => {
      if (pairsHiddenFromOrganizer(context.game)) return writeConfirmedCount(context);
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
    isWithoutPicture: true,
    isToldAfterEnd: true,
    isWithoutUnsubscribe: true,
    sendAfter: after(
      "participantRemoved",
      ({ name, email, language, hadAsked, wasProved, knewGame }) => {
        const payload = { name, ...hadAsked && { hadAsked } };
        const held = wasProved ? { isHeld: false } : !knewGame && { isUnheard: true as const };
        return email ? [{ recipient: null, address: email, language, payload, ...held }] : [];
      },
    ),
    write: writeFarewell,
  },
  participantLinkRenewed: {
    isEssential: true,
    joins: OWN_LINK,
    sendAfter: after("participantLinkRenewed", toParticipant),
    write: ifNotYou,
  },
  addressChanged: {
    ...TOLD_OF_ACCESS,
    mayReachStranger: true,
    isWithoutUnsubscribe: true,
    sendAfter: after("addressChanged", toFormerAddress),
    write: writeAddressChange,
  },
  gameArchived: {
    isToldAfterEnd: true,
    isWithoutPicture: true,
    endsLinks: true,
    isWithoutUnsubscribe: true,
    sendAfter: after("gameArchived", (_, { game }) => [
      { recipient: ORGANIZER },
      // After the event, participants need no mail about its end.
      ...(wasArchivedAhead(game) ? toAll(game) : []),
    ]),
    write: writeEnd,
  },
  organizerLinkRenewed: {
    ...ALWAYS_SENT,
    isAskedFor: true,
    sendAfter: after("organizerLinkRenewed", () => [{ recipient: ORGANIZER }]),
  },
  organizerRecovery: RECOVERY,
  participantRecovery: RECOVERY,
  eventNear: {
    write: (context) => {
      const { game, language, now, t } = context;
      const days = daysUntil(game, now);
      if (days > NEAR_DAYS || hasTakenPlace(game, now)) return null;
      const when = formatInDays(days, language);
      return {
        ...whileGathering(context, "eventNear"),
        ...(days > 1 && { subject: t("game.daysToGo", { count: days }) }),
        values: { when },
        preheader: summarizeEvent(context),
        facts: eventFacts(context),
      };
    },
  },
  mailBounced: {
    act: "address",
    isWithoutPicture: true,
    write: naming(({ email }) => email),
  },
  leaveRequested: {
    act: "answer",
    sendAfter: after("leaveRequested", toOrganizerAbout),
    write: naming(({ leaveRequestedAt }) => leaveRequestedAt, "organize.next.leaving"),
  },
  leaveDeclined: {
    isAnswer: true,
    isPlain: true,
    sendAfter: after("leaveDeclined", toParticipant),
    write: (context) => context.recipient.participant?.leaveRequestedAt ? null : {},
  },
  ownLinks: { ...RECOVERY, isToldAfterEnd: true, listsOwnLinks: true },
  claimIssued: {
    ...TOLD_OF_ACCESS,
    isPlain: true,
    sendAfter: after("claimIssued", toParticipant),
    write: writeClaim,
  },
  sealBroken: {
    ...TOLD_OF_ACCESS,
    sendAfter: after("sealBroken", (_, { game }) => [{ recipient: ORGANIZER }, ...toAll(game)]),
    write: writeSealBroken,
  },
  finaleStarted: {
    isAlwaysTold: true,
    act: "finale",
    sendAfter: after("finaleStarted", (_, { game }) => toAll(game)),
  },
  keptChanged: {
    isEssential: true,
    act: "keptGift",
    sendAfter: toKeepers,
    write: writeKeptChange,
  },
  messageWaiting: {
    isDelayed: true,
    act: "message",
    sendAfter: after("messageSent", newsOfMessage),
    write: ({ game, payload: { from }, recipient: { participant } }) =>
      participant && from && wantsMailAbout(game, participant, from) ? {} : null,
  },
  parcelSent: {
    sendAfter: after("parcelSent", inTheMorning),
    write: (context) => {
      const person = parcelPersonOf(context);
      return person && person.parcelArrivedAt === null &&
          isOnItsWay(person, soonAfter(context.now))
        ? toKeeperOf(person, "get.onItsWay", context)
        : null;
    },
  },
  parcelArrived: {
    isPlain: true,
    sendAfter: after("parcelArrived", inTheMorning),
    write: (context) => {
      const { game, now } = context;
      const person = parcelPersonOf(context);
      const receiver = game.participants.find(({ number }) => number === person?.receiver);
      return person && receiver && mayHearOfReceiver(game, person) &&
          viewParcels(person, receiver, soonAfter(now)).toReceiver.hasArrived
        ? toKeeperOf(person, "mail.parcelArrived", context)
        : null;
    },
  },
  sendSoon: {
    // The organizer asked for it with a button. For automatic ones, `mailsAmong` checks `sendEmails`.
    isAlwaysTold: true,
    sendAfter: after(
      "sendingUrged",
      ({ day }, { game }) =>
        notSentYet(game).flatMap((recipient) =>
          toMailbox(game, { recipient, topic: day, isOnce: true })
        ),
    ),
    write: (context) => {
      const { game, now } = context;
      const person = parcelPersonOf(context);
      if (!person || !notSentYet(game).includes(person.number)) return null;
      // Otherwise no day to send by is set, or it has passed.
      const isAhead = game.sendBy >= todayIn(game.timeZone, now);
      return {
        ...isAhead && { facts: eventFacts(context, ["sendBy"]) },
        ...toKeeperOf(person, "mail.sendSoon", context),
      };
    },
  },
};
