/** Confirmations of the organizer's actions: the consequences for this game, and who is notified. */
import { formatList } from "../../browser/format.ts";
import { managePath } from "../../browser/links.ts";
import { previewAction } from "../../game/preview.ts";
import { gameActionSchema } from "../../game/operations.ts";
import { hasPassed, progressOf } from "../../game/progress.ts";
import { mayMail, redrawsAll } from "../../game/seal.ts";
import { hasOpenedMail } from "../../game/senders.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Participant } from "../../game/types.ts";
import { explainError } from "../../i18n/errors.ts";
import { namedFew } from "../../i18n/naming.ts";
import { decisionContext } from "../../operations/decision_context.ts";
import { unmailedPoint } from "./mail_question.ts";
import type { ManagedGame } from "./managed_game.ts";

/** An action that needs a confirmation. */
export interface AskedAct {
  managed: ManagedGame;
  tokens: Tokens;
  /** The participant it concerns; null: the whole game. */
  person: Participant | null;
  /** The fields of its form. */
  fields: Record<string, string>;
}

/** The consequences of an action for this game. */
export interface Outcome {
  points: string[];
  /** Why it is impossible; null: it is possible. */
  refusal: string | null;
  /** What should be done first, with a link to it. */
  warning?: { text: string; href: string; link: string };
}

/** The question before an action. */
export interface Question {
  /** One person, whose page comes next if they are still in the game, or the whole game. */
  about: "person" | "game";
  /** The tone of its button; "danger" if something can be lost. */
  tone: "primary" | "danger";
  /** The picture of its page. */
  sketch: string;
  /** Says who is notified by email, if the question mentions that. */
  told?: (act: AskedAct) => string;
  /** The part of the question that depends on the game. */
  foresee?: (act: AskedAct) => Outcome;
  /** Replaces the question's own sentences in a sealed game; null: only the result of `foresee` is shown. */
  pointsSealed?: "sealed.confirmRenew" | null;
}

function countReaders({ game, hasMail }: ManagedGame, people: readonly Participant[]): number {
  return game.sendEmails && hasMail ? people.filter(({ email }) => email !== null).length : 0;
}

export function toldOfArchival({ managed }: AskedAct): string {
  const { game, reader: { t } } = managed;
  // The text gives no number, because people who have unsubscribed do not get this email.
  // Held emails of a closed game are never released, and paused ones only by the operator.
  const isTold = countReaders(managed, game.participants) > 0 && !hasPassed(game, new Date()) &&
    !managed.isHeld && game.mailPausedAt === null;
  return t(`organize.confirm.archive.${isTold ? "told" : "untold"}`);
}

/** Says who gets an email after the draw, and names a few of those who get none. */
export function toldOfDraw({ managed }: AskedAct): string {
  const { game, view, hasMail, reader: { t } } = managed;
  const count = countReaders(managed, game.participants);
  if (count === 0) return t("organize.confirm.drawNames.untold");
  const told = managed.isHeld
    ? t("organize.held.title")
    : game.mailPausedAt !== null
    ? t("organize.paused.title")
    : t("organize.confirm.mailed", { number: count });
  const people = progressOf(game, view, hasMail, new Date());
  return [told, ...unmailedPoint(managed, people)].join("\n");
}

export function toldOfNewLink({ managed, person }: AskedAct): string {
  // The email waits as documented at `Mailer.hold`, or until the operator lets a paused game send again.
  const waits = person === null || managed.game.mailPausedAt !== null ||
    !mayMail(managed.game, person, "participantLinkRenewed") ||
    (managed.isHeld && !hasOpenedMail(person));
  const isTold = !waits && countReaders(managed, [person]) > 0;
  const name = person?.name ?? "";
  return managed.reader.t(`organize.confirm.regenerateToken.${isTold ? "told" : "untold"}`, {
    name,
  });
}

/** Foresees how many people can get a different receiver, at most. */
export function foreseeMoves(act: AskedAct): Outcome {
  const { mayMove, refusal } = preview(act);
  const concerned = act.person ? [act.person.id] : [];
  return { refusal, points: refusal ? [] : movePoints(act.managed, mayMove, concerned) };
}

/** Warns about open household proposals, and names a few of the people who made them. */
export function foreseeDraw(act: AskedAct): Outcome {
  const { view, reader: { t, locale } } = act.managed;
  const asking = new Set(view.householdProposals.map(({ participantId }) => participantId));
  const people = view.participants.filter(({ id }) => asking.has(id));
  const value = formatList(namedFew(people, t).names, locale);
  return {
    refusal: preview(act).refusal,
    points: [],
    ...people.length > 0 && {
      warning: {
        text: t("gather.proposals.open"),
        href: managePath(view.code, "#proposals"),
        link: t("common.line", { label: t("gather.proposals.title"), value }),
      },
    },
  };
}

function preview({ managed, tokens, fields }: AskedAct) {
  const { game, credential, reader: { t } } = managed;
  const action = gameActionSchema.parse(fields);
  const { mayMove, refusal } = previewAction(
    game,
    action,
    credential,
    tokens,
    decisionContext(tokens),
  );
  return { mayMove, refusal: refusal && explainError(refusal, t) };
}

export function foreseeRedraw({ managed, managed: { view, reader: { t } } }: AskedAct): Outcome {
  const requests = view.reassignmentRequests.filter(({ kind }) => kind === "reassign").length;
  return {
    refusal: null,
    points: [
      ...confirmationsLost(managed),
      ...requests > 0 ? [t("organize.confirm.requestsEnd", { number: requests })] : [],
    ],
  };
}

export function foreseeUnsealing({ managed: { reader: { t } } }: AskedAct): Outcome {
  // Always said, because the organizer must not learn whether there are any addresses.
  return { refusal: null, points: [t("organize.confirm.breakSeal.addresses")] };
}

/** Names a few people whose gift the finale would reveal before they have opened it. */
export function foreseeFinale({ managed }: AskedAct): Outcome {
  const { game, view, hasMail, reader: { t, locale } } = managed;
  const unopened = progressOf(game, view, hasMail, new Date())
    .filter(({ gift, link }) => gift === "unopened" && link !== "gone");
  const label = t("organize.people.filters.unopened");
  const value = formatList(namedFew(unopened, t).names, locale);
  return {
    refusal: null,
    points: unopened.length > 0 ? [t("common.line", { label, value })] : [],
  };
}

export function foreseeRenewal({ managed: { game, hasMail, reader: { t } } }: AskedAct): Outcome {
  const code = !hasMail ? "EMAIL_NOT_CONFIGURED" : "ORGANIZER_EMAIL_MISSING";
  return { points: [], refusal: hasMail && game.organizerEmail ? null : explainError({ code }, t) };
}

function confirmationsLost({ view, reader: { t } }: Pick<ManagedGame, "view" | "reader">) {
  const number = view.confirmedCount;
  return number > 0 ? [t("organize.confirm.confirmationsLost", { number })] : [];
}

/** Says that each change of a drawn sealed game redraws all names, and how many confirmations that ends. */
export function sealedPoints(managed: Pick<ManagedGame, "view" | "reader">): string[] {
  return [managed.reader.t("sealed.redraws"), ...confirmationsLost(managed)];
}

/**
 * Says how many people who know their receiver can get a different one; the text reveals nothing about pairs.
 *
 * @param concerned ids of the people that the action is about.
 */
export function movePoints(
  managed: Pick<ManagedGame, "game" | "view" | "reader">,
  mayMove: number,
  concerned: readonly string[] = [],
): string[] {
  const { game, reader: { t } } = managed;
  if (redrawsAll(game)) return sealedPoints(managed);
  const others = game.participants.filter(({ id }) => !concerned.includes(id));
  // People with a new name waiting have opened an earlier one.
  const hasOpenedAny = others.some(({ firstViewedAt }) => firstViewedAt !== null);
  return [
    ...mayMove > 0
      ? [t("organize.confirm.moves", { count: mayMove })]
      : hasOpenedAny
      ? []
      : [t("organize.confirm.movesNobody")],
    ...(others.some((one) => one.hasConfirmedAssignment)
      ? [t("organize.confirm.confirmationsKept")]
      : []),
  ];
}
