import type { Device } from "../game/types.ts";

/** A browser to store. */
export interface NewDevice extends Device {
  /**
   * Keyed hashes of its endpoint within the game, with the current key first, then with earlier keys. They show that
   * two people share a browser, and recognize a browser that is already stored.
   */
  marks: readonly [string, ...string[]];
  /** Its push subscription, encrypted by `DeviceCipher`. */
  sealed: string;
}

/** The outcome of adding a device: its id, and whether it is new. */
export type AddingOutcome =
  | { id: string; isNew: boolean }
  /** This person already has the maximum number of devices. */
  | "full"
  /** The link or the game has changed since. */
  | "stale";

/** A stored browser, to notify it. */
export interface StoredDevice extends Device {
  sealed: string;
  /** Numbers of the other people of the game who are notified in the same browser. */
  sharedWith: number[];
}

/** Whether a notice that depends on a pair may be sent. */
export type PairTurn =
  | "yes"
  /** Not needed: a notice sent after this one was written says the same. */
  | "told"
  /** Seconds to wait, because another notice is being sent or was sent less than an hour ago. */
  | number;

/**
 * Browsers that are notified, stored apart from the game that lists them. Triggers delete the browsers of links that
 * have ended, of people who have left and of archived games, whichever release makes the change.
 */
export interface DeviceStore {
  /** Adds a browser of a person whose link is still valid, in an active game. @param max maximum for each person */
  addDevice(gameId: string, device: NewDevice, max: number): Promise<AddingOutcome>;

  /** Removes one of a person's browsers, by its id or the hashes of its endpoint. @returns false if there is none */
  removeDevice(
    gameId: string,
    recipient: number,
    which: { id: string } | { marks: readonly string[] },
  ): Promise<boolean>;

  /** @returns null if it was removed */
  readDevice(gameId: string, id: string): Promise<StoredDevice | null>;

  /**
   * Reserves a device for a notice that depends on a pair: at most one in `LIMITS.betweenPairNotices` is sent to it.
   *
   * @param mail id of the notice in the outbox. @param age seconds since it was written.
   */
  takePairTurn(gameId: string, id: string, mail: string, age: number): Promise<PairTurn>;

  /** Records that the notice for which the device was reserved was sent. */
  endPairTurn(gameId: string, id: string, mail: string): Promise<void>;
}
