import { DatabaseUnavailable } from "./store.ts";

/** How long a database may take to start, in ms. */
const PATIENCE = 60_000;

/** Pause between two attempts, in ms. */
const PAUSE = 1_000;

/**
 * Opens something once its database can be reached, because the database may still be starting.
 *
 * @param onWait called once if it has to wait, with the maximum wait in seconds.
 * @throws {DatabaseUnavailable} after a minute, or the reason of `signal`.
 */
export async function whenReachable<Opened>(
  open: () => Promise<Opened>,
  onWait: (seconds: number) => void,
  signal?: AbortSignal,
): Promise<Opened> {
  const start = performance.now();
  for (let attempt = 1;; attempt++) {
    signal?.throwIfAborted();
    try {
      return await open();
    } catch (error) {
      const isLate = performance.now() - start > PATIENCE;
      if (isLate || !(error instanceof DatabaseUnavailable)) throw error;
      if (attempt === 1) onWait(PATIENCE / 1000);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
