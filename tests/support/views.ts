import assert from "node:assert/strict";
import type { OrganizerView, ParticipantView } from "@/lib/game/view_schemas.ts";

/** A person as tests refer to them. */
export interface Named {
  name: string;
}

/** The person with this name in a view. */
export function named<Person extends Named>(
  view: { participants: Person[] },
  name: string,
): Person {
  const person = view.participants.find((one) => one.name === name);
  assert(person, `${name} is in the game`);
  return person;
}

/** The reader's record in their own view. */
export function ownRecord(
  view: ParticipantView,
): Extract<ParticipantView["participants"][number], { email: string }> {
  const own = view.participants.find(({ id }) => id === view.authenticatedParticipantId);
  assert(own && "email" in own, "readers find themselves in their view");
  return own;
}

/** Id of a person's receiver. */
export function receiverOf(
  { assignments }: Pick<OrganizerView, "assignments">,
  id: string,
): string {
  const pair = assignments.find(({ giverId }) => giverId === id);
  assert(pair, `${id} gives to somebody`);
  return pair.receiverId;
}

/** Asserts that everyone gives once and receives once, no one gives to themselves, and exclusions are kept. */
export function assertValidDraw(
  view: Pick<OrganizerView, "participants" | "assignments" | "exclusions" | "households">,
): void {
  const ids = view.participants.map(({ id }) => id).toSorted();
  assert.deepEqual(view.assignments.map(({ giverId }) => giverId).toSorted(), ids);
  assert.deepEqual(view.assignments.map(({ receiverId }) => receiverId).toSorted(), ids);
  const excluded = new Set(view.exclusions.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const households = view.households.map((members) => new Set(members));
  for (const { giverId, receiverId } of view.assignments) {
    assert.notEqual(giverId, receiverId);
    assert(!excluded.has(`${giverId} ${receiverId}`), "an excluded pair was drawn");
    assert(
      !households.some((members) => members.has(giverId) && members.has(receiverId)),
      "two of one household were drawn",
    );
  }
}

/** Maps givers to receivers, by name. */
export function receivers(
  view: Pick<OrganizerView, "participants" | "assignments">,
): Map<string, string> {
  const names = new Map(view.participants.map(({ id, name }) => [id, name]));
  return new Map(
    view.assignments.map(({ giverId, receiverId }) => [
      names.get(giverId) ?? "",
      names.get(receiverId) ?? "",
    ]),
  );
}

/** Pairs as "giver>receiver", by name. */
export function pairsOf({ participants, assignments }: OrganizerView): string[] {
  const nameOf = new Map(participants.map(({ id, name }) => [id, name]));
  return assignments.map(({ giverId, receiverId }) =>
    `${nameOf.get(giverId)}>${nameOf.get(receiverId)}`
  );
}

/** Lists of ids as names, sorted. */
export function byName({ participants }: OrganizerView, lists: readonly (readonly string[])[]) {
  const nameOf = new Map(participants.map(({ id, name }) => [id, name]));
  return lists.map((ids) => ids.map((id) => nameOf.get(id)).join(" ")).toSorted();
}

/** A page without the random letters that name the reader of its forms: they may spell a short name. */
export function withoutKeys(html: string): string {
  return html.replaceAll(/name="reader" value="[^"]*"/g, "");
}
