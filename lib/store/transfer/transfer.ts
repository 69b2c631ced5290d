import { pick } from "../../game/derive.ts";
import type { Settings } from "../../settings.ts";
import { fingerprint, toTokenSecret } from "../server_key.ts";
import { DatabaseUnavailable } from "../store.ts";
import { whenReachable } from "../when_reachable.ts";
import { type Batch, fill, fillAside, readAll, type Watch } from "./copy.ts";
import { openBackup, writeBackup } from "./file.ts";
import { findKey, keepKey, keyOfBackup, type ServerKey } from "./keys.ts";
import {
  isSamePlace,
  nameOf,
  openMovableSource,
  openSource,
  openTarget,
  type Place,
} from "./places.ts";
import { type Aside, type Counts, type Target, TargetNotEmpty, TransferError } from "./port.ts";
import { Tally } from "./tally.ts";

/** What was transferred. */
export interface Transferred {
  counts: Counts;
  /** SHA-256 of everything, in hexadecimal digits. */
  checksum: string;
}

/** The settings that a transfer needs. */
export type TransferSettings = Place & Pick<Settings, "tokenSecret">;

/**
 * Writes a backup to a file, while the service may be running.
 *
 * @returns also whether the secret of the links is in the file.
 * @throws {TransferError} if the games were moved away, because a backup of the remaining copy would look like one of
 * the games.
 */
export async function backup(
  settings: TransferSettings,
  path: string,
  watch: Watch,
): Promise<Transferred & { hasSecret: boolean }> {
  const source = await openSource(settings, `${path}.${crypto.randomUUID().slice(0, 8)}.copy`);
  try {
    const { keyFingerprint, engine, schema } = source;
    if (source.timesMoved > 0) {
      const place = nameOf(settings);
      throw new TransferError(
        `The games in ${place} have been moved: set DATABASE_URL or DATA_DIR to where they are now`,
      );
    }
    const { key, isFile } = await findKey(settings, settings.tokenSecret, keyFingerprint);
    const header = {
      madeAt: new Date().toISOString(),
      engine,
      schema,
      keyFingerprint: fingerprint(key),
      tokenSecret: isFile ? toTokenSecret(key) : null,
      ...pick(await source.counts(), ["games", "photos"]),
      ...await source.readAside(),
    };
    const { counts, checksum } = await writeBackup(
      path,
      header,
      (tally) => readAll(source, "read", tally, watch),
      watch,
    );
    return { counts, checksum, hasSecret: isFile };
  } finally {
    await source.close();
  }
}

/** Restores a backup into the empty configured database, which may still be starting. */
export async function restore(
  settings: TransferSettings,
  path: string,
  watch: Watch,
): Promise<Transferred> {
  const { header, heading, batches } = await openBackup(path, watch);
  const key = keyOfBackup(path, header, settings);
  const target = await whenReachable(
    () => openTarget(settings, null),
    watch.onWait,
    watch.signal,
  );
  const tally = new Tally(heading);
  const skips = skipsSince(header.madeAt);
  return await deliver(batches(tally), tally, {
    ...{ target, to: settings, key, aside: header, watch },
    skips,
  });
}

const MINUTE = 60_000;

/** Maximum number of minutes that count, about a week: a wrong clock must not use up all numbers. */
const MOST_SKIPS = 10_000;

/**
 * Returns how often a restored database skips what its source may have assigned since the backup: once for each minute,
 * or after a week `MOST_SKIPS` times and once for each minute modulo that. If that database is lost and the backup is
 * restored again, the new one assigns other numbers, unless a multiple of `MOST_SKIPS` minutes has passed in between.
 */
function skipsSince(madeAt: string): number {
  const minutes = Math.max(1, Math.ceil((Date.now() - Date.parse(madeAt)) / MINUTE));
  return minutes > MOST_SKIPS ? MOST_SKIPS + minutes % MOST_SKIPS : minutes;
}

/** Skips for each earlier move from the same copy, whose target may have assigned numbers: the maximum of a restore. */
const SKIPS_A_MOVE = 2 * MOST_SKIPS;

/** Maximum number of earlier moves that count: with more, the numbers would run out, see `skipLinks`. */
const MOST_COUNTED_MOVES = 9;

/**
 * Copies everything into an empty database from another one that no service has open; the source keeps its
 * data and is marked as moved.
 *
 * @returns also the key of all links, which the service needs there, and whether the source was a copy that an earlier
 * move had left.
 */
export async function move(
  from: Place,
  to: Place,
  tokenSecret: string | null,
  watch: Watch,
): Promise<Transferred & { key: ServerKey; isCopy: boolean }> {
  if (isSamePlace(from, to)) {
    throw new TransferError(
      `The games are in ${nameOf(from)} already: name another, empty database`,
    );
  }
  const source = await openMovableSource(from);
  let unmark = () => Promise.resolve();
  try {
    const key = await findKey(from, tokenSecret, source.keyFingerprint);
    const target = await openTarget(to, from);
    const aside = await source.readAside();
    const tally = new Tally("");
    const moved = await deliver(readAll(source, "written", tally, watch), tally, {
      target,
      to,
      key,
      aside,
      watch,
      async onChecked() {
        await source.assertUnused();
        // Before the target commits: no failure in between may leave both databases in service.
        unmark = await source.markMoved();
      },
      skips: SKIPS_A_MOVE * Math.min(source.timesMoved, MOST_COUNTED_MOVES),
    });
    return { ...moved, key, isCopy: source.timesMoved > 0 };
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      throw new TransferError(
        `${error.message}; until then the games in ${nameOf(from)} are not served`,
      );
    }
    await unmark().catch(() => {
      throw new TransferError(
        `${error instanceof Error ? error.message : error}; the games stay in ${nameOf(from)}, ` +
          "which could not be set back and is not served any more: move them again",
      );
    });
    throw error;
  } finally {
    await source.close();
  }
}

/** The connection was lost at the commit, and the target cannot be asked what it holds. */
class OutcomeUnknown extends TransferError {}

/**
 * Stores games and their key at the target: everything or nothing.
 *
 * @throws {OutcomeUnknown} if it is unknown which of the two.
 */
async function deliver(
  batches: AsyncIterable<Batch>,
  tally: Tally,
  { target, to, key, aside, watch, onChecked, skips }: {
    target: Target;
    to: Place;
    key: ServerKey;
    aside: Aside;
    watch: Watch;
    onChecked?: () => Promise<void>;
    skips: number;
  },
): Promise<Transferred> {
  try {
    const undo = await keepKey(to, key);
    try {
      await fill(target, batches, tally, watch);
      await fillAside(target, aside);
      await onChecked?.();
      await target.commit(fingerprint(key.key), skips).catch(async (error) => {
        if (!to.databaseUrl || !(error instanceof DatabaseUnavailable)) throw error;
        // The connection may have been lost after everything was stored.
        await target.close();
        if (!await holdsData(to, watch)) throw error;
      });
    } catch (error) {
      await undo();
      throw error;
    }
  } finally {
    await target.close();
  }
  return { counts: tally.counts, checksum: tally.checksum };
}

/** Asks a server whether a commit without an answer has filled it, once its transaction has ended. */
async function holdsData(place: Place, { onWait, signal }: Watch): Promise<boolean> {
  try {
    const target = await whenReachable(() => openTarget(place, null), onWait, signal);
    await target.close();
    return false;
  } catch (error) {
    if (error instanceof TargetNotEmpty) return true;
    throw new OutcomeUnknown(
      `The connection to ${nameOf(place)} was lost at the end, and it may hold the games: ` +
        "repeat this, and if it “holds games already”, all of them are there",
    );
  }
}
