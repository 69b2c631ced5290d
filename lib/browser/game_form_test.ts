import assert from "node:assert/strict";
import { GAME_FIELDS } from "../game/fields.ts";
import {
  fieldsIn,
  FORM_FIELDS,
  type FormField,
  GAME_FORM,
  SHOWN_FIELDS,
  TEXT_FIELDS,
} from "./game_form.ts";

/** Values that each control accepts, and values that it does not. */
const FILLED_IN: Record<string, readonly [unknown, unknown]> = {
  line: ["One", "One\nTwo"],
  lines: ["One\nTwo", true],
  email: ["ana@example.org", "One"],
  date: ["2030-12-24", "One"],
  time: ["18:30", "One"],
  moment: ["2030-12-24T18:30:00Z", "2030-12-24"],
  box: [true, "One"],
  budget: ["20 or so", "One\nTwo"],
  cover: ["winter", "One"],
  language: ["de", "One"],
};

/** Values of fields that accept only some of what their control can hold. */
const OWN_VALUES: Partial<Record<FormField, unknown>> = {
  timeZone: "Europe/Berlin",
  // The form derives this field from its checkbox.
  reveal: "afterEvent",
};

Deno.test("GAME_FORM gives each field a control for its valid values", () => {
  for (const field of FORM_FIELDS) {
    const { control } = GAME_FORM[field];
    if (control === null) continue;
    const [right, wrong] = FILLED_IN[control] ?? assert.fail(control);
    const takes = (value: unknown) => GAME_FIELDS[field].schema.safeParse(value).success;
    assert(takes(OWN_VALUES[field] ?? right), `${field} as ${control}`);
    assert(!takes(wrong), `${field} is more than ${control}`);
  }
});

Deno.test("fieldsIn() lists the fields of a form and its places in the order of the page", () => {
  for (
    const [fields, expected] of [
      [fieldsIn("create", "who"), "organizerName"],
      [fieldsIn("again", "who"), ""],
      [fieldsIn("create", "event"), "name date amount currency cover reveal"],
      [fieldsIn("again", "event"), "name date amount currency"],
      [fieldsIn("details", "event"), "name date amount currency cover"],
      [fieldsIn("create", "more"), "time location timeZone drawAt generalNotes"],
      [fieldsIn("again", "more"), "time location generalNotes"],
      [fieldsIn("again", "options", "who"), "byPost sendBy sendEmails"],
      [
        fieldsIn("details", "more", "who"),
        "organizerName time location timeZone drawAt generalNotes",
      ],
      [SHOWN_FIELDS, "date time location amount sendBy"],
      [TEXT_FIELDS, "organizerName name date location timeZone generalNotes organizerEmail sendBy"],
    ] as const
  ) assert.equal(fields.join(" "), expected);
  assert.deepEqual(fieldsIn("create"), FORM_FIELDS);
});
