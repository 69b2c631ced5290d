import { archiveGame } from "../game/actions/archive.ts";
import { addDays, ARCHIVE_AFTER_DAYS, todayIn } from "../game/calendar.ts";
import { NEAR_DAYS } from "../mail/kinds.ts";
import { losesAddress, withoutAddresses } from "../game/postal_address.ts";
import { mailsAmong, nearEventNews, SEND_SOON_DAYS, sendSoonNews } from "../mail/mails_for.ts";
import { addToOutbox } from "../mail/outbox.ts";
import { newsOf, type Push, wake } from "../mail/push.ts";
import { log, logError } from "../monitoring/log.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Services } from "../services.ts";
import type { Game } from "../game/types.ts";
import type { ListedGame, ListWithin, NewMail, Store } from "../store/store.ts";
import { overwrite } from "./overwrite.ts";

const DAY = 86_400_000;
/** Maximum number of games read at a time. */
const BATCH = 200;
/** Days after the event until a game's postal addresses are erased, even if the game could not be archived. */
const FORGET_ADDRESSES_AFTER_DAYS = 14;
/** Games changed at a time: leaves some connections for requests. */
const CONCURRENCY = 4;

/**
 * Writes the reminders of all games whose event is near: one for each participant and date, over all instances and
 * runs. Runs daily and at the start. A game that fails is logged and left for the next run.
 *
 * @returns the number of games with new reminders.
 */
export async function remindOfNearEvents(
  services: ReminderServices<"listGamesWithoutNearMail">,
  now: Date,
): Promise<number> {
  const list: ListWithin = (...page) => services.store.listGamesWithoutNearMail(...page);
  const count = await remind(services, now, NEAR_DAYS, list, nearEventNews);
  if (count > 0) log("reminders of near events", { games: count });
  return count;
}

/**
 * Reminds participants who have not sent their parcel, twice before the send-by date. Nothing is logged, because a log
 * line would reveal that someone has not sent theirs.
 */
export async function remindToSend(
  services: ReminderServices<"listGamesToSend">,
  now: Date,
): Promise<void> {
  const list: ListWithin = (...page) => services.store.listGamesToSend(...page);
  await remind(services, now, Math.max(...SEND_SOON_DAYS), list, sendSoonNews);
}

interface ReminderServices<List extends keyof Store> extends Pick<Services, "ending"> {
  store: Pick<Store, List | "changeGame">;
  mail: Pick<Mailer, "wake" | "hold"> | null;
  push: Pick<Push, "wake" | "like">;
}

/**
 * Writes the mails that `decide` returns for each game that `list` finds within the next `days`.
 *
 * @returns how many of the games got mails or notices.
 */
async function remind(
  { store, mail, push, ending }: ReminderServices<never>,
  now: Date,
  days: number,
  list: ListWithin,
  decide: (game: Game, now: Date) => NewMail[],
): Promise<number> {
  // One more day on either side, because the event's time zone may be a day ahead of UTC or behind it.
  const today = todayIn(null, now);
  const span = [addDays(today, -1), addDays(today, days + 1)] as const;
  let count = 0;
  const games = inBatches<ListedGame>(ending, (after) => list(...span, after, BATCH));
  await forEach(games, "reminder of one game failed", async ({ id, code }) => {
    const isReminded = await store.changeGame(code, (game) => {
      const news = game?.id === id ? decide(game, now) : [];
      const mails = game && mail ? mail.hold(game, mailsAmong(game, news)) : [];
      const notices = game ? push.like(game, news) : [];
      const outbox = addToOutbox(mails, notices);
      return { game: null, outbox, result: mails.length + notices.length > 0 };
    });
    if (isReminded) count++;
  });
  if (count > 0) wake({ mail, push });
  return count;
}

/**
 * Erases the postal addresses of games that should no longer hold any: the game was archived by a release without
 * postal addresses, or its event was two weeks ago. To be run daily.
 *
 * @throws if a game has failed, so that the caller retries; the failure is logged.
 */
export async function forgetAddresses(
  { store, ending }: Pick<Services, "ending"> & {
    store: Pick<Store, "listGamesWithOldAddresses" | "changeGameById" | "overwriteErased">;
  },
  now: Date,
): Promise<void> {
  const before = addDays(todayIn(null, now), -FORGET_ADDRESSES_AFTER_DAYS);
  const games = inBatches<string>(
    ending,
    (after) => store.listGamesWithOldAddresses(before, after, BATCH),
  );
  let isAnyGone = false;
  try {
    const failed = await forEach(games, "addresses of one game not forgotten", async (id) => {
      await store.changeGameById(id, (game) => ({
        game: game && withoutAddresses(game),
        outbox: null,
        result: undefined,
      }));
      isAnyGone = true;
    });
    if (failed > 0) throw new Error(`The addresses of ${failed} games were not forgotten`);
  } finally {
    if (isAnyGone) await overwrite(store);
  }
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

/**
 * Archives every active game whose date was three days ago or earlier (UTC). A game that fails is counted, logged
 * and left for the next run.
 */
export async function archiveExpiredGames(services: Services, now: Date) {
  const lastDate = addDays(todayIn(null, now), -ARCHIVE_AFTER_DAYS);
  const result = { archivedCount: 0, failedCount: 0, totalFound: 0 };
  const games = inBatches<ListedGame>(
    services.ending,
    (after) => services.store.listExpiredGames(lastDate, after, BATCH),
  );
  let isAddressGone = false;
  const failure = "archival of one game failed";
  result.failedCount = await forEach(games, failure, async ({ id, code }) => {
    result.totalFound++;
    const archived = await services.store.changeGame(code, (game) => {
      // The organizer or another instance has archived or postponed the game in the meantime.
      if (!game || game.id !== id || game.date > lastDate) {
        return { game: null, outbox: null, result: null };
      }
      const change = archiveGame(game, now);
      const isAddressGone = losesAddress(game, change.game);
      const outbox = newsOf(services, change);
      return { game: change.game, outbox, result: { isAddressGone } };
    });
    if (archived) result.archivedCount++;
    if (archived?.isAddressGone) isAddressGone = true;
  });
  log("archival", { ...result });
  if (result.archivedCount > 0) wake(services);
  if (isAddressGone) await overwrite(services.store);
  return result;
}

/**
 * Iterates over everything that `list` returns in batches, until the service ends.
 *
 * @param list returns the batch after an item; [] ends
 */
export async function* inBatches<Listed>(
  { signal }: AbortController,
  list: (after: Listed | null) => Promise<Listed[]>,
): AsyncGenerator<Listed> {
  let after: Listed | null = null;
  do {
    const games: Listed[] = await list(after);
    for (const game of games) {
      if (signal.aborted) return;
      yield game;
    }
    after = games.at(-1) ?? null;
  } while (after !== null);
}

/**
 * Calls `change` for each game, with limited concurrency. A game that fails is logged and left for the next run.
 *
 * @returns how many failed.
 */
export async function forEach<Listed extends string | { id: string }>(
  games: AsyncIterable<Listed>,
  failure: string,
  change: (game: Listed) => Promise<void>,
): Promise<number> {
  let failedCount = 0;
  const changeNext = async () => {
    for await (const game of games) {
      try {
        await change(game);
      } catch (error) {
        failedCount++;
        logError(failure, error, { game: typeof game === "string" ? game : game.id });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, changeNext));
  return failedCount;
}
