import { managePath } from "../../browser/links.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Participant } from "../../game/types.ts";
import { type ConfirmableAction, ORGANIZER_ACTIONS } from "../actions.ts";
import type { ManagedGame } from "./managed_game.ts";
import type { Outcome, Question } from "./questions.ts";

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
    fields,
    /** Why it is impossible; null: it is possible. */
    refusal,
    ...warning && { warning },
  };
}
