import { derive } from "../../game/derive.ts";
import type { Game, LinkRenewal, Participant } from "../../game/types.ts";
import type { Command, Dialect } from "./dialect.ts";
import { IS_WAITING } from "./mails.ts";
import { GAME_TABLES, IS_HELD, RINGS_FOR_PAIR } from "../records.ts";
import type { StoredChange, WishListChange } from "../store.ts";

/**
 * Rows that are stored under the version of a participant's link and move along when its holder renews it: their table,
 * its column of the version, and its column of the participant.
 */
const KEPT_UNDER_LINK = [
  ["messages", "giver_version", "giver"],
  ["messages", "receiver_version", "receiver"],
  ["wish_lists", "version", "participant"],
  ["photos", "version", "participant"],
] as const;

/** Returns a function that makes the commands for what a change stores besides the game and its new mails. */
export function sideChanges(dialect: Dialect) {
  const { texts, param, ofGame, gameColumn, gameOf, among, list, now, nowParams } = dialect;
  const { later, random } = dialect;
  const present = now("$4");
  const delay = `(${param("$2", "float8")} + ${random} * ${param("$3", "float8")})`;
  const sql = texts({
    forgetMessages: `
      delete from messages
      where ${ofGame} and case when is_from_giver then giver else receiver end = $2`,

    keepList: `
      insert into wish_lists (${gameColumn}, participant, version, revision, count, items)
      values (${gameOf("$1")}, $2, $3, $4, $5, ${param("$6", "json")})
      on conflict (${gameColumn}, participant) do update
      set version = excluded.version, revision = excluded.revision, count = excluded.count,
        items = excluded.items`,

    /** $3 the photos on the list; the others of its owner are detached. */
    attach: `
      update photos
      set since = ${present}, state = case state when 'attached' then 'detached' else 'attached' end
      where ${ofGame} and participant = $2
        and (id ${among("$3", "uuid")}) <> (state = 'attached')`,

    handOver: `update wish_lists set version = $3 where ${ofGame} and participant = $2`,

    handOverPhotos: `
      update photos set version = $3
      where ${ofGame} and participant = $2 and state = 'attached'`,

    /** Held mails count as written now. Those that ring for a pair wait $2 seconds and a random part of $3 more. */
    release: `
      update outbox
      set reason = null, created_at = ${present},
        due_at = case when ${RINGS_FOR_PAIR} then ${later(present, delay)} else ${present} end
      where ${ofGame} and ${IS_WAITING} and ${IS_HELD}`,
  });
  const renewals = KEPT_UNDER_LINK.map(([table, version, owner]) => ({
    table,
    ...texts({
      renew: `
        update ${table} set ${version} = $4
        where ${ofGame} and ${owner} = $2 and ${version} = $3`,
    }),
  }));

  /** Stores a list, or assigns it and its photos to another version of the link. */
  function keepList(gameId: string, change: WishListChange): Command[] {
    const { participant, version } = change;
    if (!("wishes" in change)) {
      const params = [gameId, participant, version];
      return [[sql.handOver, params], [sql.handOverPhotos, params]];
    }
    const { revision, wishes } = change;
    const photos = list(wishes.flatMap(({ photo }) => photo ?? []));
    const items = JSON.stringify(wishes);
    return [
      [sql.keepList, [gameId, participant, version, revision, wishes.length, items]],
      [sql.attach, [gameId, participant, photos, ...nowParams()]],
    ];
  }

  const renew = (gameId: string, { participant, from, to, isMessagesAlone = false }: LinkRenewal) =>
    renewals.filter(({ table }) => table === "messages" || !isMessagesAlone)
      .map(({ renew }): Command => [renew, [gameId, participant, from, to]]);

  return (gameId: string, change: StoredChange<unknown>): Command[] => {
    const { forgetsMessagesOf, wishList, renewal, releasesHeld } = change;
    const { least = 0, most = 0 } = releasesHeld ?? {};
    return [
      ...forgetsMessagesOf ? [[sql.forgetMessages, [gameId, forgetsMessagesOf]] as const] : [],
      ...wishList ? keepList(gameId, wishList) : [],
      ...renewal ? renew(gameId, renewal) : [],
      ...releasesHeld
        ? [[sql.release, [gameId, least, most - least, ...nowParams()]] as const]
        : [],
    ];
  };
}

/**
 * Returns a function that makes the commands that delete a game with everything stored about it and count it among
 * erased games of the same days and the same number of people.
 */
export function erasing({ texts, param, ofGame }: Dialect) {
  const deletions = Object.values(texts({
    ...derive<Record<string, string>>(
      GAME_TABLES,
      (table) => `delete from ${table} where ${ofGame}`,
    ),
    games: "delete from games where id = $1",
  }));
  const { count } = texts({
    count: `
      insert into erased_games as e (created_on, archived_on, people, games)
      values (${param("$1", "date")}, ${param("$2", "date")}, ${param("$3", "integer")}, 1)
      on conflict (created_on, archived_on, people) do update set games = e.games + 1`,
  });
  const day = (time: string) => time.slice(0, "2026-12-24".length);
  return ({ id, createdAt, archivedAt, participants }: Game) => ({
    deletions: deletions.map((text): Command => [text, [id]]),
    counting: [
      count,
      [day(createdAt), day(archivedAt ?? new Date().toISOString()), participants.length],
    ] satisfies Command,
  });
}

/** Returns a function for the command that records a giver's look at their receiver. It returns a row if it does. */
export function viewing({ texts, param, ofGame }: Dialect) {
  const seenAt = param("$5", "timestamptz");
  const { view } = texts({
    view: `
      update participants
      set viewed_at = coalesce(viewed_at, ${seenAt}),
        first_viewed_at = coalesce(first_viewed_at, ${seenAt}), receiver_change = null
      where ${ofGame} and number = $2 and token_version = $4
        and (viewed_at is null or receiver_change is not null)
        and exists (
          select 1 from assignments where ${ofGame} and giver = $2 and receiver = $3
        )
      returning number`,
  });
  return (
    { id }: Pick<Game, "id">,
    { number, receiver, tokenVersion }: Pick<Participant, "number" | "receiver" | "tokenVersion">,
    now: Date,
  ): Command => [view, [id, number, receiver, tokenVersion, now.toISOString()]];
}
