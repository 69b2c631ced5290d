import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { checkDatabase } from "@/lib/operations/health.ts";
import type { Services } from "@/lib/services.ts";

export const handler = apiHandler({
  async GET({ state }) {
    const services: Services | undefined = state.services;
    const { isHealthy, latencyMs } = await checkDatabase(services);
    const isReady = isHealthy && !services?.ending.signal.aborted;
    return json({
      status: isReady ? "ready" : "not_ready",
      timestamp: new Date().toISOString(),
      checks: {
        database: isHealthy
          ? { status: "healthy", latencyMs }
          : { status: "unhealthy", error: "The database does not serve" },
      },
    }, isReady ? 200 : 503);
  },
});
