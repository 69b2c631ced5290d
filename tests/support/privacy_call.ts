import type { OperationName } from "@/lib/game/operations.ts";
import type { Managed } from "./client.ts";

/** Who is asking; the others of the same game, and everyone of another game, must stay hidden. */
export const CREDENTIALS = [
  "none",
  "wrong",
  "another game's organizer",
  "another game's participant",
  "own id",
  "own token",
  "own token with another's id",
  "organizer",
  "invitation",
  "claim",
] as const;
export type CredentialKind = (typeof CREDENTIALS)[number];

/** A request that is tried with every credential. */
export interface Call {
  name: string;
  /** The operation that it asks for, of those in the table. */
  operation?: OperationName;
  method: string;
  path: (game: Managed, shown: Record<string, string>) => string;
  body?: (game: Managed, shown: Record<string, string>) => unknown;
  headers?: (game: Managed, shown: Record<string, string>) => Record<string, string>;
}
