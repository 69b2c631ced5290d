import { serviceBusy } from "./places.ts";

/** Bytes that one request holds of a budget. */
export interface HeldBytes {
  /** @throws {GameError} 503 if the budget is used up. */
  take(bytes: number): void;
  /** Returns all of them to the budget. */
  release(): void;
}

/** Bounds how many bytes of bodies all requests hold together. */
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
