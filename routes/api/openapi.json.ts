import { apiHandler } from "@/lib/http/api.ts";
import { json } from "@/lib/http/answers.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";

export const handler = apiHandler({
  async GET({ state: { services } }) {
    // Loaded on demand: a service whose document is never read does not load the schemas of all answers.
    const { openApiDocument } = await import("@/lib/http/openapi.ts");
    // Where many ask at once, each is a slice of its own.
    await yieldToEventLoop();
    // Public, and long.
    return json(openApiDocument(services.settings), 200, {
      "cache-control": "no-cache",
    });
  },
});
