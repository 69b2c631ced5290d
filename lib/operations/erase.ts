import type { Credential } from "../game/access.ts";
import { assertErasable, authorizeErasure, eraseParticipant } from "../game/actions/erase.ts";
import { GameError } from "../game/errors.ts";
import type { Game, Participant } from "../game/types.ts";
import { translator } from "../i18n/translate.ts";
import { log, logError } from "../monitoring/log.ts";
import type { Services } from "../services.ts";
import type { ArchivedGame, Store, StoredChange } from "../store/store.ts";
import { decisionContext } from "./decision_context.ts";
import { findForReader, isCode } from "./open.ts";
import { overwrite } from "./overwrite.ts";

const DAY = 86_400_000;
/** Games that are read and erased together. */
const BATCH = 25;

/**
 * Deletes a game permanently at its organizer's request, active or archived. Its waiting mails are deleted, too, and
 * no one is notified: their addresses are gone.
 *
 * @param confirmName must be the game's name.
 * @throws {GameError} 404, 401 or 403 for game and token; 400 for another name.
 */
export async function eraseGame(
  services: Services,
  code: string,
  confirmName: string,
  organizerToken: string | undefined,
): Promise<void> {
  const { store, tokens } = services;
  const { game } = await findForReader(services, code, { organizerToken });
  await store.changeGameById(game.id, (game): StoredChange<void> => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    assertErasable(game, { organizerToken }, confirmName, tokens);
    return { game: null, isErased: true, outbox: null, result: undefined };
  });
  await overwrite(store);
}

/**
 * Erases a participant's data and the messages they sent, at their own request: from the day of the event on, also
 * in archived games. Their pairs stay, because they belong to others, too.
 *
 * @throws {GameError} 404, 401 or 403 for game and token; 400 before the day of the event.
 */
export async function eraseMe(
  services: Services,
  code: string,
  credential: Credential,
): Promise<void> {
  const { store, tokens } = services;
  const { game } = await findErasable(services, code, credential);
  await store.changeGameById(game.id, (game): StoredChange<void> => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    const one = authorizeErasure(game, credential, tokens);
    const t = translator(game.language);
    const neutralName = (number: number) => t("game.data.neutralName", { number });
    return {
      game: eraseParticipant(game, one, neutralName, decisionContext(tokens)),
      forgetsMessagesOf: one.number,
      // The store itself deletes opt-outs of addresses that are no longer in the game, except for a keyed hash. Waiting
      // mails to the participant's former addresses are removed, because they mention the name.
      outbox: (waiting) => ({
        add: [],
        update: [],
        remove: waiting
          .filter(({ kind, payload: { name, participant } }) =>
            kind === "addressChanged" &&
            (participant === undefined ? name === one.name : participant === one.number)
          )
          .map(({ id }) => id),
      }),
      result: undefined,
    };
  });
  await overwrite(store);
}

/**
 * Finds the game and the participant that a token opens for erasure: in the active game of a code, otherwise in the
 * games archived under it.
 *
 * @throws {GameError} as `authorizeErasure` does; 404 for an unknown code.
 */
export async function findErasable(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  credential: Credential,
): Promise<{ game: Game; participant: Participant }> {
  const latest = isCode(code) ? await store.readGame(code) : null;
  if (!latest) throw new GameError("GAME_NOT_FOUND");
  try {
    return { game: latest, participant: authorizeErasure(latest, credential, tokens) };
  } catch (error) {
    // Codes are reused, so the token may belong to an archived game.
    if (!credential.participantToken) throw error;
    for (const game of await store.readArchivedGames(code)) {
      try {
        return { game, participant: authorizeErasure(game, credential, tokens) };
      } catch {
        continue;
      }
    }
    throw error;
  }
}

/** The services that the daily erasure needs. */
interface ErasureServices extends Pick<Services, "ending"> {
  store: Pick<Store, "listArchivedGames" | "eraseArchived" | "overwriteErased">;
  settings: Pick<Services["settings"], "retentionDays">;
}

/**
 * Deletes games permanently that were archived RETENTION_DAYS ago or earlier, a few at a time. A game that fails is
 * logged and left for the next run.
 *
 * @returns the number of deleted games.
 */
export async function eraseOldGames(
  { store, settings: { retentionDays }, ending }: ErasureServices,
  now: Date,
): Promise<number> {
  if (retentionDays === null) return 0;
  const before = new Date(now.getTime() - retentionDays * DAY);
  let count = 0;
  let after: ArchivedGame | null = null;
  do {
    const games: ArchivedGame[] = await store.listArchivedGames(before, after, BATCH);
    if (games.length > 0) count += await eraseTogether(store, games.map(({ id }) => id));
    after = games.at(-1) ?? null;
  } while (after !== null && !ending.signal.aborted);
  if (count > 0) {
    log("erasure", { games: count });
    await overwrite(store);
  }
  return count;
}

/** Erases games in one commit, or if that fails, each in its own. @returns the number of erased games */
async function eraseTogether(
  store: Pick<Store, "eraseArchived">,
  ids: readonly string[],
): Promise<number> {
  try {
    return await store.eraseArchived(ids);
  } catch (error) {
    if (ids.length === 1) {
      logError("erasure of one game failed", error, { game: ids.join() });
      return 0;
    }
    let count = 0;
    for (const id of ids) count += await eraseTogether(store, [id]);
    return count;
  }
}
