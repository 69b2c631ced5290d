import { managePath } from "../../browser/links.ts";
import { countDraws } from "../../game/assignments.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Game, Participant } from "../../game/types.ts";
import { type ConfirmableAction, ORGANIZER_ACTIONS } from "../actions.ts";
import type { ManagedGame } from "./managed_game.ts";
import type { Outcome, Question } from "./questions.ts";

/** Actions that would draw again if their form was sent twice. */
const DRAWS: ReadonlySet<ConfirmableAction> = new Set(["reassignAll", "forceReassignParticipant"]);

/**
 * Identifies the draw that a question was asked about: by a mark made with the current key, then one with each earlier
 * key. In a sealed game it does not depend on the pairs.
 */
function drawMarks(game: Game, tokens: Tokens): [string, ...string[]] {
  const pairs = pairsHiddenFromOrganizer(game)
    ? []
    : game.participants.map(({ number, receiver }) => `${number} ${receiver}`);
  return tokens.hashes("draw", game.id, String(countDraws(game)), ...pairs);
}

/** Returns a check that a game's draw is still the one with this mark, so that a second press does not draw again. */
export function isDrawnAs(mark: string, tokens: Tokens): (game: Game) => boolean {
  return (game) => drawMarks(game, tokens).includes(mark);
}

/**
 * Everything that a page or a dialog needs to ask before an action, as plain data.
 *
 * @param person the participant it concerns; null: the whole game.
 */
export function confirmationOf(
  action: ConfirmableAction,
  managed: ManagedGame,
  tokens: Tokens,
  person: Participant | null,
) {
  const { game, reader: { t } } = managed;
  const question: Question = ORGANIZER_ACTIONS[action].question;
  const fields: Record<string, string> = {
    action,
    ...(person && { participantId: person.id }),
  };
  const act = { managed, tokens, person, fields };
  const { points, refusal, warning }: Outcome = question.foresee?.(act) ??
    { points: [], refusal: null };
  const name = person?.name ?? "";
  const { pointsSealed } = question;
  const own = pointsSealed !== undefined && pairsHiddenFromOrganizer(game)
    ? pointsSealed
    : `organize.confirm.${action}.points` as const;
  const title = t(`organize.confirm.${action}.button`, { name });
  return {
    /** The page that asks the same without scripts. */
    href: managePath(game.code, `/confirm?${new URLSearchParams(fields)}`),
    title,
    /** The consequences, one sentence each. */
    points: own === null ? points : t(own, {
      name,
      code: game.code,
      email: game.organizerEmail ?? "",
      told: question.told?.(act) ?? "",
      foreseen: points.join("\n"),
    }).split("\n").filter(Boolean),
    tone: question.tone,
    target: managePath(game.code),
    cancel: t("common.cancel"),
    fields: { ...fields, ...DRAWS.has(action) && { drawn: drawMarks(game, tokens)[0] } },
    /** Why it is impossible; null: it is possible. */
    refusal,
    ...warning && { warning },
  };
}
