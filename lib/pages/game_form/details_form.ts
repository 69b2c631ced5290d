/** The form that changes a game. Each page saves only what was edited on it, because several can be open at once. */
import { fieldsIn, type FormField, type TypedFields } from "../../browser/game_form.ts";
import { daysUntil } from "../../game/calendar.ts";
import { namesOf, pick } from "../../game/derive.ts";
import { GAME_FIELDS } from "../../game/fields.ts";
import { closesBeforeFinale, earliestAfter, isDrawnAfterEvent } from "../../game/finale.ts";
import type { Game } from "../../game/types.ts";
import type { OrganizerView } from "../../game/view_schemas.ts";
import type { Form } from "../../http/form.ts";
import { shownValue } from "../forms.ts";
import { readTypedFields } from "./create_form.ts";
import { localDrawTime } from "./draw_time.ts";

const DETAILS = fieldsIn("details");

/** The current values of the fields, as the form shows them. */
export function currentDetails(view: OrganizerView): TypedFields {
  return {
    ...view,
    reveal: view.reveal === "afterEvent",
    timeZone: view.timeZone ?? "",
    drawAt: localDrawTime(view.drawAt, view.timeZone),
  };
}

/** The values of the form’s hidden fields, written as the browser sends the fields themselves. */
export function shownDetails(view: OrganizerView): [FormField, string][] {
  const current = currentDetails(view);
  return DETAILS.map((field) => [field, asSent(current[field])]);
}

/**
 * Reads the form. Fields that were not edited have the game's current values.
 *
 * @returns `edited`: the fields that were edited; all of them if the form does not say what it showed.
 */
export function readDetails(
  form: Form,
  view: OrganizerView,
): { typed: TypedFields; edited: Partial<TypedFields> } {
  const typed = readTypedFields(form);
  const isEdited = (field: FormField) => asSent(typed[field]) !== shownValue(form, field);
  const isBudgetEdited = isEdited("amount") || isEdited("currency");
  const edited = pick(
    typed,
    DETAILS.filter((field) =>
      field === "amount" || field === "currency" ? isBudgetEdited : isEdited(field)
    ),
  );
  return { typed: { ...currentDetails(view), ...edited }, edited };
}

function asSent(value: string | boolean): string {
  return value === true ? "on" : value || "";
}

/** A warning for the organizer before they move the event to another day. */
export type DateWarning = "past" | "noFinale";

/** Warns about a new date, but not about an unchanged one or one that is refused anyway. @param date as typed */
export function warningsOf(game: Game, date: string, now: Date): DateWarning[] {
  if (date === game.date || !GAME_FIELDS.date.schema.safeParse(date).success) return [];
  const moved = movedTo(game, date);
  return [
    ...daysUntil(moved, now) < 0 ? ["past" as const] : [],
    ...closesBeforeFinale(moved) ? ["noFinale" as const] : [],
  ];
}

/** The game moved to another date. */
export function movedTo(game: Game, date: string): Game {
  const moved = { ...game, date };
  return { ...moved, ...earliestAfter(game, moved) };
}

/**
 * True if the form would put the draw after the event; false if it changes neither, or is refused anyway.
 *
 * @param drawAt as requested by the form; undefined: unchanged.
 */
export function leavesDrawBehind(
  game: Game,
  { date, time, timeZone }: Pick<TypedFields, "date" | "time" | "timeZone">,
  drawAt: string | undefined,
  now: Date,
): boolean {
  const isSame = date === game.date && time === game.time && timeZone === (game.timeZone ?? "") &&
    drawAt === undefined;
  const asked = { date, time, timeZone: timeZone || undefined, drawAt };
  const isValid = namesOf(asked).every((name) =>
    GAME_FIELDS[name].schema.safeParse(asked[name]).success
  );
  if (isSame || !isValid) return false;
  const moved = { ...game, date, time, timeZone: timeZone || null };
  return isDrawnAfterEvent(
    drawAt === undefined ? moved : { ...moved, drawAt: drawAt || null },
    now,
  );
}
