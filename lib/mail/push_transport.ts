import type { Subscription } from "../game/device_cipher.ts";
import { isPushEndpoint } from "../game/devices.ts";
import { LatestMap } from "../game/latest_map.ts";
import type { VapidKeys } from "../game/vapid_keys.ts";
import type { Settings } from "../settings.ts";
import { AddressRefused, postPinned, type PushNetwork } from "./push_network.ts";

/** How long an attempt may take, in ms. */
const TIMEOUT = 20_000;
/** How long a host is not contacted after an attempt has timed out, in ms. */
const REST = 60_000;
/** Maximum number of remembered hosts that timed out. */
const REMEMBERED = 100;
/** How long a push service keeps a notice for a browser that is off, in seconds. */
const KEPT_FOR = 86_400;
/** Longest pause that a push service may request, in seconds. */
const LONGEST_PAUSE = 86_400;
/** Length of every notice in bytes before encryption, so that its length reveals nothing about its content. */
const PAYLOAD_BYTES = 1024;

/** The message to a browser's service worker. Contains no names and no personal link. */
export interface PushPayload {
  /** Code of the game that a click on the notice opens. */
  code: string;
  /** The sentence to show; contains no text written by users. */
  title: string;
  /** A newer notice replaces an older one with the same tag. */
  tag: string;
}

/** The outcome of an attempt. */
export type PushOutcome =
  | { type: "sent" }
  /** The browser has ended its subscription, or can no longer be reached. */
  | { type: "gone" }
  /** The push service will never accept this notice. */
  | { type: "refused" }
  /** `seconds` until the push service accepts the next attempt; null if it did not say. */
  | { type: "later"; seconds: number | null; reason: "receiverBusy" | "connectionLost" };

const LOST: PushOutcome = { type: "later", seconds: null, reason: "connectionLost" };

type ContactSettings = Pick<Settings, "operator" | "publicUrl">;

/** `mailto:` or `https:` URL for the operators of push services. Apple's service refuses notices without a real one. */
export function contactOf({ operator, publicUrl }: ContactSettings): string | undefined {
  return [operator.contact?.url, publicUrl]
    .find((url) => typeof url === "string" && /^(?:https|mailto):/.test(url)) ?? undefined;
}

/** Sends notices to push services (RFC 8030), encrypted for one browser (RFC 8291) and signed with VAPID (RFC 8292). */
export class PushTransport {
  readonly #hosts: readonly string[];
  readonly #contact: string;
  /** Time until which each host is not contacted, as `performance.now()`. */
  readonly #resting = new LatestMap<string, number>(REMEMBERED);

  constructor(
    private readonly network: PushNetwork,
    settings: Pick<Settings, "pushHosts"> & ContactSettings,
  ) {
    this.#hosts = settings.pushHosts;
    this.#contact = contactOf(settings) ?? "mailto:push@localhost.localdomain";
  }

  /**
   * @param notice as `padded` writes it.
   * @param topic a newer notice replaces one with the same topic that waits at the push service.
   */
  async send(
    subscription: Subscription,
    vapid: VapidKeys,
    notice: string,
    topic: string,
  ): Promise<PushOutcome> {
    if (!isPushEndpoint(subscription.endpoint, this.#hosts)) return { type: "gone" };
    const url = new URL(subscription.endpoint);
    // All notices share a few workers, so each timeout of this host would delay notices to other hosts.
    if ((this.#resting.get(url.hostname) ?? 0) > performance.now()) return LOST;
    // Loaded only when used.
    const { default: webPush } = await import("web-push");
    let details;
    try {
      details = webPush.generateRequestDetails(subscription, notice, {
        vapidDetails: { subject: this.#contact, ...vapid },
        TTL: KEPT_FOR,
        topic,
        contentEncoding: "aes128gcm",
      });
    } catch {
      // The browser's key is not a point on the curve.
      return { type: "gone" };
    }
    const headers = Object.fromEntries(
      Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
    );
    const signal = AbortSignal.timeout(this.network.timeout ?? TIMEOUT);
    const body = new Uint8Array(details.body);
    try {
      const { status, retryAfter } = await postPinned(this.network, url, headers, body, signal);
      return outcomeOf(status, retryAfter);
    } catch (error) {
      if (error instanceof AddressRefused) return { type: "refused" };
      if (signal.aborted) this.#resting.set(url.hostname, performance.now() + REST);
      return LOST;
    }
  }
}

/**
 * Pads a notice with spaces to `PAYLOAD_BYTES`; a browser's JSON parser ignores them.
 *
 * @throws {RangeError} if it is longer. This is a defect of its texts, not of the device.
 */
export function padded(payload: PushPayload): string {
  const text = JSON.stringify(payload);
  const missing = PAYLOAD_BYTES - new TextEncoder().encode(text).length;
  if (missing < 0) throw new RangeError("A notice is longer than all others");
  return text + " ".repeat(missing);
}

function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { type: "sent" };
  if (status === 404 || status === 410) return { type: "gone" };
  if (status === 429 || status >= 500) {
    return { type: "later", seconds: secondsOf(retryAfter), reason: "receiverBusy" };
  }
  return { type: "refused" };
}

/** @param retryAfter seconds, or a date */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(seconds, LONGEST_PAUSE) : null;
}
