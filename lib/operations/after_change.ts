import { logError } from "../monitoring/log.ts";
import { DatabaseUnavailable } from "../store/store.ts";

/**
 * Reads additional data for the answer to a change that is already stored. If the database is lost in the meantime, the
 * answer is incomplete instead of an error, because an error would make the client repeat the change.
 *
 * @param otherwise returned if the database is unavailable.
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
