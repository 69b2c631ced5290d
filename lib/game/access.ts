import { GameError } from "./errors.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "./seal.ts";
import type { Tokens } from "./tokens.ts";
import type { Game, Participant } from "./types.ts";

/** Credentials of a request; an absent or empty member was not sent. */
export interface Credential {
  organizerToken?: string | undefined;
  participantToken?: string | undefined;
  /** Identifies that participant in an unprotected game; in a protected one it allows acting, not seeing. */
  participantId?: string | undefined;
}

/** Returns the credentials in a body. Empty ones count as absent, so that a header can supply them. */
export function shownIn(
  { organizerToken, participantToken, participantId }: Credential & { action: string },
): Credential {
  return {
    ...(organizerToken && { organizerToken }),
    ...(participantToken && { participantToken }),
    ...(participantId && { participantId }),
  };
}

/**
 * True if a request that participants may make, too, is the organizer's. Some clients send both tokens as headers with
 * every request: then an organizer token in the body decides.
 *
 * @param own the credentials in the body @param shown all of them
 */
export function isByOrganizer(own: Credential, shown: Credential): boolean {
  return !!own.organizerToken || (!!shown.organizerToken && !shown.participantToken);
}

/** The role of a request, and what it may see. */
export type Access =
  | { role: "organizer" }
  | ParticipantAccess
  | { role: "public" };

export interface ParticipantAccess {
  role: "participant";
  participant: Participant;
  /** True if they may see their receiver: in a protected game only with their token. */
  seesAssignment: boolean;
  /** True if the request had their token. */
  hasToken: boolean;
}

/** True if a reader may see their own address; in an unprotected game only with a token, because ids are public. */
export function seesAddress(game: Pick<Game, "isProtected">, access: ParticipantAccess): boolean {
  return game.isProtected || access.hasToken;
}

/**
 * The id under which a participant sees another. In a protected game an id is a key, so the others appear under
 * aliases that are stable for this viewer and open nothing.
 */
export function shownId(
  game: Pick<Game, "id" | "isProtected">,
  viewer: Participant,
  other: Participant,
  tokens: Tokens,
): string {
  return other === viewer || !game.isProtected ? other.id : tokens.alias(game, viewer, other);
}

/** True if an answer to this reader contains their receiver. */
export function seesPair(game: Game, { participant, seesAssignment }: ParticipantAccess): boolean {
  return seesAssignment && participant.receiver !== null && !isRevealBlocked(game, participant);
}

/**
 * Decides who may read a game: the one rule for API and pages.
 *
 * @throws {GameError} 404 for an archived game (except to its organizer) and an unknown participant id, 403
 * for a token of another game or participant, 401 for a protected game without a token.
 */
export function authorizeReader(game: Game, credential: Credential, tokens: Tokens): Access {
  const { organizerToken, participantToken, participantId } = credential;
  if (organizerToken) {
    if (tokens.isOrganizer(game, organizerToken)) return { role: "organizer" };
    throw new GameError(game.archivedAt ? "GAME_NOT_FOUND" : "INVALID_TOKEN");
  }
  if (game.archivedAt) throw new GameError("GAME_NOT_FOUND");
  if (participantToken || (participantId && !game.isProtected)) {
    return authorizeParticipant(game, credential, tokens);
  }
  if (game.isProtected) throw new GameError("PROTECTED_GAME");
  return { role: "public" };
}

/**
 * Finds the participant who makes the request: by id, by token, or by both if they agree.
 *
 * @throws {GameError} 403 for a wrong token or one that does not belong to the id, 404 for an unknown id, 401 for an id
 * alone in a sealed game.
 */
export function authorizeParticipant(
  game: Game,
  { participantId, participantToken }: Credential,
  tokens: Tokens,
): ParticipantAccess {
  const byToken = participantToken ? tokens.holder(game, participantToken) : undefined;
  if (participantToken && !byToken) throw new GameError("INVALID_TOKEN");
  // The organizer knows the ids, and would learn from the answer who was moved.
  if (!byToken && pairsHiddenFromOrganizer(game)) {
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  if (byToken && participantId && byToken.id !== participantId) {
    throw new GameError("INVALID_TOKEN");
  }
  const participant = byToken ?? (participantId ? findParticipant(game, participantId) : undefined);
  if (!participant) throw new GameError("PARTICIPANT_NOT_FOUND");
  const hasToken = byToken !== undefined;
  return {
    role: "participant",
    participant,
    seesAssignment: !game.isProtected || hasToken,
    hasToken,
  };
}

/** @throws {GameError} 401 without a token, 403 with one that is not this game's. */
export function requireOrganizer(game: Game, given: string | undefined, tokens: Tokens): void {
  if (!given) throw new GameError("TOKEN_REQUIRED", { which: "organizer" });
  if (!tokens.isOrganizer(game, given)) throw new GameError("INVALID_TOKEN");
}

/** @throws {GameError} 401 without a token, 403 with one that is not this game's. */
export function requireInvitation(game: Game, given: string | undefined, tokens: Tokens): void {
  if (!given) throw new GameError("TOKEN_REQUIRED", { which: "invitation" });
  if (!tokens.isInvitation(game, given)) throw new GameError("INVALID_TOKEN");
}

/** @throws {GameError} 404 for an unknown id. */
export function findParticipant(game: Game, id: string): Participant {
  const participant = game.participants.find((candidate) => candidate.id === id);
  if (!participant) throw new GameError("PARTICIPANT_NOT_FOUND");
  return participant;
}
