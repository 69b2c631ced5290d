import { GameError } from "@/lib/game/errors.ts";
import { errorAnswer } from "@/lib/http/answers.ts";

/** Every path under /api that nothing else answers. */
export function handler(): Response {
  return errorAnswer(new GameError("NOT_FOUND"));
}
