import { PAUSES } from "./pauses.ts";
import { DeliveryError, type Transport } from "./transport.ts";

/** How long the last known state of a mail server is valid, in ms. */
const KEPT = 30_000;
/**
 * How long a refusal of mail is valid, in ms. A probe only logs in, and a server may accept the login but refuse every
 * sender, so only a mail can show that it works again. Waiting mails are retried within this time.
 */
const REFUSAL_KEPT = PAUSES.longest * 1.2 * 1000;

/**
 * A transport that remembers whether its mail server is up. Checks run one probe at a time, at most one every
 * half minute, and none if a real mail has shown the server's state in that time. A refused mail counts as a failure
 * until the next mail is accepted.
 */
export class WatchedTransport implements Transport {
  #seen: { until: number; failure: unknown } | undefined;
  #probing: Promise<void> | undefined;

  /** @param now ms on a monotonic clock */
  constructor(
    private readonly transport: Transport,
    private readonly now = () => performance.now(),
  ) {}

  async send(...mail: Parameters<Transport["send"]>): Promise<void> {
    try {
      await this.transport.send(...mail);
      this.#note(null);
    } catch (error) {
      if (error instanceof DeliveryError && error.isDown) {
        this.#note(error, error.reason === "serverRefused" ? REFUSAL_KEPT : KEPT);
      }
      throw error;
    }
  }

  rehearse(...mail: Parameters<Transport["rehearse"]>): Promise<void> {
    return this.transport.rehearse(...mail);
  }

  async verify(): Promise<void> {
    if (this.#seen && this.now() < this.#seen.until) {
      if (this.#seen.failure !== null) throw this.#seen.failure;
      return;
    }
    await (this.#probing ??= this.#probe().finally(() => this.#probing = undefined));
  }

  close(): void {
    this.transport.close();
  }

  async #probe(): Promise<void> {
    try {
      await this.transport.verify();
      this.#note(null);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #note(failure: unknown, kept = KEPT): void {
    this.#seen = { until: this.now() + kept, failure };
  }
}
