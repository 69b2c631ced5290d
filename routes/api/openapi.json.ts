import { apiHandler } from "@/lib/http/api.ts";
import { json } from "@/lib/http/answers.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";

export const handler = apiHandler({
  async GET({ state: { services } }) {
    // Loaded here: a service whose document nobody reads is spared the schemas of all answers.
    const { openApiDocument } = await import("@/lib/http/openapi.ts");
    // Where many ask at once, each is a slice of its own.
    await yieldToEventLoop();
    // Nobody's secret, and long.
    return json(openApiDocument(services.settings), 200, {
      "cache-control": "no-cache",
    });
  },
});
