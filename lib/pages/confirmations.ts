import { previewAction } from "../game/preview.ts";
import { decisionContext } from "../operations/decision_context.ts";
import type { Participant } from "../game/types.ts";
import { explainError } from "../i18n/errors.ts";
import { formatDate } from "../browser/format.ts";
import type { Services } from "../services.ts";
import { managePath } from "../browser/links.ts";
import type { ManagedGame } from "./organizer.ts";

/** What is asked about before it is done, by the names of the forms' actions. */
const DANGEROUS = [
  "removeParticipant",
  "regenerateToken",
  "forceReassignParticipant",
  "reassignAll",
  "regenerateInvitationToken",
  "regenerateOrganizerToken",
  "archive",
] as const;
export type DangerousAction = (typeof DANGEROUS)[number];

export function isDangerous(text: string): text is DangerousAction {
  return DANGEROUS.some((known) => known === text);
}

/** Whether an act concerns one person rather than the game. */
export function isAboutPerson(action: DangerousAction): boolean {
  return ["removeParticipant", "regenerateToken", "forceReassignParticipant"].includes(action);
}

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

/** @param person whom it concerns, for the three actions that concern one. */
export function confirmationOf(
  action: DangerousAction,
  managed: ManagedGame,
  { tokens }: Pick<Services, "tokens">,
  person: Participant | null = null,
): Confirmation {
  const { game, reader: { t, language } } = managed;
  const { points, refusal } = outcomeOf(action, managed, tokens, person);
  const fields: Record<string, string> = {
    action,
    ...(person && { participantId: person.id, from: "person" }),
  };
  const name = person?.name ?? "";
  return {
    href: managePath(game.code, `/confirm?${new URLSearchParams(fields)}`),
    title: t(`organize.confirm.${action}.title`, { name }),
    points: [
      ...t(`organize.confirm.${action}.points`, {
        name,
        code: game.code,
        email: game.organizerEmail ?? "",
        date: formatDate(game.date, language),
      }).split("\n"),
      ...points,
    ],
    button: t(`organize.confirm.${action}.button`, { name }),
    cancel: t("common.cancel"),
    target: managePath(game.code),
    fields,
    refusal,
  };
}

interface Outcome {
  points: string[];
  refusal: string | null;
}

/** The counted part of the answer: what this act does to this very game. */
function outcomeOf(
  action: DangerousAction,
  managed: ManagedGame,
  tokens: Services["tokens"],
  person: Participant | null,
): Outcome {
  const { game, credential, hasMail, reader: { t } } = managed;
  switch (action) {
    case "removeParticipant":
    case "forceReassignParticipant": {
      const preview = previewAction(
        game,
        { action, participantId: person?.id ?? "" },
        credential,
        tokens,
        decisionContext(),
      );
      return {
        points: preview.refusal ? [] : movePoints(managed, preview.moved),
        refusal: preview.refusal && explainError(preview.refusal, t),
      };
    }
    case "reassignAll": {
      const requests = managed.view.reassignmentRequests.length;
      return {
        points: [
          ...confirmationsLost(managed, game.participants),
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
    case "regenerateToken":
    case "regenerateInvitationToken":
    case "archive":
      return { points: [], refusal: null };
  }
}

/** How many get somebody else, and what they lose by it. */
export function movePoints(managed: ManagedGame, moved: Participant[]): string[] {
  const { t } = managed.reader;
  return moved.length === 0
    ? [t("organize.confirm.movesNobody")]
    : [t("organize.confirm.moves", { count: moved.length }), ...confirmationsLost(managed, moved)];
}

function confirmationsLost({ reader: { t } }: ManagedGame, people: Participant[]): string[] {
  const count = people.filter((one) => one.hasConfirmedAssignment).length;
  return count === 0 ? [] : [t("organize.confirm.confirmationsLost", { count })];
}
