/** The form that changes a game: of several pages open at once, each saves only what was edited on it. */
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

/** The fields as the form shows them. */
export function currentDetails(view: OrganizerView): TypedFields {
  return {
    ...view,
    reveal: view.reveal === "afterEvent",
    timeZone: view.timeZone ?? "",
    drawAt: localDrawTime(view.drawAt, view.timeZone),
  };
}

/** What the form’s hidden fields hold, as the browser will send the fields themselves. */
export function shownDetails(view: OrganizerView): [FormField, string][] {
  const current = currentDetails(view);
  return DETAILS.map((field) => [field, asSent(current[field])]);
}

/**
 * Reads the form. Fields that were not edited are as the game has them now.
 *
 * @returns with those that were; all, where the form does not say what it showed.
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

/** What the organizer should know before they move the event to a day. */
export type DateWarning = "past" | "noFinale";

/** @param date as typed; none of a date that is refused anyway, or is as before. */
export function warningsOf(game: Game, date: string, now: Date): DateWarning[] {
  if (date === game.date || !GAME_FIELDS.date.schema.safeParse(date).success) return [];
  const moved = movedTo(game, date);
  return [
    ...daysUntil(moved, now) < 0 ? ["past" as const] : [],
    ...closesBeforeFinale(moved) ? ["noFinale" as const] : [],
  ];
}

/** The game with another date. */
export function movedTo(game: Game, date: string): Game {
  const moved = { ...game, date };
  return { ...moved, ...earliestAfter(game, moved) };
}

/**
 * True if the form would leave the draw behind the event; false where it changes neither, or is refused anyway.
 *
 * @param drawAt as the form asks for it; undefined: as before.
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
