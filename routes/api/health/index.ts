import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { forwardedIn } from "@/lib/http/origin.ts";
import { reportHealth } from "@/lib/operations/health.ts";

export const handler = apiHandler({
  async GET({ req, state: { services } }) {
    const report = await reportHealth(services, new Date());
    return json(
      { ...report, forwarded: forwardedIn(req.headers) },
      report.checks.database.status === "ok" ? 200 : 503,
    );
  },
});
