/** How news reaches a person: by mail, on a device, by both or by neither. */
export type Reach = "mail" | "device" | "both" | "none";

/**
 * Decides how a person is reached, for the organizer.
 *
 * @param person as in the organizer's view.
 */
export function reachOf({ email, hasDevice }: { email: string; hasDevice: boolean }): Reach {
  if (email !== "") return hasDevice ? "both" : "mail";
  return hasDevice ? "device" : "none";
}
