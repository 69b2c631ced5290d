import { serviceBusy } from "./places.ts";

/** The share of a budget that one request holds, in bytes. */
export interface HeldBytes {
  /** @throws {GameError} 503 if the budget is used up. */
  take(bytes: number): void;
  /** Returns all held bytes to the budget. */
  release(): void;
}

/** Limits how many bytes of request bodies are held in memory at the same time. */
export class ByteBudget {
  constructor(private left: number) {}

  open(): HeldBytes {
    let held = 0;
    return {
      take: (bytes) => {
        if (bytes > this.left) throw serviceBusy();
        this.left -= bytes;
        held += bytes;
      },
      release: () => {
        this.left += held;
        held = 0;
      },
    };
  }
}
