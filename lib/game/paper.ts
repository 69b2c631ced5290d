/** How many wrapping papers there are; `components/art/papers.ts` draws them. */
export const PAPERS = 48;

/** Without a common divisor with PAPERS, so that neighbours differ and the first 48 people all do. */
const STEP = 29;

/**
 * The wrapping paper of someone's gift, in `[0, PAPERS)`: the same for ever.
 * @param number the participant's within the game
 */
export function paperOf(gameId: string, number: number): number {
  let start = 0;
  for (const letter of gameId) start = (start * 31 + letter.charCodeAt(0)) % PAPERS;
  return (start + number * STEP) % PAPERS;
}
