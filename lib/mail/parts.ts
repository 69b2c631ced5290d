import type { MailContent, MailFact } from "@/components/mail/content.ts";
import { joinSentences } from "../browser/format.ts";
import { hasUnopenedGift } from "../game/assignments.ts";
import { daysUntil } from "../game/calendar.ts";
import { hasTakenPlace } from "../game/finale.ts";
import { addressKey, inviterOf } from "../game/identity.ts";
import { keepersOf } from "../game/keepers.ts";
import { countConfirmed, pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { ToldField } from "../game/fields.ts";
import {
  type DrawProblemCode,
  type Game,
  type Language,
  LIMITS,
  type MailKind,
  type Participant,
} from "../game/types.ts";
import { calledOrganizer } from "../i18n/naming.ts";
import { ENGLISH, type Texts, type Translate } from "../i18n/translate.ts";
import type { MailPayload } from "../store/store.ts";
import type { Recipient } from "./recipient.ts";

/** The input of a mail: the current game, the reader, and the stored facts. */
export interface MailContext {
  game: Game;
  recipient: Recipient;
  payload: MailPayload;
  /** The mail's language: the recipient's, unless another was requested. */
  language: Language;
  t: Translate;
  now: Date;
  /** True if the reader may know neither the game nor its organizer. */
  isFirst: boolean;
  /** Details that only the reader's page shows. */
  left: readonly ToldField[];
  /** True if the mail leaves out the organizer's message. */
  leavesOutMessage?: boolean;
  /** The operator's contact; "" if not set. */
  contact: string;
}

/** The content of one kind of mail. */
export interface MailParts extends
  Partial<
    Pick<MailContent, "preheader" | "over" | "quote" | "facts" | "areFactsNews" | "hasPicture">
  > {
  /** Replaces the kind's own subject. */
  subject?: string;
  /** Replaces the kind's own heading. */
  heading?: string;
  /** True if the heading greets the reader. Unless `over` is set, the name of the inviter then stands above it. */
  isAddressed?: true;
  /** Replaces the kind's own text. */
  text?: string;
  /** A paragraph after the text. */
  more?: string;
  /** The purpose of its button, if its kind has none. */
  act?: Act;
  /** Values for the placeholders of its texts, in addition to those of all mails. */
  values?: { name?: string; when?: string; confirmed?: number };
}

/** The purposes of a mail's button, each with the key of its label. */
export const ACTS = {
  gift: "mail.button.gift",
  keptGift: "finale.open",
  wish: "game.wish.add",
  message: "whisper.card.open",
  finale: "finale.all",
  answer: "mail.button.answer",
  invite: "gather.status.inviteMore",
  rules: "mail.button.rules",
  event: "organize.event.edit",
  address: "organize.mailProblems.fix",
  participant: "mail.button.participant",
  organizer: "mail.button.organizer",
} as const;
export type Act = keyof typeof ACTS;

type KindTexts = Texts["mail"]["kinds"];
type SaidKind = keyof KindTexts;
type KindWith<Text extends string> = {
  [Kind in SaidKind]: KindTexts[Kind] extends { [Name in Text]: string } ? Kind : never;
}[SaidKind];

/** The kind whose texts a mail uses: every mail that brings lost links says the same. */
export function saidAs(kind: MailKind): SaidKind {
  return kind === "organizerRecovery" || kind === "participantRecovery" ? "ownLinks" : kind;
}

/** True for a kind whose heading differs from its topic; usually because it has names. */
export function hasHeading(kind: SaidKind): kind is KindWith<"heading"> {
  return "heading" in ENGLISH.mail.kinds[kind];
}

/** Facts that only the organizer may see. */
export function gameFacts({ game, t }: MailContext): MailFact[] {
  return [
    { label: t("mail.facts.code"), value: game.code },
    { label: t("mail.facts.participants"), value: String(game.participants.length) },
  ];
}

/** The text of a mail before the draw. */
export function whileGathering(
  { game, t }: MailContext,
  kind: KindWith<"textGathering">,
): Pick<MailParts, "text"> {
  if (!game.isGathering) return {};
  return { text: t(`mail.kinds.${kind}.textGathering`, { game: game.name }) };
}

/** Tells the organizer of a sealed game how many have confirmed, but not who; null if no one has now. */
export function writeConfirmedCount({ game, t }: MailContext): MailParts | null {
  const counts = { confirmed: countConfirmed(game), total: game.participants.length };
  if (counts.confirmed === 0) return null;
  return {
    heading: t("mail.kinds.assignmentConfirmed.subject"),
    text: t("mail.kinds.assignmentConfirmed.textSealed", counts),
  };
}

/** The sentence for each reason, as on the organizer's page, and the button's purpose. */
const DRAW_PROBLEMS = {
  TOO_FEW_PARTICIPANTS: ["errors.fewPeople", "invite"],
  DRAW_IMPOSSIBLE: ["create.review.impossible", "rules"],
  RULES_TELL_PAIRS: ["errors.code.RULES_TELL_PAIRS", "rules"],
  EVENT_OVER: ["errors.eventPassed", "event"],
} as const satisfies Record<DrawProblemCode, readonly string[]>;

/** Tells the organizer why the names were not drawn at their time; null once that is mended. */
export function writeDrawFailure({ game, t }: MailContext): MailParts | null {
  if (game.drawProblem === null) return null;
  const [reason, act] = DRAW_PROBLEMS[game.drawProblem];
  return { act, more: t(reason, { min: LIMITS.minParticipants }) };
}

/**
 * Tells a participant that their receiver has changed; null once they have read the new name, because they would
 * think that this name is the one to forget. If the gift has keepers it is always written: it is not known who has
 * read it.
 */
export function writeReceiverChange(
  { game, recipient: { participant }, t }: MailContext,
): MailParts | null {
  const isAlone = participant && keepersOf(game, participant).length === 0;
  if (isAlone && !hasUnopenedGift(participant)) return null;
  const text = t("mail.kinds.receiverChanged.text", { game: game.name });
  return { text: joinSentences([text, t("game.changed.bought")]) };
}

/** The names of the game and its organizer for the placeholders of texts. */
function namesIn({ game, recipient, t }: MailContext) {
  return { game: game.name, organizer: calledOrganizer(t, inviterOf(game, recipient.name)) };
}

/** True if an address is the former one that the mail goes to. */
function isFormer({ recipient: { address } }: MailContext, email: string | null): boolean {
  return email !== null && addressKey(email) === addressKey(address);
}

/** True if the former address is in use in the game again, for the same place or the same name. */
function isInAgain(context: MailContext): boolean {
  const { game, payload: { name, participant } } = context;
  return name === undefined
    ? isFormer(context, game.organizerEmail)
    : game.participants.some((one) =>
      (one.number === participant || one.name === name) && isFormer(context, one.email)
    );
}

/** True if the former address gets other mails of the game, for example as the mailbox of a family. */
function isStillInUse(context: MailContext): boolean {
  const { game } = context;
  return [game.organizerEmail, ...game.participants.map(({ email }) => email)]
    .some((email) => isFormer(context, email));
}

/**
 * Tells people that they were removed; those who had asked to leave get a text of their own. null if they are in the
 * game again, or have never got a mail of it.
 */
export function writeFarewell(context: MailContext): MailParts | null {
  const { payload, t } = context;
  if (payload.isUnheard || isInAgain(context)) return null;
  if (!payload.hadAsked) return {};
  return {
    heading: t("mail.kinds.participantRemoved.headingLeft"),
    text: t("mail.kinds.participantRemoved.textLeft", namesIn(context)),
  };
}

/**
 * Tells a former address that it is no longer used, or was not for a while. In the latter case someone else may have
 * had the link to this place in the meantime.
 */
export function writeAddressChange(context: MailContext): MailParts {
  const { payload: { name }, t, contact } = context;
  const names = namesIn(context);
  const said = name === undefined
    ? t("mail.kinds.addressChanged.textOrganizer", names)
    : t("mail.kinds.addressChanged.text", { ...names, name });
  const [gone = "", ...rest] = said.split("\n\n");
  const isBack = isInAgain(context);
  const first = isBack ? t("mail.kinds.addressChanged.textBack", names) : gone;
  const isAsk = name === undefined && contact !== "";
  const ask = isAsk ? [t("mail.kinds.addressChanged.orAsk", { contact })] : [];
  return {
    ...isStillInUse(context) && { subject: t("mail.notice") },
    text: joinSentences([[first, ...rest].join("\n\n"), ...ask]),
  };
}

/** Announces a claim link that the organizer passes on; in an archived game, says only that the link was made. */
export function writeClaim(context: MailContext): MailParts {
  const { game, t } = context;
  if (!game.archivedAt) return {};
  return {
    subject: t("mail.notice"),
    text: t("mail.kinds.claimIssued.textOver", namesIn(context)),
  };
}

/** Tells everyone who broke the seal, and what has been deleted. */
export function writeSealBroken({ game, now, recipient, t }: MailContext): MailParts {
  if (recipient.role !== "organizer") {
    const mayAdd = !game.archivedAt && !hasTakenPlace(game, now);
    const again = mayAdd ? [t("mail.kinds.sealBroken.again")] : [];
    return { more: joinSentences([t("sealed.addressesDeleted"), ...again]) };
  }
  const text = t("mail.kinds.sealBroken.textOrganizer", { game: game.name });
  return {
    subject: t("mail.kinds.sealBroken.subjectOrganizer"),
    // The second paragraph is about renewing the link, which is not possible once the game is archived.
    text: game.archivedAt ? text.split("\n\n", 1).join() : text,
  };
}

/** The participant a mail is about. */
export function subjectOf({ game, payload }: MailContext): Participant | undefined {
  return game.participants.find(({ number }) => number === payload.participant);
}

/**
 * Writes a mail that names its subject; null once `holds` is false for that person.
 *
 * @param heading text of the organizer's page to use as the heading, with the subject's name
 */
export function naming(
  holds: (subject: Participant, context: MailContext) => unknown,
  heading?: "organize.next.asking" | "organize.next.leaving",
): (context: MailContext) => MailParts | null {
  return (context) => {
    const subject = subjectOf(context);
    if (!subject || !holds(subject, context)) return null;
    const { t } = context;
    const { name } = subject;
    const named = { count: 1, names: [t("game.reveal.name", { name })] };
    return { values: { name }, ...heading && { heading: t(heading, named) } };
  };
}

/** Tells that the game has closed: warmly if its event took place, without a picture if it was called off. */
export function writeEnd(context: MailContext): MailParts {
  const { game, now, recipient, t } = context;
  const isOver = !game.isGathering && hasTakenPlace(game, new Date(game.archivedAt ?? now));
  const said = recipient.role === "organizer" ? "textOrganizer" : "text";
  const [text = "", doubt] = t(`mail.kinds.gameArchived.${said}`, namesIn(context)).split("\n\n");
  return isOver
    ? { subject: t("mail.kinds.gameArchived.subjectOver"), text, hasPicture: true }
    : { text, ...doubt && { more: doubt } };
}

/** True if the event's day was not over when its game was archived. */
export function wasArchivedAhead(game: Game): boolean {
  return game.archivedAt !== null && daysUntil(game, new Date(game.archivedAt)) >= 0;
}

/**
 * A warning for readers who may not have joined themselves. A person who joins a sealed game, or enters an address
 * there, holds the same link that is mailed to that address, which may belong to someone else. In all other cases only
 * the owner of the mailbox gets the link of a sealed game.
 */
export function ifNotYou({ game, recipient: { participant }, t }: MailContext): MailParts {
  if (!participant?.isEmailProved || !pairsHiddenFromOrganizer(game)) return {};
  const isRead = addressKey(participant.openedEmail ?? "") === addressKey(participant.email ?? "");
  return isRead ? {} : { more: t("mail.ifNotYou") };
}
