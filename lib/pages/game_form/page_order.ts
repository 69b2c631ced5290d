import type { FieldErrors } from "../../browser/field_errors.ts";
import { fieldsIn } from "../../browser/game_form.ts";

const PEOPLE = ["participants", "groups", "households", "exclusions", "keepers"];
/** The fields of a new game that are in folds, below the rest. */
const FOLDED = [...fieldsIn("create", "more"), ...fieldsIn("create", "options")];

/** The fields of each form, from the top of its page to the end. */
const ORDERS = {
  create: [...fieldsIn("create", "who"), ...PEOPLE, ...fieldsIn("create", "event"), ...FOLDED],
  /** If people join later, the form asks for those already known after the event. */
  createLater: [...fieldsIn("create", "who", "event"), ...PEOPLE, ...FOLDED],
  again: [...fieldsIn("again", "event", "more"), ...PEOPLE, ...fieldsIn("again", "options")],
  details: [
    ...fieldsIn("details", "event", "more"),
    ...fieldsIn("details", "who", "options"),
    "renewLink",
  ],
} satisfies Record<string, string[]>;

/** Sorts the errors of a form in the order of its fields; errors without a field come first. */
export function inPageOrder(errors: FieldErrors, form: keyof typeof ORDERS): FieldErrors {
  const fields: string[] = ["", ...ORDERS[form]];
  const placeOf = (path: string) => {
    const [field = "", index = ""] = path.split(".");
    const place = fields.indexOf(field);
    return [place < 0 ? fields.length : place, Number(index)] as const;
  };
  return Object.fromEntries(
    Object.entries(errors)
      .map((entry) => ({ entry, place: placeOf(entry[0]) }))
      .sort(({ place: [a, i] }, { place: [b, j] }) => a - b || i - j)
      .map(({ entry }) => entry),
  );
}
