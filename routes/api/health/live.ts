import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";

export const handler = apiHandler({
  GET: () => json({ status: "alive", timestamp: new Date().toISOString() }),
});
