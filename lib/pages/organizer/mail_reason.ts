import type { OrganizerView } from "../../game/view_schemas.ts";

/** They say that it is tried again, which holds only while a mail waits. */
const PASSING: ReadonlySet<string | null> = new Set([
  ...["receiverBusy", "connectionLost", "serverUnreachable", "serverRefused", "addressFlooded"],
]);

/** Why a mail waits or was given up; null: nothing that still holds. */
export function reasonNow({ status, reason }: OrganizerView["organizerEmailStatus"]) {
  return status === "failed" && PASSING.has(reason) ? null : reason;
}
