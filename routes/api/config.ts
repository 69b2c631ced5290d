import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";

export const handler = apiHandler({
  GET({ state: { services } }) {
    const { appMonitoringConnectionString, createKeys } = services.settings;
    return json({
      appMonitoringConnectionString,
      isCreationOpen: createKeys.length === 0,
    });
  },
});
