import type { OrganizerView } from "../../game/view_schemas.ts";

/**
 * Why an email waits or was given up; null if no reason still holds. Texts that promise another attempt are true only
 * while an email waits. Whether the receiver, the network, or our own server is the cause, an organizer can only wait.
 */
export function reasonNow({ status, reason }: OrganizerView["organizerEmailStatus"]) {
  switch (reason) {
    case "receiverBusy":
    case "connectionLost":
    case "serverUnreachable":
    case "serverRefused":
      return status === "failed" ? null : "receiverBusy";
    // The organizer need not know whether the address or its owner is the reason.
    case "addressDeclined":
      return "addressBlocked";
    case "addressFlooded":
      return status === "failed" ? null : reason;
    default:
      return reason;
  }
}
