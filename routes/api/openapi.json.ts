import { apiHandler } from "@/lib/http/api.ts";
import { json } from "@/lib/http/answers.ts";

export const handler = apiHandler({
  async GET({ state: { services } }) {
    // Loaded here: a service whose document nobody reads is spared the schemas of all answers.
    const { openApiDocument } = await import("@/lib/http/openapi.ts");
    // Nobody's secret, and long.
    return json(openApiDocument(services.settings.buildVersion), 200, {
      "cache-control": "no-cache",
    });
  },
});
