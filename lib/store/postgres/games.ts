import type { Game } from "../../game/types.ts";
import type { CodeProposals } from "../codes.ts";
import type { Found, GameStore, KeptRequest, Lookup, StoredChange, WaitingMail } from "../store.ts";
import { gameLists } from "../game_lists.ts";
import { toEmailStatuses } from "../mail_rows.ts";
import { Batches } from "./batches.ts";
import { sendChanges } from "./changes.ts";
import { listOf } from "./connection.ts";
import { CREATE, type CreatedRow, type Creation, creationParams } from "./create.ts";
import { sendErasure } from "./erasure.ts";
import { keepRequest, READ_REQUEST } from "./idempotency.ts";
import { FORGET_MESSAGES } from "./messages.ts";
import { LOCK_GAME, RELEASE, sendMails, WAITING_BY_CODE, WAITING_BY_ID } from "./outbox.ts";
import type { Database } from "./database.ts";
import {
  ACTIVE_ID,
  type EmailsRow,
  FIND_ADDRESS,
  type GameRow,
  IS_ACTIVE,
  LISTS,
  MAILED_BY_CODE,
  type PlacedGameRow,
  READ_ACTIVE,
  READ_ARCHIVED,
  READ_BY_CODE,
  READ_BY_CODES,
  READ_BY_ID,
  READ_WITH_EMAILS,
} from "./reads.ts";
import { renewLink } from "./renewal.ts";
import { keepList } from "./wishes.ts";

/** Maximum number of games stored with one commit, and of such commits at a time. */
export const CREATION_BATCHES = { size: 16, atOnce: 2 };
/** Maximum number of reads that share one statement, and of such statements at a time. */
const READ_BATCHES = { size: 16, atOnce: 3 };

const LOCK_CODE = `select id from games where id = ${ACTIVE_ID} and ${IS_ACTIVE} for no key update`;

const MARK_VIEWED = `
  update participants p
  set viewed_at = coalesce(viewed_at, $4::text::timestamptz),
    first_viewed_at = coalesce(first_viewed_at, $4::text::timestamptz),
    receiver_change = null
  from assignments a
  where p.game_id = $1 and p.number = $2 and p.token_version = $5
    and (p.viewed_at is null or p.receiver_change is not null)
    and a.game_id = p.game_id and a.giver = p.number and a.receiver = $3
  returning p.number`;

export function gameStore(db: Database, codes: CodeProposals): GameStore {
  const readOne = async (
    text: string,
    param: string,
    deadline = db.deadline(),
  ): Promise<Game | null> => (await db.row<GameRow>(text, [param], deadline))?.game ?? null;
  const creations = new Batches<Creation, CreatedRow | undefined>(async (batch, deadline) => {
    const rows = await db.queryShared<CreatedRow>(CREATE, creationParams(batch), deadline);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return batch.map(({ game }) => byId.get(game.id));
  }, CREATION_BATCHES);
  const reads = new Batches<string, Game | null>(async (batch, deadline) => {
    const [only] = batch;
    if (only !== undefined && batch.length === 1) {
      return [await readOne(READ_BY_CODE, only, deadline)];
    }
    const rows = await db.queryShared<PlacedGameRow>(
      READ_BY_CODES,
      [JSON.stringify(batch)],
      deadline,
    );
    const games = batch.map((): Game | null => null);
    for (const { place, game } of rows) games[place - 1] = game;
    return games;
  }, READ_BATCHES);
  /** Changes the game that three statements lock, read, and read the waiting mails of, by one parameter. */
  const change = <Result>(
    [lock, read, readWaiting]: readonly [lock: string, read: string, waiting: string],
    param: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    { mailed = false, keys = [] }: Lookup = {},
  ): Promise<Result> => {
    return db.changeInTurn(param, async (tx) => {
      // Separate statements after the lock: one that waited for the lock would see the other tables as they
      // were before the wait.
      const [, [row], waiting, recipients, [request = null]] = await Promise.all([
        tx.query(lock, [param]),
        tx.query<GameRow>(read, [param]),
        tx.query<WaitingMail>(readWaiting, [param]),
        mailed ? tx.query<{ recipient: number }>(MAILED_BY_CODE, [param]) : [],
        keys.length > 0 ? tx.query<KeptRequest>(READ_REQUEST, [listOf(keys)]) : [],
      ]);
      const before = row?.game ?? null;
      const found = { mailed: new Set(recipients.map((one) => one.recipient)), request };
      const change = decide(before, found);
      const { game: after, isErased, forgetsMessagesOf, wishList, renewal, outbox } = change;
      const { releasesHeld, record, result } = change;
      const mails = before && !isErased && outbox?.(waiting);
      if (before && (after || isErased || mails || wishList)) {
        await Promise.all([
          ...isErased ? sendErasure(tx, [before], new Date()) : [],
          ...after && !isErased ? sendChanges(tx, before, after) : [],
          ...forgetsMessagesOf ? [tx.query(FORGET_MESSAGES, [before.id, forgetsMessagesOf])] : [],
          ...wishList ? keepList(tx, before.id, wishList) : [],
          ...renewal ? renewLink(tx, before.id, renewal) : [],
          ...mails ? sendMails(tx, before.id, mails) : [],
          ...releasesHeld ? [tx.query(RELEASE, [before.id])] : [],
          ...record ? [keepRequest(tx, before.id, { ...record, runningFor: 0 })] : [],
          tx.commit(),
        ]);
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

    readGame: (code) => reads.add(code, db.deadline()),

    async readGameWithEmails(code) {
      const row = await db.row<GameRow & EmailsRow>(READ_WITH_EMAILS, [code]);
      return row && { game: row.game, emails: toEmailStatuses(row.emails) };
    },

    readGameById: (id) => readOne(READ_BY_ID, id),

    async readArchivedGames(code) {
      const rows = await db.queryShared<GameRow>(READ_ARCHIVED, [code]);
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
        await Promise.all([...sendErasure(tx, games, new Date()), tx.commit()]);
        return games.length;
      }),

    // The server reuses deleted space itself.
    overwriteErased: () => Promise.resolve(true),

    async markViewed({ id }, { number, receiver, tokenVersion }, now) {
      const params = [id, number, receiver, now.toISOString(), tokenVersion];
      return await db.changeLocked(id, MARK_VIEWED, params) !== null;
    },

    findAddress: (spellings, limit, ofGame) =>
      db.queryShared(FIND_ADDRESS, [
        JSON.stringify(spellings),
        String(limit),
        String(ofGame),
      ]),

    ...gameLists(LISTS, (sql, ...params) => db.queryShared(sql, params)),
  };
}
