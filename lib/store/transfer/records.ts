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
  boolean: z.boolean(),
  date: z.iso.date(),
  timestamp: z.iso.datetime(),
};

function fields(columns: Readonly<Record<string, Column>>) {
  return Object.fromEntries(
    Object.entries(columns).map(([field, { type }]) => [field, VALUES[type].nullable()]),
  );
}

/** Every field has to be there, and no other: a file of another release may lack one or have more. */
const RECORD = z.strictObject({
  game: z.strictObject({
    ...fields(GAME_COLUMNS),
    participants: z.array(z.strictObject({ ...fields(PARTICIPANT_COLUMNS), receiver: z.int() })),
    exclusions: z.array(z.tuple([z.int(), z.int()])),
    households: z.array(z.array(z.int())),
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
  unsubscribed: z.array(z.string()),
});

/** Counts of games that are gone, as lines hold them. */
const ERASED = z.strictObject({
  erased: z.strictObject({
    createdOn: z.iso.date(),
    archivedOn: z.iso.date(),
    people: z.int(),
    games: z.int(),
  }),
});

/** null: it is a line of another kind. */
export function parseErased(line: string): ErasedGames | null {
  return line.startsWith('{"erased":') ? ERASED.parse(JSON.parse(line)).erased : null;
}

/** @throws {TransferError} where it is not a game as this release keeps it. */
export function parseRecord(line: string): GameRecord {
  const value: unknown = JSON.parse(line);
  assertRecord(value);
  return value;
}

function assertRecord(value: unknown): asserts value is GameRecord {
  const issue = RECORD.safeParse(value).error?.issues[0];
  if (!issue) return;
  throw new TransferError(
    "It holds games that this release keeps differently: restore it with the release that made it, " +
      `and start this one on that data (${issue.path.join(".")}: ${issue.message})`,
  );
}
