import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { reportHealth } from "@/lib/operations/health.ts";

export const handler = apiHandler({
  async GET({ state: { services } }) {
    const report = await reportHealth(services, new Date());
    return json(report, report.checks.database.status === "ok" ? 200 : 503);
  },
});
