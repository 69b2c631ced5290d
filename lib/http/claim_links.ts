/** The links by which people of a sealed game take their places, for its organizer. */
import { claimPath } from "../browser/links.ts";
import { endOfClaim, stateOfClaim } from "../game/claims.ts";
import type { Game, Participant } from "../game/types.ts";
import type { State } from "../state.ts";

/** As much of a request as its links are made from. */
interface OnService {
  state: Pick<State, "services" | "origin">;
}

/** The links that still open a place in a sealed game, each once, by their people's ids. */
export function openClaims({ state }: OnService, game: Game) {
  const { services: { tokens }, origin } = state;
  const now = new Date();
  const claimOf = (one: Participant) =>
    stateOfClaim(one, now) === "open" && one.claimIssuedAt
      ? [{
        participantId: one.id,
        claimUrl: origin + claimPath(game.code, tokens.claim(game, one)),
        expiresAt: endOfClaim(one.claimIssuedAt),
      }]
      : [];
  return new Map(
    game.participants.flatMap(claimOf).map((claim) => [claim.participantId, claim]),
  );
}

/** The claims in the answer of `issueClaim`: the requested one, or all open ones. */
export function claimsFor(ctx: OnService, game: Game, participantId: string | undefined) {
  const claims = openClaims(ctx, game);
  if (participantId === undefined) return { claims: [...claims.values()] };
  const claim = claims.get(participantId);
  return { claimUrl: claim?.claimUrl, expiresAt: claim?.expiresAt };
}
