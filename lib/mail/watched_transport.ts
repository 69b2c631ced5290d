import { DeliveryError, type Transport } from "./transport.ts";

/** How long the last known state of a mail server is valid, in ms. */
const KEPT = 30_000;

/**
 * A transport that remembers whether its mail server is up. Checks run one probe at a time, at most one every
 * half minute, and none if a real mail has shown the server's state in that time.
 */
export class WatchedTransport implements Transport {
  #seen: { at: number; failure: unknown } | undefined;
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
      if (error instanceof DeliveryError && error.isDown) this.#note(error);
      throw error;
    }
  }

  rehearse(...mail: Parameters<Transport["rehearse"]>): Promise<void> {
    return this.transport.rehearse(...mail);
  }

  async verify(): Promise<void> {
    if (this.#seen && this.now() - this.#seen.at < KEPT) {
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

  #note(failure: unknown): void {
    this.#seen = { at: this.now(), failure };
  }
}
