import { z } from "zod";
import type { Credential } from "../game/access.ts";
import {
  assertRepeatable,
  creationOf,
  type PlayAgain,
  playAgain as decideAgain,
  playAgainSchema,
  type Repeated,
  toRepeated,
} from "../game/again.ts";
import { invalid } from "../game/errors.ts";
import type { CreateGame } from "../game/schemas.ts";
import type { Services } from "../services.ts";
import { type CreatedGame, createOnce } from "./create.ts";
import type { RequestKey } from "./idempotency.ts";
import { findForReader } from "./open.ts";

/**
 * Loads a game, active or archived, for an organizer who wants to play it again.
 *
 * @throws {GameError} 404, 401 or 403 for game and token.
 */
export async function openRepeated(
  services: Services,
  code: string,
  { organizerToken }: Credential,
): Promise<Repeated> {
  const { game } = await findForReader(services, code, { organizerToken });
  assertRepeatable(game, { organizerToken }, services.tokens);
  return toRepeated(game);
}

/**
 * Creates a game that continues another, as `createGame` does.
 *
 * @param beforeDrawing called with the merged body before the draw, unless this is a repeated request.
 * @throws {GameError} 404, 401 or 403 for game and token; otherwise as `createGame` does.
 */
export async function playAgain(
  services: Services,
  code: string,
  body: PlayAgain,
  { credential, client, key, beforeDrawing }: {
    credential: Credential;
    client: string;
    key?: RequestKey | undefined;
    beforeDrawing: (body: CreateGame) => Promise<void>;
  },
): Promise<CreatedGame> {
  const repeated = await openRepeated(services, code, credential);
  const { organizerToken: _, ...asked } = body;
  const { id } = repeated.game;
  const request = {
    scope: `again ${id}`,
    schema: playAgainSchema,
    body: asked,
    client,
    key,
    remembers: id,
  };
  return await createOnce(services, request, async () => {
    // Not earlier: for a repeated request, the old game may have changed so that the body is no longer valid.
    const creation = parse(repeated, body);
    await beforeDrawing(creation);
    return (context, mayRemember) => decideAgain(repeated, creation, context, mayRemember);
  });
}

/** Merges the creation body. @throws {GameError} 400 if data of the previous game is no longer valid */
function parse(repeated: Repeated, body: PlayAgain): CreateGame {
  try {
    return creationOf(repeated, body);
  } catch (error) {
    throw error instanceof z.ZodError ? invalid(error) : error;
  }
}
