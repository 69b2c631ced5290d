import { gamePath } from "../../browser/links.ts";
import { normalizedKey } from "../../game/identity.ts";
import { FIRST_VERSION, type Tokens } from "../../game/tokens.ts";
import type { Game } from "../../game/types.ts";
import { credentialFromCookie, signIn, withCookies } from "../../http/cookies.ts";
import type { Ctx } from "../../state.ts";
import { flashQuery } from "../flash_messages.ts";

/** Signs the organizer of a new game in, as a participant too where they have a token, and leads to its links. */
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

/** The organizer's token as the first participant; null in a sealed game, which hands out none, and once renewed. */
export function inviterToken(game: Game, tokens: Tokens): string | null {
  const self = game.participants.find(({ number }) => number === 1);
  return self && !game.isSealed && self.tokenVersion === FIRST_VERSION
    ? tokens.participant(game, self)
    : null;
}

/**
 * The token in the next game of the participant who is signed in on this device in the one before; null if no one
 * is, they are not in the next game, or it is sealed: its organizer gets no participant's token.
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
