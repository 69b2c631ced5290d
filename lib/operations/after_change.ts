import { logError } from "../monitoring/log.ts";
import { DatabaseUnavailable } from "../store/store.ts";

/**
 * Reads what an answer says besides a change that is stored. If the database is lost meanwhile, the answer says less
 * instead of failing: an error would make its reader repeat the change.
 *
 * @param otherwise what to answer without the database.
 */
export async function readAfterChange<Read>(
  read: () => Promise<Read>,
  otherwise: Read,
): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    logError("database lost after a change", error);
    return otherwise;
  }
}
