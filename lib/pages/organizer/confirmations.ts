import { managePath } from "../../browser/links.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Participant } from "../../game/types.ts";
import { type ConfirmableAction, ORGANIZER_ACTIONS } from "../actions.ts";
import type { ManagedGame } from "./managed_game.ts";
import type { Question } from "./questions.ts";

/** The question before an act: all that a page or a dialog needs, as plain data. */
export interface Confirmation {
  /** The page that asks the same where no script runs. */
  href: string;
  /** Its name, on the button as well. */
  title: string;
  /** The consequences, one sentence each. */
  points: string[];
  tone: Question["tone"];
  cancel: string;
  /** Where the form goes, and what it says. */
  target: string;
  fields: Record<string, string>;
  /** Why it is impossible; null: it is possible. */
  refusal: string | null;
}

/** @param person the participant it concerns; null: the whole game. */
export function confirmationOf(
  action: ConfirmableAction,
  managed: ManagedGame,
  tokens: Tokens,
  person: Participant | null,
): Confirmation {
  const { game, reader: { t } } = managed;
  const question: Question = ORGANIZER_ACTIONS[action].question;
  const fields: Record<string, string> = {
    action,
    ...(person && { participantId: person.id }),
  };
  const act = { managed, tokens, person, fields };
  const { points, refusal } = question.foresee?.(act) ?? { points: [], refusal: null };
  const name = person?.name ?? "";
  const title = t(`organize.confirm.${action}.button`, { name });
  return {
    href: managePath(game.code, `/confirm?${new URLSearchParams(fields)}`),
    title,
    points: question.pointsSealed && pairsHiddenFromOrganizer(game)
      ? t(question.pointsSealed, { name }).split("\n")
      : [
        ...t(`organize.confirm.${action}.points`, {
          name,
          code: game.code,
          email: game.organizerEmail ?? "",
          told: question.told?.(act) ?? "",
        }).split("\n"),
        ...points,
      ],
    tone: question.tone,
    target: managePath(game.code),
    cancel: t("common.cancel"),
    fields,
    refusal,
  };
}
