import type { ActionOf } from "../schemas.ts";
import type { Change, DecisionContext, EventDetail, Game } from "../types.ts";

export function updateGameDetails(
  game: Game,
  action: ActionOf<"updateGameDetails">,
  { newId }: DecisionContext,
): Change {
  const next: Game = {
    ...game,
    name: action.name ?? game.name,
    date: action.date ?? game.date,
    time: action.time ?? game.time,
    location: action.location ?? game.location,
    amount: action.amount ?? game.amount,
    currency: action.currency ?? game.currency,
    generalNotes: action.generalNotes ?? game.generalNotes,
    timeZone: action.timeZone === undefined ? game.timeZone : action.timeZone || null,
    organizerEmail: action.organizerEmail === undefined
      ? game.organizerEmail
      : action.organizerEmail || null,
    isProtected: action.isProtected ?? game.isProtected,
    allowReassignment: action.allowReassignment ?? game.allowReassignment,
    sendEmails: action.sendEmails ?? game.sendEmails,
    language: action.language ?? game.language,
  };
  if (next.isProtected && !game.isProtected) {
    // Everybody with the code has seen the ids until now, and from now on an id is a key.
    next.participants = game.participants.map((one) => ({ ...one, id: newId() }));
  }
  const before = detailsThatDiffer(game, next);
  return {
    game: next,
    events: Object.keys(before).length > 0 ? [{ type: "detailsChanged", before }] : [],
  };
}

/** The event's details as they were, of those that are not so any more. */
function detailsThatDiffer(before: Game, after: Game): Partial<Record<EventDetail, string>> {
  const changes: Partial<Record<EventDetail, string>> = {};
  for (const detail of ["name", "date", "time", "location", "generalNotes"] as const) {
    if (before[detail] !== after[detail]) changes[detail] = before[detail];
  }
  if (before.amount !== after.amount || (after.amount && before.currency !== after.currency)) {
    changes.amount = before.amount && `${before.amount} ${before.currency}`;
  }
  return changes;
}
