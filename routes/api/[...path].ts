import { GameError } from "@/lib/game/errors.ts";
import { errorAnswer } from "@/lib/http/answers.ts";

/** Answers every path under /api that no other route matches. */
export function handler(): Response {
  return errorAnswer(new GameError("NOT_FOUND"));
}
