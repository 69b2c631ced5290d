import type { Game } from "./types.ts";

/** How many wrapping papers there are; `components/art/papers.ts` draws them. */
export const PAPERS = 48;

/** Coprime to PAPERS, so that the first PAPERS people all have different papers. */
const STEP = 29;

/**
 * The wrapping paper of a participant's gift, in `[0, PAPERS)`; never changes.
 * @param number the participant's within the game
 */
export function paperOf(gameId: string, number: number): number {
  let start = 0;
  for (const letter of gameId) start = (start * 31 + letter.charCodeAt(0)) % PAPERS;
  return (start + number * STEP) % PAPERS;
}

/** Everyone's papers, in an order that reveals neither their owners nor the pairs. */
export function papersOf({ id, participants }: Pick<Game, "id" | "participants">): number[] {
  return participants.map(({ number }) => paperOf(id, number)).sort((one, other) => one - other);
}
