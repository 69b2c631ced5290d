import type { z } from "zod";
import type { FieldErrors } from "../browser/field_errors.ts";
import { GameError, type UnservedGroup } from "../game/errors.ts";
import { ENGLISH, knownName, type Translate } from "./translate.ts";

/** Says what is wrong with each field, one sentence for a field, in the reader's language. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], t: Translate): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[issue.path.join(".")] ??= explainIssue(issue, t);
  return errors;
}

/** Names of one group that are listed; of more it is said how many. */
const SHOWN_NAMES = 20;

/**
 * Says why something was refused, in the reader's language.
 *
 * @param error by its code; its own English sentence never reaches a page.
 */
export function explainError(error: { code: string }, t: Translate): string {
  if (error instanceof GameError && error.is("DRAW_IMPOSSIBLE")) {
    const [group] = error.facts;
    return explainGroup(group, t);
  }
  if (error instanceof GameError && error.is("EVENT_OVER") && !error.facts[0].isDrawn) {
    return t("errors.eventPassed");
  }
  return t(`errors.code.${knownName(ENGLISH.errors.code, [error.code]) ?? "OTHER"}`);
}

/** Who it is that cannot all be served, and what to change. */
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
      return t(issue.origin === "array" ? "errors.manyPeople" : "errors.tooLong", {
        max: Number(issue.maximum),
      });
    default:
      return t(`errors.format.${knownName(format, [fieldOf(issue)]) ?? "other"}`);
  }
}

/** What kind of field a path ends in: `participants.2.email` and `organizerEmail` are both an email. */
function fieldOf({ path }: z.core.$ZodIssue): string {
  const name = path.findLast((part) => typeof part === "string") ?? "other";
  return /(email|name)$/i.exec(String(name))?.[0].toLowerCase() ?? String(name);
}
