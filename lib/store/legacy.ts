import { cryptoRandom } from "../draw/random.ts";
import type { Database } from "./database.ts";
import * as games from "./games.ts";
import * as outbox from "./outbox.ts";
import type { Store } from "./store.ts";

/** The port over the SQL of one dialect, until each database has an adapter of its own. */
export function storeOver(db: Database): Store & { db: Database } {
  let key: string | undefined;
  return {
    db,
    engine: "PostgreSQL",
    ping: async () => {
      await db.query("select 1");
    },
    keepKeyFingerprint: (fingerprint) => Promise.resolve(key ??= fingerprint),
    close: () => db.close(),
    createGame: (game, mails) => games.createGame(db, game, mails, cryptoRandom),
    readGame: (code) => games.readGame(db, code),
    readGameWithEmails: (code) => games.readGameWithEmails(db, code),
    readGameById: (id) => games.readGameById(db, id),
    readArchivedGames: (code) => games.readArchivedGames(db, code),
    changeGame: (code, decide) =>
      games.changeGame(db, code, (before) => {
        const { game, outbox, result } = decide(before);
        return { game, mails: outbox ? outbox([]).add : [], result };
      }),
    markViewed: (game, viewer, now) => games.markViewed(db, game, viewer, now),
    listExpiredGames: (lastDate, after, limit) =>
      games.listExpiredGames(db, lastDate, after, limit),
    listGamesWithoutNearMail: (first, last, after, limit) =>
      db.query(
        `select g.id, g.code from games g
         where g.archived_at is null and g.send_emails
           and g.date between $1::text::date and $2::text::date
           and ($3::text is null or g.id > $3::text::uuid)
           and not exists (select from outbox o where o.game_id = g.id and o.kind = 'eventNear')
         order by g.id limit $4`,
        [first, last, after, limit],
      ),
    addMails: (gameId, decide) => outbox.insertMails(db, gameId, decide([]).add),
    addSentMail: (gameId, mail) => outbox.insertSentMail(db, gameId, mail),
    claimMails: (limit, lease) => outbox.claimMails(db, limit, lease),
    renewLeases: (ids, lease) => outbox.renewLeases(db, ids, lease),
    releaseLeases: () => outbox.releaseLeases(db),
    returnMails: (ids, seconds) => outbox.returnMails(db, ids, seconds),
    finishMail: (mail) => outbox.finishMail(db, mail),
    postponeMail: (id, seconds, reason) => outbox.postponeMail(db, id, seconds, reason),
    failMail: (id, reason) => outbox.failMail(db, id, reason),
    dropMail: (id) => outbox.dropMail(db, id),
    hastenMails: () => outbox.hastenMails(db),
    nextMailIn: () => outbox.nextMailIn(db),
    countMails: (ids) => outbox.countMails(db, ids),
    readMailTraffic: (gameId) => outbox.readMailTraffic(db, gameId),
    countRecentMails: (gameId, recipient, kind) =>
      outbox.countRecentMails(db, gameId, recipient, kind),
    readEmailStatuses: (gameId) => outbox.readEmailStatuses(db, gameId),
    setUnsubscribed: (gameId, key, is) => outbox.setUnsubscribed(db, gameId, key, is),
    readUnsubscribed: (gameId) => outbox.readUnsubscribed(db, gameId),
  };
}
