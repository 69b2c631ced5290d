import type { Game } from "../../game/types.ts";
import type { CodeProposals } from "../codes.ts";
import type {
  Found,
  GameStore,
  IdempotencyStore,
  KeptRequest,
  Lookup,
  StoredChange,
  WaitingMail,
} from "../store.ts";
import { KnownGames } from "../known_games.ts";
import { gameLists } from "../sql/game_lists.ts";
import { toEmailStatuses } from "../mail_rows.ts";
import { requestVerbs } from "../sql/requests.ts";
import { erasing, sideChanges, viewing } from "../sql/side_changes.ts";
import { Batches } from "./batches.ts";
import { sendChanges } from "./changes.ts";
import { CREATE, type CreatedRow, type Creation, creationParams } from "./create.ts";
import { LOCK_GAME, sendMails, WAITING_BY_CODE, WAITING_BY_ID } from "./outbox.ts";
import type { Database } from "./database.ts";
import { POSTGRES } from "./dialect.ts";
import {
  ACTIVE_ID,
  type EmailsRow,
  FIND_ADDRESS,
  type GameRow,
  IS_ACTIVE,
  MAILED_BY_CODE,
  OLD_ADDRESSES,
  type PlacedRow,
  READ_ACTIVE,
  READ_ARCHIVED,
  READ_BY_CODE,
  READ_BY_CODES,
  READ_BY_ID,
  READ_WITH_EMAILS,
  type RevisedRow,
} from "./reads.ts";
import type { Transaction } from "./transaction.ts";

/** Maximum number of games stored with one commit, and of such commits at a time. */
export const CREATION_BATCHES = { size: 16, atOnce: 2 };
/** Maximum number of reads that share one statement, and of such statements at a time. */
const READ_BATCHES = { size: 16, atOnce: 3 };

const LOCK_CODE = `select id from games where id = ${ACTIVE_ID} and ${IS_ACTIVE} for no key update`;

const sides = sideChanges(POSTGRES);

const view = viewing(POSTGRES);

const erase = erasing(POSTGRES);

/** Returns no row if another game already continues this one. */
const REMEMBER =
  "update games set is_remembered = true where id = $1 and not is_remembered returning id";

export function gameStore(db: Database, codes: CodeProposals): GameStore & IdempotencyStore {
  const requests = requestVerbs(db, POSTGRES);
  const creations = new Batches<Creation, CreatedRow | undefined>(async (batch, deadline) => {
    const rows = await db.queryShared<CreatedRow>(CREATE, creationParams(batch), deadline);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return batch.map(({ game }) => byId.get(game.id));
  }, CREATION_BATCHES);
  const known = new KnownGames<string>();
  /** Returns the game of a row: the document that it brings, which is kept, or the state that was known before. */
  const newest = (code: string, row: RevisedRow | undefined, before: Game | undefined) => {
    if (!row) known.forget(code);
    else if (row.game && row.revision) known.keep(code, row.game, row.revision);
    return row ? row.game ?? before ?? null : null;
  };
  const reads = new Batches<string, Game | null>(async (codes, deadline) => {
    const batch = codes.map((code, place) => ({ place, code, before: known.get(code) }));
    const [only] = batch;
    if (only && batch.length === 1) {
      const { code, before } = only;
      const params = [code, before?.revision ?? null];
      const [row] = await db.queryShared<RevisedRow>(READ_BY_CODE, params, deadline);
      return [newest(code, row, before?.game)];
    }
    const asked = batch.map(({ before, ...one }) => ({ ...one, known: before?.revision }));
    const rows = await db.queryShared<PlacedRow>(READ_BY_CODES, [JSON.stringify(asked)], deadline);
    const found = new Map(rows.map((row) => [row.place, row]));
    return batch.map(({ place, code, before }) => newest(code, found.get(place), before?.game));
  }, READ_BATCHES);
  /** Changes a game. Three statements with one parameter lock it, read it and read its waiting mails. */
  const change = <Result>(
    [lock, read, readWaiting]: readonly [lock: string, read: string, waiting: string],
    param: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    { mailed = false, keys = [] }: Lookup = {},
  ): Promise<Result> => {
    return db.changeInTurn(param, async (tx) => {
      // Separate statements after the lock: a statement that waits for the lock itself would see the other tables as
      // they were before the wait.
      const [, [row], waiting, recipients, [request = null]] = await Promise.all([
        tx.query(lock, [param]),
        tx.query<GameRow>(read, [param]),
        tx.query<WaitingMail>(readWaiting, [param]),
        mailed ? tx.query<{ recipient: number }>(MAILED_BY_CODE, [param]) : [],
        keys.length > 0 ? tx.query<KeptRequest>(...requests.reading(keys)) : [],
      ]);
      const before = row?.game ?? null;
      const found = { mailed: new Set(recipients.map((one) => one.recipient)), request };
      const change = decide(before, found);
      const { game: after, isErased, wishList, outbox, record, result } = change;
      const mails = before && !isErased && outbox?.(waiting);
      if (before && (after || isErased || mails || wishList)) {
        await Promise.all([
          ...isErased ? sendErasure(tx, [before]) : [],
          ...after && !isErased ? sendChanges(tx, before, after) : [],
          ...mails ? sendMails(tx, before.id, mails) : [],
          ...sides(before.id, change).map(([text, params]) => tx.query(text, params)),
          ...record ? [tx.query(...requests.keeping(before.id, { ...record, runningFor: 0 }))] : [],
          tx.commit(),
        ]);
        known.forget(before.code);
      }
      return result;
    });
  };
  return {
    async createGame(game, mails) {
      const { code, mailIds } = await codes.underFree(
        game,
        (codes) => creations.add({ game, codes, mails }, db.deadline()),
      );
      return { game: { ...game, code }, mailIds };
    },

    async createGameOnce(game, mails, record, remembers = null) {
      const row = await codes.underFree(game, (codes) =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<CreatedRow>(
            CREATE,
            creationParams([{ game, codes, mails }]),
          );
          if (!row) return undefined;
          if (record) {
            const kept = await tx.query(
              ...requests.keeping(game.id, { ...record, participant: null }),
            );
            if (kept.length === 0) return null;
          }
          if (remembers && (await tx.query(REMEMBER, [remembers])).length === 0) return null;
          await tx.commit();
          return row;
        }));
      return row && { game: { ...game, code: row.code }, mailIds: row.mailIds };
    },

    ...requests.verbs,

    readGame: (code) => reads.add(code, db.deadline()),

    async readGameWithEmails(code) {
      const before = known.get(code);
      const row = await db.row<RevisedRow & EmailsRow>(
        READ_WITH_EMAILS,
        code,
        before?.revision ?? null,
      );
      const game = newest(code, row ?? undefined, before?.game);
      return row && game && { game, emails: toEmailStatuses(row.emails) };
    },

    readGameById: async (id) => (await db.row<GameRow>(READ_BY_ID, id))?.game ?? null,

    async readArchivedGames(code) {
      const rows = await db.rows<GameRow>(READ_ARCHIVED, code);
      return rows.map(({ game }) => game);
    },

    changeGame: (code, decide, lookup) =>
      change([LOCK_CODE, READ_ACTIVE, WAITING_BY_CODE], code, decide, lookup),

    changeGameById: (id, decide) => change([LOCK_GAME, READ_BY_ID, WAITING_BY_ID], id, decide),

    eraseArchived: (ids) =>
      db.transaction(async (tx) => {
        // In the same order everywhere, so that two erasures cannot deadlock.
        const found = await Promise.all(
          ids.toSorted().flatMap((id) => [
            tx.query<Partial<GameRow>>(LOCK_GAME, [id]),
            tx.query<Partial<GameRow>>(READ_BY_ID, [id]),
          ]),
        );
        const games = found.flat().flatMap(({ game }) => game?.archivedAt ? [game] : []);
        await Promise.all([...sendErasure(tx, games), tx.commit()]);
        for (const { code } of games) known.forget(code);
        return games.length;
      }),

    // The server reuses deleted space itself.
    overwriteErased: () => Promise.resolve(true),

    async markViewed(game, viewer, now) {
      return (await db.together(game.id, view(game, viewer, now)))[0] === 1;
    },

    findAddress: (spellings, limit, ofGame) =>
      db.rows(FIND_ADDRESS, JSON.stringify(spellings), String(limit), String(ofGame)),

    ...gameLists(db, POSTGRES, OLD_ADDRESSES),
  };
}

/** Sends the statements that delete locked games and count them. */
function sendErasure(tx: Transaction, games: readonly Game[]): Promise<unknown>[] {
  const erasures = games.map(erase);
  const deletions = erasures.flatMap(({ deletions }) => deletions);
  // Last, because other erasures wait for these rows until the commit; sorted, so that none deadlock.
  const counting = erasures.map(({ counting }) => counting).toSorted();
  return [...deletions, ...counting].map(([text, params]) => tx.query(text, params));
}
