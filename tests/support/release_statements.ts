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
  /** How many migrations the release had, and the SHA-256 of them all. */
  migrations: z.number(),
  digest: z.string(),
  texts: z.array(z.string()),
  /** What it sent, one after the other: the number of a text, and its parameters. */
  calls: z.array(z.tuple([z.number(), z.array(paramSchema)])),
});
export type RecordedLife = z.infer<typeof lifeSchema>;

/** What a release sends to its database while games are led through all that its store does. */
export const releaseSchema = z.object({ SQLite: lifeSchema, Postgres: lifeSchema });
export type RecordedRelease = z.infer<typeof releaseSchema>;

/** Tells whether migrations are those that they were. */
export function digestOf(migrations: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
}

/** Collects what a release sends. */
export class Recorder {
  readonly texts: string[] = [];
  readonly calls: [number, Param[]][] = [];

  add(text: string, params: readonly Param[]): void {
    // What is known of the schema is asked by each release for itself.
    if (/\bmigrations\b/.test(text)) return;
    if (!this.texts.includes(text)) this.texts.push(text);
    this.calls.push([this.texts.indexOf(text), [...params]]);
  }
}
