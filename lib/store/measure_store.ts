import { logError } from "../monitoring/log.ts";
import {
  activeGames,
  connectionCount,
  oldestMail,
  waitingForConnection,
  waitingMails,
} from "../monitoring/metrics.ts";
import type { Store } from "./store.ts";

type Measured = Pick<Store, "readStatistics" | "countConnections">;

/**
 * Measures a store at regular intervals: all games and mails, and this instance's connections.
 *
 * Observable gauges would be the usual way, but Deno's exporter waits for them, and a process that ends
 * meanwhile hangs.
 *
 * @param pause between two measurements, in ms; null: telemetry is off.
 * @returns a function that stops it.
 */
export function measureStore(store: Measured, pause: number | null): () => void {
  if (pause === null) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const measure = async () => {
    await measureOnce(store);
    if (!isOver) timer = setTimeout(measure, pause);
  };
  void measure();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function measureOnce(store: Measured): Promise<void> {
  const counts = store.countConnections?.();
  if (counts) {
    connectionCount.record(counts.used, { state: "used" });
    connectionCount.record(counts.idle, { state: "idle" });
    waitingForConnection.record(counts.waiting);
  }
  try {
    const statistics = await store.readStatistics();
    activeGames.record(statistics.activeGames);
    waitingMails.record(statistics.waitingMails);
    oldestMail.record(statistics.oldestMailAge);
  } catch (error) {
    logError("statistics not read", error);
  }
}
