import assert from "node:assert/strict";
import type { z } from "zod";
import { errorSchema } from "@/lib/http/answer_schemas.ts";
import type { TestApp } from "./app.ts";
import { type Answer, hasShape } from "./client.ts";
import { sql } from "./sql.ts";

/** Asserts a refusal in the documented shape, with a helpful message that reveals nothing internal. */
export function assertRefused(
  what: string,
  answer: Answer,
  status: number,
): z.infer<typeof errorSchema> {
  assert.equal(answer.status, status, `${what}: ${answer.text}`);
  const error = hasShape(answer, errorSchema);
  assert(error.error.length > 10, `${what}: ${error.error}`);
  assert.match(error.code, /^[A-Z][A-Z_]+$/, what);
  assert.doesNotMatch(answer.text, /stack|select |insert |\.ts:|postgres|zod|undefined/i, what);
  return error;
}

/** All rows of the tables with games. */
export async function readTables({ services }: TestApp): Promise<unknown[][]> {
  const tables = ["games", "participants", "assignments", "exclusions", "household_members"];
  return await Promise.all(tables.map((table) => sql(services, `select * from ${table}`)));
}
