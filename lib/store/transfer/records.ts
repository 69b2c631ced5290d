import { z } from "zod";
import {
  type Column,
  type ColumnType,
  type ErasedGames,
  GAME_COLUMNS,
  PARTICIPANT_COLUMNS,
} from "../records.ts";
import { type GameRecord, TransferError } from "./port.ts";

const VALUES: Readonly<Record<ColumnType, z.ZodType>> = {
  uuid: z.guid(),
  text: z.string(),
  integer: z.int(),
  integers: z.array(z.int()),
  json: z.array(z.unknown()),
  boolean: z.boolean(),
  date: z.iso.date(),
  timestamp: z.iso.datetime(),
};

function fields(columns: Readonly<Record<string, Column>>) {
  return Object.fromEntries(
    Object.entries(columns).map(([field, { type, whenAbsent }]) => {
      const value = VALUES[type].nullable();
      return [field, whenAbsent === undefined ? value : value.default(whenAbsent)];
    }),
  );
}

const DEVICE = z.strictObject({
  id: z.guid(),
  recipient: z.int(),
  version: z.int(),
  since: z.iso.datetime(),
});

/**
 * Every field is required, except those of later releases, and no other is allowed: a file of a later release
 * has more.
 */
const RECORD = z.strictObject({
  game: z.strictObject({
    ...fields(GAME_COLUMNS),
    participants: z.array(
      z.strictObject({ ...fields(PARTICIPANT_COLUMNS), receiver: z.int().nullable() }),
    ),
    exclusions: z.array(z.tuple([z.int(), z.int()])),
    households: z.array(z.array(z.int())),
    devices: z.array(DEVICE).default([]),
  }),
  mails: z.array(z.strictObject({
    id: z.string().regex(/^\d+$/),
    recipient: z.int().nullable(),
    address: z.string().nullable(),
    kind: z.string(),
    topic: z.string(),
    language: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    status: z.enum(["queued", "sent", "failed"]),
    revision: z.int(),
    attempts: z.int(),
    dueAt: z.iso.datetime(),
    reason: z.string().nullable(),
    mayHaveArrived: z.boolean().nullable(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })),
  messages: z.array(z.strictObject({
    id: z.string(),
    giver: z.int(),
    receiver: z.int(),
    isFromGiver: z.boolean(),
    isThanks: z.boolean(),
    question: z.string().nullable(),
    text: z.string().nullable(),
    sentAt: z.iso.datetime(),
    isOver: z.boolean(),
    isRead: z.boolean(),
    giverVersion: z.int().default(0),
    receiverVersion: z.int().default(0),
  })).default([]),
  unsubscribed: z.array(z.string()),
  reports: z.array(z.strictObject({
    hash: z.string(),
    recipient: z.int().nullable(),
    createdAt: z.iso.datetime(),
  })).default([]),
  reached: z.array(z.strictObject({
    id: z.guid(),
    mark: z.string(),
    sealed: z.string(),
    toldAt: z.iso.datetime().nullable(),
  })).default([]),
});

/** Counts of erased games, as in a line. */
const ERASED = z.strictObject({
  erased: z.strictObject({
    createdOn: z.iso.date(),
    archivedOn: z.iso.date(),
    people: z.int(),
    games: z.int(),
  }),
});

/** null for a line of another kind. */
export function parseErased(line: string): ErasedGames | null {
  return line.startsWith('{"erased":') ? ERASED.parse(JSON.parse(line)).erased : null;
}

/**
 * Parses a game from a line of this release or an earlier one.
 *
 * @throws {TransferError} if it is not one.
 */
export function parseRecord(line: string): GameRecord {
  const result = RECORD.safeParse(JSON.parse(line));
  assertRecord(result);
  return result.data;
}

function assertRecord(
  result: ReturnType<typeof RECORD.safeParse>,
): asserts result is { success: true; data: z.infer<typeof RECORD> & GameRecord } {
  const issue = result.error?.issues[0];
  if (!issue) return;
  throw new TransferError(
    "It holds games that this release keeps differently: restore it with the release that made it, " +
      `and start this one on that data (${issue.path.join(".")}: ${issue.message})`,
  );
}
