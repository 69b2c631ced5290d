import { apiHandler } from "@/lib/http/api.ts";
import { json } from "@/lib/http/answers.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";

export const handler = apiHandler({
  async GET({ state: { services } }) {
    // Loaded on demand, so that a service whose document is never read does not load all response schemas.
    const { openApiDocument } = await import("@/lib/http/openapi.ts");
    // Yields, so that many such requests at once do not block others.
    await yieldToEventLoop();
    // The document is public and long, so clients may keep it and revalidate.
    return json(openApiDocument(services.settings), 200, {
      "cache-control": "no-cache",
    });
  },
});
