/** The one-time links for claiming places in a sealed game, as shown to its organizer. */
import { claimPath } from "../browser/links.ts";
import { endOfClaim, stateOfClaim } from "../game/claims.ts";
import type { Game, Participant } from "../game/types.ts";
import type { State } from "../state.ts";

/** The part of a request context that links are built from. */
interface OnService {
  state: Pick<State, "services" | "origin">;
}

/** The claim links that can still be used, by participant id. */
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
