import { managePath } from "../browser/links.ts";
import { previewAction } from "../game/preview.ts";
import { gameActionSchema } from "../game/action_schemas.ts";
import { hasPassed } from "../game/progress.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import type { Participant } from "../game/types.ts";
import { explainError } from "../i18n/errors.ts";
import { decisionContext } from "../operations/decision_context.ts";
import { type ConfirmableAction, ORGANIZER_ACTIONS, type OrganizerRow } from "./actions.ts";
import type { ManagedGame } from "./organizer.ts";

/** The question before an act: all that a page or a dialog needs, as plain data. */
export interface Confirmation {
  /** The page that asks the same where no script runs. */
  href: string;
  title: string;
  /** What will happen to whom. */
  points: string[];
  button: string;
  cancel: string;
  /** Where the form goes, and what it says. */
  target: string;
  fields: Record<string, string>;
  /** Why it cannot be done at all; null: it can. */
  refusal: string | null;
}

/** @param person whom it concerns; null: the whole game. */
export function confirmationOf(
  action: ConfirmableAction,
  managed: ManagedGame,
  tokens: Tokens,
  person: Participant | null,
): Confirmation {
  const { game, reader: { t } } = managed;
  const fields: Record<string, string> = {
    action,
    ...(person && { participantId: person.id }),
  };
  const { points, refusal } = outcomeOf(action, fields, managed, tokens, person);
  const name = person?.name ?? "";
  return {
    href: managePath(game.code, `/confirm?${new URLSearchParams(fields)}`),
    title: t(`organize.confirm.${action}.title`, { name }),
    points: action === "regenerateToken" && pairsHiddenFromOrganizer(game)
      ? t("sealed.confirmRenew", { name }).split("\n")
      : [
        ...t(`organize.confirm.${action}.points`, {
          name,
          code: game.code,
          email: game.organizerEmail ?? "",
          told: toldBy(action, managed, person),
        }).split("\n"),
        ...points,
      ],
    button: t(`organize.confirm.${action}.button`, { name }),
    cancel: t(action === "drawNames" ? "organize.confirm.notYet" : "organize.confirm.keep"),
    target: managePath(game.code),
    fields,
    refusal,
  };
}

/** Who hears of it by mail, where the question says so. */
function toldBy(
  action: ConfirmableAction,
  { game, hasMail, reader: { t } }: ManagedGame,
  person: Participant | null,
): string {
  const readersIn = (people: readonly Participant[]) =>
    game.sendEmails && hasMail ? people.filter(({ email }) => email !== null).length : 0;
  const count = readersIn(game.participants);
  switch (action) {
    case "archive": {
      // Not counted: whoever wants no news of the game hears nothing of this, either.
      const isTold = count > 0 && !hasPassed(game, new Date());
      return t(`organize.confirm.archive.${isTold ? "told" : "untold"}`);
    }
    case "drawNames":
      if (count === 0) return t("organize.confirm.drawNames.untold");
      return t(`organize.confirm.${count === game.participants.length ? "mailedAll" : "mailed"}`, {
        count,
      });
    case "regenerateToken": {
      const isTold = person !== null && readersIn([person]) > 0;
      return t(`organize.confirm.regenerateToken.${isTold ? "told" : "untold"}`, {
        name: person?.name ?? "",
      });
    }
    default:
      return "";
  }
}

interface Outcome {
  points: string[];
  refusal: string | null;
}

/** The counted part of the answer: what this act does to this very game. */
function outcomeOf(
  action: ConfirmableAction,
  fields: Record<string, string>,
  managed: ManagedGame,
  tokens: Tokens,
  person: Participant | null,
): Outcome {
  const { game, credential, hasMail, reader: { t } } = managed;
  const row: OrganizerRow = ORGANIZER_ACTIONS[action];
  if (row.reportsMoves) {
    const change = gameActionSchema.parse(fields);
    const { mayMove, refusal } = previewAction(
      game,
      change,
      credential,
      tokens,
      decisionContext(tokens),
    );
    return {
      points: refusal ? [] : movePoints(managed, mayMove, person),
      refusal: refusal && explainError(refusal, t),
    };
  }
  switch (action) {
    case "drawNames": {
      const change = gameActionSchema.parse(fields);
      const { refusal } = previewAction(game, change, credential, tokens, decisionContext(tokens));
      return { points: [], refusal: refusal && explainError(refusal, t) };
    }
    case "reassignAll": {
      const requests = managed.view.reassignmentRequests
        .filter(({ kind }) => kind === "reassign").length;
      return {
        points: [
          ...confirmationsLost(managed),
          ...(requests > 0 ? [t("organize.confirm.requestsEnd", { count: requests })] : []),
        ],
        refusal: null,
      };
    }
    case "regenerateOrganizerToken": {
      const code = !hasMail ? "EMAIL_NOT_CONFIGURED" : "ORGANIZER_EMAIL_MISSING";
      return {
        points: [],
        refusal: hasMail && game.organizerEmail ? null : explainError({ code }, t),
      };
    }
    default:
      return { points: [], refusal: null };
  }
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

function confirmationsLost(
  { view: { confirmedCount: count }, reader: { t } }: ManagedGame,
): string[] {
  return count === 0 ? [] : [t("organize.confirm.confirmationsLost", { count })];
}
