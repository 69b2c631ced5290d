import { apiHandler } from "@/lib/http/api.ts";
import { json } from "@/lib/http/answers.ts";
import { openApiDocument } from "@/lib/http/openapi.ts";

export const handler = apiHandler({
  GET: ({ state: { services } }) =>
    // Nobody's secret, and long.
    json(openApiDocument(services.settings.buildVersion), 200, { "cache-control": "no-cache" }),
});
