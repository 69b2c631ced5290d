import type { FieldErrors } from "../../browser/field_errors.ts";
import { fieldsIn } from "../../browser/game_form.ts";

const PEOPLE = ["participants", "groups", "households", "exclusions", "keepers"];

/**
 * Sorts the errors of the creation form in the order of its fields; errors of no field come first.
 *
 * @param isLater true if people join first: then the list of people follows the event.
 */
export function inPageOrder(errors: FieldErrors, isLater: boolean): FieldErrors {
  const [who, event, more, options] = (["who", "event", "more", "options"] as const)
    .map((place) => fieldsIn("create", place));
  const fields = ["", who, isLater ? [event, PEOPLE] : [PEOPLE, event], more, options].flat(2);
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
