/** The browsers in which people are notified of a game. */
import { z } from "zod";
import { type Device, type Game, ORGANIZER } from "./types.ts";

/** A device as its owner sees it; no one else does. */
export const deviceSchema = z.object({
  id: z.uuid(),
  since: z.iso.datetime().describe("ISO 8601, UTC: when it was added"),
});
type DeviceView = z.infer<typeof deviceSchema>;

/** The version of a person's current link; undefined if they are not in the game. @param number or `ORGANIZER` */
export function linkVersionOf(
  game: Pick<Game, "organizerTokenVersion" | "participants">,
  number: number,
): number | undefined {
  return number === ORGANIZER
    ? game.organizerTokenVersion
    : game.participants.find((one) => one.number === number)?.tokenVersion;
}

/** The devices that notify a person, oldest first; none once the game is archived. @param number or `ORGANIZER` */
export function devicesOf(
  game: Pick<Game, "organizerTokenVersion" | "participants" | "archivedAt" | "devices">,
  number: number,
): Device[] {
  if (game.archivedAt !== null) return [];
  const version = linkVersionOf(game, number);
  return game.devices.filter((one) => one.recipient === number && one.version === version);
}

/** A person's devices as that person sees them. */
export function viewDevices(
  game: Pick<Game, "organizerTokenVersion" | "participants" | "archivedAt" | "devices">,
  number: number,
): DeviceView[] {
  return devicesOf(game, number).map(({ id, since }) => ({ id, since }));
}

/**
 * Hosts of the browsers' push services. A name that begins with a dot stands for its subdomains.
 *
 * - Chrome, Edge on Android, Opera, Samsung, Brave: https://developers.google.com/cloud-messaging (fcm.googleapis.com)
 * - Chromium's staging service, which builds other than Chrome were seen to use (jmt17.google.com):
 *   https://chromium.googlesource.com/chromium/src/+/a3dafb8/chrome/browser/push_messaging/push_messaging_constants.cc
 * - Firefox: https://mozilla-push-service.readthedocs.io (updates.push.services.mozilla.com)
 * - Safari: https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers
 *   ("*.push.apple.com")
 * - Edge on Windows: https://learn.microsoft.com/windows/apps/design/shell/tiles-and-notifications/windows-push-notification-services--wns--overview
 *   ("*.notify.windows.com")
 */
const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

/** A host name of several labels, none of them empty. */
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** Maximum length of an endpoint. */
export const MAX_ENDPOINT = 1000;

/**
 * True if an endpoint may come from a known push service: https on the default port, without credentials. What the host
 * name resolves to is checked before each connection.
 *
 * @param more further hosts, as in `PUSH_HOSTS`.
 */
export function isPushEndpoint(endpoint: string, more: readonly string[] = []): boolean {
  if (endpoint.length > MAX_ENDPOINT || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash, href } = new URL(endpoint);
  // Browsers send normalized URLs: one that the parser had to change comes from no browser.
  if (href !== endpoint || /[\\\s]/.test(endpoint)) return false;
  if (!HOST_NAME.test(hostname)) return false;
  if (protocol !== "https:" || port || username || password || hash || endpoint.includes("@")) {
    return false;
  }
  return [...PUSH_HOSTS, ...more].some((host) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host
  );
}
