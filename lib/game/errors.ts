/** One thing wrong with a request, by where it stands: `participants.2.name`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * A refusal that the asker may read: carries the HTTP status and a stable code for programs. Everything
 * else that is thrown is a defect and is shown as one neutral sentence.
 */
export class GameError extends Error {
  override name = "GameError";

  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503,
    readonly code: string,
    message: string,
    readonly details?: ErrorDetail[],
    /** Seconds until the same may succeed, for a 429. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** 400 for a rule of the game or of an action, optionally pinned to a field. */
export function refusal(code: string, message: string, path?: string): GameError {
  return new GameError(400, code, message, path ? [{ path, message }] : undefined);
}

/** 404 for a game that does not exist or is archived: the two look alike from outside. */
export function gameNotFound(): GameError {
  return new GameError(404, "GAME_NOT_FOUND", "There is no active game with this code");
}

/** 404 for a participant id that names nobody in this game. */
export function participantNotFound(): GameError {
  return new GameError(
    404,
    "PARTICIPANT_NOT_FOUND",
    "There is no participant with this id in the game",
  );
}

/** 401: the credential that the operation needs did not come. */
export function tokenRequired(which: "organizer" | "invitation"): GameError {
  const what = which === "organizer" ? "the organizer token" : "the invitation token";
  return new GameError(401, "TOKEN_REQUIRED", `This operation needs ${what}`);
}

/** 403: a credential came, and it is not one of this game or not one of this participant. */
export function invalidToken(): GameError {
  return new GameError(403, "INVALID_TOKEN", "This token is not valid for this game");
}

/** 400: no draw can keep all exclusions, because a group of people cannot all be served. */
export class DrawImpossible extends GameError {
  override name = "DrawImpossible";

  /**
   * @param givers names of a smallest such group
   * @param receivers names of the only people to whom they may give, fewer than the givers
   */
  constructor(readonly givers: readonly string[], readonly receivers: readonly string[]) {
    const group = receivers.length === 0
      ? `${list(givers)} may not give to anybody`
      : `${list(givers)} may only give to ${list(receivers)}`;
    super(
      400,
      "DRAW_IMPOSSIBLE",
      `No draw can keep all exclusions: ${group}. Remove an exclusion or add a participant`,
    );
  }
}

const englishList = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "Ana, Ben and Cy"; of a long list the first twenty and how many more. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, 20);
  const more = names.length - shown.length;
  return englishList.format(more > 0 ? [...shown, `${more} more`] : shown);
}
