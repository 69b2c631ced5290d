import type { OperationName } from "@/lib/game/operations.ts";
import type { Managed } from "./client.ts";

/** Kinds of credentials; data of others in the same game, and of everyone in another game, must stay hidden. */
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

/** A request to be sent with every credential. */
export interface Call {
  name: string;
  /** Its operation in the table. */
  operation?: OperationName;
  method: string;
  path: (game: Managed, shown: Record<string, string>) => string;
  body?: (game: Managed, shown: Record<string, string>) => unknown;
  headers?: (game: Managed, shown: Record<string, string>) => Record<string, string>;
}
