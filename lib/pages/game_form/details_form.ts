/** The form that changes a game: of several pages open at once, each saves only what was edited on it. */
import { fieldsIn, type FormField, type TypedFields } from "../../browser/game_form.ts";
import { pick } from "../../game/derive.ts";
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
