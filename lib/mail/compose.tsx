import { render } from "preact-render-to-string";
import type { MailContent } from "@/components/mail/content.ts";
import { MailDocument } from "@/components/mail/MailDocument.tsx";
import {
  bearsOnPair,
  isMailHidden,
  MAILS_VISIBLE_WHEN_SEALED,
  mayMail,
  pairsHiddenFromOrganizer,
} from "../game/seal.ts";
import { mayReadFreeText } from "../game/senders.ts";
import type { Game, Language, MailKind } from "../game/types.ts";
import { localeAt } from "../i18n/time_zone.ts";
import { translator } from "../i18n/translate.ts";
import type { NewMail } from "../store/store.ts";
import { calendarFile } from "./calendar_file.ts";
import { asFirstDated, asFirstFacts, asFirstTold, leftToPage } from "./first_mail.ts";
import { MAILS, writeMail } from "./kinds.ts";
import { layOut, listPlaces, withConfirmation } from "./lay_out.ts";
import { decliningUrl, type MailLinks, unsubscribeLink } from "./mail_links.ts";
import type { OwnPlace } from "./own_links.ts";
import type { MailContext } from "./parts.ts";
import { type Addressed, findRecipient, type Recipient } from "./recipient.ts";
import { senderOf } from "./sender.ts";
import { writeText } from "./text.ts";

/** A mail ready to be sent. */
export type ComposedMail = NonNullable<ReturnType<typeof composeMail>>;

/** Deterministic, so that retries have the same Message-ID. @param name `Tokens.mailName`, or a random one */
export function messageIdOf({ baseUrl }: MailLinks, name: string): string {
  return `<${name}@${new URL(baseUrl).hostname}>`;
}

/** A mail as stored in the outbox. */
export type OutboxMail = Addressed & Pick<NewMail, "kind"> & {
  /** Id in the outbox, or a name within the game. */
  id: string;
  language?: Language | null;
};

/**
 * Composes a mail from the current state of the game.
 *
 * @param places all places of the recipient's address, for a mail that lists them.
 * @param unsubscribed the stored opt-outs of the game's reminders and notices.
 * @returns null if the mail is no longer needed: its recipient has left, has no address or opted out, or its
 * facts no longer hold.
 */
export function composeMail(
  links: MailLinks,
  game: Game,
  mail: OutboxMail,
  unsubscribed: ReadonlySet<string>,
  now: Date,
  places?: readonly OwnPlace[],
) {
  const { kind } = mail;
  const { isEssential, isToldAfterEnd, hasCalendar, isAskedFor = false } = MAILS[kind];
  if (game.archivedAt && !isToldAfterEnd) return null;
  const reader = findRecipient(game, mail);
  if (!reader || places?.length === 0) return null;
  const { participant } = reader;
  // A list of links depends on its places, not on one game.
  if (participant && !MAILS[kind].listsOwnLinks && !mayMail(game, participant, kind)) return null;
  const hasUnsubscribed = links.tokens.isOptedOut(game, reader.address, unsubscribed);
  if (!isEssential && hasUnsubscribed) return null;
  const language = mail.language ?? reader.language;
  const contact = links.operator.contact?.text ?? "";
  const t = translator(language, links.siteName, localeAt(language, game.timeZone));
  const isFirst = !mayReadFreeText(game, participant);
  const context = {
    ...isFirst
      ? tellFirst(game, mail)
      : { game, recipient: reader, payload: mail.payload ?? {}, left: [] },
    ...{ language, t, now, isFirst, contact },
    leavesOutMessage: isFirst && !!mail.payload?.message,
  };
  const { recipient } = context;
  const parts = writeMail(kind, context);
  if (!parts) return null;
  const laidOut = withConfirmation(links, kind, context, layOut(links, mail, context, parts));
  const listed = MAILS[kind].listsOwnLinks ? listPlaces(links, context, laidOut, places) : laidOut;
  const replyTo = isFirst ? null : replyToOf(kind, game, recipient, listed);
  // A reply quotes the mail: with these links the organizer could end mails or report the game in the reader's name.
  const content = replyTo === null ? listed : { ...listed, unsubscribe: null, report: null };
  return {
    /** Only the address, because a display name would be user text in an inbox. */
    to: recipient.address,
    /** The sender's display name. */
    from: senderOf(speaker(kind, game, isFirst), recipient, t, links.senderName),
    /** Where replies go; null if replies are not read. Null in first mails, because an address is free text. */
    replyTo,
    language,
    subject: content.subject,
    html: `<!DOCTYPE html>\n${render(<MailDocument content={content} />)}`,
    text: writeText(content),
    /** The attached picture; null if it has none. */
    cover: content.hasPicture ? content.cover : null,
    /** The event as an iCalendar file, if attached. */
    calendar: hasCalendar
      ? calendarFile(isFirst ? asFirstDated(context.game) : game, language, links.baseUrl, now)
      : null,
    /** True if the reader apparently asked for the mail. */
    isAskedFor,
    /** True if the game's organizer must not know that this mail exists. */
    isHidden: isMailHidden(game, kind),
    /** True if the mail is hidden because it may be about a pair. */
    bearsOnPair: bearsOnPair(game, kind),
    /**
     * One-click unsubscribe URL (RFC 8058): ends reminders and notices of the game, or all mail to this address
     * if the kind cannot be ended otherwise.
     */
    unsubscribeUrl: hasUnsubscribed
      ? decliningUrl(links, recipient)
      : unsubscribeLink(links, kind, context).url,
  };
}

/** The context of a mail to a reader who may know neither the game nor its organizer. */
function tellFirst(
  game: Game,
  mail: OutboxMail,
): Pick<MailContext, "game" | "recipient" | "payload" | "left"> {
  const first = asFirstTold(game);
  const left = leftToPage(mail.payload ?? {}, game, first);
  const payload = asFirstFacts(mail.payload ?? {}, left);
  const recipient = findRecipient(first, { ...mail, payload });
  if (!recipient) throw new Error(`The mail ${mail.kind} has lost its reader`);
  return { game: first, recipient, payload, left };
}

/**
 * The name in which a mail is sent. Requested mails, mails that depend on the pairs, and first mails, whose
 * organizer's name is unverified, come from the service and not from the organizer.
 */
function speaker(kind: MailKind, game: Game, isFirst: boolean): Pick<Game, "organizerName"> {
  if (isFirst) return { organizerName: "" };
  const { isAnswer, isAskedFor } = MAILS[kind];
  const isOrganizers = isAnswer ||
    (!isAskedFor && MAILS_VISIBLE_WHEN_SEALED.includes(kind));
  return isOrganizers ? game : { organizerName: "" };
}

/**
 * The organizer's address if they want replies. Not in mails with a personal link, which a reply would quote, and not
 * in mails whose reader may be a stranger.
 */
function replyToOf(
  kind: MailKind,
  game: Game,
  { role }: Recipient,
  { button, links = [] }: MailContent,
): string | null {
  const isPublic = button === null && links.length === 0 && !MAILS[kind].mayReachStranger;
  const isWanted = game.replyToOrganizer && role !== "organizer" && !pairsHiddenFromOrganizer(game);
  return isPublic && isWanted ? game.organizerEmail : null;
}
