import { json } from "@/lib/http/answers.ts";

/** Every path under /api that nothing else answers. */
export function handler(): Response {
  return json({ error: "There is nothing at this path", code: "NOT_FOUND" }, 404);
}
