import { logError } from "../monitoring/log.ts";
import {
  activeGames,
  connectionCount,
  measureOnExport,
  oldestMail,
  waitingForConnection,
  waitingMails,
} from "../monitoring/metrics.ts";
import type { Store } from "./store.ts";

/**
 * Measures what a store holds whenever metrics are exported: each instance all games and mails, and its own
 * connections.
 *
 * @returns what ends it.
 */
export function measureStore(
  store: Pick<Store, "readStatistics" | "countConnections">,
): () => void {
  const ends = [
    measureOnExport([activeGames, waitingMails, oldestMail], async () => {
      try {
        const statistics = await store.readStatistics();
        return [
          [activeGames, statistics.activeGames],
          [waitingMails, statistics.waitingMails],
          [oldestMail, statistics.oldestMailAge],
        ];
      } catch (error) {
        logError("statistics not read", error);
        return [];
      }
    }),
    measureOnExport([connectionCount, waitingForConnection], () => {
      const counts = store.countConnections?.();
      return counts
        ? [
          [connectionCount, counts.used, { state: "used" }],
          [connectionCount, counts.idle, { state: "idle" }],
          [waitingForConnection, counts.waiting],
        ]
        : [];
    }),
  ];
  return () => ends.forEach((end) => end());
}
