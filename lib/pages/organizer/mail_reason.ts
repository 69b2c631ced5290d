import type { OrganizerView } from "../../game/view_schemas.ts";

/** Reasons whose texts promise another attempt, which is true only while an email waits. */
const PASSING: ReadonlySet<string | null> = new Set([
  ...["receiverBusy", "connectionLost", "serverUnreachable", "serverRefused", "addressFlooded"],
]);

/** Why an email waits or was given up; null if no reason still holds. */
export function reasonNow({ status, reason }: OrganizerView["organizerEmailStatus"]) {
  return status === "failed" && PASSING.has(reason) ? null : reason;
}
