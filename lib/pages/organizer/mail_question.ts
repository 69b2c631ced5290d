/** What is said before emails to many: how many people get one, and who does not. */
import { formatList } from "../../browser/format.ts";
import { canBeReminded, type PersonProgress, progressOf } from "../../game/progress.ts";
import { namedFew } from "../../i18n/naming.ts";
import { countWithoutMessage } from "../../operations/send_mails.ts";
import type { Services } from "../../services.ts";
import type { ManagedGame } from "./managed_game.ts";

/** Maximum number of emails that one press sends without a question. */
export const UNASKED = 10;

/** The requests for emails to many, and their buttons. */
const BUTTONS = {
  allParticipants: "organize.links.sendAll",
  failedParticipants: "organize.mailProblems.resend",
  reminderAll: "organize.remind.send",
} as const;

type TypeToMany = keyof typeof BUTTONS;

function isToMany(type: string): type is TypeToMany {
  return Object.hasOwn(BUTTONS, type);
}

/** The question before many emails. */
export interface MailQuestion {
  title: string;
  points: string[];
}

/**
 * The question before a form sends emails; null if they are few.
 *
 * @param typed the form, whose `type` is that of the API.
 * @param ids of the people that a reminder is for; null: everyone.
 */
export function questionBeforeMails(
  services: Pick<Services, "mail">,
  managed: ManagedGame,
  { type = "", customMessage = "" }: Readonly<Record<string, string>>,
  ids: ReadonlySet<string> | null,
): MailQuestion | null {
  const { game, view, hasMail, reader: { t } } = managed;
  if (!isToMany(type)) return null;
  const people = progressOf(game, view, hasMail, new Date()).filter(({ id, link }) =>
    ids ? ids.has(id) : type !== "failedParticipants" || link === "failed"
  );
  if (countMailed(managed, people) <= UNASKED) return null;
  const withoutMessage = customMessage.trim()
    ? countWithoutMessage(services, game, new Set(people.map(({ id }) => id)))
    : 0;
  return { title: t(BUTTONS[type]), points: mailPoints(managed, type, people, withoutMessage) };
}

/**
 * How many of these people an email reaches, how many a device alone, and who is left out.
 *
 * @param withoutMessage how many get it without the organizer's own words.
 */
export function mailPoints(
  managed: Pick<ManagedGame, "game" | "hasMail" | "isHeld" | "reader">,
  type: TypeToMany,
  people: readonly PersonProgress[],
  withoutMessage = 0,
): string[] {
  const { hasMail, reader: { t } } = managed;
  const count = countMailed(managed, people);
  const reached = people.filter((one) => canBeReminded(one, hasMail)).length;
  const notified = type === "reminderAll" ? reached - count : 0;
  return [
    ...type === "reminderAll"
      ? count > 0 || notified === 0 ? [t("organize.remind.lead", { count })] : []
      : [
        managed.isHeld
          ? t("organize.held.title")
          : managed.game.mailPausedAt
          ? t("organize.paused.title")
          : t("organize.confirm.mailed", { count }),
      ],
    ...notified > 0 ? [t("organize.remind.devices", { count: notified })] : [],
    ...reached > 0 ? unmailedPoint(managed, people) : [],
    ...withoutMessagePoint(managed, withoutMessage),
  ];
}

/** Says how many emails go without the organizer's own words; [] if none do. */
export function withoutMessagePoint(
  { reader: { t } }: Pick<ManagedGame, "reader">,
  count: number,
): string[] {
  return count > 0 ? [t("organize.mails.withoutMessage", { count })] : [];
}

/** Names a few of those whom neither an email nor a device reaches; [] if there are none, or no emails at all. */
export function unmailedPoint(
  { hasMail, reader: { t, locale } }: Pick<ManagedGame, "hasMail" | "reader">,
  people: readonly PersonProgress[],
): string[] {
  const missed = people.filter((one) => !canBeReminded(one, hasMail));
  if (!hasMail || missed.length === 0) return [];
  const value = formatList(namedFew(missed, t).names, locale);
  return [t("common.line", { label: t("organize.people.filters.noEmail"), value })];
}

function countMailed(
  { hasMail }: Pick<ManagedGame, "hasMail">,
  people: readonly PersonProgress[],
): number {
  return hasMail ? people.filter(({ hasAddress }) => hasAddress).length : 0;
}
