import { z } from "zod";
import { derive, namesOf } from "../../game/derive.ts";
import { timeZone } from "../../game/fields.ts";
import { PHOTO_TYPES } from "../../game/photo_bytes.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import { type Game, LIMITS, type Participant } from "../../game/types.ts";
import {
  type Column,
  type ColumnType,
  GAME_COLUMNS,
  LISTED_DEVICE_COLUMNS,
  PARTICIPANT_COLUMNS,
  WISH_HEAD_COLUMNS,
} from "../records.ts";
import {
  GAME_RECORDS,
  type GameRecord,
  type GameRecords,
  type Item,
  TransferError,
} from "./port.ts";

const VALUES: Readonly<Record<ColumnType, z.ZodType>> = {
  uuid: z.guid(),
  text: z.string(),
  integer: z.int(),
  integers: z.array(z.int()),
  json: z.array(z.unknown()),
  boolean: z.boolean(),
  date: z.iso.date(),
  timestamp: z.iso.datetime(),
  moment: z.iso.datetime(),
  object: z.record(z.string(), z.unknown()),
  serial: z.string().regex(/^\d+$/),
  // Not in a line: they follow it.
  bytes: z.never(),
};

function fields(columns: Readonly<Record<string, Column>>) {
  return Object.fromEntries(
    Object.entries(columns).map(([field, { type, whenAbsent }]) => {
      const value = VALUES[type].nullable();
      return [field, whenAbsent === undefined ? value : value.default(whenAbsent)];
    }),
  );
}

/**
 * Every field is required, except fields that were added after the first release. Unknown fields are refused, because
 * only files of later releases have them.
 */
const RECORD = z.strictObject({
  game: z.strictObject({
    ...fields(GAME_COLUMNS),
    participants: z.array(
      z.strictObject({
        ...fields(PARTICIPANT_COLUMNS),
        receiver: z.int().nullable(),
        keepersAllowedForTokenVersion: z.int().nullable().optional(),
      }),
    ),
    exclusions: z.array(z.tuple([z.int(), z.int()])),
    households: z.array(z.array(z.int())),
    devices: z.array(z.strictObject(fields(LISTED_DEVICE_COLUMNS))).default([]),
    wishLists: z.array(z.strictObject(fields(WISH_HEAD_COLUMNS))).default([]),
  }),
  unsubscribed: z.array(z.string()),
  ...derive<Record<keyof GameRecords, z.ZodType>>(
    namesOf(GAME_RECORDS),
    (name) => z.array(z.strictObject(fields(GAME_RECORDS[name].columns))).default([]),
  ),
});

/** Counts of erased games, as in a line of a backup. */
const ERASED = z.strictObject({
  erased: z.strictObject({
    createdOn: z.iso.date(),
    archivedOn: z.iso.date(),
    people: z.int(),
    games: z.int(),
  }),
});

/** A photo, as in a line; its bytes follow the line. */
const PHOTO = z.strictObject({
  photo: z.strictObject({
    gameId: z.guid(),
    id: z.guid(),
    participant: z.int(),
    version: z.int(),
    type: z.enum(PHOTO_TYPES),
    state: z.enum(["new", "attached", "detached"]),
    since: z.iso.datetime(),
    size: z.int().min(1).max(LIMITS.photoBytes),
  }),
});

/** Start of the line of a photo. */
export const PHOTO_START = '{"photo":';

/**
 * Parses a line of this release or an earlier one. The bytes of a photo follow its line.
 *
 * @throws {TransferError} if it is not one.
 */
export function parseLine(line: string) {
  if (line.startsWith('{"erased":')) return parse(ERASED, line);
  if (line.startsWith(PHOTO_START)) return parse(PHOTO, line);
  return parseRecord(line);
}

/**
 * Parses a game from a line of this release or an earlier one.
 *
 * @throws {TransferError} if it is not one.
 */
export function parseRecord(line: string): GameRecord {
  // TypeScript cannot infer the type of a schema that is built from the columns.
  const record = parse(RECORD, line) as z.infer<typeof RECORD> & GameRecord;
  const { game } = record;
  return { ...record, game: { ...game, participants: game.participants.map(withMark(game)) } };
}

/** Does what the migration does: a claim that an earlier release may have forgotten counts as used. */
function withMark(game: Game): (one: Participant) => Participant {
  const isSealed = pairsHiddenFromOrganizer(game);
  return (one) => {
    if (one.keepersAllowedForTokenVersion !== undefined) return one;
    const { claimOpenedAt, claimVersion, tokenVersion } = one;
    const mayBeUsed = claimOpenedAt !== null || (claimVersion > 1 && tokenVersion > 1);
    return { ...one, keepersAllowedForTokenVersion: isSealed && mayBeUsed ? 0 : null };
  };
}

/** Number of the migration of each engine that deleted messages written under a broken seal. */
export const MESSAGES_DELETED: Readonly<Record<string, number>> = { SQLite: 30, PostgreSQL: 49 };

/**
 * Leaves out what migrations have deleted since the file was made: messages written under a broken seal, and time zones
 * that are no longer accepted. The file's schema decides about messages, because their times are rounded to the minute.
 */
export function asMigrated(
  item: Item,
  { engine, schema }: { engine: string; schema: number },
): Item {
  if (!("game" in item)) return item;
  const { game } = item;
  const { sealBrokenAt, timeZone: zone } = game;
  const keepsAll = sealBrokenAt === null || schema >= (MESSAGES_DELETED[engine] ?? 0);
  // Such time zones have no slash. Validating every zone would take long.
  const isZone = zone === null || zone.includes("/") || timeZone.safeParse(zone).success;
  return {
    ...item,
    game: isZone ? game : { ...game, timeZone: null },
    messages: keepsAll
      ? item.messages
      : item.messages.filter(({ sentAt }) => sentAt >= sealBrokenAt),
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, line: string): z.infer<Schema> {
  const result = schema.safeParse(JSON.parse(line));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw ofOtherRelease(`${issue?.path.join(".")}: ${issue?.message}`);
}

/** @param what this release does not know */
export function ofOtherRelease(what: string): TransferError {
  return new TransferError(
    "It holds data that this release keeps differently: restore it with the release that made it, " +
      `and start this one on that data (${what})`,
  );
}
