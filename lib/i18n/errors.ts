import type { z } from "zod";
import type { FieldErrors } from "../browser/field_errors.ts";
import { type ErrorCode, GameError, type UnservedGroup } from "../game/errors.ts";
import { ENGLISH, knownName, type Translate } from "./translate.ts";

/** Translates field errors for the reader, one sentence per field. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], t: Translate): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[issue.path.join(".")] ??= explainIssue(issue, t);
  return errors;
}

/** Error codes that are explained to people like another code. */
export const SAID_AS: ReadonlyMap<string, ErrorCode> = new Map<ErrorCode, ErrorCode>([
  ["PROPOSAL_NOT_FOUND", "NO_PENDING_REQUEST"],
  ["UNKNOWN_PERSON", "PARTICIPANT_NOT_FOUND"],
  ["DRAW_AT_IN_PAST", "DATE_IN_PAST"],
  ["LINK_NOT_RENEWABLE", "EMAIL_NOT_CONFIGURED"],
]);

/** Maximum number of names listed for a group; the rest are only counted. */
const SHOWN_NAMES = 20;

/**
 * Translates an error for the reader.
 *
 * @param error translated by its code; its English message never reaches a page.
 */
export function explainError(error: { code: string }, t: Translate): string {
  if (error instanceof GameError && error.is("DRAW_IMPOSSIBLE")) {
    const [group] = error.facts;
    return explainGroup(group, t);
  }
  if (error instanceof GameError && error.is("EVENT_OVER") && !error.facts[0].isDrawn) {
    return t("errors.eventPassed");
  }
  const code = SAID_AS.get(error.code) ?? error.code;
  return t(`errors.code.${knownName(ENGLISH.errors.code, [code]) ?? "OTHER"}`);
}

/** Names the people without a possible receiver, and says what to change. */
function explainGroup({ givers, receivers }: UnservedGroup, t: Translate): string {
  const shown = (names: readonly string[]) => {
    const called = names.slice(0, SHOWN_NAMES).map((name) => t("game.reveal.name", { name }));
    const count = names.length - called.length;
    return count === 0 ? called : [...called, t("errors.drawImpossible.more", { count })];
  };
  return receivers.length === 0
    ? t("errors.drawImpossible.nobodyLeft", { givers: shown(givers) })
    : t("errors.drawImpossible.group", { givers: shown(givers), receivers: shown(receivers) });
}

function explainIssue(issue: z.core.$ZodIssue, t: Translate): string {
  const { required, format } = ENGLISH.errors;
  switch (issue.code) {
    case "too_small":
      return issue.origin === "array"
        ? t("errors.fewPeople", { min: Number(issue.minimum) })
        : t(`errors.required.${knownName(required, [fieldOf(issue)]) ?? "other"}`);
    case "too_big":
      return issue.origin === "array"
        ? t("errors.code.TOO_MANY_PARTICIPANTS")
        : t("errors.tooLong", { max: Number(issue.maximum) });
    default:
      return t(`errors.format.${knownName(format, [fieldOf(issue)]) ?? "other"}`);
  }
}

/** The kind of field that a path ends in: `participants.2.email` and `organizerEmail` are both "email". */
function fieldOf({ path }: z.core.$ZodIssue): string {
  const name = path.findLast((part) => typeof part === "string") ?? "other";
  return /(email|name)$/i.exec(String(name))?.[0].toLowerCase() ?? String(name);
}
