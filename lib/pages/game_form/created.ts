import { gamePath } from "../../browser/links.ts";
import { normalizedKey } from "../../game/identity.ts";
import { FIRST_VERSION, type Tokens } from "../../game/tokens.ts";
import type { Game } from "../../game/types.ts";
import { credentialFromCookie, signIn, withCookies } from "../../http/cookies.ts";
import type { Ctx } from "../../state.ts";
import { flashQuery } from "../flash_messages.ts";

/** Signs in a new game's organizer, also as a participant if given their token, and redirects to its links. */
export function leadToLinks(
  ctx: Ctx,
  game: Game,
  participantToken: string | null,
): Response {
  const organizerToken = ctx.state.services.tokens.organizer(game);
  return withCookies(
    ctx.redirect(
      `${gamePath(game.code)}/created${game.isGathering ? "" : flashQuery("drawNames")}`,
      303,
    ),
    signIn(ctx, game, { organizerToken }),
    ...participantToken ? [signIn(ctx, game, { participantToken })] : [],
  );
}

/** The organizer's token as the first participant; null once renewed, and in a sealed game, which hands out none. */
export function inviterToken(game: Game, tokens: Tokens): string | null {
  const self = game.participants.find(({ number }) => number === 1);
  return self && !game.isSealed && self.tokenVersion === FIRST_VERSION
    ? tokens.participant(game, self)
    : null;
}

/**
 * Returns the next game's token for the participant signed in to the previous game on this device. null if no one is
 * signed in, they are not in the next game, or it is sealed: its organizer gets no participant's token.
 */
export function carriedToken(
  { req, state: { services: { tokens } } }: Ctx,
  before: Game,
  game: Game,
): string | null {
  const { participantToken } = credentialFromCookie(req.headers, before.code, "participant");
  if (!participantToken || game.isSealed) return null;
  const self = before.participants.find((one) =>
    tokens.isParticipant(before, one, participantToken)
  );
  const next = self &&
    game.participants.find(({ name }) => normalizedKey(name) === normalizedKey(self.name));
  return next?.tokenVersion === FIRST_VERSION ? tokens.participant(game, next) : null;
}
