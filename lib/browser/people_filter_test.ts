import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { organizerView } from "../game/views.ts";
import { filtersOf, searchKey, statusOfPerson } from "./people_filter.ts";

/** Somebody of a new game, changed. */
function person(patch: Record<string, unknown> = {}) {
  const [one] = organizerView(makeGame(3), tokens).participants;
  assert(one);
  return { ...one, ...patch };
}

Deno.test("statusOfPerson() puts a request before a confirmation, and that before a look", () => {
  const viewedAt = "2026-01-01T00:00:00.000Z";
  assert.equal(statusOfPerson(person()), "unopened");
  assert.equal(statusOfPerson(person({ viewedAt })), "opened");
  assert.equal(statusOfPerson(person({ viewedAt, hasConfirmedAssignment: true })), "confirmed");
  assert.equal(statusOfPerson(person({ viewedAt, hasPendingReassignmentRequest: true })), "asking");
});

Deno.test("filtersOf() lets everybody through all filters that describe them", () => {
  assert.deepEqual(filtersOf(person()), ["all", "unopened", "unconfirmed"]);
  const failed = { status: "failed", kind: "reminder", at: null, reason: "addressRefused" };
  assert.deepEqual(
    filtersOf(person({
      email: "",
      viewedAt: "2026-01-01T00:00:00.000Z",
      hasConfirmedAssignment: true,
      emailStatus: failed,
    })),
    ["all", "confirmed", "mailFailed", "noEmail"],
  );
});

Deno.test("searchKey() is blind to case, accents, width and spaces around", () => {
  assert.equal(searchKey("  ÉLODIE Ｂ "), "elodie b");
  assert.equal(searchKey("山田"), "山田");
});
