import { render } from "preact-render-to-string";
import { MailDocument } from "@/components/mail/MailDocument.tsx";
import { calendarFile } from "./calendar_file.ts";
import { daysUntil } from "../game/calendar.ts";
import { identityKey } from "../game/identity.ts";
import type { Tokens } from "../game/tokens.ts";
import {
  type EventDetail,
  type Game,
  type Language,
  type MailKind,
  ORGANIZER,
  type Participant,
} from "../game/types.ts";
import { formatDate, formatMoney, formatTime } from "../browser/format.ts";
import { type Translate, translator } from "../i18n/translate.ts";
import { organizerPath, participantPath, unsubscribePath } from "../browser/links.ts";
import type { MailPayload, NewMail } from "../store/store.ts";
import { NEAR_DAYS } from "./kinds.ts";
import { type MailContent, type MailFact, writeText } from "./content.ts";

/** What goes to people even after they have ended reminders and notices: links, and whom they give to. */
const ESSENTIAL: ReadonlySet<MailKind> = new Set([
  "assignment",
  "organizerWelcome",
  "invitation",
  "receiverChanged",
  "reassignmentApproved",
  "participantRemoved",
  "participantLinkRenewed",
  "organizerLinkRenewed",
  "organizerRecovery",
  "participantRecovery",
]);

/** What can still be told of a game that is archived. */
const AFTER_THE_END: ReadonlySet<MailKind> = new Set(["gameArchived", "participantRemoved"]);

/** Somebody in their mail program. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A mail ready to be sent. */
export interface ComposedMail {
  to: Mailbox;
  language: Language;
  subject: string;
  html: string;
  text: string;
  /** The event as an iCalendar file, where the mail carries it. */
  calendar: string | null;
  /** Where a POST ends reminders and notices (RFC 8058). */
  unsubscribeUrl: string | null;
}

/** What all mails of one service are made with. */
export interface MailHouse {
  tokens: Tokens;
  /** Origin that links start with. */
  baseUrl: string;
}

/** A mail as the outbox keeps it. */
export type MailOrder =
  & Pick<NewMail, "recipient" | "kind">
  & { address?: string | null; language?: Language | null; payload?: MailPayload };

/**
 * Writes a mail from the game as it is now.
 *
 * @param unsubscribed the `identityKey`s of addresses that want no reminders and notices of the game.
 * @returns null where nobody needs the mail any more: its reader has left, has no address or wants no
 * notices, or what it would tell is no longer so.
 */
export function composeMail(
  house: MailHouse,
  game: Game,
  order: MailOrder,
  unsubscribed: ReadonlySet<string>,
  now: Date,
): ComposedMail | null {
  const { kind } = order;
  if (game.archivedAt && !AFTER_THE_END.has(kind)) return null;
  const reader = findReader(game, order);
  if (!reader) return null;
  if (!ESSENTIAL.has(kind) && unsubscribed.has(identityKey(reader.address))) return null;
  const language = order.language ?? reader.language;
  const letter = new Letter(house, game, reader, language, now);
  const content = letter.write(kind, order.payload ?? {});
  if (!content) return null;
  return {
    to: { name: reader.name, address: reader.address },
    language,
    subject: content.subject,
    html: `<!DOCTYPE html>\n${render(<MailDocument content={content} />)}`,
    text: writeText(content),
    calendar: kind === "assignment" || kind === "invitation"
      ? calendarFile(game, language, now)
      : null,
    unsubscribeUrl: content.unsubscribe?.url ?? null,
  };
}

/** Whether a mail of this kind is a reminder or a notice, which one can end. */
export function isNotice(kind: MailKind): boolean {
  return !ESSENTIAL.has(kind);
}

interface Reader extends Mailbox {
  language: Language;
  participant: Participant | null;
  /** Whether the reader is, or was, a participant. */
  role: "participant" | "organizer" | "leaver";
}

function findReader(game: Game, { recipient, address, payload }: MailOrder): Reader | null {
  if (recipient === null) {
    return address
      ? {
        name: payload?.name ?? "",
        address,
        language: game.language,
        participant: null,
        role: "leaver",
      }
      : null;
  }
  if (recipient === ORGANIZER) {
    return game.organizerEmail
      ? {
        name: "",
        address: game.organizerEmail,
        language: game.language,
        participant: null,
        role: "organizer",
      }
      : null;
  }
  const participant = game.participants.find((one) => one.number === recipient);
  return participant?.email
    ? {
      name: participant.name,
      address: participant.email,
      language: participant.language ?? game.language,
      participant,
      role: "participant",
    }
    : null;
}

/** One mail to one reader in the making. */
class Letter {
  readonly #t: Translate;

  constructor(
    readonly house: MailHouse,
    readonly game: Game,
    readonly reader: Reader,
    readonly language: Language,
    readonly now: Date,
  ) {
    this.#t = translator(language);
  }

  /** @returns null where what it would tell is no longer so. */
  write(kind: MailKind, payload: MailPayload): MailContent | null {
    const { game, reader } = this;
    const subject = game.participants.find((one) => one.number === payload.participant);
    switch (kind) {
      case "assignment":
      case "invitation":
        return {
          ...this.#base(kind),
          preheader: this.#occasion(),
          receiver: this.#receiver(),
          facts: this.#eventFacts(),
        };
      case "organizerWelcome":
        return { ...this.#base(kind), facts: [...this.#gameFacts(), ...this.#eventFacts()] };
      case "reminder":
        return {
          ...this.#base(kind),
          quote: payload.message || null,
          facts: this.#eventFacts(),
        };
      case "receiverChanged":
      case "reassignmentApproved":
        return { ...this.#base(kind), receiver: this.#receiver() };
      case "detailsChanged": {
        const facts = this.#changedFacts(payload.before ?? {});
        return facts.length > 0 ? { ...this.#base(kind), facts } : null;
      }
      case "wishChanged":
        return subject && subject.number === reader.participant?.receiver
          ? { ...this.#base(kind), receiver: this.#receiver() }
          : null;
      case "reassignmentRequested":
        return subject?.reassignmentRequestedAt ? this.#base(kind, { name: subject.name }) : null;
      case "assignmentConfirmed":
        return subject?.hasConfirmedAssignment
          ? this.#base(kind, { name: subject.name, confirmed: this.#confirmed() })
          : null;
      case "everyoneConfirmed":
        return this.#confirmed() === game.participants.length ? this.#base(kind) : null;
      case "eventNear": {
        const days = daysUntil(game, this.now);
        if (days < 0 || days > NEAR_DAYS) return null;
        const when = new Intl.RelativeTimeFormat(this.language, { numeric: "auto" })
          .format(days, "day");
        return {
          ...this.#base(kind, { when }),
          preheader: this.#occasion(),
          facts: this.#eventFacts(),
        };
      }
      case "reassignmentDeclined":
      case "participantRemoved":
      case "participantLinkRenewed":
      case "gameArchived":
      case "organizerLinkRenewed":
      case "organizerRecovery":
      case "participantRecovery":
        return this.#base(kind);
    }
  }

  #base(
    kind: MailKind,
    values: { name?: string; when?: string; confirmed?: number } = {},
  ): MailContent {
    const { game, reader } = this;
    const t = this.#t;
    const all = {
      name: "",
      when: "",
      confirmed: 0,
      ...values,
      game: game.name,
      code: game.code,
      total: game.participants.length,
    };
    const text = kind === "gameArchived" && reader.role === "organizer"
      ? t("mail.kinds.gameArchived.textOrganizer", all)
      : t(`mail.kinds.${kind}.text`, all);
    const paragraphs = text.split("\n\n");
    const { url, label, isPrivate } = this.#link(kind);
    const unsubscribeUrl = this.#unsubscribeUrl(kind);
    return {
      language: this.language,
      brand: t("common.siteName"),
      subject: t(`mail.kinds.${kind}.subject`, all),
      preheader: paragraphs[0] ?? "",
      heading: t(`mail.kinds.${kind}.heading`, all),
      greeting: reader.name
        ? t("mail.greeting", { name: reader.name })
        : t("mail.greetingOrganizer"),
      paragraphs,
      receiver: null,
      quote: null,
      quoteLabel: t("mail.quoteLabel"),
      facts: [],
      button: { label, url },
      linkHint: t("mail.linkHint"),
      privacy: isPrivate && reader.role !== "leaver" ? t(`mail.private.${reader.role}`) : null,
      footer: t(`mail.footer.${reader.role}`, all),
      unsubscribe: unsubscribeUrl ? { label: t("mail.unsubscribe"), url: unsubscribeUrl } : null,
    };
  }

  /** A participant's mail leads to their page, the organizer's to theirs, anybody else's to the start. */
  #link(kind: MailKind): { url: string; label: string; isPrivate: boolean } {
    const { game, reader, house } = this;
    const { tokens, baseUrl } = house;
    if (reader.role === "organizer") {
      const path = organizerPath(game.code, tokens.organizer(game));
      return { url: baseUrl + path, label: this.#t("mail.button.organizer"), isPrivate: true };
    }
    if (reader.participant && kind !== "gameArchived") {
      const path = participantPath(game.code, tokens.participant(game, reader.participant));
      return { url: baseUrl + path, label: this.#t("mail.button.participant"), isPrivate: true };
    }
    return { url: `${baseUrl}/`, label: this.#t("mail.button.home"), isPrivate: false };
  }

  /** Whoever has left or asked for a link themselves has nothing to end. */
  #unsubscribeUrl(kind: MailKind): string | null {
    const { game, reader, house } = this;
    if (reader.role === "leaver" || kind === "gameArchived" || kind.endsWith("Recovery")) {
      return null;
    }
    const token = house.tokens.unsubscribe(game, identityKey(reader.address));
    return house.baseUrl + unsubscribePath(game.id, token);
  }

  #receiver(): MailContent["receiver"] {
    const { game, reader } = this;
    const t = this.#t;
    const receiver = game.participants.find((one) => one.number === reader.participant?.receiver);
    if (!receiver) return null;
    const { name, wish, desiredGift } = receiver;
    return {
      label: t("mail.receiver.label"),
      name,
      wishes: [
        ...(desiredGift ? [{ label: t("mail.receiver.desiredGift"), value: desiredGift }] : []),
        ...(wish ? [{ label: t("mail.receiver.wish"), value: wish }] : []),
      ],
      none: t("mail.receiver.none"),
    };
  }

  /** "Thursday, 24 December 2026 · 18:30 · At Ana's": what the inbox shows beside the subject. */
  #occasion(): string {
    return this.#eventFacts().filter((fact) => !fact.isLong).map((fact) => fact.value).join(" · ");
  }

  #gameFacts(): MailFact[] {
    const { game } = this;
    const t = this.#t;
    return [
      { label: t("mail.facts.code"), value: game.code },
      { label: t("mail.facts.participants"), value: String(game.participants.length) },
    ];
  }

  #eventFacts(): MailFact[] {
    return EVENT_DETAILS.flatMap((detail) => {
      const value = this.#detail(detail, this.game);
      return value ? [this.#fact(detail, value)] : [];
    });
  }

  /** Of each detail that is not as it was: what was, what is. */
  #changedFacts(before: Partial<Record<EventDetail, string>>): MailFact[] {
    const none = this.#t("mail.facts.none");
    return (["name", ...EVENT_DETAILS] as const).flatMap((detail) => {
      const old = before[detail];
      if (old === undefined) return [];
      const was = detail === "amount" ? this.#amount(old) : this.#detail(detail, { [detail]: old });
      const is = this.#detail(detail, this.game);
      if (was === is) return [];
      return [{ ...this.#fact(detail, is || none), before: was || none }];
    });
  }

  #fact(detail: EventDetail, value: string): MailFact {
    return {
      label: this.#t(`mail.facts.${detail}`),
      value,
      ...(detail === "generalNotes" ? { isLong: true } : {}),
    };
  }

  #detail(detail: EventDetail, from: Partial<Pick<Game, EventDetail | "currency">>): string {
    const value = from[detail] ?? "";
    switch (detail) {
      case "date":
        return formatDate(value, this.language);
      case "time":
        return formatTime(value, this.language);
      case "amount":
        return formatMoney(value, from.currency ?? "", this.language);
      default:
        return value;
    }
  }

  /** @param was "20 EUR" or "", as the event `detailsChanged` holds it. */
  #amount(was: string): string {
    const gap = was.lastIndexOf(" ");
    return formatMoney(was.slice(0, Math.max(gap, 0)), was.slice(gap + 1), this.language);
  }

  #confirmed(): number {
    return this.game.participants.filter((one) => one.hasConfirmedAssignment).length;
  }
}

const EVENT_DETAILS = ["date", "time", "location", "amount", "generalNotes"] as const;
