import { archiveGame } from "../game/actions/archive.ts";
import { addDays, todayIn } from "../game/calendar.ts";
import { NEAR_DAYS } from "../mail/kinds.ts";
import { mailsFor, nearEventMails } from "../mail/mails_for.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { log, logError } from "../monitoring/log.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Services } from "../services.ts";
import type { ListedGame, Store } from "../store/store.ts";

/** Whole days from the event until its game is archived automatically. */
const ARCHIVE_AFTER_DAYS = 3;
const DAY = 86_400_000;
/** Maximum number of games read at a time. */
const BATCH = 200;
/** Games archived at a time: leaves some connections for requests. */
const CONCURRENCY = 4;

/**
 * Writes the reminders of all games whose event is near: one for each participant and date, over all instances and
 * runs. Runs daily and at the start. A game that fails is logged and left for the next run.
 *
 * @returns the number of games with new reminders.
 */
export async function remindOfNearEvents(
  { store, mail }: ReminderServices,
  now: Date,
): Promise<number> {
  if (!mail) return 0;
  // A day more on either side: the event's own time zone may be a day ahead of UTC or behind it.
  const today = todayIn(null, now);
  const span = [addDays(today, -1), addDays(today, NEAR_DAYS + 1)] as const;
  let count = 0;
  const games = inBatches<ListedGame>((after) =>
    store.listGamesWithoutNearMail(...span, after, BATCH)
  );
  for await (const { id, code } of games) {
    try {
      const isReminded = await store.changeGame(code, (game) => {
        const mails = game?.id === id ? nearEventMails(game, now) : [];
        return { game: null, outbox: addToOutbox(mails), result: mails.length > 0 };
      });
      if (isReminded) count++;
    } catch (error) {
      logError("reminder of one game failed", error, { game: id });
    }
  }
  if (count > 0) {
    log("reminders of near events", { games: count });
    mail.wake();
  }
  return count;
}

interface ReminderServices {
  store: Pick<Store, "listGamesWithoutNearMail" | "changeGame">;
  mail: Pick<Mailer, "wake"> | null;
}

/** Deletes the counts of limits from before yesterday (UTC). */
export async function forgetOldCounts(
  { store }: { store: Pick<Store, "limits"> },
  now: Date,
): Promise<void> {
  await store.limits.forgetCounts((Math.floor(now.getTime() / DAY) - 1) * 24);
}

/** Deletes the records of requests that are over a day old; a failure is logged and left for the next run. */
export async function forgetRequests({ store }: Pick<Services, "store">): Promise<void> {
  try {
    await store.forgetRequests();
  } catch (error) {
    logError("old requests not forgotten", error);
  }
}

/** The outcome of an archival run. */
interface ArchivalResult {
  archivedCount: number;
  failedCount: number;
  totalFound: number;
}

/**
 * Archives every active game whose date was three days ago or earlier (UTC). A game that fails is counted, logged
 * and left for the next run.
 */
export async function archiveExpiredGames(
  services: Services,
  now: Date,
): Promise<ArchivalResult> {
  const lastDate = addDays(todayIn(null, now), -ARCHIVE_AFTER_DAYS);
  const result: ArchivalResult = { archivedCount: 0, failedCount: 0, totalFound: 0 };
  const games = inBatches<ListedGame>((after) =>
    services.store.listExpiredGames(lastDate, after, BATCH)
  );
  const archiveNext = async () => {
    for await (const { id, code } of games) {
      result.totalFound++;
      try {
        if (await archiveExpired(services, id, code, lastDate, now)) result.archivedCount++;
      } catch (error) {
        result.failedCount++;
        logError("archival of one game failed", error, { game: id });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, archiveNext));
  log("archival", { ...result });
  if (result.archivedCount > 0) services.mail?.wake();
  return result;
}

/** @returns false if the game was archived or postponed meanwhile, by its organizer or another instance. */
async function archiveExpired(
  { store, mail }: Services,
  id: string,
  code: string,
  lastDate: string,
  now: Date,
): Promise<boolean> {
  return await store.changeGame(code, (game) => {
    if (!game || game.id !== id || game.date > lastDate) {
      return { game: null, outbox: null, result: false };
    }
    const change = archiveGame(game, now);
    const outbox = addToOutbox(mail ? mailsFor(change) : []);
    return { game: change.game, outbox, result: true };
  });
}

/** Iterates over everything that `list` returns in batches. @param list returns the batch after an item; [] ends */
export async function* inBatches<Listed>(
  list: (after: Listed | null) => Promise<Listed[]>,
): AsyncGenerator<Listed> {
  let after: Listed | null = null;
  do {
    const games: Listed[] = await list(after);
    yield* games;
    after = games.at(-1) ?? null;
  } while (after !== null);
}
