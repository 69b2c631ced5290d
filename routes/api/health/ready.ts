import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { checkDatabase } from "@/lib/operations/health.ts";

export const handler = apiHandler({
  async GET({ state: { services } }) {
    const timestamp = new Date().toISOString();
    const { isHealthy, latencyMs } = await checkDatabase(services.store);
    if (isHealthy && services.isEnding) return json({ status: "ending", timestamp }, 503);
    return isHealthy
      ? json({ status: "ready", timestamp, checks: { database: { status: "healthy", latencyMs } } })
      : json({
        status: "not_ready",
        timestamp,
        checks: { database: { status: "unhealthy", error: "The database does not answer" } },
      }, 503);
  },
});
