import { createHash } from "node:crypto";
import { z } from "zod";

const paramSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.instanceof(Uint8Array),
  z.object({ base64: z.string() }).transform(({ base64 }) => Uint8Array.fromBase64(base64)),
]);
export type Param = z.infer<typeof paramSchema>;

const lifeSchema = z.object({
  /** Number of migrations in the release, and the SHA-256 of all. */
  migrations: z.number(),
  digest: z.string(),
  texts: z.array(z.string()),
  /** Statements in the order in which they were sent: index of a text, and its parameters. */
  calls: z.array(z.tuple([z.number(), z.array(paramSchema)])),
});
export type RecordedLife = z.infer<typeof lifeSchema>;

/** The statements that a release sends to its database while all verbs of its store are called. */
export const releaseSchema = z.object({ SQLite: lifeSchema, Postgres: lifeSchema });
export type RecordedRelease = z.infer<typeof releaseSchema>;

/** Hash of migrations, to detect changes. */
export function digestOf(migrations: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
}

/** Collects the statements that a release sends. */
export class Recorder {
  readonly texts: string[] = [];
  readonly calls: [number, Param[]][] = [];

  add(text: string, params: readonly Param[]): void {
    // Excludes queries of the schema version, which each release sends for itself.
    if (/\bmigrations\b/.test(text)) return;
    if (!this.texts.includes(text)) this.texts.push(text);
    this.calls.push([this.texts.indexOf(text), [...params]]);
  }
}
