import type { Game } from "../game/types.ts";
import type { Store } from "../store/store.ts";
import { gameMailsPerHour } from "./limits.ts";

/** How long a snapshot of a game may be used for composing, in ms. */
const MAX_AGE = 500;

/** The snapshot that mails of one game are composed from. */
interface Snapshot {
  readAt: number;
  data: Promise<{ game: Game | null; unsubscribed: Set<string>; reports: Set<string> }>;
  /** Mails the game may still send within the hour. */
  room: Promise<{ left: number; seconds: number }>;
}

/** Caches snapshots of games, so that many mails of one game read it once. */
export class Snapshots {
  readonly #known = new Map<string, Snapshot>();

  constructor(
    private readonly store: Pick<
      Store,
      "readGameById" | "readUnsubscribed" | "readReports" | "readMailTraffic"
    >,
  ) {}

  /** @param since earliest time of the snapshot, as `performance.now()`, so that it includes the mail's change */
  read(gameId: string, since: number): Snapshot {
    const now = performance.now();
    const known = this.#known.get(gameId);
    if (known && known.readAt >= since && now - known.readAt < MAX_AGE) return known;
    const data = Promise.all([
      this.store.readGameById(gameId),
      this.store.readUnsubscribed(gameId),
      this.store.readReports(gameId),
    ]).then(([game, unsubscribed, reports]) => ({ game, unsubscribed, reports }));
    const room = Promise.all([data, this.store.readMailTraffic(gameId)]).then(
      ([{ game }, { sent, seconds }]) => ({
        left: (game ? gameMailsPerHour(game) : 0) - sent,
        seconds,
      }),
    );
    room.catch(() => {});
    const snapshot = { readAt: now, data, room };
    for (const [id, { readAt }] of this.#known) {
      if (now - readAt >= MAX_AGE) this.#known.delete(id);
    }
    this.#known.set(gameId, snapshot);
    return snapshot;
  }
}
