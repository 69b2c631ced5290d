import type { FieldErrors } from "../../browser/field_errors.ts";
import { fieldsIn } from "../../browser/game_form.ts";

const PEOPLE = ["participants", "groups", "households", "exclusions", "keepers"];
/**
 * What is wrong with the form for a new game, as its fields stand on the page; what is none of a field comes first.
 *
 * @param isLater whether people join first: those who are known already come behind the event then.
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
