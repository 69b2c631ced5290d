import { requireInvitation } from "./game/access.ts";
import { gameNotFound } from "./game/errors.ts";
import type { Game } from "./game/types.ts";
import type { Services } from "./services.ts";
import { readGame } from "./store/games.ts";

/** What somebody invited sees of a game before they are in it. */
export type InvitedGame = Pick<
  Game,
  "code" | "name" | "date" | "time" | "timeZone" | "location" | "language"
>;

/**
 * Loads a game for somebody with an invitation to it.
 *
 * @throws {GameError} 404 for an unknown or archived game, 401 without a token, 403 for a wrong one.
 */
export async function openInvitation(
  { db, tokens }: Services,
  code: string,
  invitationToken: string | undefined,
): Promise<InvitedGame> {
  const game = /^[1-9]\d{5}$/.test(code) ? await readGame(db, code) : null;
  if (!game || game.archivedAt) throw gameNotFound();
  requireInvitation(game, invitationToken, tokens);
  const { name, date, time, timeZone, location, language } = game;
  return { code, name, date, time, timeZone, location, language };
}
