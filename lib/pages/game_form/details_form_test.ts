import { deepEqual, equal } from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import type { OrganizerView } from "../../game/view_schemas.ts";
import { organizerView } from "../../game/views.ts";
import { Form } from "../../http/form.ts";
import { shownField } from "../forms.ts";
import {
  currentDetails,
  leavesDrawBehind,
  readDetails,
  shownDetails,
  warningsOf,
} from "./details_form.ts";

const view: OrganizerView = {
  ...organizerView(makeGame(3), tokens, new Date("2026-11-01T12:00:00Z")),
  ...{ name: "Party", location: "Here", amount: "20", currency: "EUR", timeZone: "Europe/Berlin" },
  ...{ reveal: "afterEvent", allowReassignment: true, drawAt: null },
};

/** The form that was shown with this view, as it is sent after these edits. */
function sent(edit: (fields: URLSearchParams) => void): Form {
  const shown = shownDetails(view);
  const fields = new URLSearchParams(shown.filter(([, value]) => value !== ""));
  edit(fields);
  for (const [field, value] of shown) fields.set(shownField(field), value);
  return new Form(fields);
}

Deno.test("currentDetails() is a game as its form shows it", () => {
  const { reveal, drawAt } = currentDetails(view);
  deepEqual([reveal, drawAt], [true, ""]);
  equal(currentDetails({ ...view, reveal: "never" }).reveal, false);
  equal(
    currentDetails({ ...view, drawAt: "2026-11-20T17:00:00.000Z" }).drawAt,
    "2026-11-20T18:00",
  );
  equal(currentDetails({ ...view, timeZone: null }).timeZone, "");
});

Deno.test("readDetails() finds fields that were edited on the page, and leaves the rest as the game has it", () => {
  const editedBy = (edit: (fields: URLSearchParams) => void, now = view) =>
    readDetails(sent(edit), now);
  deepEqual(editedBy(() => {}).edited, {});
  deepEqual(editedBy((fields) => fields.set("name", "Ball")).edited, { name: "Ball" });
  deepEqual(editedBy((fields) => fields.delete("allowReassignment")).edited, {
    allowReassignment: false,
  });
  deepEqual(
    editedBy((fields) => fields.set("amount", "30")).edited,
    { amount: "30", currency: "EUR" },
    "an amount goes with its currency",
  );
  deepEqual(editedBy((fields) => fields.set("currency", "CHF")).edited, {
    amount: "20",
    currency: "CHF",
  });
  const meanwhile = { ...view, location: "There" };
  const { typed } = readDetails(sent((fields) => fields.set("name", "Ball")), meanwhile);
  deepEqual([typed.name, typed.location], ["Ball", "There"]);
  const { edited } = readDetails(new Form(new URLSearchParams({ name: "Party" })), view);
  equal(edited.name, "Party", "a form that does not say what it showed changes all");
});

Deno.test("warningsOf() says that another date has passed, or leaves no time for the finale", () => {
  const now = new Date("2030-12-05T12:00:00Z");
  const game = { ...makeGame(3), date: "2030-12-10", earliestEnd: "2030-12-17T17:30:00.000Z" };
  const withFinale = { ...game, reveal: "afterEvent" as const };
  deepEqual(warningsOf(game, "2030-12-04", now), ["past"]);
  deepEqual(warningsOf(withFinale, "2030-12-04", now), ["past", "noFinale"]);
  deepEqual(warningsOf(withFinale, "2030-12-14", now), ["noFinale"]);
  for (const date of ["2030-12-15", game.date, "soon", "2030-02-30", ""]) {
    deepEqual(warningsOf(withFinale, date, now), [], date);
  }
});

Deno.test("leavesDrawBehind() considers the form's changes, if they are valid", () => {
  const now = new Date("2030-12-01T12:00:00Z");
  const drawAt = "2030-12-08T12:00:00.000Z";
  const game = { ...makeGame(3, { draw: "later" }), date: "2030-12-10", drawAt };
  const typed = { date: "2030-12-10", time: "", timeZone: "" };
  const rows: [Partial<typeof typed>, string | undefined, boolean][] = [
    [{ date: "2030-12-08" }, undefined, false],
    [{ date: "2030-12-07" }, undefined, true],
    [{ date: "2030-12-07" }, "", false],
    [{ date: "2030-12-07" }, "2030-12-07T12:00:00.000Z", false],
    [{}, "2030-12-11T00:00:00.000Z", true],
    [{ timeZone: "America/New_York" }, "2030-12-11T00:00:00.000Z", false],
    [{ date: "soon" }, undefined, false],
    [{ date: "2030-02-30" }, undefined, false],
    [{ date: "2030-12-07", time: "noon" }, undefined, false],
    [{ date: "2030-12-07", timeZone: "Nowhere" }, undefined, false],
    [{ date: "2030-12-07" }, "soon", false],
  ];
  for (const [edited, asked, isBehind] of rows) {
    const all = { ...typed, ...edited };
    equal(leavesDrawBehind(game, all, asked, now), isBehind, JSON.stringify([edited, asked]));
  }
  const late = { ...game, date: "2030-12-07" };
  equal(leavesDrawBehind(late, { ...typed, date: late.date }, undefined, now), false, "as before");
});
