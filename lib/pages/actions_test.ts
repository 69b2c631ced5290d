import assert from "node:assert/strict";
import {
  isConfirmableAction,
  isOrganizerAction,
  isParticipantAction,
  ORGANIZER_ACTIONS,
  organizerRow,
  PARTICIPANT_ACTIONS,
} from "./actions.ts";

/** The names in a table that pass. */
const names = (table: object, test: (name: string) => boolean) => Object.keys(table).filter(test);

Deno.test("a button's form may request only the actions that have a form on the page", () => {
  const hasForm = new Set(names(ORGANIZER_ACTIONS, isOrganizerAction));
  for (const name of ["openInRoom", "addDevice", "setKeepers", "updateGameDetails"]) {
    assert(!hasForm.has(name), name);
  }
  for (const name of ["addParticipant", "drawNames", "archive", "sendEmail", "signOut"]) {
    assert(hasForm.has(name), name);
  }
  assert.deepEqual(names(PARTICIPANT_ACTIONS, isParticipantAction), [
    ...["updateWish", "updateParticipantEmail", "confirmAssignment", "requestReassignment"],
    ...["cancelReassignmentRequest", "leaveGame"],
  ]);
  for (const name of ["toString", "constructor", "__proto__", "", "drop"]) {
    assert.equal(organizerRow(name), null, name);
    assert(!isOrganizerAction(name) && !isConfirmableAction(name) && !isParticipantAction(name));
  }
});

Deno.test("losses are asked about first, and in a tone of danger if something is lost", () => {
  const tones = (tone: string) =>
    names(ORGANIZER_ACTIONS, isConfirmableAction)
      .filter((name) => organizerRow(name)?.question?.tone === tone);
  assert.deepEqual(tones("danger"), [
    ...["removeParticipant", "forceReassignParticipant", "reassignAll", "breakSeal", "archive"],
  ]);
  assert.deepEqual(tones("primary"), [
    ...["regenerateToken", "drawNames", "regenerateInvitationToken", "startFinale"],
    "regenerateOrganizerToken",
  ]);
  assert.deepEqual(names(ORGANIZER_ACTIONS, (name) => organizerRow(name)?.reportsMoves === true), [
    ...["addParticipant", "removeParticipant", "forceReassignParticipant", "approveReassignment"],
    "approveAllReassignments",
  ]);
});

Deno.test("an action leads to the page that shows its result", () => {
  const landings = Object.keys(ORGANIZER_ACTIONS).flatMap((name) => {
    const { landing, leavesTo } = organizerRow(name) ?? {};
    return landing || leavesTo ? [`${name}: ${landing ?? leavesTo?.("123456")}`] : [];
  });
  assert.deepEqual(landings, [
    "removeParticipant: person",
    "regenerateToken: person",
    "forceReassignParticipant: person",
    "issueClaim: link",
    "startFinale: finale",
    "regenerateOrganizerToken: /games/123456/organize/renewed",
    "eraseGame: /erased",
  ]);
  const sections = names(PARTICIPANT_ACTIONS, isParticipantAction)
    .map((name) => isParticipantAction(name) && PARTICIPANT_ACTIONS[name].section);
  assert.deepEqual(sections, ["wishes", "contact", "gift", "gift", "gift", "leave"]);
});

Deno.test("the form of an action that can concern one person names them", () => {
  const naming = names(
    ORGANIZER_ACTIONS,
    (name) => organizerRow(name)?.fields?.includes("participantId") === true,
  );
  assert.deepEqual(naming, [
    ...["removeParticipant", "regenerateToken", "forceReassignParticipant", "approveReassignment"],
    ...["cancelReassignmentRequest", "issueClaim", "sendEmail"],
  ]);
});
