import type { Device } from "../game/types.ts";

/** A browser to store. */
export interface NewDevice extends Device {
  /**
   * Keyed hashes of its endpoint within the game: with the present key, then with earlier ones. They tell that two
   * people share a browser, and recognize one that is there.
   */
  marks: readonly [string, ...string[]];
  /** Where it is reached: encrypted by `DeviceCipher`. */
  sealed: string;
}

/** The outcome: the id of the device, and whether it is new. */
export type AddingOutcome =
  | { id: string; isNew: boolean }
  /** This person has as many as they may. */
  | "full"
  /** The link or the game has changed since. */
  | "stale";

/** A stored browser, to notify it. */
export interface StoredDevice extends Device {
  sealed: string;
  /** Who else of the game is notified in the same browser, by number. */
  sharedWith: number[];
}

/** May a notice that depends on a pair go out? */
export type PairTurn =
  | "yes"
  /** One that went out after it was written says the same. */
  | "told"
  /** Seconds to wait: another one is on its way, or went out less than an hour ago. */
  | number;

/**
 * Browsers that are notified, apart from their game, which lists them. Triggers delete those of links that have
 * ended, of people who have left and of archived games, changed by any release.
 */
export interface DeviceStore {
  /** Adds a browser of a person whose link is still valid, in an active game. @param max for each person */
  addDevice(gameId: string, device: NewDevice, max: number): Promise<AddingOutcome>;

  /** Removes one of a person's browsers, by its id or by the hashes of its endpoint. @returns false if there is none */
  removeDevice(
    gameId: string,
    recipient: number,
    which: { id: string } | { marks: readonly string[] },
  ): Promise<boolean>;

  /** null: it was removed. */
  readDevice(gameId: string, id: string): Promise<StoredDevice | null>;

  /**
   * Takes the turn of a device for a notice that depends on a pair: at most one in `LIMITS.betweenPairNotices`.
   *
   * @param mail its id in the outbox. @param age since it was written, in seconds.
   */
  takePairTurn(gameId: string, id: string, mail: string, age: number): Promise<PairTurn>;

  /** Records that the notice whose turn it was went out. */
  endPairTurn(gameId: string, id: string, mail: string): Promise<void>;
}
