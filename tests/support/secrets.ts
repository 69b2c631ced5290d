import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";

/** Strings of a game that only some may read, with their owners. */
export function secretsOf(...views: OrganizerView[]) {
  return views.flatMap((view) => [
    { text: view.organizerEmail, owner: "organizer" },
    { text: view.organizerToken, owner: "organizer" },
    { text: view.invitationToken, owner: "organizer" },
    ...view.participants.flatMap((one) => [
      { text: one.email, owner: one.name },
      { text: one.token, owner: pairsHiddenFromOrganizer(view) ? one.name : "organizer" },
      ...(view.isProtected ? [{ text: one.id, owner: one.name }] : []),
    ]),
  ]).filter(({ text }) => text);
}
