/** What is asked before an act: what it does to this very game, and who hears of it. */
import { previewAction } from "../../game/preview.ts";
import { gameActionSchema } from "../../game/operations.ts";
import { hasPassed } from "../../game/progress.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Participant } from "../../game/types.ts";
import { explainError } from "../../i18n/errors.ts";
import { decisionContext } from "../../operations/decision_context.ts";
import type { ManagedGame } from "./managed_game.ts";

/** An act that is asked about. */
export interface AskedAct {
  managed: ManagedGame;
  tokens: Tokens;
  /** Whom it concerns; null: the whole game. */
  person: Participant | null;
  /** What its form says. */
  fields: Record<string, string>;
}

/** What an act does to this very game. */
export interface Outcome {
  points: string[];
  /** Why it cannot be done at all; null: it can. */
  refusal: string | null;
}

/** How an act is asked about. */
export interface Question {
  /** One person, on whose page it ends if they are still there, or the whole game. */
  about: "person" | "game";
  /** Of the button that does it: some acts take nothing away from anyone. */
  tone: "primary" | "danger";
  /** The picture of its page. */
  sketch: string;
  /** Who hears of it by mail, where the question says so. */
  told?: (act: AskedAct) => string;
  /** The counted part of the question. */
  foresee?: (act: AskedAct) => Outcome;
  /** All that is said in a sealed game. */
  pointsSealed?: "sealed.confirmRenew";
  /** Without it: to leave everything as it is. */
  cancel?: "organize.confirm.notYet";
}

function countReaders({ game, hasMail }: ManagedGame, people: readonly Participant[]): number {
  return game.sendEmails && hasMail ? people.filter(({ email }) => email !== null).length : 0;
}

export function toldOfArchival({ managed }: AskedAct): string {
  const { game, reader: { t } } = managed;
  // People who opted out of notices get none of this, either, so they are not counted.
  const isTold = countReaders(managed, game.participants) > 0 && !hasPassed(game, new Date());
  return t(`organize.confirm.archive.${isTold ? "told" : "untold"}`);
}

export function toldOfDraw({ managed }: AskedAct): string {
  const { game: { participants }, reader: { t } } = managed;
  const count = countReaders(managed, participants);
  if (count === 0) return t("organize.confirm.drawNames.untold");
  return t(`organize.confirm.${count === participants.length ? "mailedAll" : "mailed"}`, { count });
}

export function toldOfNewLink({ managed, person }: AskedAct): string {
  const isTold = person !== null && countReaders(managed, [person]) > 0;
  const name = person?.name ?? "";
  return managed.reader.t(`organize.confirm.regenerateToken.${isTold ? "told" : "untold"}`, {
    name,
  });
}

/** What moves people: how many at most. */
export function foreseeMoves(act: AskedAct): Outcome {
  const { mayMove, refusal } = preview(act);
  return { refusal, points: refusal ? [] : movePoints(act.managed, mayMove, act.person) };
}

export function foreseeDraw(act: AskedAct): Outcome {
  return { refusal: preview(act).refusal, points: [] };
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

export function foreseeRedraw({ managed: { view, reader: { t } } }: AskedAct): Outcome {
  const confirmations = view.confirmedCount;
  const requests = view.reassignmentRequests.filter(({ kind }) => kind === "reassign").length;
  return {
    refusal: null,
    points: [
      ...confirmations > 0
        ? [t("organize.confirm.confirmationsLost", { count: confirmations })]
        : [],
      ...requests > 0 ? [t("organize.confirm.requestsEnd", { count: requests })] : [],
    ],
  };
}

export function foreseeRenewal({ managed: { game, hasMail, reader: { t } } }: AskedAct): Outcome {
  const code = !hasMail ? "EMAIL_NOT_CONFIGURED" : "ORGANIZER_EMAIL_MISSING";
  return { points: [], refusal: hasMail && game.organizerEmail ? null : explainError({ code }, t) };
}

/**
 * How many who know their person may get someone else, without a word that depends on the pairs.
 *
 * @param person whom the act is about.
 */
export function movePoints(
  managed: ManagedGame,
  mayMove: number,
  person: Participant | null = null,
): string[] {
  const { game, reader: { t } } = managed;
  if (pairsHiddenFromOrganizer(game)) return [t("sealed.moves")];
  const others = game.participants.filter((one) => one.id !== person?.id);
  return [
    mayMove === 0
      ? t("organize.confirm.movesNobody")
      : t("organize.confirm.moves", { count: mayMove }),
    ...(others.some((one) => one.hasConfirmedAssignment)
      ? [t("organize.confirm.confirmationsKept")]
      : []),
  ];
}
